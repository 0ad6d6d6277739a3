"""What comes up in a conversation: how strong it is, feeling heard, and the journal beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.story import alone_with_the_guide, both_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

HURT = "It hurt so much when you left me alone with it. I was sad and lonely all summer."
THOUGHT = "I would never say this aloud, but I miss him."


def test_the_barometer_works_by_keyboard_and_suggests_a_break_without_insisting(
    alice: Person, bob: Person
) -> None:
    both_with_the_guide(alice, bob)
    page = alice.page
    page.get_by_text("How strong is it right now?").click()
    page.get_by_role("radio", name="5", exact=True).focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="9", exact=True)).to_be_checked()
    alice.presses("Note it")
    alice.reads("Noted: 9")
    alice.reads("This is a lot right now")
    alice.presses("Go on")
    alice.no_longer_reads("This is a lot right now")
    bob.no_longer_reads("Alice is taking a break")

    page.get_by_text("How strong is it right now?").click()
    page.get_by_role("radio", name="8", exact=True).check(force=True)
    alice.says_and_is_answered("I can hardly breathe when I think of it.")
    alice.presses("Take a break now")
    expect(page.get_by_role("heading", name="You are taking a break")).to_be_focused()
    bob.reads("Alice is taking a break")


def test_a_low_strength_is_noted_and_nothing_is_suggested(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.page.get_by_text("How strong is it right now?").click()
    alice.page.get_by_role("radio", name="3", exact=True).check(force=True)
    alice.presses("Note it")
    alice.reads("Noted: 3")
    alice.no_longer_reads("This is a lot right now")


def test_feeling_heard_opens_the_next_part_live_for_both(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    alice.marks_the_page()
    bob.marks_the_page()
    alice.may_not_press("I feel heard")
    alice.says_and_is_answered(HURT)
    alice.presses("I feel heard")
    card = alice.page.get_by_role("region", name="What I heard")
    expect(card.get_by_role("heading", name="What I heard")).to_be_focused()
    chips = card.get_by_role("group", name="It sounds as if you feel").get_by_role("button")
    expect(chips).to_have_count(9)  # eight feelings, and the way to more
    alice.presses("hurt")
    alice.presses("More feelings")
    expect(card.get_by_role("group", name="More feelings").get_by_role("button")).to_have_count(19)
    alice.presses("numb")
    most = card.get_by_role("group", name="Which of these most?").get_by_role("button")
    expect(most).to_have_text(["hurt", "numb"])
    most.first.click()
    expect(most.first).to_have_attribute("aria-pressed", "true")
    alice.writes("In your own words", "And tired of being the one who asks.")
    alice.presses("Yes, I feel heard")

    alice.reads("Imagine with the guide what this may be like for Bob.")
    way = alice.page.get_by_role("navigation", name="The way through").get_by_role("listitem")
    expect(way.filter(has_text="Perspective Stretch")).to_have_attribute("aria-current", "step")
    expect(alice.bubbles("Guide").last).to_be_focused()
    bob.reads("Alice feels heard and has gone on")
    bob.no_longer_reads("the one who asks")
    alice.has_never_reloaded()
    bob.has_never_reloaded()


def test_not_yet_puts_the_card_away_and_changes_nothing(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.says_and_is_answered(HURT)
    alice.presses("I feel heard")
    alice.presses("Not yet")
    expect(alice.page.get_by_label("Your words to the guide")).to_be_focused()
    alice.reads("Tell the guide how it is for you.")
    alice.may_press("I feel heard")


def test_the_journal_never_shows_in_the_conversation_nor_at_the_partners(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    alice.follows("Write inner thoughts")
    alice.arrives_at("Inner thoughts")
    alice.reads("Nobody else reads it, and it is used for nothing.")
    alice.says_and_is_answered(THOUGHT, to="Your thoughts")
    alice.page.reload()
    alice.has_said_once(THOUGHT)
    alice.follows("Back to the session")
    alice.arrives_at("You and Bob")
    alice.reads("Thank you for your promise.")
    alice.no_longer_reads(THOUGHT)
    bob.no_longer_reads(THOUGHT)


def test_a_draft_in_the_journal_stays_out_of_the_conversation(
    alice: Person, visitor: Callable[..., Person]
) -> None:
    alone_with_the_guide(alice)
    alice.follows("Write inner thoughts")
    alice.writes("Your thoughts", THOUGHT)
    alice.follows("Back to the session")
    expect(alice.page.get_by_label("Your words to the guide")).to_have_value("")
    alice.follows("Write inner thoughts")
    expect(alice.page.get_by_label("Your thoughts")).to_have_value(THOUGHT)
