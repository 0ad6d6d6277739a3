"""Whose an account is, as one sees it: confirming the address, a forgotten password, the settings, a stranger's account."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from postbox import Mailbox, link_in
from serving import served, settings_for
from web.accessibility import is_fine
from web.person import PASSWORD

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

ANOTHER = "a short way to the sea"
STILL = {"reduced_motion": "reduce"}
WELCOME = "Understand each other again, without facing each other while it hurts"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as mailbox:
        yield mailbox


@pytest.fixture
def mailing(tmp_path: Path, mailbox: Mailbox, migrated: str) -> Iterator[str]:
    """A server that can send mail."""
    settings = settings_for(migrated, tmp_path, MWF_SMTP_URL=mailbox.url)
    with served(settings) as running:
        yield running.url


def test_the_settings_confirm_change_and_shut(
    visitor: Callable[..., Person], mailing: str, mailbox: Mailbox
) -> None:
    alice = visitor("Alice", mailing, **STILL)
    alice.comes_home()
    alice.follows("Settings")
    alice.reads("not confirmed yet")
    alice.presses("Send me the link again")
    alice.reads(f"A link is on its way to {alice.email}.")
    alice.opens(f"/link#{mailbox.welcome_link(alice.email)}")
    is_fine(alice, "Confirm your address")
    alice.presses("Yes, this is my address")
    alice.arrives_at("Hello, Alice")
    alice.reads("Your address is confirmed.")
    alice.follows("Settings")
    alice.reads("confirmed")
    alice.may_not_press("Send me the link again")

    phone = visitor("Alice", mailing, **STILL)
    phone.email = alice.email
    phone.opens("/sign-in")
    phone.signs_in()
    phone.arrives_at("Hello, Alice")
    alice.unfolds("Change your password")
    alice.writes_here("Current password", "not her password")
    alice.writes_here("New password", ANOTHER)
    alice.presses("Save the password")
    alice.reads("This is not the password of this account.")
    alice.writes_here("Current password", PASSWORD)
    alice.presses("Save the password")
    alice.reads("Your password is changed, and all other devices are signed out.")
    phone.arrives_at(WELCOME)
    alice.unfolds("Change your password")

    old, new = alice.email, f"new-{alice.email}"
    alice.unfolds("Change your e-mail address")
    alice.writes_here("New e-mail address", new)
    alice.writes_here("Current password", ANOTHER)
    alice.presses("Send a link to the new address")
    alice.reads("Your address changes when you open it.")
    alice.opens(f"/link#{link_in(mailbox.wait_for_letter(new, 'Confirm your new address'))}")
    is_fine(alice, "Your new e-mail address")
    alice.presses("Use this address")
    alice.reads(f"Your address is {new} now.")
    mailbox.wait_for_letter(old, "Your address was changed")

    alice.follows("Settings")
    alice.reads(new)
    alice.presses("Sign out everywhere")
    alice.presses("Sign out on all devices")
    alice.arrives_at(WELCOME)
    mailbox.wait_for_letter(new, "You were signed out everywhere")


def test_a_forgotten_password_is_chosen_anew(
    visitor: Callable[..., Person], mailing: str, mailbox: Mailbox
) -> None:
    laptop, phone = visitor("Alice", mailing, **STILL), visitor("Alice", mailing, **STILL)
    laptop.comes_home()
    phone.email = laptop.email
    phone.opens("/sign-in")
    phone.follows("Forgot your password?")
    phone.arrives_at("Choose a new password")
    phone.writes("E-mail address", phone.email)
    phone.presses("Send me the link")
    phone.arrives_at("Look into your mailbox")
    link = f"/link#{link_in(mailbox.wait_for_letter(phone.email, 'Choose a new password'))}"
    phone.opens(link)
    is_fine(phone, "Choose a new password")
    phone.writes("New password", "short")
    phone.presses("Save and sign in")
    phone.reads("Please use at least 8 characters.")
    phone.writes("New password", ANOTHER)
    phone.presses("Save and sign in")
    phone.arrives_at("Hello, Alice")
    # It was the first proof of the address, from outside: she is told so.
    phone.reads("Somebody had made an account with your address")
    phone.presses("Keep what is here")
    phone.reads("Everything stays as it is.")
    phone.no_longer_reads("Somebody had made an account with your address")
    laptop.arrives_at(WELCOME)
    phone.opens("/settings")
    phone.opens(link)
    phone.arrives_at("This link no longer works")


@pytest.mark.parametrize("width", [320, 1280])
def test_what_a_stranger_made_with_my_address_is_shown_and_deleted(
    visitor: Callable[..., Person], mailing: str, mailbox: Mailbox, width: int
) -> None:
    stranger = visitor("Mallory", mailing)
    stranger.registers()
    stranger.starts_a_session_with("Bob", "What the stranger began")
    alice = visitor("Alice", mailing, viewport={"width": width, "height": 700}, **STILL)
    alice.opens(f"/link#{mailbox.welcome_link(stranger.email)}")
    alice.reads(f"This link shows that {stranger.email} is yours.")
    is_fine(alice, "Confirm your address")
    alice.presses("Sign in")
    alice.arrives_at("Hello, Mallory")
    alice.reads("Somebody had made an account with your address")
    alice.reads("What the stranger began")
    is_fine(alice, "Hello, Mallory")
    stranger.arrives_at("Welcome back")
    alice.presses("Delete what is here")
    alice.presses("Delete all of it")
    alice.reads("Good that you are here")
    alice.no_longer_reads("What the stranger began")
    alice.no_longer_reads("Somebody had made an account with your address")

    alice.follows("Settings")
    alice.unfolds("Choose a password")
    alice.writes_here("New password", ANOTHER)
    alice.presses("Save the password")
    alice.reads("Your password is changed")
    expect(alice.page.get_by_text("Change your password")).to_be_visible()


def test_on_a_device_where_a_stranger_is_signed_in_one_can_say_so_in_german(
    visitor: Callable[..., Person], mailing: str, mailbox: Mailbox
) -> None:
    alice = visitor("Alice", mailing, **STILL)
    alice.comes_home()
    alice.opens("/settings")
    alice.page.get_by_label("Language").select_option("de")
    alice.presses("Save")
    alice.reads("noch nicht bestätigt")
    alice.opens(f"/link#{mailbox.welcome_link(alice.email)}")
    is_fine(alice, "Bestätige deine Adresse")
    alice.unfolds("Ich habe dieses Konto nicht angelegt")
    alice.presses("Zu meinem machen und alle anderen abmelden")
    alice.reads("Jemand hatte mit deiner Adresse ein Konto angelegt")
