"""What two people do in front of their browsers from needs to an agreement, in the words of the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from web.person import Person

DINNER = "Ten minutes without phones after dinner"
WALK = "A short walk on Sunday, just the two of us"
TOGETHER = "Together"


def goes_together(person: Person) -> None:
    person.page.get_by_role("link", name=TOGETHER).click()


def card(person: Person, words: str) -> Locator:
    return person.page.get_by_role("article", name=words)


def confirms_need(person: Person, need: str) -> None:
    person.points_at(card(person, need).get_by_role("button", name="Yes, I need this")).click()
    expect(card(person, need).get_by_text("You said yes to this.")).to_be_visible()


def shares_needs(person: Person, *needs: str) -> None:
    person.presses("Choose what to share")
    for need in needs:
        person.page.get_by_role("checkbox", name=need).check()
    person.presses("Share these needs")
    person.no_longer_reads("Share these needs")


def stands_by(person: Person, need: str) -> None:
    person.points_at(card(person, need).get_by_role("button", name="Yes, this is true for me")).click()


def has_idea(person: Person, description: str) -> None:
    """By a nervous thumb."""
    person.presses("Add an idea")
    person.writes("What could you try?", description)
    person.points_at(person.page.get_by_role("button", name="Keep this idea")).dblclick()
    expect(card(person, description)).to_have_count(1)


def takes_into_list(person: Person, *ideas: str) -> None:
    for idea in ideas:
        person.presses(f"I could live with this: {idea}")


def order(person: Person) -> list[str]:
    """The list as it stands."""
    items = person.page.get_by_role("region", name="I could live with these, best first").get_by_role(
        "listitem"
    )
    return [item.locator(".need").inner_text() for item in items.all()]


def has_order(person: Person, *ideas: str) -> None:
    """What was moved is drawn a moment later."""
    wait_until(lambda: order(person) == list(ideas), f"the order is {ideas}")


def ranks(person: Person, *ideas: str) -> None:
    takes_into_list(person, *ideas)
    person.presses("This is my order")
    person.no_longer_reads("This is my order")
