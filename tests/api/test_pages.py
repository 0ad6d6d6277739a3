"""Which addresses there are besides the API: the pages of the web app, its files, and what probes and robots ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from databases import Sqlite
from meetwithoutfear.api.web import INDEX, PAGES
from serving import served, settings_for
from waiting import PATIENCE_SECONDS

ROUTER = Path(__file__).parent.parent.parent / "web" / "src" / "app.tsx"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
NOBODYS = [
    "/metrics",
    "/health",
    "/openapi.json",
    "/docs",
    "/index.html",
    "/.env",
    "/.sources",
    "/wp-login.php",
    "/sign-in/",
    "/sessions",
    "/sessions/a/b",
    "/sessions/a/shared/",
    "/sessions/a%2Fb",
    "/sessions/a.b",
    "/settings/x",
    "/api",
    "/api/v1",
    "/api/v2/sessions",
    "/help//",
]


@pytest.fixture(scope="module")
def http(sqlite: Sqlite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("pages")
    with (
        served(settings_for(sqlite.fresh(folder), folder)) as running,
        httpx.Client(base_url=running.url, timeout=PATIENCE_SECONDS) as client,
    ):
        yield client


def test_server_and_client_know_the_same_pages() -> None:
    written = re.findall(r"\{ path: /\^(.+?)\$/, who:", ROUTER.read_text(encoding="utf-8"))
    known = [path.replace("\\/", "/").replace(r"([\w-]+)", "{id}") for path in written]
    assert known == list(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_the_web_app(http: httpx.Client, page: str) -> None:
    for path in {page.format(id="0b9f-4_x"), f"{page.format(id='x')}?from=mail"}:
        answer = http.get(path, headers=BROWSER)
        assert answer.status_code == 200
        assert answer.content == INDEX.read_bytes()


@pytest.mark.parametrize("path", NOBODYS)
def test_what_no_page_owns_is_not_there_for_programs(http: httpx.Client, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "DELETE"):
        answer = http.request(method, path)
        assert answer.status_code == 404, method
        assert answer.headers["content-type"] == "application/json"
    assert http.get(path).json()["error"]["code"] == "NOT_FOUND"


@pytest.mark.parametrize("path", NOBODYS)
def test_what_no_page_owns_is_told_to_people_in_words_and_is_never_the_app(
    http: httpx.Client, path: str
) -> None:
    answer = http.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert "<script" not in answer.text
    if not path.startswith("/api"):
        assert "There is nothing here" in answer.text
        assert 'href="/"' in answer.text
        german = http.get(path, headers={**BROWSER, "Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
        assert "Hier ist nichts" in german.text


@pytest.mark.parametrize("path", ["/icon.svg", "/manifest.webmanifest", "/push.js", "/docs/start.js"])
def test_the_files_of_the_web_app_are_there(http: httpx.Client, path: str) -> None:
    assert http.get(path).status_code == 200
    assert http.post(path).status_code == 405


def test_robots_are_told_to_stay_away(http: httpx.Client) -> None:
    answer = http.get("/robots.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == "User-agent: *\nDisallow: /\n"


@pytest.mark.parametrize(
    ("probe", "own"), [("/healthz", "/api/v1/health/live"), ("/readyz", "/api/v1/health/ready")]
)
def test_probes_are_answered_where_they_ask(http: httpx.Client, probe: str, own: str) -> None:
    asked = http.get(probe, headers=BROWSER)
    assert asked.status_code == http.get(own).status_code == 200
    assert asked.json()["data"]["status"] == http.get(own).json()["data"]["status"]
    assert asked.headers["cache-control"] == "no-store"
    assert http.head(probe).status_code == 200
