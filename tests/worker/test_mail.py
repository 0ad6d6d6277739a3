"""Mail goes out once: not lost while nobody takes it, not doubled whatever fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import rows, unfinished_mails
from meetwithoutfear.actions.credentials import LINK_LIFETIME
from meetwithoutfear.domain.notifications import Letter
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.outbox import insert_mail
from meetwithoutfear.store.tables import jobs, mails, users
from meetwithoutfear.worker.mail import MailSender
from people import Person
from postbox import Mailbox, words_of
from serving import Served, served, settings_for
from waiting import wait_until


@pytest.fixture
def mailbox() -> Mailbox:
    """Closed until a story opens it."""
    return Mailbox()


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock, mailbox: Mailbox) -> Iterator[Served]:
    """Alice was there before it could send mail: nothing greets her."""
    with served(settings_for(database_url, tmp_path), clock) as before:
        Person(before.url, "Alice").registers().close()
    url = mailbox.url.replace("smtp://", "smtp://some%40body:p%2Fw@")
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=url), clock) as running:
        yield running


@pytest.fixture
def alice(person: Callable[[str], Person]) -> Person:
    return person("Alice").signs_in()


def tries(server: Served) -> int:
    wanted = sa.select(jobs.c.attempts).where(jobs.c.kind == "send_mail")
    return sum(row.attempts for row in rows(server.settings.database_url, wanted))


def untried(server: Served) -> int:
    wanted = sa.select(jobs.c.id).where(
        jobs.c.kind == "send_mail", jobs.c.state == "READY", jobs.c.attempts == 0
    )
    return len(rows(server.settings.database_url, wanted))


def is_all_done(server: Served) -> bool:
    return unfinished_mails(server.settings.database_url) == 0


def asks_for_link(somebody: Person) -> None:
    somebody.does("POST", "/auth/link", {"email": somebody.email})


@pytest.mark.both_databases
def test_mail_waits_until_the_mail_server_is_back_and_arrives_once(
    server: Served, alice: Person, mailbox: Mailbox, clock: FakeClock
) -> None:
    asks_for_link(alice)
    wait_until(lambda: tries(server) == 1, "the first try has failed")
    clock.passes(minutes=10)
    wait_until(lambda: tries(server) == 2, "the second try has failed")
    [mail] = rows(server.settings.database_url, sa.select(mails))
    assert mail.handed_over_at is None
    with mailbox.open():
        clock.passes(minutes=10)
        mailbox.wait_for(1)
        wait_until(lambda: is_all_done(server), "the mail is done")
        # The link was written when the letter was: its half hour begins now, not when it was asked for.
        clock.passes(minutes=LINK_LIFETIME.total_seconds() / 60 - 1)
        alice.does("POST", "/auth/link/redeem", {"token": mailbox.newest_link("link")})
    assert len(mailbox.letters) == 1


def test_a_mail_server_that_says_no_is_asked_again(
    server: Served, alice: Person, mailbox: Mailbox, clock: FakeClock
) -> None:
    mailbox.refusals = ["451 later", "550 never"]
    with mailbox.open():
        asks_for_link(alice)
        for number in (1, 2):
            wait_until(lambda number=number: tries(server) == number, f"refusal {number} is noted")
            clock.passes(minutes=10)
        mailbox.wait_for(1)
        wait_until(lambda: is_all_done(server), "the mail is done")
    assert [letter["To"] for letter in mailbox.letters] == [alice.email]
    assert set(mailbox.logins) == {(b"some@body", b"p/w")}


def test_a_mail_is_marked_before_it_is_handed_over(server: Served, alice: Person, mailbox: Mailbox) -> None:
    marked = []

    async def look() -> None:
        store = Database(server.settings.database_url)
        async with store.read() as tx:
            marked.append(await tx.scalar(sa.select(mails.c.handed_over_at)) is not None)
        await store.close()

    mailbox.witness = look
    with mailbox.open():
        asks_for_link(alice)
        mailbox.wait_for(1)
    assert marked == [True]


def test_an_invitation_that_is_no_longer_open_is_not_mailed(
    server: Served, alice: Person, mailbox: Mailbox, clock: FakeClock
) -> None:
    alice.starts_session(partner="Bob")
    replaced = alice.invites_again(email="bob@example.org")
    wait_until(lambda: tries(server) == 1, "the first try has failed")
    declined = alice.invites_again(email="bob@example.org")
    alice.asks("POST", f"/invitations/{declined}/decline")
    open_one = alice.invites_again(email="bob@example.org")
    wait_until(lambda: not untried(server), "each has been tried once")
    with mailbox.open():
        clock.passes(minutes=10)
        mailbox.wait_for(1)
        wait_until(lambda: is_all_done(server), "all mail is done")
    [letter] = mailbox.letters
    assert open_one in words_of(letter)
    assert replaced not in words_of(letter)


def test_an_invitation_that_has_expired_is_not_mailed(
    server: Served, alice: Person, mailbox: Mailbox, clock: FakeClock
) -> None:
    alice.starts_session()
    alice.invites_again(email="bob@example.org")
    wait_until(lambda: tries(server) == 1, "the first try has failed")
    clock.passes(days=14)
    with mailbox.open():
        wait_until(lambda: is_all_done(server), "the mail is done")
    # Alice herself may have been reminded by then.
    assert [letter for letter in mailbox.letters if letter["To"] != alice.email] == []


@pytest.mark.anyio
@pytest.mark.both_databases
async def test_a_job_that_runs_again_does_not_mail_again(
    store: Database, tmp_path: Path, database_url: str, clock: FakeClock, mailbox: Mailbox
) -> None:
    """As after a crash between the hand-over and the job's completion."""
    settings = settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url)
    user_id = private_id()
    async with store.write() as tx:
        row = {"id": user_id, "email": "alice@example.org", "name": "Alice", "created_at": clock()}
        await tx.execute(sa.insert(users).values(**row, inbox_seq=0, inbox_forgotten=0))
        mail_id = await insert_mail(tx, clock(), user_id=user_id, letter=Letter.SIGN_IN)
    job = Job(1, "send_mail", {"mailId": str(mail_id)}, lease=private_id(), attempts=0)
    sender = MailSender(store, settings, clock)
    with mailbox.open():
        await sender(job)
        clock.passes(minutes=1)
        await sender(job)
    assert len(mailbox.letters) == 1
