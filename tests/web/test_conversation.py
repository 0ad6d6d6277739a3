"""Talking with the guide: each in a room of their own, live, and with nothing lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from waiting import wait_until
from web.story import alone_with_the_guide, both_with_the_guide

if TYPE_CHECKING:
    from web.person import Person

pytestmark = pytest.mark.browser

WORDS = "We have hardly spoken since May, and I am tired of waiting at the table."

# Twenty-six exchanges, with what the page itself has: its cookie and its origin.
TALKS_LONG = """async () => {
    const session = location.pathname.split("/").pop();
    const headers = {"Content-Type": "application/json"};
    for (let number = 0; number < 26; number++) {
        const body = JSON.stringify({content: `This is thought number ${number} of that evening.`});
        await fetch(`/api/v1/sessions/${session}/messages`, {method: "POST", headers, body});
    }
}"""


# All that the guide is announced to have said, from now on: an announcement stands for a few seconds only.
LISTENS = """conversation => {
    window.announced = [];
    new MutationObserver(() => {
        for (const { textContent } of conversation.querySelectorAll("[role=status]"))
            if (textContent.startsWith("Guide:") && textContent !== announced.at(-1)) announced.push(textContent);
    }).observe(conversation, { subtree: true, childList: true, characterData: true });
}"""


def test_the_guide_answers_and_the_partner_sees_nothing_of_it(alice: Person, bob: Person) -> None:
    both_with_the_guide(alice, bob)
    alice.marks_the_page()
    answer = alice.says_and_is_answered(WORDS)
    assert len(answer.split()) > 5
    alice.has_said_once(WORDS)
    alice.says_and_is_answered("It hurts most in the evenings.")
    alice.has_never_reloaded()
    assert bob.bubbles("You").count() == 0
    bob.no_longer_reads("waiting at the table")


def test_the_finished_reply_is_read_out_and_nothing_of_it_before(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.conversation().evaluate(LISTENS)
    alice.says_and_is_answered(WORDS)
    reply = alice.bubbles("Guide").last.get_by_role("paragraph").last.inner_text()
    assert reply
    whole = f"Guide: {reply}"
    wait_until(lambda: whole in alice.page.evaluate("announced"), "the reply is read out")
    earlier = "Thank you for your promise."
    assert [said for said in alice.page.evaluate("announced") if earlier not in said] == [whole]


def test_enter_sends_and_with_shift_begins_a_new_line(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.reads("Enter sends, Shift and Enter begins a new line.")
    alice.page.get_by_label("Your words to the guide").focus()
    alice.page.keyboard.type("First this.")
    alice.page.keyboard.press("Shift+Enter")
    alice.page.keyboard.type("Then that.")
    alice.page.keyboard.press("Enter")
    alice.has_said_once("First this.")
    expect(alice.bubbles("You").last).to_contain_text("Then that.")
    expect(alice.page.get_by_label("Your words to the guide")).to_be_focused()
    expect(alice.page.get_by_label("Your words to the guide")).to_have_value("")


def test_on_a_phone_enter_is_a_new_line(visitor: Callable[..., Person]) -> None:
    alice = visitor("Alice", has_touch=True, is_mobile=True)
    alone_with_the_guide(alice)
    alice.page.get_by_label("Your words to the guide").tap()
    alice.page.keyboard.type("First this.")
    alice.page.keyboard.press("Enter")
    alice.page.keyboard.type("Then that.")
    expect(alice.page.get_by_label("Your words to the guide")).to_have_value("First this.\nThen that.")
    alice.presses("Send")
    alice.has_said_once("First this.")


def test_a_message_that_is_too_long_says_so_and_stays(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.writes("Your words to the guide", "a" * 7_900)
    alice.reads("100 characters left")
    alice.writes("Your words to the guide", "a" * 8_003)
    alice.reads("3 characters too many")
    alice.page.get_by_label("Your words to the guide").press("Enter")
    expect(alice.page.get_by_label("Your words to the guide")).to_have_value("a" * 8_003)
    assert alice.bubbles("You").count() == 0


def test_the_same_conversation_is_live_on_a_second_device(
    alice: Person, visitor: Callable[..., Person]
) -> None:
    alone_with_the_guide(alice)
    phone = visitor("Phone")
    phone.email = alice.email
    phone.opens(alice.page.url)
    phone.signs_in()
    phone.arrives_at("You and Bob")
    answer = alice.says_and_is_answered(WORDS)
    phone.has_said_once(WORDS)
    expect(phone.bubbles("Guide").last).to_contain_text(answer.splitlines()[-1])


def test_older_messages_come_when_asked_for(alice: Person) -> None:
    alone_with_the_guide(alice)
    alice.page.evaluate(TALKS_LONG)
    alice.page.reload()
    alice.has_said_once("thought number 25 of")
    alice.no_longer_reads("Welcome. This room is yours alone")
    alice.presses("Show earlier messages")
    alice.reads("Welcome. This room is yours alone")
    alice.has_said_once("thought number 0 of")
    alice.may_not_press("Show earlier messages")


def test_what_the_guide_is_shows_once_and_stays_within_reach(alice: Person) -> None:
    alice.registers()
    alice.starts_a_session_with("Bob")
    alice.follows("Continue to the session")
    alice.reads("It is not therapy, and it is no emergency service.")
    alice.presses("Good to know")
    alice.page.reload()
    alice.reads("Welcome. This room is yours alone")
    alice.may_not_press("Good to know")
    alice.follows("What the guide is")
    alice.arrives_at("What the guide is")
    alice.reads("It can be wrong.")
