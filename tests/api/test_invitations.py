"""The link from one person to the other: what it shows, who may use it, and how it ends."""

from __future__ import annotations

import base64
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from answers import there
from databases import Sqlite
from fakes import FakeClock
from looking import everything, rows
from meetwithoutfear.store.tables import users
from people import PASSWORD, Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for


def visits(somebody: Person, token: str) -> httpx.Response:
    return somebody.asks("GET", f"/invitations/{token}")


def accepts(somebody: Person, token: str, **words: str) -> httpx.Response:
    return somebody.asks("POST", f"/invitations/{token}/accept", words)


def declines(somebody: Person, token: str) -> httpx.Response:
    return somebody.asks("POST", f"/invitations/{token}/decline")


def is_dead(somebody: Person, token: str, status: int) -> bool:
    """Nothing can be seen or done with the link any more."""
    knocks = [visits(somebody, token), accepts(somebody, token), declines(somebody, token)]
    return [knock.status_code for knock in knocks] == [status] * 3


@pytest.fixture
def guest(person: Callable[[str], Person]) -> Person:
    """Somebody without an account."""
    return person("Bob")


def test_a_link_shows_who_invites_and_their_words_and_nothing_else(alice: Person, guest: Person) -> None:
    alice.starts_session(partner="Bobby", topic="The move")
    alice.signs_compact()
    link = alice.invites_again(message="I would like us to talk.")
    assert visits(guest, link).json()["data"] == {
        "inviterName": "Alice",
        "partnerName": "Bobby",
        "topic": "The move",
        "message": "I would like us to talk.",
        "expiresAt": "2026-11-29T12:00:00.000Z",
    }


def test_the_url_carries_the_token_where_no_server_sees_it(alice: Person, server: Served) -> None:
    made = alice.does("POST", "/sessions", {"partnerName": "Bob"})["invitation"]
    assert made["url"] == f"{server.settings.base_url}/join#{made['token']}"
    assert made["expiresAt"] == "2026-11-29T12:00:00.000Z"
    assert made["mailed"] is False
    assert len(base64.urlsafe_b64decode(made["token"] + "=")) == 32


def test_a_link_that_never_was_is_like_a_used_a_replaced_and_a_declined_one(
    alice: Person, bob: Person, eve: Person
) -> None:
    used = alice.starts_session()
    bob.joins(used)
    replaced = alice.starts_session()
    alice.invites_again()
    declined = alice.starts_session()
    declines(eve, declined)
    answers = [visits(eve, token) for token in ("never-was", used, replaced, declined)]
    assert [answer.status_code for answer in answers] == [404] * 4
    assert len({answer.content for answer in answers}) == 1
    assert is_dead(eve, used, 404)
    assert is_dead(eve, replaced, 404)
    assert is_dead(eve, "never-was", 404)
    assert accepts(eve, declined).status_code == 404


def test_after_two_weeks_a_link_is_gone_until_it_is_renewed(
    alice: Person, bob: Person, clock: FakeClock
) -> None:
    link = alice.starts_session()
    assert there(alice.sees_session()["invitation"])["status"] == "OPEN"
    clock.passes(days=14)
    assert is_dead(bob, link, 410)
    assert there(alice.sees_session()["invitation"])["status"] == "EXPIRED"
    bob.joins(alice.invites_again())
    assert alice.sees_session()["status"] == "ACTIVE"


def test_who_is_signed_in_joins_and_a_repeat_changes_nothing(
    alice: Person, bob: Person, server: Served
) -> None:
    link = alice.starts_session(topic="The move")
    first = accepts(bob, link)
    server.rests()
    before = everything(server.settings.database_url)
    again = accepts(bob, link)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    joined = first.json()["data"]
    assert joined["sessionId"] == joined["session"]["id"] == alice.session_id
    assert joined["user"]["email"] == bob.email
    assert joined["token"] is None
    assert "set-cookie" not in first.headers
    assert everything(server.settings.database_url) == before


def test_a_newcomer_joins_and_has_an_account(
    alice: Person, guest: Person, person: Callable[[str], Person]
) -> None:
    guest.joins_as_newcomer(alice.starts_session())
    assert guest.sees_session()["partner"] == {"name": "Alice", "joined": True, "stage": 0}
    assert alice.sees_session()["partner"] == {"name": "Bob", "joined": True, "stage": 0}
    person("Bob").signs_in()


def test_a_newcomer_needs_no_password_and_then_none_fits(
    alice: Person, guest: Person, person: Callable[[str], Person]
) -> None:
    answer = accepts(guest, alice.starts_session(), name="Bob", email=guest.email)
    token = answer.json()["data"]["token"]
    assert answer.headers["set-cookie"].startswith(f"mwf={token}; HttpOnly;")
    guest.session_id = alice.session_id
    assert guest.sees_session()["status"] == "ACTIVE"
    for password in ("", PASSWORD, "nobody's password"):
        words = {"email": guest.email, "password": password}
        assert person("Bob").is_refused("POST", "/auth/login", words) == (401, "INVALID_CREDENTIALS")


def test_a_newcomer_says_who_they_are(alice: Person, guest: Person, eve: Person, server: Served) -> None:
    link = alice.starts_session()
    accounts = len(rows(server.settings.database_url, sa.select(users.c.id)))
    for words, field in (
        ({}, "email"),
        ({"name": "Bob"}, "email"),
        ({"email": guest.email}, "name"),
        ({"name": "Bob", "email": guest.email, "password": "short"}, "password"),
    ):
        answer = accepts(guest, link, **words)
        assert answer.status_code == 422
        assert answer.json()["error"]["details"]["fields"][0]["field"] == field
    taken = accepts(guest, link, name="Bob", email=eve.email.upper())
    assert taken.status_code == 409
    assert taken.json()["error"]["code"] == "EMAIL_TAKEN"
    assert visits(guest, link).status_code == 200
    assert len(rows(server.settings.database_url, sa.select(users.c.id))) == accounts


def test_a_dead_link_makes_no_account(alice: Person, guest: Person, clock: FakeClock, server: Served) -> None:
    link = alice.starts_session()
    clock.passes(days=14)
    words = {"name": "Bob", "email": guest.email, "password": PASSWORD}
    assert accepts(guest, link, **words).status_code == 410
    assert accepts(guest, "never-was", **words).status_code == 404
    assert len(rows(server.settings.database_url, sa.select(users.c.id))) == 1


def test_a_sign_in_that_ran_out_does_not_keep_a_newcomer_out(alice: Person, guest: Person) -> None:
    guest.carries("a token of long ago")
    guest.joins_as_newcomer(alice.starts_session())
    assert guest.sees_session()["status"] == "ACTIVE"


def test_nobody_accepts_their_own_link(alice: Person, bob: Person) -> None:
    link = alice.starts_session()
    assert alice.is_refused("POST", f"/invitations/{link}/accept", {}) == (409, "CONFLICT")
    bob.joins(link)
    assert alice.is_refused("POST", f"/invitations/{link}/accept", {}) == (409, "CONFLICT")


@pytest.mark.both_databases
def test_of_many_guests_at_the_same_instant_one_joins_and_the_others_leave_no_trace(
    alice: Person, person: Callable[[str], Person], server: Served
) -> None:
    link = alice.starts_session()
    friends = [person(name).registers() for name in ("Ada", "Ben", "Cem")]
    strangers = [person(name) for name in ("Dora", "Emil", "Finn")]

    def knocks(guest: Person) -> int:
        words = {"name": guest.name, "email": guest.email} if guest in strangers else {}
        return accepts(guest, link, **words).status_code

    with ThreadPoolExecutor(6) as threads:
        codes = list(threads.map(knocks, friends + strangers))
    assert sorted(codes) == [200] + [404] * 5
    winner = (friends + strangers)[codes.index(200)]
    assert alice.sees_session()["partner"]["name"] == winner.name
    accounts = {row.name for row in rows(server.settings.database_url, sa.select(users.c.name))}
    assert accounts == {"Alice", "Ada", "Ben", "Cem", winner.name}


def test_a_decline_tells_the_inviter_that_and_only_that(alice: Person, guest: Person, bob: Person) -> None:
    link = alice.starts_session()
    before = alice.sees_session()
    with alice.listening() as stream:
        answer = declines(guest, link)
        assert answer.status_code == 200
        assert answer.json()["data"] == {"declined": True}
        assert declines(guest, link).json()["data"] == {"declined": True}
        alice.archives()
        heard = [stream.next(), stream.next()]
    assert [event["type"] for event in heard] == ["session.declined", "session.updated"]
    assert heard[0]["data"] == {}
    after = alice.sees_session()
    assert (before["status"], after["status"]) == ("INVITED", "INVITED")
    assert there(after["invitation"])["status"] == "DECLINED"
    assert after["partner"] == before["partner"]
    assert len(alice.reads_chat()) == 1
    bob.joins(alice.invites_again())
    assert alice.sees_session()["status"] == "ACTIVE"


def test_only_the_inviter_invites_and_only_until_somebody_came(
    alice: Person, bob: Person, eve: Person
) -> None:
    link = alice.starts_session()
    path = alice.here("/invitation")
    assert eve.is_refused("POST", path, {}) == (404, "NOT_FOUND")
    bob.joins(link)
    assert alice.is_refused("POST", path, {}) == (409, "CONFLICT")
    assert bob.is_refused("POST", path, {}) == (404, "NOT_FOUND")


@pytest.mark.both_databases
def test_a_renewal_asked_for_twice_with_one_key_gives_one_link(alice: Person) -> None:
    alice.starts_session()
    key = {"Idempotency-Key": "renew"}
    first = alice.does("POST", alice.here("/invitation"), {"message": "Hello"}, headers=key)
    assert alice.does("POST", alice.here("/invitation"), {"message": "Hello"}, headers=key) == first
    assert visits(alice, first["invitation"]["token"]).status_code == 200


def test_a_door_somebody_went_through_stays_closed_behind_them(alice: Person, bob: Person) -> None:
    link = alice.starts_session()
    bob.joins(link)
    bob.leaves()
    assert is_dead(bob, link, 404)
    unanswered = alice.starts_session()
    alice.leaves()
    assert is_dead(bob, unanswered, 404)


def test_a_mailed_invitation_holds_the_link_and_not_the_words(database_url: str, tmp_path: Path) -> None:
    with Mailbox().open() as mailbox:
        settings = settings_for(
            database_url, tmp_path, MWF_SMTP_URL=mailbox.url, MWF_MAIL_FROM="us@example.org"
        )
        with served(settings) as running:
            alice, bob = Person(running.url, "Alice").registers(), Person(running.url, "Bob").registers()
            alice.starts_session(partner="Bobby", topic="The move")
            words = {"email": "Bob@Example.org", "message": "I miss you."}
            made = alice.does("POST", alice.here("/invitation"), words)["invitation"]
            [letter] = mailbox.wait_for(1)
            bob.joins(mailbox.newest_link("join"))
            alice.close()
            bob.close()
    assert made["mailed"] is True
    assert letter["From"] == "us@example.org"
    assert letter["To"] == "bob@example.org"
    text = words_of(letter)
    assert made["url"] in text
    assert "Alice invites you" in text
    assert "Bobby" in text
    assert "I miss you." not in letter.as_string()
    assert "The move" not in letter.as_string()


def test_no_token_is_stored_in_the_clear(server: Served, alice: Person, bob: Person) -> None:
    link = alice.starts_session()
    bob.joins(link)
    stored = repr(everything(server.settings.database_url))
    assert alice.email in stored
    for token in (link, *(str(who.http.headers["Authorization"]).split()[1] for who in (alice, bob))):
        assert token not in stored


def test_no_token_is_in_the_files_of_the_database(sqlite: Sqlite, tmp_path: Path) -> None:
    with served(settings_for(sqlite.fresh(tmp_path), tmp_path)) as running:
        alice = Person(running.url, "Alice").registers()
        token = str(alice.http.headers["Authorization"]).split()[1]
        link = alice.starts_session()
        alice.close()
        written = b"".join(file.read_bytes() for file in tmp_path.glob("test.db*"))
    assert b"alice@example.org" in written
    for secret in (token, link):
        raw = base64.urlsafe_b64decode(secret + "=")
        assert secret.encode() not in written
        assert raw not in written
        assert raw.hex().encode() not in written
