"""A screen as axe sees it, light and dark, on the smallest phone and on a desk, and whether it fits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from drawing import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.person import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


WIDTHS = (320, 1280)
WALKED = WIDTHS if SOAK else (320,)
"""Where a test goes from screen to screen. Each screen is looked at in both widths, whichever the walk has."""


def is_fine(person: Person, heading: str) -> None:
    person.arrives_at(heading)
    page = person.page
    seen = page.viewport_size
    assert seen is not None
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    for width in {seen["width"], *WIDTHS}:
        page.set_viewport_size({"width": width, "height": seen["height"]})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (heading, width)
        # The whole page at once: what has been scrolled half below the header would count as too small to hit.
        whole = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": whole})
        page.emulate_media(color_scheme="light")
        assert violations(page, RULES) == [], width
        page.emulate_media(color_scheme="dark")
        assert violations(page, ["color-contrast"]) == [], width
    page.set_viewport_size(seen)


def violations(page: Page, rules: list[str]) -> list[tuple[str, Any]]:
    found: dict[str, Any] = page.evaluate("rules => axe.run({runOnly: rules})", rules)
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found["violations"]]
