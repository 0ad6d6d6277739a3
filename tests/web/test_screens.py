"""Every screen, light and dark, on the smallest phone and on a desk: no accessibility violation, no sideways scrolling."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.accessibility import WALKED, is_fine
from web.story import alone_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

FIRST_LOAD_LIMIT = 120_000


def test_the_first_load_is_small_and_asks_nobody_else(alice: Person) -> None:
    asked: list[str] = []
    alice.page.on("request", lambda request: asked.append(request.url))
    alice.opens("/")
    alice.arrives_at("Understand each other again, without facing each other while it hurts")
    assert [url for url in asked if not url.startswith(alice.url)] == []
    parts = [alice.page.request.get(url).body() for url in asked if "/assets/" in url]
    assert 0 < sum(len(gzip.compress(part)) for part in parts) < FIRST_LOAD_LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("width", WALKED)
def test_every_screen_is_accessible_and_fits(visitor: Callable[..., Person], width: int) -> None:
    size = {"viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
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


@pytest.mark.slow
@pytest.mark.parametrize("width", WALKED)
def test_every_screen_of_the_guide_is_accessible_and_fits(visitor: Callable[..., Person], width: int) -> None:
    size = {"viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
    alice = visitor("Alice", **size)
    for path, heading in {"/help": "Get help now", "/guide": "What the guide is"}.items():
        alice.opens(path)
        alice.page.get_by_role("main").get_by_role("listitem").first.wait_for()
        is_fine(alice, heading)
    alone_with_the_guide(alice)
    is_fine(alice, "You and Bob")
    alice.says_and_is_answered("We have hardly spoken since May, and I am tired of it.")
    is_fine(alice, "You and Bob")
    the_moments(alice)
    alice.follows("Write inner thoughts")
    alice.says_and_is_answered("I miss him.", to="Your thoughts")
    is_fine(alice, "Inner thoughts")


def the_moments(alice: Person) -> None:
    alice.page.get_by_text("How strong is it right now?").click()
    alice.page.get_by_role("radio", name="9", exact=True).check(force=True)
    is_fine(alice, "You and Bob")
    alice.presses("Note it")
    alice.reads("This is a lot right now")
    is_fine(alice, "You and Bob")
    alice.presses("I feel heard")
    alice.presses("More feelings")
    alice.presses("numb")
    alice.reads("Which of these most?")
    is_fine(alice, "You and Bob")
    alice.presses("Not yet")
    alice.says("He threatens to hit me and I am afraid of him.")
    alice.reads("This is about you now")
    alice.reads("People you can talk to")
    is_fine(alice, "You and Bob")
    alice.page.route("**/messages/stream", lambda route: route.abort())
    alice.says("Are you still there?")
    alice.reads("Not sent yet.")
    is_fine(alice, "You and Bob")


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
    alice.reads("It has been used, or it has expired.")
    is_fine(alice, "This link no longer works")
    alice.opens("/forgot")
    is_fine(alice, "Choose a new password")
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
