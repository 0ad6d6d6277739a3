"""Everything without a mouse, and the focus where a screen reader expects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser


def tab_to(person: Person, target: Locator) -> None:
    for _ in range(30):
        person.page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"the Tab key never reached {target}")


def types_into(person: Person, label: str, text: str) -> None:
    tab_to(person, person.page.get_by_label(label))
    person.page.keyboard.type(text)


def test_registering_and_starting_a_session_with_the_keyboard_alone(alice: Person) -> None:
    page = alice.page
    alice.opens("/register")
    alice.arrives_at("Create your account")
    types_into(alice, "Your name", "Alice")
    types_into(alice, "E-mail address", alice.email)
    types_into(alice, "Password", "a long walk home")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Hello, Alice")).to_be_focused()

    tab_to(alice, page.get_by_role("link", name="Start a session"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Start a session")).to_be_focused()
    types_into(alice, "Who is it with?", "Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Invite Bob")).to_be_focused()
    tab_to(alice, page.get_by_role("button", name="Copy link"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="The link is")).to_be_visible()


def test_the_first_stop_skips_to_the_content_and_keeps_the_token_in_the_address(alice: Person) -> None:
    alice.opens("/join#unknown")
    alice.arrives_at("This invitation is no longer open")
    alice.page.keyboard.press("Tab")
    expect(alice.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    alice.page.keyboard.press("Enter")
    expect(alice.page.get_by_role("main")).to_be_focused()
    assert alice.page.url.endswith("/join#unknown")


def test_a_mistake_in_a_form_is_tied_to_its_field(alice: Person) -> None:
    alice.opens("/register")
    alice.writes("Your name", "Alice")
    alice.writes("E-mail address", "not an address")
    alice.writes("Password", "short")
    alice.presses("Create account")
    email, password = alice.page.get_by_label("E-mail address"), alice.page.get_by_label("Password")
    expect(email).to_be_focused()
    expect(email).to_have_accessible_description("Please write an e-mail address, like name@example.org.")
    expect(password).to_have_accessible_description(
        "At least 8 characters. A few words together work well. Please use at least 8 characters."
    )


def test_escape_closes_the_question_and_gives_the_focus_back(alice: Person) -> None:
    alice.registers()
    alice.starts_a_session_with("Bob")
    alice.follows("Continue to the session")
    alice.presses("Leave the session")
    expect(alice.page.get_by_role("button", name="Stay")).to_be_focused()
    alice.page.keyboard.press("Escape")
    expect(alice.page.get_by_role("button", name="Leave the session")).to_be_focused()
