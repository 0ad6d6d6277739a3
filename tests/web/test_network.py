"""The network goes away and comes back: nothing is lost, nothing needs a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from web.person import Person

pytestmark = pytest.mark.browser

OFFLINE = "No connection right now. We catch up by ourselves"


def test_what_happened_while_offline_is_caught_up_without_a_reload(alice: Person, bob: Person) -> None:
    alice.comes_home()
    link = alice.starts_a_session_with("Bob")
    alice.follows("Continue to the session")
    alice.reads("Bob has not joined yet")
    alice.marks_the_page()
    alice.page.context.set_offline(True)
    alice.reads(OFFLINE)

    bob.joins(link, "Alice")
    bob.signs_the_compact()
    bob.arrives_at("You and Alice")
    alice.reads("Bob has not joined yet")

    alice.page.context.set_offline(False)
    alice.reads("Bob has joined and signed the compact")
    alice.no_longer_reads(OFFLINE)
    alice.has_never_reloaded()


def test_a_form_sent_into_the_void_keeps_its_words_and_a_retry_makes_one_session(alice: Person) -> None:
    alice.comes_home()
    alice.opens("/sessions/new")
    alice.writes("Who is it with?", "Bob")
    answers_lost = []

    def carry_out_and_lose_the_answer(route: Route) -> None:
        route.fetch()
        answers_lost.append(route.request.headers["idempotency-key"])
        route.abort()

    alice.page.route("**/api/v1/sessions", carry_out_and_lose_the_answer, times=1)
    alice.presses("Create session")
    alice.reads("We cannot reach the server right now.")
    expect(alice.page.get_by_label("Who is it with?")).to_have_value("Bob")

    alice.presses("Create session")
    alice.arrives_at("Invite Bob")
    alice.opens("/")
    alice.arrives_at("Hello, Alice")
    expect(alice.page.get_by_role("link", name="With Bob")).to_have_count(1)
    assert len(answers_lost) == 1


def test_a_page_opened_without_a_server_offers_to_try_again(alice: Person) -> None:
    alice.comes_home()
    alice.page.route("**/api/v1/events", lambda _: None)  # never answered: the app cannot recover by itself
    alice.page.route("**/api/v1/sessions?**", lambda route: route.abort())
    alice.opens("/")
    alice.reads("We cannot reach the server right now.")
    alice.page.unroute("**/api/v1/sessions?**")
    alice.presses("Try again")
    alice.reads("Good that you are here")
