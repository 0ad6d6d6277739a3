"""What the two are to each other, asked and corrected on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.person import Person

pytestmark = pytest.mark.browser

ASKED = "What are you to each other?"


def test_each_says_it_and_corrects_it_without_the_other_knowing(visitor: Callable[..., Person]) -> None:
    alice, bob = visitor("Alice"), visitor("Bob")
    alice.comes_home()
    alice.opens("/sessions/new")
    alice.writes("Who is it with?", "Bob")
    alice.page.get_by_label(ASKED).select_option(label="Flatmates")
    alice.presses("Create session")
    alice.arrives_at("Invite Bob")
    link = alice.page.get_by_label("Invitation link").input_value()
    bob.opens(f"/join#{link.partition('#')[2]}")
    expect(bob.page.get_by_label(ASKED)).to_have_value("")
    bob.writes("Your name", "Bob")
    bob.writes("E-mail address", bob.email)
    bob.page.get_by_label(ASKED).select_option(label="A couple")
    bob.presses("Accept and begin")
    bob.reads("What you are to each other: A couple")
    bob.marks_the_page()
    bob.page.get_by_text("What you are to each other: A couple").click()
    bob.page.get_by_label(ASKED).select_option(label="A former couple")
    bob.presses("Save my answer")
    bob.reads("What you are to each other: A former couple")
    bob.has_never_reloaded()
    alice.follows("Continue to the session")
    alice.reads("What you are to each other: Flatmates")
    alice.no_longer_reads("What you are to each other: A former couple")
