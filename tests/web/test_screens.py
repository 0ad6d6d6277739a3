"""Every screen, light and dark, on the smallest phone and on a desk: no accessibility violation, no sideways scrolling."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FIRST_LOAD_LIMIT = 120_000
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def is_fine(person: Person, heading: str) -> None:
    person.arrives_at(heading)
    page = person.page
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), heading


def test_the_first_load_is_small_and_asks_nobody_else(alice: Person) -> None:
    asked: list[str] = []
    alice.page.on("request", lambda request: asked.append(request.url))
    alice.opens("/")
    alice.arrives_at("Understand each other again, without facing each other while it hurts")
    assert [url for url in asked if not url.startswith(alice.url)] == []
    parts = [alice.page.request.get(url).body() for url in asked if "/assets/" in url]
    assert 0 < sum(len(gzip.compress(part)) for part in parts) < FIRST_LOAD_LIMIT


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_is_accessible_and_fits(
    visitor: Callable[..., Person], scheme: Literal["light", "dark"], width: int
) -> None:
    size = {"viewport": {"width": width, "height": 700}, "color_scheme": scheme}
    alice, bob = visitor("Alice", **size), visitor("Bob", **size)
    the_door(alice)
    alice.registers()
    is_fine(alice, "Hello, Alice")
    alice.opens("/sessions/new")
    is_fine(alice, "Start a session")
    link = alice.starts_a_session_with("Bob", "The move to the coast")
    alice.page.get_by_text("Add a few words, or send it by e-mail").click()
    is_fine(alice, "Invite Bob")
    bob.opens(link)
    is_fine(bob, "Alice invites you to talk, gently")
    bob.joins(link, "Alice")
    the_session(alice, bob)
    bob.opens("/settings")
    bob.reads("This device")
    is_fine(bob, "Settings")


def the_door(alice: Person) -> None:
    alice.opens("/")
    is_fine(alice, "Understand each other again, without facing each other while it hurts")
    alice.opens("/register")
    alice.presses("Create account")
    expect(alice.page.get_by_label("Your name")).to_be_focused()
    is_fine(alice, "Create your account")
    alice.opens("/sign-in")
    is_fine(alice, "Welcome back")
    alice.opens("/link")
    is_fine(alice, "Sign in without a password")
    alice.writes("E-mail address", alice.email)
    alice.presses("Send me the link")
    is_fine(alice, "Look into your mailbox")
    alice.opens("/link#used-up")
    is_fine(alice, "Almost there")
    alice.presses("Sign in")
    alice.reads("This sign-in link has been used or has expired.")
    is_fine(alice, "Sign in without a password")
    alice.opens("/join#unknown")
    is_fine(alice, "This invitation is no longer open")
    alice.opens("/nowhere")
    is_fine(alice, "There is nothing here")


def the_session(alice: Person, bob: Person) -> None:
    bob.reads("Welcome. This room is yours alone")
    is_fine(bob, "You and Alice")
    bob.follows("Read the compact")
    is_fine(bob, "The Curiosity Compact")
    bob.presses("I promise")
    bob.presses("Take a break")
    bob.may_press("Continue")
    is_fine(bob, "You and Alice")
    bob.presses("Leave the session")
    is_fine(bob, "You and Alice")
    alice.opens("/")
    alice.reads("The move to the coast")
    is_fine(alice, "Hello, Alice")
    bob.presses("Leave for good")
    alice.reads("A session that has ended")
    is_fine(alice, "Hello, Alice")
    alice.page.get_by_role("link", name="A session that has ended").click()
    is_fine(alice, "A session that has ended")
