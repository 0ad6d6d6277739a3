"""Whose words cross: the write coach tells orders from content, and no draft tells a secret, now or in a later offer."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from answers import there
from fakes import FakeClock, ScriptedEngine, shown
from hearing import events_in
from looking import everything, rows
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.prompts.prompt import ChatPrompt, Task
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask
from meetwithoutfear.store.tables import left_out
from people import Person
from serving import Served, served, settings_for

SECRET = "His brother called me crying because they would lose the flat."
PROMISE = "I promised him not to tell Alice."
TIRED = "I am tired before the day begins."
LONELY = "I feel so lonely in the evenings."
LAUGHED = "She laughed at my cooking and I felt ashamed."
GUESS = "I imagine that you are fine."

Couple = tuple[Person, Person]


class OwnWordsEngine(ScriptedEngine):
    """Always finds gaps; whatever it says or drafts is the embedded engine's."""

    def __init__(self) -> None:
        super().__init__()
        self.embedded = EmbeddedEngine(lambda _call: None)
        self.judges = lambda _prompt: "gaps"

    async def stream(self, prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        async for piece in self.embedded.stream(prompt):
            yield piece

    async def answer(self, prompt: Task[Any]) -> Any:
        if isinstance(prompt, GapTask):
            return await super().answer(prompt)
        self.asked.append(prompt)
        return await self.embedded.answer(prompt)


@pytest.fixture
def own_words(database_url: str, tmp_path: Path, clock: FakeClock) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path), clock, engine=OwnWordsEngine()) as running:
        yield running


@pytest.fixture
def cast(own_words: Served) -> Iterator[Callable[[str], Person]]:
    with ExitStack() as stack:

        def appears(name: str) -> Person:
            somebody = Person(own_words.url, name)
            stack.callback(somebody.close)
            return somebody.registers()

        yield appears


def offered(alice: Person, bob: Person, *told: str, topic: str | None = None) -> Any:
    """Bob has told this, Alice has guessed, and Bob is invited to share a little more."""
    bob.joins(alice.starts_session(topic=topic))
    alice.comes_to_guess()
    bob.comes_to_guess(*told)
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    return bob.is_offered()


def talk(person: Person, *said: str) -> list[dict[str, Any]]:
    """The coach's answers, one by one; the whole talk comes along each time, as the app sends it."""
    turns: list[dict[str, str]] = []
    answers = []
    for words in said:
        turns.append({"role": "user", "content": words})
        path = person.here("/reconciler/refinement-chat/message")
        with person.http.stream("POST", path, json={"messages": turns}) as answer:
            assert answer.is_success
            complete = next(data for name, data in events_in(answer) if name == "complete")
        proposed = complete.get("proposedContent")
        content = (
            f"{complete['response']}\n<content>{proposed}</content>" if proposed else complete["response"]
        )
        turns.append({"role": "assistant", "content": content})
        answers.append(complete)
    return answers


def test_a_secret_is_in_no_draft_and_what_was_left_out_is_in_no_later_one(
    cast: Callable[[str], Person], own_words: Served
) -> None:
    alice, bob = cast("Alice"), cast("Bob")
    first = offered(alice, bob, f"{SECRET} {PROMISE}", LAUGHED, LONELY, TIRED)["suggestedContent"]
    assert first == LONELY
    before = everything(own_words.settings.database_url)
    answer = talk(bob, "Leave out the bit about the evenings, please.")[0]
    assert "evenings" not in answer.get("proposedContent", "")
    assert bob.is_shown_offer()["suggestedContent"] is None
    after = everything(own_words.settings.database_url)
    assert {table for table in before if before[table] != after[table]} <= {"left_out", "offers"}
    kept = rows(own_words.settings.database_url, sa.select(left_out))
    assert [(row.start, row.end) for row in kept] == [(0, len(LONELY))]
    bob.answers_offer("accept", content="I am tired.")
    alice.comes_to("REFINING")
    alice.resubmits("I imagine that you are quite all right.")
    alice.comes_to("AWAITING_SHARING")
    second = bob.is_shown_offer()["suggestedContent"] or ""
    assert "evenings" not in second
    assert "crying" not in second
    drafted = [prompt for prompt in own_words.engine.asked if isinstance(prompt, ShareTask)]
    assert len(drafted) == 2
    assert not any(SECRET in shown(prompt) for prompt in drafted), "an engine that drafts never read it"
    assert LONELY not in shown(drafted[-1])


def test_where_nothing_may_be_told_the_offer_comes_with_a_plain_question(
    cast: Callable[[str], Person],
) -> None:
    offer = offered(cast("Alice"), cast("Bob"), f"{SECRET} {PROMISE}", "I kissed Marco after work.")
    assert offer["suggestedContent"] is None
    assert offer["reason"]


def test_a_private_matter_may_be_drafted_where_the_topic_names_it(cast: Callable[[str], Person]) -> None:
    worry = "I feel so afraid of the debts that I lie awake."
    offer = offered(cast("Alice"), cast("Bob"), worry, topic="our money")
    assert "debts" in offer["suggestedContent"]


def test_orders_questions_and_refusals_are_answered_and_never_come_back_as_words(
    cast: Callable[[str], Person],
) -> None:
    alice, bob = cast("Alice"), cast("Bob")
    offered(alice, bob, LONELY)
    written, shorter, question, refusal = talk(
        bob,
        "I miss our evenings. I feel sad when she is away.",
        "make it shorter",
        "who reads this?",
        "I'd rather not",
    )
    assert written["proposedContent"] == "I miss our evenings. I feel sad when you are away."
    assert shorter["proposedContent"] in {"I miss our evenings.", "I feel sad when you are away."}
    assert "Alice reads only the exact words you share" in question["response"]
    assert "proposedContent" not in question
    assert "“Not now”" in refusal["response"]
    assert "proposedContent" not in refusal
    promise = talk(bob, "I don't want to say anything about Leo calling me, I promised him")[0]
    assert "Leo" not in promise.get("proposedContent", "")
    assert "promised" not in promise.get("proposedContent", "")
    refined = bob.answers_offer("refine", instructions="I would rather not.")
    assert refined["proposedContent"] is None
    assert "“Not now”" in there(refined["response"])


def test_what_was_left_out_is_in_the_export_and_goes_with_the_member(
    cast: Callable[[str], Person], own_words: Served
) -> None:
    alice, bob = cast("Alice"), cast("Bob")
    offered(alice, bob, LAUGHED, LONELY)
    talk(bob, "Don't mention the cooking.")
    packed = bob.asks("GET", "/me/export").content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        told = json.loads(archive.read("export.json"))
        assert LAUGHED in archive.read("export.md").decode()
    assert told["sessions"][0]["leftOut"] == [LAUGHED]
    bob.leaves()
    assert not rows(own_words.settings.database_url, sa.select(left_out))


def test_needs_are_not_found_in_what_was_left_out(cast: Callable[[str], Person], own_words: Served) -> None:
    alice, bob = cast("Alice"), cast("Bob")
    offered(alice, bob, LAUGHED, LONELY)
    talk(bob, "Don't mention the cooking.")
    own_words.engine.judges = lambda _prompt: "good"
    bob.answers_offer("decline")
    bob.shares_statement("I imagine that you are tired.")
    for one in (alice, bob):
        one.comes_to("REVEALED")
    for one in (alice, bob):
        one.validates("ACCURATE")
    needs = bob.finds_needs()
    assert needs
    assert not any("cooking" in quote for need in needs for quote in need["evidence"])
    assert not any(LONELY.rstrip(".") in need["description"] for need in needs)


def test_a_model_that_gives_an_order_or_a_secret_back_proposes_nothing(
    couple: Couple, server: Served
) -> None:
    alice, bob = couple
    server.engine.judges = lambda _prompt: "gaps"
    server.engine.suggests = "It has been a lonely year."
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    said = [
        "I would rather not tell him.",
        "Please make it a little shorter for me.",
        "I promised Leo that I would not tell you.",
        "My sister had a miscarriage in May.",
    ]
    for words in said:
        server.engine.says = [f"<content>{words}</content>How is this?"]
        assert "proposedContent" not in talk(bob, words)[0], words
    server.engine.says = ["<content>I miss our evenings.</content>How is this?"]
    assert talk(bob, "I miss our evenings.")[0]["proposedContent"] == "I miss our evenings."
    server.engine.says = ["<content>It has been a lonely year.</content>Then at least this?"]
    assert "proposedContent" not in talk(bob, "I don't want to share anything.")[0]


def test_a_model_that_drafts_somebodys_secret_is_not_listened_to(
    alice: Person, bob: Person, server: Served
) -> None:
    server.engine.judges = lambda _prompt: "gaps"
    server.engine.suggests = "Leo called me crying and it has been a lonely evening."
    assert (
        offered(alice, bob, "It has been a lonely evening.", "Leo called me crying.")["suggestedContent"]
        is None
    )
    asked = [prompt for prompt in server.engine.asked if isinstance(prompt, ShareTask)]
    assert len(asked) == 2
    assert not any("Leo" in shown(prompt) for prompt in asked)
