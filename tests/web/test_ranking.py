"""Putting ideas into an order: with the keyboard alone, with buttons, by dragging, and leaving some out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from waiting import wait_until
from web.keyboard import tab_to
from web.repair import DINNER, WALK, has_order, order, takes_into_list

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from web.exchange import Exchange
    from web.person import Person

pytestmark = pytest.mark.browser

NOTE = "A note on the kitchen table"


@pytest.fixture
def alice(exchange: Exchange) -> Person:
    """In front of the released ideas."""
    exchange.alice.understands(exchange.bob).stands_with(exchange.bob)
    for idea in (DINNER, WALK, NOTE):
        exchange.alice.has_idea(idea)
    exchange.alice.is_ready()
    exchange.bob.is_ready()
    person = exchange.in_browser(exchange.alice, "/together", viewport={"width": 1000, "height": 2400})
    person.reads("Your list is still empty.")
    return person


def test_an_order_is_made_and_given_with_the_keyboard_alone(alice: Person, exchange: Exchange) -> None:
    page = alice.page

    def goes_to(name: str) -> None:
        tab_to(alice, page.get_by_role("button", name=name, exact=True))

    for place, idea in enumerate((DINNER, WALK, NOTE), 1):
        page.get_by_role("heading", name="Your order").focus()
        goes_to(f"I could live with this: {idea}")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Number {place} of {place}: {idea}")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("status").filter(has_text=f"{NOTE}: now number 2 of 3.")).to_have_count(1)
    expect(page.get_by_role("button", name=f"Number 2 of 3: {NOTE}")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    has_order(alice, NOTE, DINNER, WALK)
    goes_to(f"Down: {DINNER}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Down: {DINNER}")).to_be_focused()
    has_order(alice, NOTE, WALK, DINNER)
    page.get_by_role("button", name=f"Number 1 of 3: {NOTE}").focus()
    goes_to(f"Rather not: {WALK}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"I could live with this: {WALK}")).to_be_focused()
    goes_to("This is my order")
    page.keyboard.press("Enter")
    alice.reads("Your order is given")
    ids = {idea["description"]: idea["id"] for idea in exchange.bob.sees_pool()["strategies"]}
    exchange.bob.ranks(ids[WALK], ids[DINNER])
    met = exchange.bob.sees_overlap()["overlap"]
    assert [idea["description"] for idea in met] == [DINNER], "what was left out meets nothing"


def test_an_order_is_made_by_dragging_and_survives_a_reload(alice: Person) -> None:
    takes_into_list(alice, DINNER, WALK, NOTE)
    drags(alice, NOTE, DINNER)
    has_order(alice, NOTE, DINNER, WALK)
    drags(alice, NOTE, DINNER)
    has_order(alice, DINNER, NOTE, WALK)
    alice.page.reload()
    alice.may_press(f"Up: {WALK}")
    has_order(alice, DINNER, NOTE, WALK)


def test_an_order_is_made_with_a_finger(alice: Person, exchange: Exchange) -> None:
    phone = exchange.in_browser(
        exchange.alice, "/together", has_touch=True, viewport={"width": 360, "height": 3200}
    )
    takes_into_list(phone, DINNER, WALK)
    start, goal = middle_of(phone, f"Number 1 of 2: {DINNER}"), middle_of(phone, f"Down: {WALK}")
    fingers = phone.page.context.new_cdp_session(phone.page)

    def touches(kind: str, *points: tuple[float, float]) -> None:
        fingers.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    touches("touchStart", start)
    is_held(phone)
    for part in (0.25, 0.5, 0.75, 1.0):
        touches("touchMove", (start[0], start[1] + (goal[1] - start[1]) * part))
    touches("touchEnd")
    has_order(phone, WALK, DINNER)


def middle_of(person: Person, button: str) -> tuple[float, float]:
    box = person.points_at(person.page.get_by_role("button", name=button)).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(person: Person, what: str, where: str) -> None:
    """By the middle of the number, past the other item, until it has come along."""
    page = person.page
    before = order(person)
    person.points_at(handle_of(person, what)).hover()
    page.mouse.down()
    is_held(person)

    def has_come_along() -> bool:
        goal = page.get_by_role("listitem").filter(has=handle_of(person, where)).bounding_box()
        assert goal is not None
        is_above = before.index(where) < before.index(what)
        page.mouse.move(goal["x"] + 4, goal["y"] + (4 if is_above else goal["height"] - 4), steps=8)
        return order(person) != before

    wait_until(has_come_along, f"{what} comes along")
    page.mouse.up()


def handle_of(person: Person, idea: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(rf"^Number \d of \d: {re.escape(idea)}"))


def is_held(person: Person) -> None:
    """Whoever drags sees that it comes along before they go on."""
    expect(person.page.locator("li.dragged")).to_have_count(1)
