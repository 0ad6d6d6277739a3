"""Seen is what was on screen: in the window, in a tab that is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from people import Person as Caller
from web.exchange import Exchange
from web.person import Person

pytestmark = pytest.mark.browser

SHARED = "When the door closes at night I feel that nobody hears me."
LATER_MS = 10_000
TAB = """() => {
    window.behind = false;
    Object.defineProperty(document, "visibilityState", { get: () => (window.behind ? "hidden" : "visible") });
}"""
TURN_TO = """behind => {
    window.behind = behind;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def receipt(person: Caller) -> str:
    return str(person.sees_exchange()["mySharedContext"][0]["deliveryStatus"])


def time_passes(person: Person, words: Locator) -> None:
    """Long enough for whatever waits for a moment, once the page has noticed what is in the window."""
    person.points_at(words)
    person.page.clock.fast_forward(LATER_MS)
    person.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")


@pytest.mark.parametrize(("path", "mark"), [("", "/messages/seen"), ("/shared", "/share-tab/seen")])
def test_words_are_seen_once_they_were_before_somebodys_eyes(
    exchange: Exchange, path: str, mark: str
) -> None:
    exchange.has_an_offer()
    bob = exchange.in_browser(exchange.bob)
    page, sent = bob.page, list[str]()
    page.on("request", lambda request: sent.append(request.url))
    page.clock.install()
    page.add_init_script(f"({TAB})()")
    bob.opens(f"/sessions/{exchange.bob.session_id}{path}")
    bob.arrives_at("Shared between you and Alice" if path else "You and Alice")
    page.evaluate(TURN_TO, True)
    exchange.alice.shares_context(SHARED)
    words = page.get_by_role("blockquote").filter(has_text=SHARED)
    expect(words).to_be_attached()
    words.scroll_into_view_if_needed()
    time_passes(bob, words)
    assert not any(mark in url for url in sent), "the tab is behind another"

    page.set_viewport_size({"width": 360, "height": 200})
    page.evaluate("scrollTo(0, 0)")
    expect(words).not_to_be_in_viewport()
    page.evaluate(TURN_TO, False)
    time_passes(bob, words)
    assert not any(mark in url for url in sent), "the words are further down"
    assert receipt(exchange.alice) == "DELIVERED"

    with page.expect_response(lambda answer: mark in answer.url):
        page.set_viewport_size({"width": 360, "height": 740})
        words.scroll_into_view_if_needed()
    assert receipt(exchange.alice) == "SEEN"
    assert exchange.alice.is_seen("SHARED_CONTEXT") == [True]


def test_a_browser_that_is_elsewhere_does_not_end_the_take_back(exchange: Exchange) -> None:
    exchange.has_an_offer()
    bob = exchange.in_browser(exchange.bob, "/timeline")
    exchange.alice.shares_context(SHARED)
    bob.reads("Alice shared something with you")
    bob.opens("/")
    bob.arrives_at("Hello, Bob")
    assert receipt(exchange.alice) == "DELIVERED"
    exchange.alice.takes_back("SHARED_CONTEXT")
    bob.opens(f"/sessions/{exchange.bob.session_id}")
    bob.arrives_at("You and Alice")
    bob.no_longer_reads(SHARED)
