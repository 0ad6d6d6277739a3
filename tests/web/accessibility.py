"""A screen as axe sees it, light and dark, and whether it fits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.person import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def is_fine(person: Person, heading: str) -> None:
    person.arrives_at(heading)
    page = person.page
    seen = page.viewport_size
    assert seen is not None
    # The whole page at once: what has been scrolled half below the header would count as too small to hit.
    page.set_viewport_size({**seen, "height": page.evaluate("document.documentElement.scrollHeight")})
    page.evaluate(AXE.read_text())
    page.emulate_media(color_scheme="light")
    assert violations(page, RULES) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, ["color-contrast"]) == []
    page.set_viewport_size(seen)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), heading


def violations(page: Page, rules: list[str]) -> list[tuple[str, Any]]:
    found: dict[str, Any] = page.evaluate("rules => axe.run({runOnly: rules})", rules)
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found["violations"]]
