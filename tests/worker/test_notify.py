"""People are told outside the app: once, not too often, not at night, not against their wish, never a word of anybody's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakes import FakeClock
from looking import rows
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.tables import mails, notifications
from meetwithoutfear.worker.mail import MailSender
from people import Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for
from waiting import wait_until

GUESS = "Canary: I imagine that you feel alone."
OTHER_GUESS = "Canary: I imagine that you feel unseen."
CONTEXT = "Canary: the evenings are the worst."


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as box:
        yield box


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock, mailbox: Mailbox) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url), clock) as running:
        yield running


def time_passes(server: Served, **units: float) -> None:
    """And whatever becomes due is done."""
    server.rests()
    server.clock.passes(**units)
    server.rests()


def subjects(mailbox: Mailbox, to: Person) -> list[str]:
    return [str(letter["Subject"]) for letter in mailbox.letters if letter["To"] == to.email]


def bodies(mailbox: Mailbox, to: Person) -> list[str]:
    return [words_of(letter).replace("\r\n", "\n") for letter in mailbox.letters if letter["To"] == to.email]


def is_invited_to_share(alice: Person, bob: Person, server: Served) -> None:
    """Alice guesses, something is missing, and Bob could say more."""
    server.engine.finds = ["gaps"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")


def test_each_moment_has_its_words_and_a_link(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    is_invited_to_share(alice, bob, server)
    time_passes(server, hours=1)
    assert subjects(mailbox, bob) == ["You could share a little more with Alice, if you like"]
    bob.shares_context(CONTEXT)
    time_passes(server, hours=2)
    assert subjects(mailbox, alice) == ["Bob has shared something with you"]
    alice.keeps_statement()
    bob.shares_statement(OTHER_GUESS)
    bob.comes_to("REVEALED")
    time_passes(server, hours=2)
    assert subjects(mailbox, alice)[1:] == subjects(mailbox, bob)[1:] == ["There is something new for you"]
    assert "- Bob has shared their understanding of you\n" in bodies(mailbox, alice)[-1]
    assert "- Your understanding has been shared with Bob\n" in bodies(mailbox, alice)[-1]
    alice.validates("ACCURATE")
    time_passes(server, hours=2)
    assert subjects(mailbox, bob)[2:] == ["Alice confirmed that your understanding feels right"]
    bob.validates("PARTIAL")
    time_passes(server, hours=2)
    assert subjects(mailbox, alice)[2:] == ["You are both ready to move forward together"]
    for letter in mailbox.letters:
        assert f"{server.settings.base_url}/sessions/{alice.session_id}" in words_of(letter)
        assert "Canary" not in letter.as_string()


@pytest.mark.both_databases
def test_what_comes_within_the_hour_comes_together_and_once(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    bob.shares_statement(OTHER_GUESS)
    bob.comes_to("READY")
    is_invited_to_share(alice, bob, server)
    time_passes(server, minutes=5)
    assert len(bodies(mailbox, bob)) == 1
    server.engine.finds = ["good"]
    bob.shares_context(CONTEXT)
    alice.resubmits(f"{GUESS} And tired.")
    alice.comes_to("REVEALED")
    time_passes(server, minutes=50)
    assert len(bodies(mailbox, bob)) == 1
    time_passes(server, minutes=10)
    [_, second] = bodies(mailbox, bob)
    assert "- Alice has shared their understanding of you\n- Your understanding has been" in second
    time_passes(server, hours=5)
    assert len(bodies(mailbox, bob)) == 2


def test_nothing_is_sent_to_somebody_who_has_been_here_since(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    is_invited_to_share(alice, bob, server)
    server.clock.passes(seconds=30)
    bob.declines_offer()
    time_passes(server, hours=5)
    assert mailbox.letters == []
    assert rows(server.settings.database_url, notifications.select()) == []


def test_nothing_is_sent_for_what_has_been_looked_at(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    is_invited_to_share(alice, bob, server)
    [item] = bob.sees_pending()["items"]
    bob.does("POST", bob.here(f"/pending-actions/{item['itemId']}/seen"))
    time_passes(server, hours=5)
    assert mailbox.letters == []


def test_nobody_is_written_to_during_a_break_or_after_leaving(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    bob.pauses()
    is_invited_to_share(alice, bob, server)
    time_passes(server, hours=5)
    bob.resumes()
    bob.leaves()
    time_passes(server, days=8)
    assert mailbox.letters == []


def test_a_night_is_waited_out_where_somebody_lives(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox, clock: FakeClock
) -> None:
    alice, bob = couple
    bob.does("PATCH", "/me", {"timeZone": "Pacific/Auckland"})  # one in the morning
    is_invited_to_share(alice, bob, server)
    time_passes(server, hours=6, minutes=59)
    assert mailbox.letters == []
    time_passes(server, minutes=1)
    assert len(bodies(mailbox, bob)) == 1


def test_a_night_in_which_the_clocks_change_is_waited_out_too(
    database_url: str, tmp_path: Path, mailbox: Mailbox
) -> None:
    clock = FakeClock()
    clock.passes(
        days=132, hours=9
    )  # 27 March 2027, 21:00 in London, 22:00 in Berlin, and spring comes at night
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url), clock) as server:
        alice, bob = (Person(server.url, name).registers() for name in ("Alice", "Bob"))
        bob.does("PATCH", "/me", {"timeZone": "Europe/Berlin"})
        bob.joins(alice.starts_session())
        for somebody in (alice, bob):
            somebody.comes_to_guess()
        is_invited_to_share(alice, bob, server)
        time_passes(server, hours=8, minutes=59)
        assert mailbox.letters == []
        time_passes(server, minutes=1)
        assert len(bodies(mailbox, bob)) == 1
        for somebody in (alice, bob):
            somebody.close()


def test_a_reminder_waits_for_the_morning_and_for_a_wish(
    alice: Person, bob: Person, server: Served, mailbox: Mailbox
) -> None:
    alice.does("PATCH", "/me", {"timeZone": "Pacific/Auckland"})
    bob.does("PUT", "/me/notifications", {"email": False, "push": True, "quietHours": None})
    for somebody in (alice, bob):
        somebody.starts_session("Somebody")
    time_passes(server, days=3, minutes=1)
    assert mailbox.letters == []
    time_passes(server, hours=7)
    assert subjects(mailbox, alice) == ["Something waits for you"]
    assert subjects(mailbox, bob) == []


def test_one_click_and_no_more_mails_come(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    alice, bob = couple
    is_invited_to_share(alice, bob, server)
    time_passes(server, hours=1)
    [letter] = mailbox.letters
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # As mail programs read it, which decode nothing here.
    [written] = [line for line in mailbox.received[0].splitlines() if b"List-Unsubscribe:" in line]
    assert written.endswith(f"/{mailbox.newest_link('unsubscribe')}>".encode())
    door = str(letter["List-Unsubscribe"]).strip("<>").replace(server.settings.base_url, server.url)
    for _ in range(2):
        answer = httpx.post(door, data={"List-Unsubscribe": "One-Click"})
        assert answer.json() == {"success": True, "data": {}}
    assert bob.does("GET", "/me/notifications")["email"] is False
    assert alice.does("GET", "/me/notifications")["email"] is True
    bob.declines_offer()
    bob.shares_statement(OTHER_GUESS)
    alice.comes_to("REVEALED")
    time_passes(server, days=8)
    assert len(bodies(mailbox, bob)) == 1
    assert bodies(mailbox, alice)


def test_a_token_that_nobody_signed_opens_nothing(alice: Person, bob: Person, server: Served) -> None:
    for token in ("nothing", "A" * 64, "é", "x" * 300):
        assert alice.is_refused("POST", f"/notifications/unsubscribe/{token}") == (404, "NOT_FOUND")
    assert alice.does("GET", "/me/notifications")["email"] is True


@pytest.mark.parametrize(
    "act",
    [
        ("PUT", "/me/notifications", {"email": False, "push": True, "quietHours": None}),
        ("POST", "/sessions/{}/messages", {"content": "I am here."}),
        ("POST", "/sessions/{}/pause", None),
        ("POST", "/sessions/{}/leave", None),
    ],
)
def test_a_mail_that_waits_for_the_server_is_not_sent_when_it_is_no_longer_wanted(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox, act: tuple[str, str, Any]
) -> None:
    alice, bob = couple
    mailbox.refusals = ["451 later"]
    is_invited_to_share(alice, bob, server)
    server.rests()
    server.clock.passes(minutes=2)
    wait_until(lambda: not mailbox.refusals, "the server has refused")
    server.clock.passes(seconds=1)
    method, path, body = act
    bob.does(method, path.format(bob.session_id), body)
    time_passes(server, hours=1)
    assert mailbox.letters == []


def test_the_partner_hears_nothing_of_a_held_statement_or_a_decline(
    alice: Person, bob: Person, server: Served, mailbox: Mailbox
) -> None:
    bob.joins(alice.starts_session())
    alice.comes_to_guess()
    bob.signs_compact()
    bob.says("It has been a long year.")
    alice.shares_statement(GUESS)
    assert alice.my_status() == "HELD"
    time_passes(server, hours=2)
    assert mailbox.letters == []
    server.engine.finds = ["gaps"]
    bob.feels_heard()
    alice.comes_to("AWAITING_SHARING")
    time_passes(server, hours=2)
    assert len(bodies(mailbox, bob)) == 1
    bob.declines_offer()
    time_passes(server, hours=2)
    bob.shares_statement(OTHER_GUESS)
    alice.comes_to("REVEALED")
    # Until the reveal, which is for both at once, nobody has written to Alice.
    assert subjects(mailbox, alice) == []
    for letter in mailbox.letters:
        assert "Canary" not in letter.as_string()


async def does_again(server: Served, job: Job) -> None:
    store = Database(server.settings.database_url)
    await MailSender(store, server.settings, server.clock)(job)
    await store.close()


@pytest.mark.both_databases
def test_a_notification_whose_sender_died_is_not_sent_again(
    couple: tuple[Person, Person], server: Served, mailbox: Mailbox
) -> None:
    """As after a crash between the mark and the job's end: whether it was handed over, nobody knows any more."""
    alice, bob = couple
    is_invited_to_share(alice, bob, server)
    time_passes(server, hours=1)
    told = mails.select().where(mails.c.session_id.is_not(None))
    [mail] = rows(server.settings.database_url, told)
    assert mail.handed_over_at is not None
    asyncio.run(does_again(server, Job(1, "send_mail", {"mailId": str(mail.id)}, lease=mail.id, attempts=0)))
    assert len(mailbox.letters) == 1
    assert mail.types == ["share_offer"]
    assert rows(server.settings.database_url, notifications.select()) == []
