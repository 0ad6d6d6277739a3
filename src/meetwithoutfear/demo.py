"""A journey to look at, stage by stage. What the two people say is in data/demo_story.json, and nothing of it is said by the
guide. Whatever the engine makes of it, there is a way on; the story takes it. It is played on a server of its own on this
computer, with a database of its own, by people who use the product over HTTP, as any client could."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from meetwithoutfear.config import Settings
from meetwithoutfear.data import read_text
from meetwithoutfear.main import Server, build_app, build_server

PASSWORD = "a quiet evening"  # noqa: S105  # printed for whoever looks at the demo
PATIENCE_SECONDS = 120
POLL_SECONDS = 0.1


class DemoFailed(Exception):
    """The server said no where the story needs a yes."""


def own_settings(settings: Settings, folder: Path, port: int) -> Settings:
    """Nothing of the demo comes near anybody's real data, and no limit slows it down."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return replace(
        settings,
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'demo.db'}",
        base_url=f"http://localhost:{port}" if port else settings.base_url,
        smtp_url=None,
        rate_limits=False,
    )


@contextmanager
def serve_demo(settings: Settings, port: int) -> Iterator[tuple[Server, int]]:
    server = build_server(build_app(settings), "127.0.0.1", port)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), name="demo server")
    thread.start()
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not server.started and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        if not server.started:
            raise DemoFailed("The server did not start.")
        yield server, server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


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


class Player:
    """One of the two, over HTTP as any client."""

    def __init__(self, port: int, role: Character) -> None:
        self.role, self.name = role, role.name
        # New words, and what they say to the guide before.
        self.tries = list(zip(role.better, role.moved, strict=True))
        self.shares = 0  # how often they have shared something more
        self.server = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self.headers = {"Content-Type": "application/json"}
        self.session_id = ""

    def does(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # JSON
        sent = None if body is None else json.dumps(body)
        self.server.request(method, f"/api/v1{path}", sent, self.headers)
        answer = self.server.getresponse()
        text = answer.read()
        if answer.status >= http.client.BAD_REQUEST:
            raise DemoFailed(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)["data"] if text else None

    def gets(self, path: str) -> Any:  # noqa: ANN401
        return self.does("GET", f"/sessions/{self.session_id}{path}")

    def posts(self, path: str, body: object = None) -> Any:  # noqa: ANN401
        return self.does("POST", f"/sessions/{self.session_id}{path}", body)

    def registers(self) -> None:
        account = {"email": f"{self.name.lower()}@demo.example.org", "password": PASSWORD, "name": self.name}
        token = self.does("POST", "/auth/register", account)["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def status(self) -> str | None:
        mine = self.gets("/empathy/status")["myAttempt"]
        return mine["status"] if mine else None

    def comes_to(self, *statuses: str) -> str:
        return str(self.waits_for(self.status, lambda status: status in statuses))

    def is_told_of_ground(self) -> Any:  # noqa: ANN401
        found = self.waits_for(lambda: self.gets("/common-ground"), lambda told: told["analysisComplete"])
        return found["commonGround"]

    def waits_for(self, look: Callable[[], Any], is_there: Callable[[Any], bool]) -> Any:  # noqa: ANN401
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_there(found := look()):
            if time.monotonic() > end:
                raise DemoFailed(f"{self.name} waits in vain: {found}")
            time.sleep(POLL_SECONDS)
        return found


class Journey:
    def __init__(self, port: int, show: Show, chapter: Callable[[int, str], None]) -> None:
        self.mara, self.jonas = Player(port, MARA), Player(port, JONAS)
        self.both, self.show, self.chapter = (self.mara, self.jonas), show, chapter

    def play(self, until: int = LAST_STAGE) -> str:
        """Until both stand in that stage. Answers with the session's status."""
        chapters = (self.invite, self.be_heard, self.understand, self.name_needs, self.agree)
        for number, chapter in enumerate(chapters):
            if number >= until:
                break
            chapter()
        status: str = self.mara.gets("")["session"]["status"]
        return status

    def invite(self) -> None:
        self.chapter(0, "An invitation, and a promise")
        for player in self.both:
            player.registers()
        wish = {"partnerName": self.jonas.name, "topic": STORY["topic"]}
        made = self.mara.does("POST", "/sessions", wish)
        self.mara.session_id = self.jonas.session_id = made["session"]["id"]
        self.jonas.does("POST", f"/invitations/{made['invitation']['token']}/accept", {})
        for player in self.both:
            player.posts("/compact/sign")
            self.show(player.name, "signs the promise to be curious")

    def be_heard(self) -> None:
        self.chapter(1, "Each alone with the guide")
        for player in self.both:
            for words in player.role.told:
                self.says(player, words)
            found = player.gets("/feelings/suggested")["feelings"][:2]
            named = [each if isinstance(each, str) else each["feeling"] for each in found]
            feelings = [{"feeling": each} for each in named]
            player.posts("/feel-heard", {"confirmed": True, "feelings": feelings})
            self.show(player.name, f"feels heard: {', '.join(named)}")

    def says(self, player: Player, words: str) -> None:
        self.show(player.name, words)
        reply = player.posts("/messages", {"content": words})["reply"]
        if reply:
            self.show(f"guide to {player.name}", reply["content"])

    def understand(self) -> None:
        self.chapter(2, "A guess at what the other lives through")
        for player in self.both:
            for words in player.role.wondered:
                self.says(player, words)
            player.posts("/empathy/consent", {"consent": True, "content": player.role.guess})
            self.show(f"{player.name}, held back for now", player.role.guess)
        self.refine()
        self.chapter(2, "Both guesses, at once")
        for one, other in ((self.mara, self.jonas), (self.jonas, self.mara)):
            theirs = one.gets("/empathy/partner")["attempt"]["content"]
            self.show(f"{one.name} reads what {other.name} wrote", theirs)
        for player in self.both:
            player.posts("/empathy/validate", {"rating": "ACCURATE"})
            self.show(player.name, "finds themselves in it")

    def refine(self) -> None:
        for _ in range(MOST_ROUNDS):
            for guesser, subject in ((self.mara, self.jonas), (self.jonas, self.mara)):
                self.step_on(guesser, subject)
            if all(player.status() == "REVEALED" for player in self.both):
                return

    def step_on(self, guesser: Player, subject: Player) -> None:
        settled = guesser.comes_to("AWAITING_SHARING", "REFINING", "READY", "REVEALED")
        if settled == "AWAITING_SHARING":
            self.share(subject)
            settled = guesser.comes_to("REFINING", "READY", "REVEALED")
        if settled == "REFINING" and guesser.tries:
            words, moved = guesser.tries.pop(0)
            self.says(guesser, moved)
            guesser.posts("/empathy/resubmit", {"content": words})
            self.show(f"{guesser.name}, in new words", words)
        elif settled == "REFINING":
            guesser.posts("/empathy/keep")
            self.show(guesser.name, "leaves it at that")

    def share(self, subject: Player) -> None:
        offer = subject.gets("/empathy/share-suggestion")["suggestion"]
        if offer is None:
            return
        self.show(f"guide to {subject.name}", offer["reason"])
        subject.shares += 1
        if subject.shares > MOST_SHARED:
            subject.posts("/empathy/share-suggestion/respond", {"action": "decline"})
            self.show(subject.name, "would rather not, and nobody will know")
            return
        words = (offer["suggestedContent"] if subject.shares == 1 else None) or subject.role.shared
        subject.posts("/empathy/share-suggestion/respond", {"action": "accept", "content": words})
        self.show(f"{subject.name} shares", words)

    def name_needs(self) -> None:
        self.chapter(3, "What each needs, and what both stand on")
        for player in self.both:
            found = player.posts("/needs/extract")["needs"]
            for need in found:
                self.show(f"guide to {player.name}", f"{need['need']} (“{need['evidence'][0]}”)")
            self.share_needs(player, found)
        ground = self.mara.is_told_of_ground()
        item = ground[0] if ground else self.mara.posts("/common-ground/propose", {"kind": "SEEN"})["item"]
        for player in self.both:
            self.show(player.name, f"stands by it: {item['need']}")
            said = {"confirmations": [{"commonGroundId": item["id"], "confirmed": True}]}
            player.posts("/common-ground/confirm", said)

    def share_needs(self, player: Player, found: list[dict[str, Any]]) -> None:
        own = next((need for need in found if need["need"] == player.role.needed), None)
        if own is None:
            wish = {"need": player.role.needed, "category": "CONNECTION"}
            own = player.posts("/needs", wish)["need"]
        ids = list(dict.fromkeys([own["id"], *(need["id"] for need in found[:2])]))
        words = [{"needId": each, "confirmed": True} for each in ids]
        player.posts("/needs/confirm", {"confirmations": words})
        shared = player.posts("/needs/consent", {"needIds": ids})["needs"]
        named = ", ".join(need["need"] for need in shared if need["shared"])
        self.show(f"{player.name} shares", named)

    def agree(self) -> None:
        self.chapter(4, "One small thing to try")
        for player in self.both:
            for idea in player.role.ideas:
                self.propose(player, idea)
            player.posts("/strategies/ready")
        for player in self.both:
            self.rank(player)
        overlap = self.mara.gets("/strategies/overlap")["overlap"]
        for idea in overlap:
            self.show("on both lists", idea["description"])
        self.settle(overlap)

    def propose(self, player: Player, idea: str) -> None:
        made = player.posts("/strategies", {"description": idea})
        self.show(f"{player.name}, unseen", idea)
        better = made["refinement"]
        if better:
            self.show(f"guide to {player.name}", f"{better['reason']} {better['refined']}")

    def rank(self, player: Player) -> None:
        pool = player.gets("/strategies")["strategies"]
        liked = [
            idea["id"] for words in player.role.likes for idea in pool if words in idea["description"].lower()
        ]
        ranked = list(dict.fromkeys(liked))
        player.posts("/strategies/rank", {"rankedIds": ranked})
        self.show(player.name, f"ranks {len(ranked)} of {len(pool)} ideas, for nobody to see")

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
        made = self.mara.posts("/agreements", wish)["agreement"]
        self.show(f"{self.mara.name} proposes", made["description"])
        path = f"/agreements/{made['id']}/confirm"
        self.jonas.posts(path, {"confirmed": False, "modification": STORY["agreed_as"]})
        self.show(f"{self.jonas.name} would word it so", STORY["agreed_as"])
        self.mara.posts(path, {"confirmed": True})
        self.show(self.mara.name, "says yes")
        self.mara.posts("/resolve")
        self.show("both", f"will look back on it on {day}")
