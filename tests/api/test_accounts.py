"""Whose an account is: the person who reads its address, whoever made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import everything, rows, unfinished_mails
from meetwithoutfear.store.tables import mails, users
from owning import asks_for_link, comes_by, forgets_password, me, wants_address
from people import PASSWORD, Person
from postbox import Mailbox, link_in, words_of
from serving import Served, served, settings_for
from waiting import wait_until

Appears = Callable[[str], Person]

OUT = (401, "UNAUTHENTICATED")
GONE = (410, "GONE")
WRONG = (422, "WRONG_PASSWORD")
ANOTHER = "a short way to the sea"
KEYS = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}
A_BROWSER = {"endpoint": "https://push.example.net/abc", "keys": KEYS}
CHANGING_HEADERS = {"x-request-id", "date"}


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as mailbox:
        yield mailbox


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock, mailbox: Mailbox) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url), clock) as running:
        yield running


def rests(server: Served) -> None:
    wait_until(lambda: not unfinished_mails(server.settings.database_url), "all mail is done")


@pytest.fixture
def proven(person: Appears, mailbox: Mailbox) -> Person:
    """Alice, who has confirmed that her address is hers."""
    alice = person("Alice").registers()
    comes_by(alice, mailbox.welcome_link(alice.email))
    return alice


def test_a_stranger_who_registered_my_address_loses_it_to_me(
    person: Appears, bob: Person, mailbox: Mailbox, server: Served
) -> None:
    stranger, on_another_device = person("Alice").registers(), person("Alice").signs_in()
    stranger.starts_session(partner="Bob", topic="What the stranger began")
    bob.joins(stranger.link_token)
    stranger.signs_compact()
    stranger.says("A sentence of the stranger.")
    stranger.does("POST", "/me/push-subscriptions", A_BROWSER)
    to_elsewhere = wants_address(stranger, mailbox, "stranger@example.org")
    assert me(stranger)["emailProven"] is False

    alice = person("Alice")
    with stranger.listening() as stream:
        user = comes_by(alice, mailbox.welcome_link(alice.email))
        stream.hears_the_end()
    assert (user["emailProven"], user["hasPassword"], user["inherited"]) == (True, False, True)
    for somebody in (stranger, on_another_device):
        assert somebody.is_refused("GET", "/me") == OUT
    login = {"email": alice.email, "password": PASSWORD}
    assert stranger.is_refused("POST", "/auth/login", login) == (401, "INVALID_CREDENTIALS")
    assert stranger.is_refused("POST", "/auth/email/confirm", {"token": to_elsewhere}) == GONE
    assert everything(server.settings.database_url)["push_subscriptions"] == []
    assert len(alice.does("GET", "/me/devices")["items"]) == 1

    # She sees what is there, and does not want it.
    alice.session_id = stranger.session_id
    assert alice.sees("A sentence of the stranger.")
    assert alice.is_refused("POST", "/me/inherited/delete", {"confirm": False}) == (422, "VALIDATION_ERROR")
    fresh = alice.does("POST", "/me/inherited/delete", {"confirm": True})["user"]
    assert fresh["email"] == alice.email
    assert (fresh["emailProven"], fresh["inherited"]) == (True, False)
    assert fresh == me(alice)
    assert fresh["id"] != user["id"]
    assert alice.sees_list() == []
    assert bob.sees_session()["status"] == "ENDED"
    stored = repr(everything(server.settings.database_url))
    for left in (user["id"], "A sentence of the stranger."):
        assert left not in stored

    alice.does("POST", "/me/password", {"password": ANOTHER})
    assert person("Alice").signs_in(ANOTHER).sees_list() == []
    assert alice.is_refused("POST", "/me/inherited/delete", {"confirm": True}) == (409, "CONFLICT")


def test_what_was_there_may_also_stay(person: Appears, mailbox: Mailbox) -> None:
    earlier = person("Alice").registers()
    earlier.starts_session(topic="The move")
    alice = person("Alice")
    comes_by(alice, mailbox.welcome_link(alice.email))
    for _ in range(2):
        assert alice.does("POST", "/me/inherited/keep")["user"]["inherited"] is False
    assert [item["topic"] for item in alice.sees_list()] == ["The move"]
    assert alice.is_refused("POST", "/me/inherited/delete", {"confirm": True}) == (409, "CONFLICT")
    assert len(alice.sees_list()) == 1


def test_who_proves_the_address_where_they_are_signed_in_keeps_everything(
    person: Appears, mailbox: Mailbox
) -> None:
    alice = person("Alice").registers()
    phone = person("Alice").signs_in()
    alice.starts_session()
    token = alice.http.headers["Authorization"]
    look = alice.does("POST", "/auth/link/look", {"token": mailbox.welcome_link(alice.email)})
    assert look == {
        "purpose": "SIGN_IN",
        "email": alice.email,
        "emailProven": False,
        "hasPassword": True,
        "signedIn": True,
    }
    user = comes_by(alice, mailbox.welcome_link(alice.email))
    assert (user["emailProven"], user["hasPassword"], user["inherited"]) == (True, True, False)
    assert alice.http.headers["Authorization"] == token
    assert me(phone)["emailProven"] is True
    assert len(alice.does("GET", "/me/devices")["items"]) == 2
    assert len(person("Alice").signs_in().sees_list()) == 1


def test_who_proves_the_address_with_the_password_keeps_everything(person: Appears, mailbox: Mailbox) -> None:
    laptop, phone = person("Alice").registers(), person("Alice")
    link = mailbox.welcome_link(phone.email)
    wrong = phone.is_refused("POST", "/auth/link/redeem", {"token": link, "password": "not hers at all"})
    assert wrong == WRONG
    user = comes_by(phone, link, password=PASSWORD)
    assert (user["emailProven"], user["hasPassword"], user["inherited"]) == (True, True, False)
    assert me(laptop) == user
    person("Alice").signs_in()


def test_who_finds_a_stranger_signed_in_on_this_device_can_say_so(person: Appears, mailbox: Mailbox) -> None:
    stranger = person("Alice").registers()
    elsewhere = person("Alice").signs_in()
    user = comes_by(stranger, mailbox.welcome_link(stranger.email), takeOver=True)
    assert (user["hasPassword"], user["inherited"]) == (False, True)
    assert elsewhere.is_refused("GET", "/me") == OUT


def test_a_sign_in_to_another_account_is_no_sign_in_to_this_one(
    person: Appears, bob: Person, mailbox: Mailbox
) -> None:
    alice = person("Alice").registers()
    assert comes_by(bob, mailbox.welcome_link(alice.email))["inherited"] is True
    assert alice.is_refused("GET", "/me") == OUT
    assert me(bob)["email"] == alice.email


def test_later_links_are_ordinary_sign_ins(proven: Person, person: Appears, mailbox: Mailbox) -> None:
    phone = person("Alice")
    user = comes_by(phone, asks_for_link(phone, mailbox), takeOver=True)
    assert (user["hasPassword"], user["inherited"]) == (True, False)
    assert me(proven)["emailProven"] is True
    person("Alice").signs_in()


def test_the_first_proof_ends_the_other_links_of_the_account(person: Appears, mailbox: Mailbox) -> None:
    alice = person("Alice").registers()
    welcome, sign_in = mailbox.welcome_link(alice.email), asks_for_link(alice, mailbox)
    comes_by(alice, sign_in)
    for link in (welcome, sign_in):
        assert alice.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE
        assert alice.is_refused("POST", "/auth/link/look", {"token": link}) == GONE


def test_of_many_links_used_at_once_from_outside_all_are_the_owners(
    person: Appears, mailbox: Mailbox, server: Served
) -> None:
    person("Alice").registers()
    alice = person("Alice")
    links = [mailbox.welcome_link(alice.email)]
    for number in range(1, 4):
        alice.does("POST", "/auth/link", {"email": alice.email})
        links.append(link_in(mailbox.wait_for(number)[-1]))

    def uses(link: str) -> int:
        return person("Alice").asks("POST", "/auth/link/redeem", {"token": link}).status_code

    with ThreadPoolExecutor(len(links)) as threads:
        assert sorted(threads.map(uses, links)) == [200, 410, 410, 410]
    login = {"email": alice.email, "password": PASSWORD}
    assert alice.is_refused("POST", "/auth/login", login) == (401, "INVALID_CREDENTIALS")


def test_a_sign_in_by_password_at_the_instant_of_the_proof_does_not_outlive_it(
    person: Appears, mailbox: Mailbox
) -> None:
    """Whichever comes first: the stranger is out."""
    strangers = [person("Alice").registers(), *(person("Alice") for _ in range(6))]
    alice, link = person("Alice"), mailbox.welcome_link(strangers[0].email)
    login = {"email": alice.email, "password": PASSWORD}

    def signs_in(stranger: Person) -> httpx.Response:
        return stranger.asks("POST", "/auth/login", login)

    with ThreadPoolExecutor(len(strangers)) as threads:
        knocking = [threads.submit(signs_in, stranger) for stranger in strangers[1:]]
        comes_by(alice, link)
        answers = [knock.result() for knock in knocking]
    for stranger, answer in zip(strangers[1:], answers, strict=True):
        if answer.is_success:
            stranger.carries(answer.json()["data"]["token"])
        assert stranger.is_refused("GET", "/me") == OUT
    assert len(alice.does("GET", "/me/devices")["items"]) == 1


def test_an_account_that_began_with_an_invitation_is_unproven_too(
    alice: Person, person: Appears, mailbox: Mailbox
) -> None:
    """Even with one that was mailed to this address: it may have been passed on."""
    alice.starts_session(partner="Bob")
    alice.invites_again(email="bob@example.org")
    mailbox.wait_for(1)
    bob = person("Bob").joins_as_newcomer(mailbox.newest_link("join"))
    assert me(bob)["emailProven"] is False
    owner = person("Bob")
    assert comes_by(owner, mailbox.welcome_link(bob.email))["inherited"] is True
    assert bob.is_refused("GET", "/me") == OUT


def test_the_link_comes_again_until_the_address_is_proven(
    person: Appears, mailbox: Mailbox, server: Served
) -> None:
    alice = person("Alice").registers()
    mailbox.welcome_link(alice.email)
    assert alice.asks("POST", "/me/email/link").status_code == 202
    wait_until(lambda: len(mailbox.welcomes) == 2, "it comes again")
    comes_by(alice, mailbox.welcome_link(alice.email))
    assert alice.asks("POST", "/me/email/link").status_code == 202
    rests(server)
    assert len(mailbox.welcomes) == 2


def test_a_link_to_prove_an_address_works_for_a_day(
    person: Appears, mailbox: Mailbox, clock: FakeClock
) -> None:
    alice = person("Alice").registers()
    link = mailbox.welcome_link(alice.email)
    clock.passes(hours=24)
    assert alice.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE
    assert me(alice)["emailProven"] is False


def test_a_forgotten_password_is_chosen_anew_by_link(
    proven: Person, person: Appears, mailbox: Mailbox, clock: FakeClock
) -> None:
    proven.starts_session()
    alice = person("Alice")
    late = forgets_password(alice, mailbox)
    clock.passes(minutes=30)
    assert alice.is_refused("POST", "/auth/password/reset", {"token": late, "password": ANOTHER}) == GONE
    mailbox.letters.clear()
    link = forgets_password(alice, mailbox)
    too_short = alice.is_refused("POST", "/auth/password/reset", {"token": link, "password": "short"})
    assert too_short == (422, "VALIDATION_ERROR")
    # It is for a password and nothing else.
    assert alice.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE
    assert alice.is_refused("POST", "/auth/email/confirm", {"token": link}) == GONE
    sign_in = alice.does("POST", "/auth/password/reset", {"token": link, "password": ANOTHER})
    alice.carries(sign_in["token"])
    assert sign_in["user"]["inherited"] is False
    assert len(alice.sees_list()) == 1
    assert proven.is_refused("GET", "/me") == OUT
    assert alice.is_refused("POST", "/auth/password/reset", {"token": link, "password": PASSWORD}) == GONE
    person("Alice").signs_in(ANOTHER)
    letter = mailbox.wait_for_letter(alice.email, "Your password was changed")
    assert ANOTHER not in words_of(letter)


def test_a_password_chosen_by_link_from_outside_is_the_first_proof(person: Appears, mailbox: Mailbox) -> None:
    stranger, alice = person("Alice").registers(), person("Alice")
    link = forgets_password(alice, mailbox)
    user = alice.does("POST", "/auth/password/reset", {"token": link, "password": ANOTHER})["user"]
    assert (user["emailProven"], user["hasPassword"], user["inherited"]) == (True, True, True)
    assert stranger.is_refused("GET", "/me") == OUT


def test_a_password_chosen_by_link_where_one_is_signed_in_ends_only_the_others(
    person: Appears, mailbox: Mailbox
) -> None:
    alice = person("Alice").registers()
    phone = person("Alice").signs_in()
    link = forgets_password(alice, mailbox)
    user = alice.does("POST", "/auth/password/reset", {"token": link, "password": ANOTHER})["user"]
    assert (user["emailProven"], user["inherited"]) == (True, False)
    assert me(alice) == user
    assert phone.is_refused("GET", "/me") == OUT


def test_a_password_is_changed_with_the_current_one(
    proven: Person, person: Appears, mailbox: Mailbox
) -> None:
    phone = person("Alice").signs_in()
    link = asks_for_link(phone, mailbox)
    for current in ({}, {"currentPassword": None}, {"currentPassword": "not her password"}):
        refused = proven.is_refused("POST", "/me/password", {"password": ANOTHER, **current})
        assert refused == WRONG
    change = {"currentPassword": PASSWORD, "password": ANOTHER}
    for _ in range(2):  # as after an answer that was lost
        answer = proven.asks("POST", "/me/password", change, headers={"Idempotency-Key": "once"})
        assert answer.status_code == 200
    assert phone.is_refused("GET", "/me") == OUT
    assert me(proven)["hasPassword"] is True
    login = {"email": proven.email, "password": PASSWORD}
    assert phone.is_refused("POST", "/auth/login", login) == (401, "INVALID_CREDENTIALS")
    assert phone.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE
    phone.signs_in(ANOTHER)
    mailbox.wait_for_letter(proven.email, "Your password was changed")


def test_without_a_password_one_is_chosen_within_half_an_hour_of_a_link(
    alice: Person, person: Appears, mailbox: Mailbox, clock: FakeClock
) -> None:
    bob = person("Bob")
    words = {"name": bob.name, "email": bob.email}
    bob.carries(bob.does("POST", f"/invitations/{alice.starts_session()}/accept", words)["token"])
    assert me(bob)["hasPassword"] is False
    assert bob.is_refused("POST", "/me/password", {"password": ANOTHER}) == (409, "LINK_NEEDED")
    comes_by(bob, mailbox.welcome_link(bob.email))
    clock.passes(minutes=31)
    assert bob.is_refused("POST", "/me/password", {"password": ANOTHER}) == (409, "LINK_NEEDED")
    comes_by(bob, asks_for_link(bob, mailbox))
    assert bob.does("POST", "/me/password", {"password": ANOTHER})["user"]["hasPassword"] is True
    person("Bob").signs_in(ANOTHER)


def test_an_address_changes_when_the_new_one_is_confirmed_and_the_old_one_is_told(
    proven: Person, person: Appears, mailbox: Mailbox, server: Served
) -> None:
    phone = person("Alice").signs_in()
    old, new = proven.email, "alice.new@example.org"
    sign_in = asks_for_link(proven, mailbox)
    for password in ({}, {"password": "not her password"}):
        assert proven.is_refused("POST", "/me/email", {"email": new, **password}) == WRONG
    own = proven.is_refused("POST", "/me/email", {"email": old.upper(), "password": PASSWORD})
    assert own == (422, "VALIDATION_ERROR")
    link = wants_address(proven, mailbox, new)
    assert me(proven)["email"] == old
    assert proven.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE

    moved = proven.does("POST", "/auth/email/confirm", {"token": link})["user"]
    assert moved["email"] == new
    assert (moved["emailProven"], moved["hasPassword"]) == (True, True)
    assert me(proven) == me(phone) == moved
    assert proven.is_refused("POST", "/auth/email/confirm", {"token": link}) == GONE
    assert proven.is_refused("POST", "/auth/link/redeem", {"token": sign_in}) == GONE
    told = words_of(mailbox.wait_for_letter(old, "Your address was changed"))
    assert new not in told
    login = {"email": old, "password": PASSWORD}
    assert phone.is_refused("POST", "/auth/login", login) == (401, "INVALID_CREDENTIALS")
    phone.email = new
    phone.signs_in()
    # The old address is free for whoever has it now.
    person("Alice").registers()
    rests(server)
    kept = rows(server.settings.database_url, sa.select(users.c.email))
    assert sorted(row.email for row in kept) == sorted([old, new])


def test_a_stranger_who_opens_the_link_lends_nobody_their_address(
    alice: Person, person: Appears, mailbox: Mailbox
) -> None:
    """Else an account with somebody else's password could be given to its reader as their own."""
    new = "victim@example.org"
    link, victim = wants_address(alice, mailbox, new), person("Victim")
    assert victim.is_refused("POST", "/auth/email/confirm", {"token": link}) == WRONG
    wrong = victim.is_refused("POST", "/auth/email/confirm", {"token": link, "password": "not known"})
    assert wrong == WRONG
    assert me(alice)["email"] == alice.email
    # Alice herself, on a device where she is not signed in.
    moved = victim.does("POST", "/auth/email/confirm", {"token": link, "password": PASSWORD})
    assert moved["user"]["email"] == new


def test_an_address_that_is_taken_meanwhile_stays_where_it_is(
    alice: Person, person: Appears, mailbox: Mailbox
) -> None:
    new = "bob@example.org"
    link = wants_address(alice, mailbox, new)
    bob = person("Bob").registers()
    assert alice.is_refused("POST", "/auth/email/confirm", {"token": link}) == (409, "EMAIL_TAKEN")
    assert (me(alice)["email"], me(bob)["email"]) == (alice.email, new)


def test_two_who_want_one_address_do_not_both_get_it(
    alice: Person, bob: Person, mailbox: Mailbox, server: Served
) -> None:
    links = []
    for somebody in (alice, bob):
        mailbox.letters.clear()
        links.append((somebody, wants_address(somebody, mailbox, "one@example.org")))

    def moves(who: tuple[Person, str]) -> int:
        return who[0].asks("POST", "/auth/email/confirm", {"token": who[1]}).status_code

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(moves, links)) == [200, 409]


def test_who_signs_out_everywhere_is_out_and_told(
    proven: Person, person: Appears, mailbox: Mailbox, bob: Person
) -> None:
    phone = person("Alice").signs_in()
    link = asks_for_link(proven, mailbox)
    with phone.listening() as stream:
        answer = proven.asks("DELETE", "/me/devices")
        assert answer.status_code == 204
        assert answer.content == b""
        stream.hears_the_end()
    for somebody in (proven, phone):
        assert somebody.is_refused("GET", "/me") == OUT
    assert proven.is_refused("POST", "/auth/link/redeem", {"token": link}) == GONE
    mailbox.wait_for_letter(proven.email, "You were signed out everywhere")
    assert me(bob)["email"] == bob.email
    proven.signs_in()


def answer_of(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
    """Everything about an answer that two requests could share."""
    headers = {name: value for name, value in answer.headers.items() if name not in CHANGING_HEADERS}
    return answer.status_code, answer.content, headers


def test_no_answer_tells_a_known_address_from_an_unknown_one(
    proven: Person, bob: Person, mailbox: Mailbox, server: Served
) -> None:
    for path, words in (
        ("/auth/link", {}),
        ("/auth/password/forgot", {}),
        ("/auth/login", {"password": "not the password"}),
    ):
        known, unknown = (
            bob.asks("POST", path, {"email": email, **words})
            for email in (proven.email, "nobody@example.org")
        )
        assert answer_of(known) == answer_of(unknown), path
    known, unknown = (
        bob.asks("POST", "/me/email", {"email": email, "password": PASSWORD})
        for email in (proven.email, "nobody@example.org")
    )
    assert answer_of(known) == answer_of(unknown)
    rests(server)
    # As much was written for either; whose account it is, only the mailbox is told.
    written = rows(server.settings.database_url, sa.select(mails.c.letter, mails.c.user_id))
    assert sum(row.letter in {"SIGN_IN", "NEW_PASSWORD"} for row in written) == 4
    in_use = words_of(mailbox.wait_for_letter(proven.email, "Confirm your new address"))
    assert "#" not in in_use
    assert "There is already one with" in " ".join(in_use.split())
    assert {letter["To"] for letter in mailbox.letters} == {proven.email, "nobody@example.org"}


def test_no_letter_about_an_account_repeats_what_somebody_wrote(
    person: Appears, mailbox: Mailbox, server: Served
) -> None:
    """Anybody can register any address under any name."""
    alice = person("Mallory writes here")
    alice.email = "alice@example.org"
    alice.registers()
    forgets_password(alice, mailbox)
    comes_by(alice, asks_for_link(alice, mailbox))
    alice.does("POST", "/me/password", {"currentPassword": PASSWORD, "password": PASSWORD})
    link = wants_address(alice, mailbox, "alice.new@example.org")
    alice.does("POST", "/auth/email/confirm", {"token": link})
    alice.asks("DELETE", "/me/devices")
    mailbox.wait_for_letter("alice.new@example.org", "You were signed out everywhere")
    rests(server)
    assert len(mailbox.letters) == 6
    for letter in (*mailbox.welcomes, *mailbox.letters):
        assert "Mallory" not in letter.as_string()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_without_a_mail_server_it_says_that_no_link_can_come(database_url: str, tmp_path: Path) -> None:
    with served(settings_for(database_url, tmp_path)) as running:
        alice = Person(running.url, "Alice").registers()
        change = {"email": "new@example.org", "password": PASSWORD}
        assert alice.is_refused("POST", "/me/email", change) == (409, "NO_MAIL")
        assert alice.is_refused("POST", "/me/email/link") == (409, "NO_MAIL")
        assert alice.asks("POST", "/auth/password/forgot", {"email": alice.email}).status_code == 202
        alice.close()
