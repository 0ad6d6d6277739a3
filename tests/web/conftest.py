"""A server of its own and browsers for the tests of the web app: one Chromium, one context (cookies, cache) per person."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from databases import Sqlite
from fakes import ScriptedEngine
from pasts import Past, Pasts
from ports import free_port
from serving import mwf_process, served, settings_for, wait_until_ready
from web.exchange import Exchange, come_to_imagine
from web.person import Person

PATIENCE_MS = 60_000


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The product as people run it: a process, a real clock, links that begin with its own address."""
    folder, port = tmp_path_factory.mktemp("web"), free_port()
    env = {"MWF_PORT": str(port), "MWF_DATA_DIR": str(folder / "data"), "MWF_RATE_LIMITS": "off"}
    with mwf_process("serve", env=env, log=folder / "server.log"):
        wait_until_ready(f"http://localhost:{port}")
        yield f"http://localhost:{port}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole run: while Playwright is there, its event loop runs in this thread, and no other can. Without
    windows it needs a quarter less of the processors; what only a browser with windows has asks for `windowed`."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        shell = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=shell)
        yield chromium
        chromium.close()


@pytest.fixture
def windowed(browser: Browser) -> Iterator[Browser]:
    chromium = browser.browser_type.launch(executable_path=shutil.which("chromium"))
    yield chromium
    chromium.close()


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Somebody new in a browser of their own; options are those of a browser context. No page may throw or break its
    content security policy."""
    contexts = []
    complaints: list[str] = []

    def visit(name: str, at: str | None = None, **options: Any) -> Person:
        context = browser.new_context(
            **{"locale": "en", "viewport": {"width": 360, "height": 740}, **options}
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(error.message))
        page.on(
            "console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None
        )
        return Person(page, at or request.getfixturevalue("address"), name)

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def migrated(sqlite: Sqlite) -> Iterator[str]:
    with sqlite.copy(sqlite.template) as url:
        yield url


@pytest.fixture
def scripted(tmp_path: Path, engine: ScriptedEngine, migrated: str) -> Iterator[str]:
    """A server whose guide says what the test has written for it."""
    with served(settings_for(migrated, tmp_path), engine=engine) as running:
        yield running.url


@pytest.fixture(scope="session", autouse=True)
def both_heard(sqlite: Sqlite, tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Lived once, and before there is a browser: no other event loop can run beside it."""
    pasts = Pasts(sqlite, tmp_path_factory.mktemp("pasts"))
    return pasts.lived(pasts.registered("Alice", "Bob"), ("Alice", "Bob"), come_to_imagine)


@pytest.fixture
def exchange(
    tmp_path: Path, engine: ScriptedEngine, sqlite: Sqlite, both_heard: Past, visitor: Callable[..., Person]
) -> Iterator[Exchange]:
    """Two people who have both felt heard, on a server whose guide and clock the test holds."""
    assert both_heard.data is not None
    shutil.copytree(both_heard.data, tmp_path / "data")
    with (
        sqlite.copy(both_heard.database) as url,
        served(settings_for(url, tmp_path), engine=engine) as running,
    ):
        found = Exchange(running, visitor, both_heard)
        yield found
        found.close()


@pytest.fixture
def alice(visitor: Callable[..., Person]) -> Person:
    return visitor("Alice")


@pytest.fixture
def bob(visitor: Callable[..., Person]) -> Person:
    return visitor("Bob")
