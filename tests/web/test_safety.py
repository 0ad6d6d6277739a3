"""Words of fear, despair and threat: help at hand, what is held and why, and the person who decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.story import alone_with_the_guide, both_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

FEAR = "He threatens to hit me and I am afraid of him."


def test_words_of_fear_bring_help_and_a_hold_that_nobody_else_sees(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    before = bobs_screen_after_a_reload(bob)
    alice.says(FEAR)
    alice.reads("People you can talk to")
    alice.reads("Nothing of yours is sent on for now")
    alice.reads("Bob does not learn of this.")
    alice.page.reload()
    alice.reads("Nothing of yours is sent on for now")
    alice.presses("I want to go on")
    alice.no_longer_reads("Nothing of yours is sent on for now")
    alice.has_said_once(FEAR)
    assert bobs_screen_after_a_reload(bob) == before


def test_words_of_despair_keep_their_way_to_help_after_a_reload(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.says("I do not want to live anymore. I have thought about ending it.")
    alice.reads("More help, and other countries")
    alice.may_not_press("I feel heard")
    alice.page.reload()
    alice.follows("People you can talk to")
    alice.arrives_at("Get help now")


def test_a_topic_of_fear_brings_help_before_anybody_is_invited(alice: Person) -> None:
    alice.registers()
    alice.starts_a_session_with("Bob", "He hits me and I am afraid of him")
    alice.reads("More help, and other countries")
    alice.reads("So for now no invitation goes out from here.")
    alice.may_press("Copy link")


def test_an_invitation_with_words_of_fear_waits_until_its_writer_goes_on(alice: Person) -> None:
    writes_an_invitation(alice, "Please stop hitting me. I am afraid of you.")
    alice.reads("Nothing was sent, and your words are still here.")
    expect(alice.page.get_by_role("heading", name="Nothing of yours is sent on for now")).to_be_focused()
    for name in ("Take a break", "Leave this page quietly", "I want to go on"):
        alice.may_press(name)
    alice.presses("I want to go on")
    alice.no_longer_reads("Nothing of yours is sent on for now")
    alice.presses("Make a new link with these words")
    alice.reads("Here is your new link.")


def test_a_break_from_the_invitation_leads_to_where_the_break_is(alice: Person) -> None:
    alice.registers()
    alice.starts_a_session_with("Bob", FEAR)
    alice.presses("Take a break")
    alice.arrives_at("You and Bob")
    alice.reads("You are taking a break")


def test_a_threat_is_refused_kindly_and_can_be_said_differently(alice: Person) -> None:
    writes_an_invitation(alice, "If you do not come back I will hurt you.")
    alice.reads("This reads like a threat, and threats are not passed on.")
    alice.writes("Your words to Bob", "I miss you.")
    alice.presses("Make a new link with these words")
    alice.reads("Here is your new link.")


def writes_an_invitation(alice: Person, words: str) -> None:
    alice.registers()
    alice.starts_a_session_with("Bob")
    alice.page.get_by_text("Add a few words, or send it by e-mail").click()
    alice.writes("Your words to Bob", words)
    alice.presses("Make a new link with these words")


def bobs_screen_after_a_reload(bob: Person) -> str:
    bob.page.reload()
    bob.reads("Thank you for your promise.")
    return bob.page.get_by_role("main").inner_text()
