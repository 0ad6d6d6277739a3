"""From understanding to an agreement and to the day of looking back, in two browsers at once, without a reload."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.exchange import ALICE_TOLD, BOB_TOLD
from web.repair import (
    DINNER,
    WALK,
    card,
    confirms_need,
    goes_together,
    has_idea,
    ranks,
    shares_needs,
    stands_by,
)

if TYPE_CHECKING:
    from web.exchange import Exchange
    from web.person import Person

pytestmark = pytest.mark.browser

SMALLER = "After dinner on weekdays, ten minutes without phones"
OTHER_WORDS = "After dinner on weekdays we put the phones away for ten minutes"


def test_two_people_come_from_understanding_to_something_they_try(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob)
    alice, bob = exchange.in_browser(exchange.alice), exchange.in_browser(exchange.bob)
    for person in (alice, bob):
        person.marks_the_page()
        person.follows("Look at what we need")
    they_share_their_needs(alice, bob)
    they_find_common_ground(alice, bob)
    they_collect_ideas(alice, bob, exchange)
    they_rank(alice, bob)
    they_agree(alice, bob, exchange)
    for person in (alice, bob):
        person.has_never_reloaded()
    they_look_back(alice, bob, exchange)


def they_share_their_needs(alice: Person, bob: Person) -> None:
    alice.presses("Find needs in my words")
    expect(card(alice, "to be heard").get_by_text(ALICE_TOLD)).to_be_visible()
    alice.may_not_press("Choose what to share")
    confirms_need(alice, "to be heard")
    alice.presses("Name a need myself")
    alice.writes("I need", "You should help me more")
    alice.presses("Add this need")
    own = card(alice, "You should help me more")
    expect(own.get_by_text("A thought, if it helps:")).to_be_visible()
    own.get_by_role("button", name="Word it differently").click()
    alice.writes("In my words", "to share the load")
    expect(own.get_by_text("So far: You should help me more")).to_be_visible()
    alice.presses("Save these words")
    expect(card(alice, "to share the load").get_by_text("You said yes to this.")).to_be_visible()
    shares_needs(alice, "to be heard")
    alice.reads("Your needs are kept safe.")
    alice.no_longer_reads("to share the load")
    bob.presses("Find needs in my words")
    bob.no_longer_reads(ALICE_TOLD)
    confirms_need(bob, "to be heard")
    alice.page.context.set_offline(True)
    shares_needs(bob, "to be heard")
    alice.reads("No connection right now.")
    alice.page.context.set_offline(False)


def they_find_common_ground(alice: Person, bob: Person) -> None:
    for person, partner in ((alice, "Bob"), (bob, "Alice")):
        theirs = person.page.get_by_role("region", name=f"{partner} needs")
        expect(theirs.get_by_text("to be heard")).to_be_visible()
        person.no_longer_reads("to share the load")
        person.no_longer_reads(BOB_TOLD if person is alice else ALICE_TOLD)
    stands_by(alice, "to be heard")
    alice.reads("You say yes to this. Waiting for Bob.")
    expect(card(bob, "to be heard").get_by_text("Alice says yes to this.")).to_be_visible()
    stands_by(bob, "to be heard")
    for person in (alice, bob):
        expect(person.page.get_by_role("heading", name="Your ideas")).to_be_visible()


def they_collect_ideas(alice: Person, bob: Person, exchange: Exchange) -> None:
    exchange.engine.refines = SMALLER
    has_idea(alice, DINNER)
    alice.presses("Take this wording")
    expect(card(alice, SMALLER)).to_be_focused()
    exchange.engine.refines = None
    has_idea(bob, WALK)
    alice.reads("The wording itself may still show who wrote it.")
    alice.presses("I am ready")
    alice.reads("Waiting for Bob")
    alice.presses("Take it back and go on collecting")
    alice.presses("I am ready")
    bob.no_longer_reads(SMALLER)
    bob.presses("I am ready")


def they_rank(alice: Person, bob: Person) -> None:
    ranks(alice, SMALLER, WALK)
    alice.reads("Your order is given")
    alice.presses("Change my order")
    alice.presses("This is my order")
    alice.reads("Your order is given")
    ranks(bob, SMALLER)
    for person in (alice, bob):
        person.reads("We went down both lists side by side")
        person.reads(SMALLER)
        person.may_not_press(f"Put this into words: {WALK}")


def they_agree(alice: Person, bob: Person, exchange: Exchange) -> None:
    alice.presses(f"Put this into words: {SMALLER}")
    expect(alice.page.get_by_label("We will try")).to_have_value(SMALLER)
    day = (exchange.clock() + timedelta(days=7)).date()
    alice.writes("The day to look back", day.isoformat())
    alice.presses("Show it to Bob")
    alice.reads("Your words, waiting for Bob")
    expect(bob.page.get_by_role("heading", name="Alice proposes")).to_be_visible()
    bob.presses("Change the wording")
    bob.writes("We will try", OTHER_WORDS)
    bob.presses("Show it to Alice")
    alice.reads("Bob has changed the wording.")
    alice.presses("Yes, let us try it")
    for person in (alice, bob):
        person.reads("You have agreed")
        person.reads(OTHER_WORDS)
    bob.presses("End here with this")
    for person in (alice, bob):
        person.reads("What you agreed to try")
        person.reads(f"We ask you both how it went on November {day.day}, {day.year}")


def they_look_back(alice: Person, bob: Person, exchange: Exchange) -> None:
    exchange.clock.passes(days=8)
    alice.reads("Today is the day to look back")
    alice.page.get_by_label("Partly").check()
    alice.writes("How did it feel?", "The first evening felt odd, then it was good.")
    alice.page.get_by_label("Let Bob see what I say here").check()
    alice.page.get_by_label("It is done").check()
    alice.presses("Say so")
    alice.reads("once Bob has looked back, too")
    bob.reads("The first evening felt odd, then it was good.")
    bob.page.get_by_label("Yes", exact=True).check()
    bob.page.get_by_label("It is done").check()
    bob.presses("Say so")
    for person in (alice, bob):
        person.reads("You have both looked back: it is done.")
    alice.follows("Start a new session with Bob")
    expect(alice.page.get_by_label("Who is it with?")).to_have_value("Bob")


def test_two_people_end_without_an_agreement_and_keep_what_they_understood(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    alice, bob = exchange.in_browser(exchange.alice), exchange.in_browser(exchange.bob)
    for person in (alice, bob):
        person.marks_the_page()
        goes_together(person)
    alice.page.get_by_text("End without an agreement").click()
    alice.presses("End it here")
    alice.presses("Go on")
    bob.no_longer_reads("Alice would like to end here")
    alice.presses("End it here")
    alice.page.get_by_role("dialog").get_by_role("button", name="End it here").click()
    alice.reads("You have asked to end here.")
    bob.reads("Alice would like to end here without an agreement.")
    bob.presses("End it here")
    bob.page.get_by_role("dialog").get_by_role("button", name="End it here").click()
    for person, partner in ((alice, "Bob"), (bob, "Alice")):
        person.reads("Where you have come to")
        theirs = person.page.get_by_role("region", name=f"{partner} needs")
        expect(theirs.get_by_text("to be heard")).to_be_visible()
        expect(person.page.get_by_role("region", name="You both stand on this")).to_be_visible()
        person.reads(f"I imagine that {partner} is tired.")
        person.has_never_reloaded()


def test_whoever_stays_behind_can_still_read_what_was_understood(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    alice = exchange.in_browser(exchange.alice)
    exchange.bob.leaves()
    alice.follows("See how far we have come")
    expect(alice.page.get_by_role("region", name="You need").get_by_text("to be heard")).to_be_visible()
    expect(alice.page.get_by_role("region", name="You both stand on this")).to_be_visible()
    expect(alice.page.get_by_role("link", name="Start a new session with")).to_have_count(0)


def test_without_a_common_need_there_is_a_way_on(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob)
    for caller, need in ((exchange.alice, "to be heard"), (exchange.bob, "rest after work")):
        caller.shares_needs(caller.adds_need(need)["id"])
    exchange.alice.is_told_of_ground()
    alice, bob = (
        exchange.in_browser(exchange.alice, "/together"),
        exchange.in_browser(exchange.bob, "/together"),
    )
    alice.reads("Nothing stands on both lists. That happens.")
    alice.presses("We see each other's needs")
    alice.reads("You say yes to this. Waiting for Bob.")
    stands_by(bob, "We see each other's needs")
    for person in (alice, bob):
        expect(person.page.get_by_role("heading", name="Your ideas")).to_be_visible()


def test_orders_that_do_not_meet_lead_back_to_ideas_and_a_proposal_can_be_let_go(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    exchange.alice.has_idea(DINNER)
    exchange.bob.has_idea(WALK)
    exchange.alice.is_ready()
    exchange.bob.is_ready()
    alice, bob = (
        exchange.in_browser(exchange.alice, "/together"),
        exchange.in_browser(exchange.bob, "/together"),
    )
    ranks(alice, DINNER)
    ranks(bob, WALK)
    for person in (alice, bob):
        person.reads("No idea stands on both lists so far.")
        person.page.get_by_text("Ideas from before").click()
        person.reads(DINNER)
    has_idea(alice, "A note on the kitchen table")
    card(alice, "A note on the kitchen table").get_by_role("button", name="Remove").click()
    expect(card(alice, "A note on the kitchen table")).to_have_count(0)
    bob.presses("Write something of our own")
    bob.writes("We will try", "Breakfast together on Saturday")
    bob.presses("Show it to Alice")
    alice.presses("Let it go")
    alice.page.get_by_role("dialog").get_by_role("button", name="Let it go").click()
    bob.reads("New ideas")
    bob.no_longer_reads("Breakfast together on Saturday")


def test_what_is_half_written_survives_closing_the_tab(exchange: Exchange) -> None:
    exchange.alice.understands(exchange.bob)
    alice = exchange.in_browser(exchange.alice, "/together")
    alice.presses("Name a need myself")
    alice.writes("I need", "to be trus")
    alice.page.reload()
    expect(alice.page.get_by_label("I need")).to_have_value("to be trus")
    exchange.alice.stands_with(exchange.bob)
    alice.presses("Add an idea")
    alice.writes("What could you try?", "A letter a week")
    alice.page.reload()
    expect(alice.page.get_by_label("What could you try?")).to_have_value("A letter a week")
