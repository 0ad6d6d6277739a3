"""A screen as axe sees it, light and dark, on the smallest phone and on a desk, and whether it fits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from drawing import SOAK, chance

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.person import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What is in order is neither written out nor sent: that took more than looking.
LOOK = """async rules => {
    const found = await axe.run({runOnly: rules, resultTypes: ["violations"]});
    return found.violations.map(one => [one.id, one.nodes.map(node => node.target)]);
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


WIDTHS = (320, 1280)
WALKED = WIDTHS if SOAK else (320,)
"""Where a test goes from screen to screen. A screen is looked at in the walk's width, and by chance in the other one too."""
OTHER_WIDTH = 1.0 if SOAK else 0.4


def is_fine(person: Person, heading: str) -> None:
    person.arrives_at(heading)
    page = person.page
    seen = page.viewport_size
    assert seen is not None
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    # How much it says decides as well: a walk comes to the same heading many times.
    length = len(page.inner_text("main"))
    other = chance(f"{heading} {length}").random() < OTHER_WIDTH
    for width in {seen["width"], *(WIDTHS if other else ())}:
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


def violations(page: Page, rules: list[str]) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(LOOK, rules)
    return found
