"""The foundation's journey, by two people at once, each in a browser of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser


def meet(alice: Person, bob: Person) -> None:
    """Alice has invited, Bob has joined, both look at the session."""
    alice.registers()
    link = alice.starts_a_session_with("Bob", "The move to the coast")
    alice.follows("Continue to the session")
    alice.reads("Bob has not joined yet")
    bob.joins(link, "Alice")
    alice.reads("Bob has joined and is reading the compact")


def test_two_people_meet_and_see_each_other_join_and_sign_without_a_reload(
    alice: Person, bob: Person
) -> None:
    alice.registers()
    alice.reads("Good that you are here")
    link = alice.starts_a_session_with("Bob", "The move to the coast")
    alice.marks_the_page()
    alice.follows("Continue to the session")
    alice.reads("Welcome. This room is yours alone")

    bob.joins(link, "Alice")
    bob.marks_the_page()
    alice.reads("Bob has joined and is reading the compact")
    alice.reads("Your partner has joined.")

    alice.signs_the_compact()
    alice.arrives_at("You and Bob")
    alice.reads("Thank you for your promise.")
    bob.reads("Alice has joined and signed the compact")

    bob.signs_the_compact()
    bob.reads("Tell the guide how it is for you.")
    alice.reads("Bob has joined and signed the compact")
    alice.has_never_reloaded()
    bob.has_never_reloaded()


def test_the_invitation_page_notices_that_the_partner_has_joined(alice: Person, bob: Person) -> None:
    alice.comes_home()
    bob.joins(alice.starts_a_session_with("Bob"), "Alice")
    alice.reads("Bob has joined. No invitation is needed any more.")
    alice.may_not_press("Copy link")


def test_a_break_shows_on_the_other_side_and_so_does_going_on(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    alice.presses("Take a break")
    expect(alice.page.get_by_role("heading", name="You are taking a break")).to_be_focused()
    bob.reads("Alice is taking a break")
    alice.presses("Continue")
    alice.may_press("Take a break")
    bob.no_longer_reads("Alice is taking a break")


def test_leaving_ends_the_session_for_both_with_a_neutral_word(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    bob.presses("Leave the session")
    bob.presses("Stay")
    bob.arrives_at("You and Alice")
    bob.presses("Leave the session")
    bob.presses("Leave for good")
    bob.reads("You have left the session with Alice.")
    bob.reads("Good that you are here")
    alice.arrives_at("A session that has ended")
    alice.may_not_press("Take a break")


def test_an_ended_session_can_be_put_away_and_found_again(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    bob.presses("Leave the session")
    bob.presses("Leave for good")
    alice.arrives_at("A session that has ended")
    alice.presses("Archive")
    alice.reads("The session is in your archive.")
    alice.reads("Good that you are here")
    alice.presses("Show archived sessions")
    alice.arrives_at("Archived sessions")
    alice.reads("The move to the coast")


def test_the_invited_one_reads_the_words_and_may_decline_gently(alice: Person, bob: Person) -> None:
    alice.comes_home()
    first_link = alice.starts_a_session_with("Bob")
    alice.page.get_by_text("Add a few words, or send it by e-mail").click()
    alice.writes("Your words to Bob", "I miss how easy it used to be.")
    alice.presses("Make a new link with these words")
    alice.reads("Here is your new link.")
    new_link = alice.page.get_by_label("Invitation link").input_value()

    bob.opens(first_link)
    bob.arrives_at("This invitation is no longer open")
    bob.opens(new_link)
    bob.arrives_at("Alice invites you to talk, gently")
    bob.reads("I miss how easy it used to be.")
    bob.presses("Not now, thank you")
    bob.presses("Decline the invitation")
    bob.arrives_at("Thank you for letting us know")
    alice.follows("Continue to the session")
    alice.reads("Bob would rather not join for now")


def test_a_link_that_was_not_noted_down_can_be_made_anew(alice: Person, bob: Person) -> None:
    alice.comes_home()
    alice.starts_a_session_with("Bob")
    alice.page.reload()
    alice.presses("Make a new link")
    bob.joins(alice.page.get_by_label("Invitation link").input_value(), "Alice")


def test_somebody_with_an_account_signs_in_and_comes_back_to_the_invitation(
    alice: Person, bob: Person
) -> None:
    bob.comes_home()
    bob.follows("Settings")
    bob.presses("Sign out")
    bob.follows("I already have an account")
    alice.comes_home()
    bob.opens(alice.starts_a_session_with("Bob"))
    bob.follows("I already have an account")
    bob.reads("After signing in you return to your invitation.")
    bob.signs_in()
    bob.reads(f"You are signed in as Bob ({bob.email}).")
    bob.presses("Accept and begin")
    bob.arrives_at("You and Alice")


def test_ones_own_invitation_leads_nowhere_and_says_so(alice: Person) -> None:
    alice.comes_home()
    alice.opens(alice.starts_a_session_with("Bob"))
    alice.presses("Accept and begin")
    alice.reads("This is an invitation you made")


def test_settings_speak_german_at_once_and_other_devices_can_be_signed_out(
    alice: Person, bob: Person
) -> None:
    alice.comes_home()
    bob.email = alice.email
    bob.opens("/sign-in")
    bob.signs_in()
    bob.arrives_at("Hello, Alice")
    alice.follows("Settings")
    alice.page.get_by_role("listitem").get_by_role("button").click()
    alice.reads("is signed out.")
    bob.arrives_at("Understand each other again, without facing each other while it hurts")

    alice.page.get_by_label("Language").select_option(label="Deutsch")
    alice.presses("Save")
    alice.arrives_at("Einstellungen")
    expect(alice.page.locator("html")).to_have_attribute("lang", "de")


def test_quick_exit_leaves_no_way_back_to_what_was_on_screen(alice: Person) -> None:
    alice.page.route("https://www.wikipedia.org/", lambda route: route.fulfill(body="An encyclopedia"))
    alice.comes_home()
    alice.starts_a_session_with("Bob")
    alice.presses("Quick exit")
    alice.reads("An encyclopedia")
    alice.page.go_back()
    alice.reads("An encyclopedia")
