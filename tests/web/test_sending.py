"""Words on their way: kept until the server has them, never doubled, gone from the device when they should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from web.story import alone_with_the_guide

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from web.person import Person

pytestmark = pytest.mark.browser

COMPOSER = "Your words to the guide"
WORDS = "I waited at the table until nine."


def kept_words(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(
        "Object.keys(localStorage).filter(name => name.startsWith('mwf:words:')).map(name => localStorage[name])"
    )
    return found


def test_a_draft_survives_closing_the_tab(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.writes(COMPOSER, WORDS)
    session = alice.page.url
    other_tab = alice.page.context.new_page()
    alice.page.close()
    alice.page = other_tab
    alice.opens(session)
    expect(alice.page.get_by_label(COMPOSER)).to_have_value(WORDS)
    alice.presses("Send")
    expect(alice.bubbles("Guide")).to_have_count(3)
    alice.has_said_once(WORDS)
    assert kept_words(alice) == []


def test_signing_out_takes_the_drafts_along(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.writes(COMPOSER, WORDS)
    assert kept_words(alice) == [WORDS]
    alice.follows("Settings")
    alice.presses("Sign out")
    alice.reads("I already have an account")
    assert kept_words(alice) == []


def test_quick_exit_takes_the_drafts_along(alice: Person) -> None:
    alice.page.route("https://www.wikipedia.org/", lambda route: route.fulfill(body="An encyclopedia"))
    alone_with_the_guide(alice)
    alice.writes(COMPOSER, WORDS)
    alice.presses("Quick exit")
    alice.reads("An encyclopedia")
    alice.opens("/help")
    alice.arrives_at("Get help now")
    assert kept_words(alice) == []


@pytest.mark.soak
def test_another_person_on_the_same_device_finds_no_draft(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.writes(COMPOSER, WORDS)
    alice.page.context.clear_cookies()
    alice.opens("/register")
    alice.writes("Your name", "Carol")
    alice.writes("E-mail address", f"carol-{alice.email}")
    alice.writes("Password", "a long walk home")
    alice.presses("Create account")
    alice.arrives_at("Hello, Carol")
    assert kept_words(alice) == []


def test_what_is_sent_while_offline_waits_and_goes_out_once(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.page.context.set_offline(True)
    alice.says(WORDS)
    alice.reads("Not sent yet. Your words are safe on this device.")
    alice.writes(COMPOSER, "And then I went to bed.")
    alice.presses("Send again")
    alice.reads("Not sent yet. Your words are safe on this device.")

    alice.page.context.set_offline(False)
    alice.presses("Send again")
    alice.no_longer_reads("Not sent yet.")
    alice.has_said_once(WORDS)
    expect(alice.page.get_by_label(COMPOSER)).to_have_value("And then I went to bed.")
    alice.page.reload()
    alice.has_said_once(WORDS)


@pytest.mark.soak
def test_unsent_words_are_still_there_after_a_reload_and_can_be_changed(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.page.route("**/messages/stream", lambda route: route.abort())
    alice.says(WORDS)
    alice.reads("Not sent yet.")
    alice.page.reload()
    alice.reads("Not sent yet.")
    alice.presses("Change it first")
    expect(alice.page.get_by_label(COMPOSER)).to_have_value(WORDS)
    assert alice.bubbles("You").count() == 0
    alice.page.unroute("**/messages/stream")
    alice.presses("Send")
    alice.has_said_once(WORDS)


def says_and_the_answer_is_lost(alice: Person) -> None:
    def carry_out_and_lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    alice.page.route("**/messages/stream", carry_out_and_lose_the_answer, times=1)
    with alice.page.expect_event("requestfailed", lambda request: request.url.endswith("/stream")):
        alice.says(WORDS)


@pytest.mark.soak
def test_words_that_arrived_though_the_answer_was_lost_are_not_offered_again(alice: Person) -> None:
    alone_with_the_guide(alice)
    says_and_the_answer_is_lost(alice)
    expect(alice.bubbles("Guide")).to_have_count(3)
    alice.has_said_once(WORDS)
    alice.may_not_press("Send again")
    assert kept_words(alice) == []


@pytest.mark.soak
def test_when_nobody_can_tell_whether_words_arrived_they_are_looked_for_before_they_go_out_again(
    alice: Person,
) -> None:
    alone_with_the_guide(alice)
    alice.page.route("**/messages", lambda route: route.abort())
    says_and_the_answer_is_lost(alice)
    alice.reads("Not sent yet.")
    alice.presses("Send again")
    alice.reads("Not sent yet.")
    # From here on they may be found by an event as well as by looking: either way they are there, once.
    alice.page.unroute("**/messages")
    alice.page.reload()
    alice.no_longer_reads("Not sent yet.")
    alice.has_said_once(WORDS)
    expect(alice.bubbles("Guide")).to_have_count(3)
    assert kept_words(alice) == []
