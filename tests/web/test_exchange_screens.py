"""Every screen of the empathy exchange: accessible, fitting, and within reach of the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from web.accessibility import WALKED, is_fine
from web.exchange import ABOUT_ALICE, ABOUT_BOB, SUGGESTION
from web.keyboard import tab_to

if TYPE_CHECKING:
    from web.exchange import Exchange
    from web.person import Person

pytestmark = pytest.mark.browser

BOB = "You and Bob"


@pytest.mark.slow
@pytest.mark.parametrize("width", WALKED)
def test_every_screen_of_the_exchange_is_accessible_and_fits(exchange: Exchange, width: int) -> None:
    size: dict[str, Any] = {"viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
    exchange.engine.finds = ["gaps", "good", "good"]
    exchange.engine.suggests = SUGGESTION
    exchange.bob.shares_statement(ABOUT_ALICE)
    exchange.bob.comes_to("AWAITING_SHARING")
    alice = exchange.in_browser(exchange.alice, **size)
    the_offer(alice, exchange)
    the_statement(alice)
    exchange.alice.shares_context(SUGGESTION)
    bob = exchange.in_browser(exchange.bob, **size)
    bob.reads("New words for my statement")
    is_fine(bob, "You and Alice")
    exchange.bob.keeps_statement()
    the_reveal(alice, exchange)


def the_offer(alice: Person, exchange: Exchange) -> None:
    alice.may_press("Look at it")
    is_fine(alice, BOB)
    alice.presses("Look at it")
    alice.reads("It may help your partner")
    is_fine(alice, BOB)
    alice.presses("Not now")
    is_fine(alice, BOB)
    alice.presses("Go back")
    alice.presses("Find other words")
    exchange.engine.says = [f"<content>{SUGGESTION}</content>How about this?"]
    alice.writes("Your words to the coach", "Shorter, please.")
    alice.page.get_by_label("Your words to the coach").press("Enter")
    alice.reads("This could be shared")
    is_fine(alice, BOB)
    alice.page.get_by_role("button", name="Use and edit").last.click()
    expect(alice.page.get_by_label("Your words for Bob")).to_have_value(SUGGESTION)
    alice.page.keyboard.press("Escape")
    alice.no_longer_reads("It may help your partner")


def the_statement(alice: Person) -> None:
    alice.presses("Write my statement")
    alice.writes("What I imagine Bob is living through", f"{ABOUT_BOB} You are pathetic.")
    alice.reads("Some of this may sound as if you looked down on Bob.")
    is_fine(alice, BOB)
    alice.writes("What I imagine Bob is living through", ABOUT_BOB)
    alice.page.get_by_text("Which of these do you mean?").click()
    alice.presses("worn out")
    is_fine(alice, BOB)
    alice.presses("Read it once more and send")
    is_fine(alice, BOB)
    alice.presses("Send this statement")
    alice.reads("You see each other's words at the same moment")
    is_fine(alice, BOB)


def the_reveal(alice: Person, exchange: Exchange) -> None:
    alice.page.get_by_label("It misses the mark", exact=True).check()
    alice.writes("What would you add?", "It is the silence.")
    is_fine(alice, BOB)
    alice.page.get_by_label("Let Bob know these words").check()
    alice.presses("Say so")
    alice.presses("Yes, share them")
    alice.may_press("Accept the difference")
    is_fine(alice, BOB)
    for path, heading, words in [
        (f"/sessions/{exchange.alice.session_id}/shared", "Shared between you and Bob", "Seen by Bob"),
        (f"/sessions/{exchange.alice.session_id}/timeline", "How it went so far", "You felt heard"),
        ("/consents", "What you have agreed to share", "Agreed"),
        ("/", "Hello, Alice", "The evenings"),
    ]:
        alice.opens(path)
        alice.reads(words)
        is_fine(alice, heading)


def test_consent_offer_and_verdict_with_the_keyboard_alone(exchange: Exchange) -> None:
    exchange.has_an_offer()
    alice = exchange.in_browser(exchange.alice, viewport={"width": 1280, "height": 800})
    page = alice.page

    def goes_to(name: str) -> None:
        tab_to(alice, page.get_by_role("button", name=name, exact=True))
        page.keyboard.press("Enter")

    alice.may_press("Look at it")
    goes_to("Look at the invitation")
    expect(page.get_by_label("Your words for Bob")).to_have_value(SUGGESTION)
    page.keyboard.press("Escape")
    expect(page.get_by_label("Your words for Bob")).to_have_count(0)
    expect(page.get_by_role("button", name="Look at the invitation")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(alice, page.get_by_label("Your words for Bob"))
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type(" That is all.")
    goes_to("Share these words")
    expect(page.get_by_role("dialog", name="Share these words with Bob?")).to_contain_text("That is all.")
    goes_to("Yes, share them")
    alice.reads("These words, and nothing else, are now with your partner.")
    expect(alice.bubbles("Guide").last).to_be_focused()

    exchange.bob.keeps_statement()
    page.get_by_role("button", name="Write my statement").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("What I imagine Bob is living through")).to_be_focused()
    page.keyboard.type(ABOUT_BOB)
    goes_to("Read it once more and send")
    expect(page.get_by_role("heading", name="Send this statement?")).to_be_focused()
    goes_to("Send this statement")

    verdict = page.get_by_role("radio", name="It feels right")
    verdict.wait_for()
    page.get_by_role("button", name="Read what Bob wrote").focus()
    page.keyboard.press("Enter")
    expect(verdict).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="It is right in part")).to_be_checked()
    goes_to("Say so")
    alice.reads("You said: It is right in part.")
