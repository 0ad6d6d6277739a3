"""Accounts: how people come in, stay in and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from databases import Sqlite
from fakes import FakeClock
from looking import rows, unfinished_mails
from meetwithoutfear.store.tables import users
from people import PASSWORD, Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for
from waiting import wait_until

CHANGING_HEADERS = {"x-request-id", "date"}


def answer_of(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
    """Everything about an answer that two requests could share."""
    headers = {name: value for name, value in answer.headers.items() if name not in CHANGING_HEADERS}
    return answer.status_code, answer.content, headers


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as mailbox:
        yield mailbox


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock, mailbox: Mailbox) -> Iterator[Served]:
    """One that can send mail."""
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url), clock) as running:
        yield running


def test_who_registers_is_signed_in(person: Callable[[str], Person]) -> None:
    alice = person("Alice")
    assert alice.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
    answer = alice.asks(
        "POST", "/auth/register", {"email": " Alice@Example.org", "password": PASSWORD, "name": " Alice "}
    )
    assert answer.status_code == 201
    welcome = answer.json()["data"]
    assert welcome["expiresAt"] == "2027-02-13T12:00:00.000Z"
    alice.carries(welcome["token"])
    profile = alice.does("GET", "/me")["user"]
    assert profile == welcome["user"]
    assert profile == {
        "id": profile["id"],
        "email": "alice@example.org",
        "name": "Alice",
        "locale": None,
        "region": None,
        "timeZone": None,
        "emailProven": False,
        "hasPassword": True,
        "inherited": False,
    }


def test_who_signs_out_is_out_here_and_in_elsewhere(alice: Person, person: Callable[[str], Person]) -> None:
    elsewhere = person("Alice").signs_in()
    answer = alice.asks("POST", "/auth/logout")
    assert answer.status_code == 204
    assert answer.content == b""
    assert alice.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
    assert alice.is_refused("POST", "/auth/logout") == (401, "UNAUTHENTICATED")
    assert elsewhere.does("GET", "/me")["user"]["email"] == alice.email


def test_a_wrong_password_and_an_unknown_address_look_the_same(alice: Person) -> None:
    wrong = alice.asks("POST", "/auth/login", {"email": alice.email, "password": "not her password"})
    unknown = alice.asks(
        "POST", "/auth/login", {"email": "nobody@example.org", "password": "not her password"}
    )
    assert answer_of(wrong) == answer_of(unknown)
    assert wrong.status_code == 401
    assert wrong.json()["error"]["code"] == "INVALID_CREDENTIALS"


def test_an_address_is_the_same_in_capital_letters(alice: Person) -> None:
    alice.email = "ALICE@EXAMPLE.ORG"
    alice.signs_in()
    again = {"email": "Alice@Example.Org", "password": PASSWORD, "name": "Another Alice"}
    assert alice.is_refused("POST", "/auth/register", again) == (409, "EMAIL_TAKEN")
    assert alice.does("GET", "/me")["user"]["name"] == "Alice"


def test_a_password_has_8_to_128_characters(person: Callable[[str], Person]) -> None:
    alice = person("Alice")
    for length, status in ((7, 422), (8, 201), (128, 201), (129, 422)):
        words = {"email": f"alice{length}@example.org", "name": alice.name, "password": "é" * length}
        assert alice.asks("POST", "/auth/register", words).status_code == status


@pytest.mark.both_databases
def test_one_address_registered_at_the_same_instant_gives_one_account(
    server: Served, person: Callable[[str], Person]
) -> None:
    people = [person("Alice") for _ in range(8)]

    def registers(somebody: Person) -> int:
        words = {"email": somebody.email, "password": PASSWORD, "name": somebody.name}
        return somebody.asks("POST", "/auth/register", words).status_code

    with ThreadPoolExecutor(len(people)) as threads:
        assert sorted(threads.map(registers, people)) == [201] + [409] * 7
    assert len(rows(server.settings.database_url, sa.select(users.c.id))) == 1


def asks_for_link(somebody: Person, email: str) -> httpx.Response:
    return somebody.asks("POST", "/auth/link", {"email": email})


def redeems(somebody: Person, token: str) -> Any:
    return somebody.does("POST", "/auth/link/redeem", {"token": token})


@pytest.mark.both_databases
def test_a_mailed_link_signs_in_once(
    alice: Person, mailbox: Mailbox, server: Served, person: Callable[[str], Person]
) -> None:
    asks_for_link(alice, "ALICE@example.org")
    [letter] = mailbox.wait_for(1)
    assert letter["To"] == "alice@example.org"
    assert letter["From"] == "no-reply@localhost"
    assert f"{server.settings.base_url}/link#" in words_of(letter)
    visitor, link = person("Alice"), mailbox.newest_link("link")
    visitor.carries(redeems(visitor, link)["token"])
    assert visitor.does("GET", "/me")["user"]["email"] == alice.email
    refused = visitor.is_refused("POST", "/auth/link/redeem", {"token": link})
    assert refused == (410, "GONE")


def test_a_link_that_came_too_late_or_never_was_is_gone(
    alice: Person, mailbox: Mailbox, clock: FakeClock
) -> None:
    asks_for_link(alice, alice.email)
    mailbox.wait_for(1)
    clock.passes(minutes=30)
    late = alice.asks("POST", "/auth/link/redeem", {"token": mailbox.newest_link("link")})
    never = alice.asks("POST", "/auth/link/redeem", {"token": "never-was"})
    assert late.status_code == never.status_code == 410
    assert late.content == never.content


def test_nobody_learns_from_a_link_request_whether_there_is_an_account(
    alice: Person, mailbox: Mailbox, server: Served
) -> None:
    unknown, known = asks_for_link(alice, "nobody@example.org"), asks_for_link(alice, alice.email)
    assert answer_of(unknown) == answer_of(known)
    assert known.status_code == 202
    assert known.json()["data"] == {}
    wait_until(lambda: not unfinished_mails(server.settings.database_url), "all mail is done")
    assert [letter["To"] for letter in mailbox.letters] == [alice.email]


def test_without_a_mail_server_a_link_request_answers_all_the_same(sqlite_server: Served) -> None:
    person = Person(sqlite_server.url, "Alice").registers()
    answer = asks_for_link(person, person.email)
    person.close()
    assert answer.status_code == 202
    assert answer.json() == {"success": True, "data": {}}
    assert unfinished_mails(sqlite_server.settings.database_url) == 0


@pytest.fixture
def sqlite_server(sqlite: Sqlite, tmp_path: Path) -> Iterator[Served]:
    with served(settings_for(sqlite.fresh(tmp_path), tmp_path)) as running:
        yield running


def registers_in_a_browser(alice: Person) -> httpx.Response:
    words = {"email": alice.email, "password": PASSWORD, "name": alice.name}
    return alice.asks("POST", "/auth/register", words)


def test_a_browser_keeps_a_cookie_that_scripts_cannot_read(person: Callable[[str], Person]) -> None:
    alice = person("Alice")
    welcome = registers_in_a_browser(alice)
    token = welcome.json()["data"]["token"]
    assert welcome.headers["set-cookie"] == (f"mwf={token}; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax")
    assert alice.does("GET", "/me")["user"]["email"] == alice.email
    goodbye = alice.asks("POST", "/auth/logout")
    assert goodbye.headers["set-cookie"].startswith('mwf=""; ')
    assert "Max-Age=0" in goodbye.headers["set-cookie"]
    assert "mwf" not in alice.http.cookies
    assert alice.is_refused("GET", "/me", headers={"Cookie": f"mwf={token}"}) == (401, "UNAUTHENTICATED")


def test_behind_tls_the_cookie_is_secure_and_bound_to_the_host(sqlite: Sqlite, tmp_path: Path) -> None:
    settings = settings_for(sqlite.fresh(tmp_path), tmp_path, MWF_BASE_URL="https://meet.example.org")
    with served(settings) as running:
        alice = Person(running.url, "Alice")
        welcome = registers_in_a_browser(alice)
        token = welcome.json()["data"]["token"]
        cookie = {"Cookie": f"__Host-mwf={token}"}
        assert alice.does("GET", "/me", headers=cookie)["user"]["email"] == alice.email
        goodbye = alice.asks("POST", "/auth/logout", headers=cookie)
        unprefixed = alice.asks("GET", "/me", headers={"Cookie": f"mwf={token}"})
        alice.close()
    assert welcome.headers["set-cookie"] == (
        f"__Host-mwf={token}; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax; Secure"
    )
    assert goodbye.headers["set-cookie"].endswith("Path=/; SameSite=lax; Secure")
    assert unprefixed.status_code == 401


def test_a_sign_in_lasts_ninety_days_from_its_last_use(alice: Person, clock: FakeClock) -> None:
    clock.passes(days=89)
    alice.does("GET", "/me")
    clock.passes(days=89)
    alice.does("GET", "/me")
    clock.passes(days=90)
    assert alice.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")


def devices(somebody: Person) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = somebody.does("GET", "/me/devices")["items"]
    return items


def test_a_person_sees_where_they_are_signed_in(
    alice: Person, eve: Person, person: Callable[[str], Person], clock: FakeClock
) -> None:
    clock.passes(minutes=1)
    phone = person("Alice")
    phone.http.headers["User-Agent"] = "A Phone\t" + "x" * 100
    phone.signs_in()
    newer, older = devices(phone)
    assert newer["name"] == "A Phone" + "x" * 73
    assert newer["current"] is True
    assert newer["createdAt"] == newer["lastSeenAt"] == "2026-11-15T12:01:00.000Z"
    assert older["current"] is False
    assert [device["current"] for device in devices(alice)] == [False, True]
    assert len(devices(eve)) == 1


def test_a_device_signed_out_from_elsewhere_is_out_at_once(
    alice: Person, person: Callable[[str], Person]
) -> None:
    lost = person("Alice").signs_in()
    [other] = [device["id"] for device in devices(alice) if not device["current"]]
    with lost.listening() as stream:
        answer = alice.asks("DELETE", f"/me/devices/{other}")
        assert answer.status_code == 204
        assert answer.content == b""
        stream.hears_the_end()
    assert lost.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
    assert len(devices(alice)) == 1
    assert alice.is_refused("DELETE", f"/me/devices/{other}") == (404, "NOT_FOUND")


def test_nobody_signs_out_anothers_device(alice: Person, eve: Person) -> None:
    [hers] = devices(alice)
    foreign = eve.asks("DELETE", f"/me/devices/{hers['id']}")
    nothing = eve.asks("DELETE", "/me/devices/nonsense")
    assert foreign.status_code == nothing.status_code == 404
    assert foreign.content == nothing.content
    assert devices(alice) == [hers]


PROFILE = {"name": "Alicia", "locale": "de-AT", "region": "AT", "timeZone": "Europe/Vienna"}


def test_each_part_of_a_profile_changes_alone_and_null_forgets(alice: Person) -> None:
    expected = alice.does("GET", "/me")["user"]
    for field, value in PROFILE.items():
        expected[field] = value
        assert alice.does("PATCH", "/me", {field: value})["user"] == expected
    for field in ("locale", "region", "timeZone"):
        expected[field] = None
        assert alice.does("PATCH", "/me", {field: None})["user"] == expected
    assert alice.does("PATCH", "/me", {})["user"] == expected
    assert alice.does("GET", "/me")["user"] == expected


NOT_MEANT: dict[str, list[object]] = {
    "name": ["", "   ", "x" * 81, "two\nlines", None, 7],
    "locale": ["", "english please", "e", "de_AT", "de-AT\n", 7],
    "region": ["", "at", "AUT", "A1", "AT\n", 7],
    "timeZone": ["", "Vienna", "UTC+1", "../etc/passwd", "x" * 65, 7],
    "email": ["new@example.org"],
}


def test_a_profile_refuses_what_cannot_be_meant(alice: Person) -> None:
    before = alice.does("GET", "/me")
    for field, values in NOT_MEANT.items():
        for value in values:
            answer = alice.asks("PATCH", "/me", {field: value})
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "VALIDATION_ERROR"), value
            assert answer.json()["error"]["details"]["fields"][0]["field"] == field
    assert alice.does("GET", "/me") == before


def test_a_partner_sees_a_new_name(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    alice.does("PATCH", "/me", {"name": "Alicia"})
    assert bob.sees_session()["partner"]["name"] == "Alicia"
