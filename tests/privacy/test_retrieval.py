"""What Stage 4 reads: common ground, the pool and the library. With a mark in everything that either of them keeps private,
no prompt, no question to the library and no suggestion of Stage 4 has one in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fakes import shown
from meetwithoutfear.domain.repair.pool import Experiment, Wanted
from meetwithoutfear.domain.safety import SafetyFinding
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.engines.engine import Listener
from meetwithoutfear.prompts import chats, tasks
from people import Person
from serving import Served

MARK = "canary"


class Watched:
    """The listener, and what its library was asked for."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.wanted: list[str] = []

    async def get_ready(self) -> None:
        await self.listener.get_ready()

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        return await self.listener.suggested_feelings(words)

    async def suggest_experiments(
        self,
        wanted: Sequence[Wanted],
        *,
        count: int,
        without: Collection[str] = (),
        relation: Relation | None = None,
    ) -> tuple[Experiment, ...]:
        self.wanted.append(f"{list(wanted)} {list(without)} {relation}")
        return await self.listener.suggest_experiments(
            wanted, count=count, without=without, relation=relation
        )

    async def hears_danger(self, text: str) -> SafetyFinding | None:
        return await self.listener.hears_danger(text)


def tells_everything(person: Person) -> None:
    """Everything that is written in private before Stage 3, each with a mark of its own."""
    name = person.name.lower()
    person.signs_compact()
    person.says(f"{MARK} {name} message: it has been a long and lonely year.")
    person.thinks(f"{MARK} {name} journal")
    person.tells_intensity(6, f"{MARK} {name} context")
    person.feels_heard("hurt", words=f"{MARK} {name} feeling")
    person.says(f"{MARK} {name} guessing")
    person.drafts(f"{MARK} {name} draft")


def names_needs(person: Person) -> None:
    """A need that is kept, one that was found in private words, and one that is shared."""
    person.says(f"{MARK} {person.name} naming needs")
    person.adds_need(f"{MARK} kept need", description=f"{MARK} of a kept need")
    [found, *_] = person.finds_needs()[1:] or person.finds_needs()
    assert any(MARK in quote for quote in found["evidence"])
    person.shares_needs(person.adds_need("to be heard")["id"])


def test_nothing_private_is_read_in_the_last_stage(server: Served, alice: Person, bob: Person) -> None:
    library = Watched(server.app.state.listener)
    server.app.state.listener = library
    bob.joins(alice.starts_session())
    for one in (alice, bob):
        tells_everything(one)
    for one, other in ((alice, bob), (bob, alice)):
        one.shares_statement(f"{MARK} I imagine that {other.name} is tired.")
    for one in (alice, bob):
        one.comes_to("REVEALED")
    for one in (alice, bob):
        one.validates("PARTIAL", f"{MARK} verdict")
    for one in (alice, bob):
        names_needs(one)
    for one in (alice, bob):
        one.confirms_ground(one.is_told_of_ground()[0]["id"])
    server.rests()
    assert any(MARK in shown(prompt) for prompt in server.engine.asked), "the marks are where they should be"
    before = len(server.engine.asked)
    suggested = []
    for one in (alice, bob):
        one.says("How do I begin?")
        suggested += one.asks_for_ideas(count=3, focusNeeds=["rest"])
        one.has_idea("Ten minutes without phones")
        one.says("And now?")
        one.is_ready()
    pool = alice.sees_pool()["strategies"]
    for one in (alice, bob):
        one.says("What do you think of these?")
        one.ranks(pool[0]["id"])
    alice.proposes("We try the first one")
    bob.says("Shall I say yes?")
    server.rests()
    # The summary of a room is kept up for its member all along; that nothing of Stage 4 reads it is what is shown here.
    asked = [prompt for prompt in server.engine.asked[before:] if not isinstance(prompt, tasks.SummaryTask)]
    assert {chats.RepairChat, tasks.IdeaTask} <= {type(prompt) for prompt in asked}
    assert len(library.wanted) == 4
    for words in (*map(shown, asked), *library.wanted, *map(str, suggested), *map(str, pool)):
        assert MARK not in words
