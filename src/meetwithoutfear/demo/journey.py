"""The journey itself, stage by stage. What the two people say is in data/demo_story.json, and nothing of it is said by the
guide. Whatever the engine makes of it, there is a way on; the story takes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from meetwithoutfear.data import read_text
from meetwithoutfear.demo.stage import Guest

FOLLOW_UP_AFTER = timedelta(days=14)
MOST_ROUNDS = 6
MOST_SHARED = 2
LAST_STAGE = 5
"""One more than there are stages: the journey is played to its end."""

Show = Callable[[str, str], None]
"""Who says it, and what."""


@dataclass(frozen=True)
class Character:
    name: str
    told: Sequence[str]
    """What they tell the guide about how it has been."""
    wondered: Sequence[str]
    """What they say when they try to imagine the other."""
    guess: str
    better: Sequence[str]
    """The guess once they have heard a little more, and more."""
    moved: Sequence[str]
    """What they say to the guide each time the other one has shared something."""
    shared: str
    """What they share when they are invited to, unless the guide's draft of their own words will do."""
    needed: str
    ideas: Sequence[str]
    likes: Sequence[str]
    """How they recognise the ideas they could live with, best first."""


STORY = json.loads(read_text("demo_story.json"))
MARA, JONAS = (Character(**character) for character in STORY["characters"])


@dataclass
class Player:
    role: Character
    guest: Guest
    tries: list[tuple[str, str]]
    """New words, and what they say to the guide before."""
    shares: int = 0
    """How often they have shared something more."""


@dataclass
class Journey:
    mara: Player
    jonas: Player
    show: Show
    chapter: Callable[[int, str], None]

    @property
    def both(self) -> tuple[Player, Player]:
        return self.mara, self.jonas

    def play(self, until: int = LAST_STAGE) -> str:
        """Until both stand in that stage. Answers with the session's status."""
        chapters = (self.invite, self.be_heard, self.understand, self.name_needs, self.agree)
        for number, chapter in enumerate(chapters):
            if number >= until:
                break
            chapter()
        status: str = self.mara.guest.gets("")["session"]["status"]
        return status

    def invite(self) -> None:
        self.chapter(0, "An invitation, and a promise")
        for player in self.both:
            player.guest.registers()
        wish = {"partnerName": self.jonas.role.name, "topic": STORY["topic"]}
        made = self.mara.guest.does("POST", "/sessions", wish)
        self.mara.guest.session_id = self.jonas.guest.session_id = made["session"]["id"]
        self.jonas.guest.does("POST", f"/invitations/{made['invitation']['token']}/accept", {})
        for player in self.both:
            player.guest.posts("/compact/sign")
            self.show(player.role.name, "signs the promise to be curious")

    def be_heard(self) -> None:
        self.chapter(1, "Each alone with the guide")
        for player in self.both:
            for words in player.role.told:
                self.says(player, words)
            found = player.guest.gets("/feelings/suggested")["feelings"][:2]
            named = [each if isinstance(each, str) else each["feeling"] for each in found]
            feelings = [{"feeling": each} for each in named]
            player.guest.posts("/feel-heard", {"confirmed": True, "feelings": feelings})
            self.show(player.role.name, f"feels heard: {', '.join(named)}")

    def says(self, player: Player, words: str) -> None:
        self.show(player.role.name, words)
        reply = player.guest.posts("/messages", {"content": words})["reply"]
        if reply:
            self.show(f"guide to {player.role.name}", reply["content"])

    def understand(self) -> None:
        self.chapter(2, "A guess at what the other lives through")
        for player in self.both:
            for words in player.role.wondered:
                self.says(player, words)
            player.guest.posts("/empathy/consent", {"consent": True, "content": player.role.guess})
            self.show(f"{player.role.name}, held back for now", player.role.guess)
        self.refine()
        self.chapter(2, "Both guesses, at once")
        for one, other in ((self.mara, self.jonas), (self.jonas, self.mara)):
            theirs = one.guest.gets("/empathy/partner")["attempt"]["content"]
            self.show(f"{one.role.name} reads what {other.role.name} wrote", theirs)
        for player in self.both:
            player.guest.posts("/empathy/validate", {"rating": "ACCURATE"})
            self.show(player.role.name, "finds themselves in it")

    def refine(self) -> None:
        for _ in range(MOST_ROUNDS):
            for guesser, subject in ((self.mara, self.jonas), (self.jonas, self.mara)):
                self.step_on(guesser, subject)
            if all(player.guest.status() == "REVEALED" for player in self.both):
                return

    def step_on(self, guesser: Player, subject: Player) -> None:
        settled = guesser.guest.comes_to("AWAITING_SHARING", "REFINING", "READY", "REVEALED")
        if settled == "AWAITING_SHARING":
            self.share(subject)
            settled = guesser.guest.comes_to("REFINING", "READY", "REVEALED")
        if settled == "REFINING" and guesser.tries:
            words, moved = guesser.tries.pop(0)
            self.says(guesser, moved)
            guesser.guest.posts("/empathy/resubmit", {"content": words})
            self.show(f"{guesser.role.name}, in new words", words)
        elif settled == "REFINING":
            guesser.guest.posts("/empathy/keep")
            self.show(guesser.role.name, "leaves it at that")

    def share(self, subject: Player) -> None:
        offer = subject.guest.gets("/empathy/share-suggestion")["suggestion"]
        if offer is None:
            return
        self.show(f"guide to {subject.role.name}", offer["reason"])
        subject.shares += 1
        if subject.shares > MOST_SHARED:
            subject.guest.posts("/empathy/share-suggestion/respond", {"action": "decline"})
            self.show(subject.role.name, "would rather not, and nobody will know")
            return
        words = (offer["suggestedContent"] if subject.shares == 1 else None) or subject.role.shared
        subject.guest.posts("/empathy/share-suggestion/respond", {"action": "accept", "content": words})
        self.show(f"{subject.role.name} shares", words)

    def name_needs(self) -> None:
        self.chapter(3, "What each needs, and what both stand on")
        for player in self.both:
            found = player.guest.posts("/needs/extract")["needs"]
            for need in found:
                self.show(f"guide to {player.role.name}", f"{need['need']} (“{need['evidence'][0]}”)")
            self.share_needs(player, found)
        ground = self.mara.guest.is_told_of_ground()
        item = (
            ground[0] if ground else self.mara.guest.posts("/common-ground/propose", {"kind": "SEEN"})["item"]
        )
        for player in self.both:
            self.show(player.role.name, f"stands by it: {item['need']}")
            said = {"confirmations": [{"commonGroundId": item["id"], "confirmed": True}]}
            player.guest.posts("/common-ground/confirm", said)

    def share_needs(self, player: Player, found: list[dict[str, Any]]) -> None:
        own = next((need for need in found if need["need"] == player.role.needed), None)
        if own is None:
            wish = {"need": player.role.needed, "category": "CONNECTION"}
            own = player.guest.posts("/needs", wish)["need"]
        ids = list(dict.fromkeys([own["id"], *(need["id"] for need in found[:2])]))
        words = [{"needId": each, "confirmed": True} for each in ids]
        player.guest.posts("/needs/confirm", {"confirmations": words})
        shared = player.guest.posts("/needs/consent", {"needIds": ids})["needs"]
        named = ", ".join(need["need"] for need in shared if need["shared"])
        self.show(f"{player.role.name} shares", named)

    def agree(self) -> None:
        self.chapter(4, "One small thing to try")
        for player in self.both:
            for idea in player.role.ideas:
                self.propose(player, idea)
            player.guest.posts("/strategies/ready")
        for player in self.both:
            self.rank(player)
        overlap = self.mara.guest.gets("/strategies/overlap")["overlap"]
        for idea in overlap:
            self.show("on both lists", idea["description"])
        self.settle(overlap)

    def propose(self, player: Player, idea: str) -> None:
        made = player.guest.posts("/strategies", {"description": idea})
        self.show(f"{player.role.name}, unseen", idea)
        better = made["refinement"]
        if better:
            self.show(f"guide to {player.role.name}", f"{better['reason']} {better['refined']}")

    def rank(self, player: Player) -> None:
        pool = player.guest.gets("/strategies")["strategies"]
        liked = [
            idea["id"] for words in player.role.likes for idea in pool if words in idea["description"].lower()
        ]
        ranked = list(dict.fromkeys(liked))
        player.guest.posts("/strategies/rank", {"rankedIds": ranked})
        self.show(player.role.name, f"ranks {len(ranked)} of {len(pool)} ideas, for nobody to see")

    def settle(self, overlap: list[dict[str, Any]]) -> None:
        day = (datetime.now(UTC) + FOLLOW_UP_AFTER).date().isoformat()
        chosen = overlap[0]
        wish = {
            "strategyId": chosen["id"],
            "description": chosen["description"],
            "type": "MICRO_EXPERIMENT",
            "duration": chosen["duration"],
            "measureOfSuccess": chosen["measureOfSuccess"],
            "followUpDate": day,
        }
        made = self.mara.guest.posts("/agreements", wish)["agreement"]
        self.show(f"{self.mara.role.name} proposes", made["description"])
        path = f"/agreements/{made['id']}/confirm"
        self.jonas.guest.posts(path, {"confirmed": False, "modification": STORY["agreed_as"]})
        self.show(f"{self.jonas.role.name} would word it so", STORY["agreed_as"])
        self.mara.guest.posts(path, {"confirmed": True})
        self.show(self.mara.role.name, "says yes")
        self.mara.guest.posts("/resolve")
        self.show("both", f"will look back on it on {day}")


def journey(port: int, show: Show, chapter: Callable[[int, str], None]) -> Journey:
    mara, jonas = (
        Player(role, Guest(port, role.name), list(zip(role.better, role.moved, strict=True)))
        for role in (MARA, JONAS)
    )
    return Journey(mara, jonas, show, chapter)
