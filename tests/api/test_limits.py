"""How often somebody may knock. Nothing here waits: the windows are longer than the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from databases import Sqlite
from meetwithoutfear.api.limits import PER_ACCOUNT, PER_ADDRESS, PER_ENGINE_USER
from people import PASSWORD, Person
from serving import served, settings_for

Appears = Callable[[str], Person]


@pytest.fixture
def person(sqlite: Sqlite, tmp_path: Path) -> Iterator[Appears]:
    """At a door that counts."""
    with ExitStack() as stack:
        settings = settings_for(sqlite.fresh(tmp_path), tmp_path, MWF_RATE_LIMITS="on")
        running = stack.enter_context(served(settings))

        def appears(name: str) -> Person:
            somebody = Person(running.url, name)
            stack.callback(somebody.close)
            return somebody

        yield appears


def guesses(somebody: Person, email: str, times: int) -> list[int]:
    words = {"email": email, "password": "not the password"}
    return [somebody.asks("POST", "/auth/login", words).status_code for _ in range(times)]


def test_the_eleventh_sign_in_for_one_account_has_to_wait(person: Appears) -> None:
    alice, bob = person("Alice").registers(), person("Bob").registers()
    assert PER_ACCOUNT.amount == 10
    assert guesses(bob, alice.email, 10) == [401] * 10
    answer = bob.asks("POST", "/auth/login", {"email": alice.email.upper(), "password": PASSWORD})
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "RATE_LIMITED"
    assert 1 <= int(answer.headers["retry-after"]) <= PER_ACCOUNT.get_expiry()
    assert answer.json()["error"]["details"] == {"retryAfter": int(answer.headers["retry-after"])}
    bob.signs_in()
    assert alice.does("GET", "/me")["user"]["name"] == "Alice"
    assert alice.asks("POST", "/auth/link", {"email": alice.email}).status_code == 202


def test_an_unknown_account_is_counted_alike(person: Appears) -> None:
    eve = person("Eve")
    assert guesses(eve, "nobody@example.org", 11) == [401] * 10 + [429]


def test_links_for_one_account_are_counted_alike(person: Appears) -> None:
    alice = person("Alice")
    asked = [alice.asks("POST", "/auth/link", {"email": alice.email}).status_code for _ in range(11)]
    assert asked == [202] * 10 + [429]


@pytest.mark.parametrize("door", ["/auth/link/redeem", "/auth/email/confirm"])
def test_who_holds_a_link_does_not_try_password_after_password(person: Appears, door: str) -> None:
    eve = person("Eve")
    words = {"token": "a token", "password": "not the password"}
    assert [eve.asks("POST", door, words).status_code for _ in range(11)] == [410] * 10 + [429]


def test_who_is_signed_in_does_not_try_password_after_password(person: Appears) -> None:
    alice = person("Alice").registers()
    change = {"currentPassword": "not the password", "password": PASSWORD}
    tries = [alice.asks("POST", "/me/password", change).status_code for _ in range(10)]
    assert tries == [422] * 10
    goes = {"confirm": True, "password": PASSWORD}
    assert alice.is_refused("DELETE", "/me", goes) == (429, "RATE_LIMITED")
    move = {"email": "new@example.org", "password": PASSWORD}
    assert alice.is_refused("POST", "/me/email", move) == (429, "RATE_LIMITED")


def test_one_address_does_not_try_door_after_door(person: Appears) -> None:
    eve = person("Eve")
    tries = [guesses(eve, f"somebody{number}@example.org", 1)[0] for number in range(PER_ADDRESS.amount)]
    assert tries == [401] * 30
    knocks = [
        ("/auth/login", {"email": eve.email, "password": PASSWORD}),
        ("/auth/register", {"email": eve.email, "password": PASSWORD, "name": "Eve"}),
        ("/auth/link", {"email": eve.email}),
        ("/auth/link/look", {"token": "a token"}),
        ("/auth/link/redeem", {"token": "a token"}),
        ("/auth/password/forgot", {"email": eve.email}),
        ("/auth/password/reset", {"token": "a token", "password": PASSWORD}),
        ("/auth/email/confirm", {"token": "a token"}),
        ("/invitations/nonsense/accept", {}),
        ("/invitations/nonsense/decline", None),
    ]
    for path, words in knocks:
        assert eve.is_refused("POST", path, words) == (429, "RATE_LIMITED")


def test_invitations_are_not_looked_up_door_after_door(person: Appears) -> None:
    eve = person("Eve")
    looked = [eve.asks("GET", f"/invitations/guess{number}").status_code for number in range(31)]
    assert looked == [404] * 30 + [429]


def test_who_is_signed_in_is_not_held_up_by_strangers(person: Appears) -> None:
    alice, eve = person("Alice").registers(), person("Eve")
    guesses(eve, "nobody@example.org", 31)
    alice.starts_session()
    assert alice.sees_session()["status"] == "INVITED"


def test_a_space_before_an_address_is_no_other_account(sqlite: Sqlite, tmp_path: Path) -> None:
    with served(settings_for(sqlite.fresh(tmp_path), tmp_path, MWF_RATE_LIMITS="on")) as running:
        alice = Person(running.url, "Alice").registers()
        codes = [
            alice.asks(
                "POST",
                "/auth/login",
                {"email": " " * (number % 3) + alice.email, "password": "wrong password"},
            ).status_code
            for number in range(12)
        ]
        alice.close()
    assert codes == [401] * 10 + [429] * 2


@pytest.mark.unmeasured
def test_asking_the_guide_again_counts_like_asking(person: Appears) -> None:
    alice = person("Alice").registers()
    alice.starts_session()
    again = alice.here(f"/messages/{alice.says('It began in May.')['message']['id']}/retry")
    answers = [alice.asks("POST", again).status_code for _ in range(PER_ENGINE_USER.amount)]
    assert answers == [200] * (PER_ENGINE_USER.amount - 1) + [429]
    assert alice.is_refused("POST", alice.here("/messages"), {"content": "And?"}) == (429, "RATE_LIMITED")
