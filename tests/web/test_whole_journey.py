"""All the way, in two browsers, on the engine that is built in: from registration to something both will try."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.repair import DINNER, WALK, confirms_need, has_idea, ranks, shares_needs, stands_by
from web.statements import quotes, says_how_it_is, writes_statement
from web.story import both_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

ALICE_TOLD = (
    "I feel lonely every evening when we sit at one table and nobody asks about my day.",
    "I just want to be heard when I tell something.",
)
BOB_TOLD = (
    "I am worried about my work, and I have told nobody so far.",
    "I want to be heard too, without being judged.",
)
ABOUT_BOB = "I imagine that you are worried about your work, and that you feel unheard."
ABOUT_ALICE = (
    "I imagine that you feel lonely in the evenings and unheard, because nobody asks about your day."
)


def is_heard(person: Person, told: tuple[str, ...]) -> None:
    for words in told:
        person.says_and_is_answered(words)
    person.presses("I feel heard")
    person.presses("Yes, I feel heard")


def test_two_people_go_all_the_way_on_the_embedded_engine(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    for person in (alice, bob):
        person.marks_the_page()
    is_heard(alice, ALICE_TOLD)
    is_heard(bob, BOB_TOLD)
    writes_statement(alice, "Bob", ABOUT_BOB)
    writes_statement(bob, "Alice", ABOUT_ALICE)
    quotes(alice, "What Bob imagines it is like for you", ABOUT_ALICE)
    quotes(bob, "What Alice imagines it is like for you", ABOUT_BOB)
    for person in (alice, bob):
        says_how_it_is(person, "It feels right")
    for person in (alice, bob):
        person.follows("Look at what we need")
        person.presses("Find needs in my words")
        confirms_need(person, "to be heard")
        shares_needs(person, "to be heard")
    for person in (alice, bob):
        stands_by(person, "to be heard")
    they_try_something(alice, bob)
    for person in (alice, bob):
        person.has_never_reloaded()


def they_try_something(alice: Person, bob: Person) -> None:
    has_idea(alice, DINNER)
    has_idea(bob, WALK)
    for person in (alice, bob):
        person.presses("I am ready")
    ranks(alice, DINNER, WALK)
    ranks(bob, WALK, DINNER)
    alice.presses(f"Put this into words: {DINNER}")
    day = (datetime.now(UTC) + timedelta(days=7)).date()
    alice.writes("The day to look back", day.isoformat())
    alice.presses("Show it to Bob")
    expect(bob.page.get_by_role("heading", name="Alice proposes")).to_be_visible()
    bob.presses("Yes, let us try it")
    alice.presses("End here with this")
    for person in (alice, bob):
        person.reads("What you agreed to try")
        person.reads(DINNER)
