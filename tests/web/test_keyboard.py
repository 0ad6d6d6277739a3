"""Everything without a mouse, and the focus where a screen reader expects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.keyboard import tab_to, types_into
from web.story import alone_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser


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


@pytest.mark.soak
def test_a_mistake_in_a_form_is_tied_to_its_field(alice: Person) -> None:
    alice.opens("/register")
    alice.writes("Your name", "Alice")
    alice.writes("E-mail address", "not an address")
    alice.writes("Password", "short")
    alice.presses("Create account")
    email, password = alice.page.get_by_label("E-mail address"), alice.page.get_by_label("Password")
    expect(email).to_be_focused()
    expect(email).to_have_accessible_description(
        "A link that comes to it confirms that it is yours. Please write an e-mail address, like name@example.org."
    )
    expect(password).to_have_accessible_description(
        "At least 8 characters. A few words together work well. Please use at least 8 characters."
    )


def test_escape_closes_the_question_and_gives_the_focus_back(alice: Person) -> None:
    alice.comes_home()
    alice.starts_a_session_with("Bob")
    alice.follows("Continue to the session")
    alice.presses("Leave the session")
    expect(alice.page.get_by_role("button", name="Stay")).to_be_focused()
    alice.page.keyboard.press("Escape")
    expect(alice.page.get_by_role("button", name="Leave the session")).to_be_focused()


def test_an_exchange_and_feeling_heard_with_the_keyboard_alone(alice: Person) -> None:
    page = alice.page
    alone_with_the_guide(alice)
    types_into(alice, "Your words to the guide", "I was sad and lonely all summer.")
    page.keyboard.press("Enter")
    alice.may_press("I feel heard")
    expect(page.get_by_label("Your words to the guide")).to_be_focused()

    tab_to(alice, page.get_by_text("How strong is it right now?"))
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    tab_to(alice, page.get_by_role("button", name="Note it"))
    page.keyboard.press("Enter")
    alice.reads("Noted: 2")
    expect(page.get_by_text("How strong is it right now?")).to_be_focused()

    page.get_by_role("button", name="I feel heard", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What I heard")).to_be_focused()
    page.get_by_role("group", name="It sounds as if you feel").wait_for()
    tab_to(alice, page.get_by_role("button", name="More feelings"))
    page.keyboard.press("Enter")
    first = page.get_by_role("group", name="More feelings").get_by_role("button").first
    expect(first).to_be_focused()
    page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    tab_to(alice, page.get_by_role("button", name="Yes, I feel heard"))
    page.keyboard.press("Enter")
    expect(alice.bubbles("Guide").last).to_be_focused()


def test_what_takes_the_focus_is_not_hidden_behind_the_field_that_stays(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.page.route("**/messages/stream", lambda route: route.abort())
    alice.says("A long evening. " * 40)
    alice.may_press("Send again")
    alice.page.evaluate("scrollTo(0, 0)")
    for name in ("Send again", "Change it first"):
        button = alice.page.get_by_role("button", name=name)
        tab_to(alice, button)
        box = button.bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert button.evaluate("(it, [x, y]) => document.elementFromPoint(x, y) === it", middle), name
