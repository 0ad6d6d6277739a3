"""Two worlds in which the same things happen, but for what Alice keeps to herself. Whatever Bob can get hold of must be
the same in both, byte by byte: answers with headers and sizes, events, counts, order, letters, what an engine is asked
for him."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from drawing import SOAK, share
from fakes import ScriptedEngine
from hearing import letters_of
from looking import headers_of
from meetwithoutfear.prompts.two_sided import GapTask
from meetwithoutfear.store.tables import inbox, jobs, members
from people import Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for
from waiting import wait_until

BLOCKS = [range(begin, begin + 250) for begin in range(0, 2000, 250)] if SOAK else [range(2000)]
ENOUGH = 250 if SOAK else 10  # or until what is asked for was done
LENGTH = 11
ID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
CURSOR = r'(?<="nextCursor":")[\w=-]+'
NAME = re.compile(f"{ID}|{CURSOR}")
GLANCE = ("", "/empathy/status")
LOOK = (
    "/messages", "/pending-actions", "/inner-thoughts", "/empathy/partner", "/empathy/draft", "/timeline",
    "/empathy/share-suggestion", "/compact/status", "/feelings/suggested", "/emotions",
)  # fmt: skip
OVERVIEW = ("/sessions?limit=3", "/notifications/badge-count", "/me/consents?limit=3")
SECRETS = {
    "X": (
        "Nobody knows that I have applied for the job abroad.",
        "I miss my sister.",
        "I lied about the money, twice.",
    ),
    "Y": (
        "I sleep badly.",
        "There is somebody at work I like more than I should, and I am ashamed.",
        "It was me.",
    ),
}
GUESSES = {
    "X": ("You feel small.", "You feel that I look down on you, and always did."),
    "Y": ("I imagine you are worn out by all of it, day after day.", "You feel alone."),
}
COMMON = ("I imagine that you feel tired.", "I imagine that you feel unheard in the evenings.")


@dataclass
class World:
    name: str
    server: Served
    alice: Person
    bob: Person
    mailbox: Mailbox
    known: dict[str, str] = field(default_factory=dict)
    asked: int = 0
    heard: int = 0

    def __post_init__(self) -> None:
        self.database = sa.create_engine(self.server.settings.database_url)

    def canonical(self, text: str) -> str:
        """Ids differ between the worlds; which is which does not."""
        return NAME.sub(lambda found: self.known.setdefault(found[0], f"id {len(self.known)}"), text)

    def rests(self) -> None:
        """Until everything that was set in motion has been done."""
        due = sa.and_(jobs.c.state == "READY", jobs.c.run_at <= self.server.clock())
        waiting = sa.select(jobs.c.id).where(due)
        wait_until(lambda: self.looks_up(waiting) is None, "all is calm")

    def looks_up(self, statement: sa.Select[Any]) -> Any:
        with self.database.connect() as connection:
            return connection.execute(statement).scalar()

    def glance(self, paths: Iterable[str]) -> list[str]:
        return self.sees(self.bob.here(path) for path in paths)

    def sees(self, paths: Iterable[str]) -> list[str]:
        return [self.canonical(told(self.bob.asks("GET", path))) for path in paths]

    def letters(self) -> list[str]:
        """Sorted: who is reminded of many sessions at one time is so in any order."""
        mine = [letter for letter in self.mailbox.letters if letter["To"] == self.bob.email]
        told = [f"{letter['From']} {letter['Subject']} {words_of(letter)}" for letter in mine]
        return sorted(re.sub(r"unsubscribe#\S+", "unsubscribe", self.canonical(letter)) for letter in told)

    def actions(self, who: str) -> list[str]:
        person = self.alice if who == "Alice" else self.bob
        found: list[str] = person.sees_exchange()["actions"]
        return found

    def prompts(self) -> list[str]:
        """What the engine was asked for Bob since the last look."""
        new, self.asked = self.server.engine.asked[self.asked :], len(self.server.engine.asked)
        for_bob = [p for p in new if not isinstance(p, GapTask) and "Bob" in {of(p, "me"), of(p, "subject")}]
        return [
            self.canonical(f"{p!r} {p.render()!r} {p.render().dynamic} {p.render().turns}") for p in for_bob
        ]

    def events(self) -> list[str]:
        wanted = sa.select(sa.func.max(inbox.c.seq)).join(members, members.c.user_id == inbox.c.user_id)
        here = sa.and_(members.c.side == "INVITEE", inbox.c.seq > self.heard)
        last = self.looks_up(wanted.where(here)) or self.heard
        with self.bob.listening(after=self.heard) as listener:
            found = [json.dumps(listener.next()) for _ in range(last - self.heard)]
        self.heard = last
        return [self.canonical(event) for event in found]


def of(prompt: Any, name: str) -> Any:
    return getattr(prompt, name, None)


def told(answer: httpx.Response) -> str:
    return f"{answer.status_code} {headers_of(answer)} {letters_of(answer)}"


@contextmanager
def two_worlds(folder: Path) -> Iterator[list[World]]:
    with ExitStack() as stack:
        worlds = []
        for name in SECRETS:
            (folder / name).mkdir()
            mailbox = stack.enter_context(Mailbox().open())
            settings = settings_for(
                f"sqlite:///{folder / name / 'world.db'}",
                folder / name,
                MWF_SMTP_URL=mailbox.url,
                MWF_BASE_URL="http://localhost:8000",
            )
            server = stack.enter_context(served(settings, engine=ScriptedEngine()))
            alice, bob = (Person(server.url, person).registers() for person in ("Alice", "Bob"))
            for person in (alice, bob):
                stack.callback(person.close)
            worlds.append(World(name, server, alice, bob, mailbox))
            stack.callback(worlds[-1].database.dispose)
        yield worlds


Step = tuple[str, int]
"""What happens, and which of the texts it happens with."""


def next_step(worlds: list[World], chance: random.Random, seen: set[str], *, hurried: bool) -> Step:
    """Mostly something that is possible now, for either of them, above all what was not done yet; sometimes anything, but
    in a hurry."""
    possible = [
        name
        for who in ("Alice", "Bob")
        for action in what_may_be_done(worlds, who)
        for name in (f"{who} {WAYS[action]}",)
        if name in OF_ALICE or name in OF_BOB
    ]
    new = [name for name in possible if f"{name} True" not in seen]
    names = [*possible * 9, *new * 30, *OF_ALICE, *OF_BOB]
    if hurried:
        names = new or possible or names
    return chance.choice(names), chance.randrange(2)


def what_may_be_done(worlds: list[World], who: str) -> list[str]:
    seen = [world.actions(who) for world in worlds]
    assert seen[0] == seen[1]
    return seen[0]


WAYS = {
    "CONSENT": "sends a guess",
    "RESUBMIT": "sends new words",
    "KEEP": "keeps the words",
    "WITHDRAW": "waits",
    "SHARE": "shares",
    "DECLINE": "says no",
    "VALIDATE": "judges",
    "ACCEPT_DIFFERENCE": "waits",
}


def secret(world: World, number: int) -> str:
    return SECRETS[world.name][number]


def guess(world: World, number: int) -> str:
    """What may be revealed in this journey is the same in both worlds; what never is, is not."""
    return COMMON[number] if world.server.engine.word == "We go on." else GUESSES[world.name][number]


def post(path: str, body: Callable[[World, int], Any]) -> Callable[[World, Person, int], httpx.Response]:
    return lambda world, person, number: person.asks("POST", person.here(path), body(world, number))


Act = Callable[[World, Person, int], httpx.Response]
OF_ALICE: dict[str, Act] = {
    "Alice talks": post("/messages", lambda w, n: {"content": secret(w, n)}),
    "Alice writes in her journal": post("/inner-thoughts", lambda w, n: {"content": secret(w, n)}),
    "Alice drafts": post("/empathy/draft", lambda w, n: {"content": secret(w, n)}),
    "Alice tells how strong it is": post("/emotions", lambda w, n: {"intensity": 5, "context": secret(w, n)}),
    "Alice sends a guess": post("/empathy/consent", lambda w, n: {"consent": True, "content": guess(w, n)}),
    "Alice sends new words": post("/empathy/resubmit", lambda w, n: {"content": f"{guess(w, n)} Or so."}),
    "Alice keeps the words": post("/empathy/keep", lambda _w, _n: None),
    "Alice talks with the coach": post(
        "/reconciler/refinement-chat/message",
        lambda w, n: {"messages": [{"role": "user", "content": secret(w, n)}]},
    ),
    "Alice shares": post(
        "/empathy/share-suggestion/respond", lambda _w, n: {"action": "accept", "content": f"I share {n}."}
    ),
    "Alice says no": post("/empathy/share-suggestion/respond", lambda _w, _n: {"action": "decline"}),
    "Alice keeps her verdict to herself": post(
        "/empathy/validate", lambda w, n: {"rating": "MISSES", "feedback": secret(w, n)}
    ),
    "Alice takes it back": lambda _w, alice, _n: taken_back(alice),
    "Alice looks": lambda _w, alice, _n: alice.asks("GET", alice.here("/empathy/status")),
}
OF_BOB: dict[str, Act] = {
    "Bob talks": post("/messages", lambda _w, n: {"content": f"I am here, {n}."}),
    "Bob sends a guess": post(
        "/empathy/consent", lambda _w, n: {"consent": True, "content": f"You feel {n}."}
    ),
    "Bob sends new words": post("/empathy/resubmit", lambda _w, n: {"content": f"You may feel {n}."}),
    "Bob keeps the words": post("/empathy/keep", lambda _w, _n: None),
    "Bob shares": post(
        "/empathy/share-suggestion/respond", lambda _w, n: {"action": "accept", "content": f"More {n}."}
    ),
    "Bob says no": post("/empathy/share-suggestion/respond", lambda _w, _n: {"action": "decline"}),
    "Bob judges": post("/empathy/validate", lambda _w, n: {"rating": ("ACCURATE", "PARTIAL")[n]}),
    "Bob pauses": post("/pause", lambda _w, _n: None),
    "Bob comes back": post("/resume", lambda _w, _n: None),
}


def taken_back(alice: Person) -> httpx.Response:
    mine = [item for item in alice.sees_consents() if item["sessionId"] == alice.session_id]
    if not mine:
        return alice.asks("GET", "/me/consents")
    return alice.asks("POST", f"/me/consents/{mine[0]['id']}/revoke")


def begin(world: World, seed: int) -> None:
    """Half of the journeys may come to the reveal; in the others Bob never sends a guess."""
    chance = random.Random(seed)
    rounds = [(who, turn) for who in ("Alice", "Bob") for turn in range(9)]
    outcomes = {about: chance.choice(["gaps", "gaps", "near", "good"]) for about in rounds}
    engine = world.server.engine
    engine.judges = lambda prompt: outcomes[prompt.guesser, prompt.iteration]
    engine.suggests = {"Alice": secret(world, 2), "Bob": "It is quiet at home."}
    engine.word = "We go on." if reveals(seed) else "I hear you."
    # The list is ordered by time, and ids that decide about the same time are random.
    world.server.clock.passes(minutes=1)
    world.bob.joins(world.alice.starts_session())
    world.alice.comes_to_guess(secret(world, 2))
    world.bob.comes_to_guess("It is quiet at home.")
    world.rests()


def reveals(seed: int) -> bool:
    return seed % 2 == 0


def live(worlds: list[World], seed: int, seen: set[str], *, hurried: bool = False) -> None:
    for world in worlds:
        begin(world, seed)
    story, chance = list[str](), random.Random(seed)
    for _ in range(LENGTH):
        name, number = next_step(worlds, chance, seen, hurried=hurried)
        if name == "Bob sends a guess" and not reveals(seed):
            continue
        answers = [take(world, name, number) for world in worlds]
        story.append(f"{name} -> {answers[0].status_code}")
        assert answers[0].status_code == answers[1].status_code, story
        if name in OF_BOB:
            compare(
                [[world.canonical(told(answer))] for world, answer in zip(worlds, answers, strict=True)],
                story,
            )
        compare([world.glance(GLANCE) for world in worlds], story)
        seen.add(f"{name} {answers[0].is_success}")
    compare([world.glance(LOOK) for world in worlds], story)
    compare([world.sees(OVERVIEW) for world in worlds], story)
    compare([world.events() for world in worlds], story)
    compare([world.prompts() for world in worlds], story)
    view = worlds[0].bob.sees_exchange()
    seen |= {"the reveal"} if view["partnerAttempt"] else set()


def take(world: World, name: str, number: int) -> httpx.Response:
    person = world.alice if name in OF_ALICE else world.bob
    answer = {**OF_ALICE, **OF_BOB}[name](world, person, number)
    world.rests()
    return answer


def compare(seen: list[list[str]], story: list[str]) -> None:
    assert seen[0] == seen[1], "\n".join(story)


@pytest.mark.slow
@pytest.mark.parametrize("pairs", BLOCKS, ids=str)
def test_what_one_keeps_to_herself_cannot_be_told_by_anything_the_other_can_get(
    tmp_path: Path, pairs: range
) -> None:
    seen: set[str] = set()
    done = ("Alice shares", "Alice says no", "Alice sends new words", "Bob shares")
    covered = {"the reveal", *(f"{what} True" for what in done)}
    with two_worlds(tmp_path) as worlds:
        for number, seed in enumerate(share(pairs, 100, "worlds")):
            is_left = reveals(seed) and not covered <= seen
            if number < ENOUGH or is_left:
                live(worlds, seed, seen, hurried=number >= ENOUGH)
        for world in worlds:
            # What is new is told before anybody is reminded: what comes together would come in one letter.
            for wait in ({"hours": 2}, {"days": 4}):
                world.server.clock.passes(**wait)
                world.server.rests()
        compare([world.letters() for world in worlds], ["days later"])
        assert worlds[0].letters(), "nobody was reminded of anything"
    assert covered <= seen, seen


@pytest.mark.slow
def test_a_planted_leak_is_caught(tmp_path: Path) -> None:
    """An engine that repeats to one what it was told by the other."""
    with two_worlds(tmp_path) as worlds:
        for world in worlds:
            begin(world, 1)
            world.server.engine.says = [f"Between us: {secret(world, 0)}"]
        answers = [
            world.bob.asks("POST", world.bob.here("/messages"), {"content": "Well?"}) for world in worlds
        ]
        assert {answer.status_code for answer in answers} == {201}
        with pytest.raises(AssertionError):
            compare([world.glance(LOOK) for world in worlds], ["Bob talks"])
