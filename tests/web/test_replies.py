"""Replies that take their time, fail, or bring something along; the guide says what the test has written for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from waiting import wait_until
from web.story import alone_with_the_guide

if TYPE_CHECKING:
    from fakes import ScriptedEngine
    from web.person import Person

pytestmark = pytest.mark.browser

COMPOSER = "Your words to the guide"


@pytest.fixture
def alice(scripted: str, visitor: Callable[..., Person]) -> Person:
    person = visitor("Alice", at=scripted)
    alone_with_the_guide(person)
    return person


def asks_again(person: Person, engine: ScriptedEngine) -> None:
    """By keyboard: while a page that was just opened scrolls to where the talk goes on, a pointer may miss."""
    button, asked = person.page.get_by_role("button", name="Ask again", exact=True), len(engine.asked)
    expect(button).to_be_enabled()
    button.press("Enter")
    wait_until(lambda: len(engine.asked) > asked, "the guide is asked again")


def test_a_reply_shows_as_it_arrives_and_can_be_stopped(alice: Person, engine: ScriptedEngine) -> None:
    engine.holds, engine.says = True, ["Slowly and in many words I would tell you."]
    alice.says("Please tell me.")
    alice.reads("Slowly")
    alice.reads("The guide is answering. You can go on writing.")
    alice.writes(COMPOSER, "Actually, wait.")
    alice.page.get_by_label(COMPOSER).press("Enter")
    expect(alice.page.get_by_label(COMPOSER)).to_have_value("Actually, wait.")

    alice.presses("Stop the answer")
    alice.reads("You stopped the answer.")
    alice.no_longer_reads("in many words")
    expect(alice.page.get_by_label(COMPOSER)).to_be_focused()
    engine.holds = False
    alice.presses("Send")
    alice.has_said_once("Actually, wait.")
    alice.reads("I hear you.")
    alice.may_not_press("Ask again")


def test_a_stopped_reply_can_be_asked_for_again(alice: Person, engine: ScriptedEngine) -> None:
    engine.holds, engine.says = True, ["Slowly and in many words.", "This time to the end."]
    alice.says("Please tell me.")
    alice.reads("Slowly")
    alice.presses("Stop the answer")
    alice.reads("You stopped the answer.")
    engine.holds = False
    alice.presses("Ask again")
    alice.reads("This time to the end.")
    alice.may_not_press("Ask again")
    alice.has_said_once("Please tell me.")


def test_a_guide_that_cannot_answer_says_so_and_loses_nothing(alice: Person, engine: ScriptedEngine) -> None:
    engine.is_down = True
    alice.says("Are you there?")
    alice.reads("I could not answer just now. Nothing is lost.")
    alice.page.reload()
    alice.reads("I could not answer just now. Nothing is lost.")
    asks_again(alice, engine)
    engine.is_down = False
    asks_again(alice, engine)
    alice.reads("I hear you.")
    alice.no_longer_reads("I could not answer just now.")
    alice.has_said_once("Are you there?")


def test_a_reply_goes_on_when_its_page_is_closed_and_is_there_later(
    alice: Person, engine: ScriptedEngine
) -> None:
    engine.holds, engine.says = True, ["Slowly and in many words."]
    alice.says("Please tell me.")
    alice.reads("Slowly")
    alice.page.reload()
    alice.reads("The guide is answering…")
    alice.may_press("Stop the answer")
    engine.holds = False
    alice.reads("Slowly and in many words.")
    alice.may_not_press("Stop the answer")
