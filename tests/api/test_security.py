"""What no one may do, and what no answer and no log may say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from databases import Sqlite
from meetwithoutfear.api.middleware import BODY_LIMIT
from meetwithoutfear.api.web import STATIC
from people import PASSWORD, Person
from postbox import Mailbox
from serving import Served, mwf_process, served, settings_for, wait_until_ready
from waiting import PATIENCE_SECONDS

# Whatever is not named here needs a sign-in.
pytestmark = pytest.mark.unmeasured

OPEN = {
    ("post", "/api/v1/auth/register"),
    ("post", "/api/v1/auth/login"),
    ("post", "/api/v1/auth/link"),
    ("post", "/api/v1/auth/link/look"),
    ("post", "/api/v1/auth/link/redeem"),
    ("post", "/api/v1/auth/password/forgot"),
    ("post", "/api/v1/auth/password/reset"),
    ("post", "/api/v1/auth/email/confirm"),
    ("get", "/api/v1/invitations/{token}"),
    ("post", "/api/v1/invitations/{token}/accept"),
    ("post", "/api/v1/invitations/{token}/decline"),
    ("post", "/api/v1/notifications/unsubscribe/{token}"),
    ("get", "/api/v1/help"),
    ("get", "/api/v1/guide"),
    ("get", "/api/v1/health/live"),
    ("get", "/api/v1/health/ready"),
    ("get", "/healthz"),
    ("get", "/readyz"),
}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def house(sqlite: Sqlite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all of these: they change nothing that another would notice."""
    folder = tmp_path_factory.mktemp("house")
    with served(settings_for(sqlite.fresh(folder), folder)) as running:
        yield running


@pytest.fixture(scope="module")
def alice(house: Served) -> Iterator[Person]:
    alice = Person(house.url, "Alice").registers()
    alice.starts_session()
    yield alice
    alice.close()


@pytest.fixture(scope="module")
def closed_routes(house: Served) -> list[tuple[str, str]]:
    paths = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE_SECONDS).json()["paths"]
    routes = {(method, path) for path, operations in paths.items() for method in operations}
    assert routes >= OPEN
    return sorted(routes - OPEN)


def test_without_a_sign_in_every_answer_is_the_same(
    house: Served, closed_routes: list[tuple[str, str]], alice: Person
) -> None:
    requests: list[dict[str, Any]] = [
        {},
        {"json": {}},
        {"content": b'{"partnerName": ', "headers": JSON},
        {"content": b"\xff\0", "headers": JSON},
        {"headers": {"Authorization": "Bearer nonsense"}},
        {"headers": {"Authorization": "Bearer"}},
        {"headers": {"Authorization": "Basic YWxpY2U6YWxpY2U="}},
        {"headers": {"Cookie": "mwf=nonsense"}},
        {"headers": {"Idempotency-Key": "x" * 300}},
        {"params": {"limit": "many", "cursor": "nonsense", "after": "nonsense"}},
    ]
    seen = set()
    with httpx.Client(base_url=house.url, timeout=PATIENCE_SECONDS) as stranger:
        for method, path in closed_routes:
            for session_id in (alice.session_id, "nonsense"):
                address = path.format_map(defaultdict(lambda: "nonsense", session_id=session_id))
                for request in requests:
                    answer = stranger.request(method, address, **request)
                    assert answer.status_code == 401, f"{method} {address} {request}"
                    seen.add((answer.content, answer.headers["www-authenticate"]))
    [(content, scheme)] = seen
    assert json.loads(content)["error"] == {"code": "UNAUTHENTICATED", "message": "Please sign in."}
    assert scheme == "Bearer"
    assert len(closed_routes) >= 15


def test_the_documents_say_which_routes_need_a_sign_in(
    house: Served, closed_routes: list[tuple[str, str]]
) -> None:
    paths = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE_SECONDS).json()["paths"]
    for method, path in closed_routes:
        assert paths[path][method]["security"] == [{"cookie": []}, {"bearer": []}]
        assert "401" in paths[path][method]["responses"]


def test_a_body_beyond_256_kib_is_too_large_for_every_route(
    house: Served, closed_routes: list[tuple[str, str]]
) -> None:
    too_much = b" " * (BODY_LIMIT + 1)
    # Whoever was refused halfway hangs up: each request has a connection of its own.
    alone = httpx.Limits(max_keepalive_connections=0)
    stranger = httpx.Client(base_url=house.url, timeout=PATIENCE_SECONDS, limits=alone)
    with stranger:
        for method, path in [*closed_routes, *sorted(OPEN)]:
            for body in (too_much, pieces(too_much)):
                answer = stranger.request(method, path, content=body)
                assert answer.status_code == 413, f"{method} {path}"
                assert answer.json()["error"]["code"] == "TOO_LARGE"


def pieces(body: bytes) -> Iterator[bytes]:
    """Sent in chunks, without saying how long it will be."""
    for start in range(0, len(body), 8192):
        yield body[start : start + 8192]


def test_a_body_of_exactly_256_kib_is_read(alice: Person) -> None:
    words = b'{"partnerName": "Bob"}'
    full = words + b" " * (BODY_LIMIT - len(words))
    for body in (full, pieces(full)):
        assert alice.http.post("/sessions", content=body, headers=JSON).status_code == 201


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "anything else"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "OWN"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, 200),
        ({"Origin": "OWN"}, 200),
        ({"Origin": "HOST"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
    ],
)
def test_only_our_own_pages_change_anything_with_a_cookie(
    house: Served, alice: Person, headers: dict[str, str], status: int
) -> None:
    token = str(alice.http.headers["Authorization"]).split()[1]
    meant = {"OWN": house.settings.base_url, "HOST": house.url}
    sent = {name: meant.get(value, value) for name, value in headers.items()}
    with httpx.Client(
        base_url=f"{house.url}/api/v1", cookies={"mwf": token}, headers=sent, timeout=PATIENCE_SECONDS
    ) as browser:
        change = browser.patch("/me", json={"name": "Alice"})
        assert change.status_code == status
        assert (change.json().get("error") or {}).get("code") == ("CROSS_SITE" if status == 403 else None)
        assert browser.get("/me").status_code == 200


def test_signing_in_from_another_site_is_refused_before_there_is_a_cookie(
    house: Served, alice: Person
) -> None:
    words = {"email": alice.email, "password": PASSWORD}
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    answer = httpx.post(
        f"{house.url}/api/v1/auth/login", json=words, headers=elsewhere, timeout=PATIENCE_SECONDS
    )
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_bearer_token_comes_from_anywhere(alice: Person) -> None:
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    assert alice.asks("PATCH", "/me", {"name": "Alice"}, headers=elsewhere).status_code == 200


def test_no_other_site_may_read_an_answer(house: Served, alice: Person) -> None:
    asking = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PATCH"}
    for answer in (alice.asks("GET", "/me", headers=asking), alice.asks("OPTIONS", "/me", headers=asking)):
        assert not [name for name in answer.headers if name.startswith("access-control")]


ANSWERS = [
    "/",
    "/metrics",
    "/join",
    "/api/docs",
    "/api/v1/me",
    "/api/v1/health/live",
    "/api/v1/nothing",
    "/assets/nothing.js",
]


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_carries_the_security_headers(house: Served, path: str) -> None:
    headers = httpx.get(f"{house.url}{path}", timeout=PATIENCE_SECONDS).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    policy = headers["content-security-policy"]
    assert policy.startswith(
        "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    )
    assert "script-src" not in policy
    draws_inline = path == "/api/docs" and (STATIC / "index.html").exists()
    assert ("'unsafe-inline'" in policy) == draws_inline
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_no_cache_keeps_what_the_api_says(house: Served, alice: Person) -> None:
    for answer in (alice.asks("GET", "/me"), alice.asks("GET", alice.here()), alice.asks("GET", "/nothing")):
        assert answer.headers["cache-control"] == "no-store"


def test_behind_tls_browsers_are_told_to_stay_there(sqlite: Sqlite, tmp_path: Path) -> None:
    settings = settings_for(sqlite.fresh(tmp_path), tmp_path, MWF_BASE_URL="https://meet.example.org")
    with served(settings) as running:
        for path in ("/", "/api/v1/me"):
            headers = httpx.get(f"{running.url}{path}", timeout=PATIENCE_SECONDS).headers
            assert headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"


@pytest.mark.parametrize(
    "path", ["/%2e%2e/%2e%2e/pyproject.toml", "/assets/%2e%2e/%2e%2e/config.py", "/..%2fmain.py"]
)
def test_no_path_leads_out_of_the_web_app(house: Served, path: str) -> None:
    page = httpx.get(f"{house.url}{path}", timeout=PATIENCE_SECONDS).text
    assert "[project]" not in page
    assert "import " not in page


def test_a_request_id_is_echoed_if_it_is_one_and_made_if_not(house: Served) -> None:
    def id_for(*given: str) -> str:
        headers = {"X-Request-ID": given[0]} if given else {}
        return str(
            httpx.get(f"{house.url}/api/v1/me", headers=headers, timeout=PATIENCE_SECONDS).headers[
                "x-request-id"
            ]
        )

    assert id_for("a-request-of-mine") == "a-request-of-mine"
    for odd in ("short", "x" * 65, "has space", "<script>alert(1)</script>"):
        assert len(id_for(odd)) == 32
    assert id_for() != id_for()


NAMES = ["Alicia Secretname", "Roberto Secretname"]
WORDS = ["the topic nobody may read", "the note nobody may read", "a long walk home"]


def test_the_log_of_a_whole_journey_names_nobody_and_quotes_nothing(
    database_url: str, tmp_path: Path, unused_port: int
) -> None:
    url, log = f"http://127.0.0.1:{unused_port}", tmp_path / "server.log"
    with Mailbox().open() as mailbox:
        env = {
            "MWF_DATABASE_URL": database_url,
            "MWF_DATA_DIR": str(tmp_path / "data"),
            "MWF_PORT": str(unused_port),
            "MWF_SMTP_URL": mailbox.url,
        }
        with mwf_process("serve", env=env, log=log):
            wait_until_ready(url)
            secrets = whole_journey(url, mailbox)
    written = log.read_text()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    routes = {line["route"] for line in lines if line["event"] == "request"}
    assert any("{token}" in route for route in routes), "the log tells which routes were taken"
    for secret in [*secrets, *NAMES, *WORDS, "example.org"]:
        assert secret not in written


def whole_journey(url: str, mailbox: Mailbox) -> list[str]:
    """Everything that has a token, an address or words in it, done well and done badly. Tells the tokens."""
    alice, bob, visitor = Person(url, NAMES[0]), Person(url, NAMES[1]), Person(url, "Nobody")
    alice.email, bob.email = "alice@example.org", "bob@example.org"
    alice.registers()
    tokens = [str(alice.http.headers["Authorization"]).split()[1]]
    alice.is_refused("POST", "/auth/login", {"email": alice.email, "password": WORDS[2] + "!"})
    alice.is_refused("POST", "/auth/register", {"email": alice.email, "password": WORDS[2], "name": NAMES[0]})
    alice.does("POST", "/auth/link", {"email": alice.email})
    mailbox.wait_for(1)
    tokens.append(mailbox.newest_link("link"))
    visitor.does("POST", "/auth/link/redeem", {"token": tokens[-1]})
    visitor.is_refused("POST", "/auth/link/redeem", {"token": tokens[-1]})
    tokens.append(mailbox.welcome_link(alice.email))
    # Her password and her device went with a proof from outside.
    visitor.does("POST", "/me/password", {"password": WORDS[2]})
    alice.signs_in()
    tokens.append(str(alice.http.headers["Authorization"]).split()[1])
    mailbox.wait_for(2)
    visitor.is_refused("POST", "/auth/link/look", {"token": tokens[-2]})
    tokens.append(alice.starts_session(partner=NAMES[1], topic=WORDS[0]))
    tokens.append(alice.invites_again(email=bob.email, message=WORDS[1]))
    mailbox.wait_for(3)
    visitor.asks("GET", f"/invitations/{tokens[-1]}")
    visitor.asks("GET", f"/nothing/{tokens[-1]}")
    visitor.asks("POST", f"/invitations/{tokens[-1]}/decline")
    tokens.append(alice.invites_again(message=WORDS[1]))
    with alice.listening() as stream:
        bob.joins_as_newcomer(tokens[-1])
        stream.hears("session.joined")
    tokens.append(str(bob.http.headers["Authorization"]).split()[1])
    bob.is_refused("PATCH", "/me", {"name": WORDS[0] * 10})
    bob.is_refused("POST", "/sessions", {"partnerName": WORDS[0] * 10})
    bob.signs_compact()
    bob.leaves()
    for somebody in (alice, bob, visitor):
        somebody.close()
    return tokens


def test_at_debug_level_the_log_names_nobody_either(sqlite: Sqlite, tmp_path: Path, unused_port: int) -> None:
    url, log = f"http://127.0.0.1:{unused_port}", tmp_path / "server.log"
    env = {"MWF_DATABASE_URL": sqlite.fresh(tmp_path), "MWF_DATA_DIR": str(tmp_path / "data")}
    env |= {"MWF_PORT": str(unused_port), "MWF_LOG_LEVEL": "debug"}
    with mwf_process("serve", env=env, log=log):
        wait_until_ready(url)
        Person(url, "Alice").registers().close()
    assert "alice@example.org" not in log.read_text()
    assert "$argon2id$" not in log.read_text()


def test_an_origin_that_is_no_address_is_foreign(server: Served) -> None:
    answer = httpx.post(
        f"{server.url}/api/v1/auth/login", json={}, headers={"Origin": "http://["}, timeout=PATIENCE_SECONDS
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/%00", "/" + "x" * 300, "/assets/" + "x" * 300])
def test_what_cannot_be_a_file_is_not_there(house: Served, path: str) -> None:
    assert httpx.get(f"{house.url}{path}", timeout=PATIENCE_SECONDS).status_code == 404
