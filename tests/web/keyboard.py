"""Getting around without a mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from web.person import Person

MOST_STOPS = 40


def tab_to(person: Person, target: Locator) -> None:
    for _ in range(MOST_STOPS):
        person.page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"the Tab key never reached {target}")


def types_into(person: Person, label: str, text: str) -> None:
    tab_to(person, person.page.get_by_label(label))
    person.page.keyboard.type(text)
