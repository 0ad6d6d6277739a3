"""Browsers for the tests of the web app: one Chromium, one context (cookies, cache) per person."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from web.person import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_MS = 20_000


class Server(Protocol):
    url: str


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Somebody new in a browser of their own; options are those of a browser context. No page may throw."""
    contexts, thrown = [], []

    def visit(name: str, **options: object) -> Person:
        context = browser.new_context(
            **{"locale": "en", "viewport": {"width": 360, "height": 740}, **options}
        )  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", thrown.append)
        return Person(page, server.url, name)

    yield visit
    for context in contexts:
        context.close()
    assert thrown == []


@pytest.fixture
def alice(visitor: Callable[..., Person]) -> Person:
    return visitor("Alice")


@pytest.fixture
def bob(visitor: Callable[..., Person]) -> Person:
    return visitor("Bob")
