"""What two people do in front of their browsers with their statements, in the words of the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from web.person import Person


def field(name: str) -> str:
    return f"What I imagine {name} is living through"


def writes_statement(person: Person, about: str, words: str) -> None:
    person.presses("Write my statement")
    person.writes(field(about), words)
    sends_statement(person, words, "Send this statement")


def sends_statement(person: Person, words: str, send: str) -> None:
    person.presses("Read it once more and send")
    card = person.page.get_by_role("region", name="Send this statement?")
    expect(card.get_by_role("heading")).to_be_focused()
    expect(card.get_by_role("blockquote")).to_have_text(words)
    person.presses(send)
    card.wait_for(state="detached")


def says_how_it_is(person: Person, verdict: str, words: str = "") -> None:
    person.page.get_by_label(verdict, exact=True).check()
    if words:
        person.writes("What would you add?", words)
        person.page.get_by_label("Let Bob know these words").check()
    person.presses("Say so")
    if words:
        asked = person.page.get_by_role("dialog", name="Share these words with Bob?")
        expect(asked.get_by_role("blockquote")).to_have_text(words)
        asked.get_by_role("button", name="Yes, share them").click()


def quotes(person: Person, title: str, words: str) -> None:
    """In the conversation, where it happened."""
    said = person.conversation().get_by_role("figure").filter(has_text=title).filter(has_text=words)
    expect(said).to_be_visible()
