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


def test_words_of_fear_bring_help_and_care_that_nobody_else_sees(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    before = bobs_screen_after_a_reload(bob)
    alice.says(FEAR)
    alice.reads("This is about you now")
    asks_what_waits(alice)
    alice.reads("nothing from you goes to Bob, and Bob does not learn of it")
    alice.page.reload()
    asks_what_waits(alice)
    alice.reads("nothing from you goes to Bob, and Bob does not learn of it")
    alice.presses("I want to go on")
    alice.no_longer_reads("This is about you now")
    alice.has_said_once(FEAR)
    assert bobs_screen_after_a_reload(bob) == before


def test_somebody_who_names_means_is_answered_urgently_and_help_stays_on_screen(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.says("I want to die")
    alice.reads("have you thought about how you would end your life?")
    alice.may_not_press("I feel heard")
    alice.says("yes")
    alice.reads("Is there something near you that you could use?")
    alice.says("i already have the pills")
    alice.reads("Please call now")
    alice.reads("Move away from what you could use")
    alice.page.reload()
    alice.reads("Please call now")
    alice.may_not_press("I feel heard")
    alice.says("my sister is with me now")
    alice.reads("Are you safe right now?")
    alice.says("yes")
    alice.reads("I am glad. The lines stay under")
    alice.no_longer_reads("Please call now")
    alice.follows_first("People you can talk to")
    alice.arrives_at("Get help now")


def test_a_figure_of_speech_is_cleared_up_in_two_lines(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.says("I want to kill myself, this meeting never ended")
    alice.reads("This is about you now")
    alice.says("omg that was a figure of speech")
    alice.reads("I cannot always tell how something is meant")
    alice.says("yes")
    alice.reads("I took it more gravely than you meant it")
    alice.no_longer_reads("This is about you now")


def test_a_topic_of_fear_brings_help_before_anybody_is_invited(alice: Person) -> None:
    alice.comes_home()
    alice.starts_a_session_with("Bob", "He hits me and I am afraid of him")
    alice.reads("More help, and other countries")
    asks_what_waits(alice)
    alice.reads("no invitation goes out from here")
    alice.may_press("Copy link")


def test_an_invitation_with_words_of_fear_waits_until_its_writer_goes_on(alice: Person) -> None:
    writes_an_invitation(alice, "Please stop hitting me. I am afraid of you.")
    alice.reads("Nothing was sent, and your words are still here.")
    expect(alice.page.get_by_role("heading", name="People you can talk to")).to_be_focused()
    for name in ("Take a break", "Leave this page quietly", "I want to go on"):
        alice.may_press(name)
    alice.presses("I want to go on")
    alice.may_not_press("I want to go on")
    alice.presses("Make a new link with these words")
    alice.reads("Here is your new link.")


def test_a_break_from_the_invitation_leads_to_where_the_break_is(alice: Person) -> None:
    alice.comes_home()
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


def asks_what_waits(alice: Person) -> None:
    alice.points_at(alice.page.get_by_text("What waits meanwhile")).click()


def writes_an_invitation(alice: Person, words: str) -> None:
    alice.comes_home()
    alice.starts_a_session_with("Bob")
    alice.page.get_by_text("Add a few words, or send it by e-mail").click()
    alice.writes("Your words to Bob", words)
    alice.presses("Make a new link with these words")


def bobs_screen_after_a_reload(bob: Person) -> str:
    bob.page.reload()
    bob.reads("Thank you for your promise.")
    return bob.page.get_by_role("main").inner_text()
