"""The event stream: each event once, in order, whatever happens to the connection."""

from __future__ import annotations

import random
import time
from pathlib import Path
from uuid import UUID

import httpx
import pytest
import sqlalchemy as sa

from databases import Postgresql
from fakes import FakeClock
from meetwithoutfear.api.events import Pace
from meetwithoutfear.domain.notices import NoticeType
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.inbox import InboxEntry, deliver
from meetwithoutfear.store.tables import users
from people import Person
from serving import Served, mwf_process, served, settings_for, wait_until_ready

EVENTS = 1000
CUTS = 50

pytestmark = pytest.mark.both_databases


async def put_events(store: Database, user_id: str, number: int, clock: FakeClock) -> None:
    """As many as a busy month brings, a few per transaction."""
    entry = InboxEntry(UUID(user_id), NoticeType.SESSION_UPDATED, None, {})
    while number:
        batch = min(number, random.randint(1, 20))
        async with store.write() as tx:
            await deliver(tx, [entry] * batch, clock())
        number -= batch


def my_id(person: Person) -> str:
    return str(person.does("GET", "/me")["user"]["id"])


@pytest.mark.anyio
async def test_a_thousand_events_over_fifty_cuts_arrive_once_and_in_order(
    store: Database, alice: Person, clock: FakeClock
) -> None:
    await put_events(store, my_id(alice), EVENTS, clock)
    cuts = sorted(random.sample(range(1, EVENTS), CUTS))
    received: list[int] = []
    for cut in [*cuts, EVENTS]:
        with alice.listening(after=received[-1] if received else 0) as stream:
            while len(received) < cut:
                received.append(stream.next()["id"])
    assert received == list(range(1, EVENTS + 1))


@pytest.mark.anyio
async def test_events_written_while_the_stream_is_open_arrive_too(
    store: Database, alice: Person, clock: FakeClock
) -> None:
    """Written by another process, as it were: this stream hears of them by notification or by looking."""
    with alice.listening() as stream:
        await put_events(store, my_id(alice), 100, clock)
        assert [stream.next()["id"] for _ in range(100)] == list(range(1, 101))


def test_without_a_cursor_a_stream_begins_now(alice: Person) -> None:
    alice.starts_session()
    with alice.listening() as stream:
        alice.signs_compact()
        assert stream.next()["type"] == "session.updated"
        assert stream.next()["type"] == "message.created"


def test_several_devices_hear_the_same(alice: Person, bob: Person) -> None:
    link = alice.starts_session()
    with alice.listening() as phone, alice.listening() as laptop:
        bob.joins(link)
        assert phone.hears("session.joined") == laptop.hears("session.joined")


def test_the_envelope_says_where_it_belongs_and_carries_no_text(alice: Person, bob: Person) -> None:
    link = alice.starts_session(topic="something between us")
    with alice.listening() as stream:
        bob.joins(link)
        event = stream.hears("session.joined")
    assert set(event) == {"id", "channel", "type", "sessionId", "data", "at"}
    assert event["channel"] == f"meetwithoutfear:session:{alice.session_id}"
    assert event["data"] == {}


def test_each_is_told_only_what_is_theirs(alice: Person, bob: Person, eve: Person) -> None:
    with bob.listening() as his, eve.listening() as hers:
        alice.starts_session()
        alice.signs_compact()
        bob.starts_session(partner="Alice")
        eve.starts_session(partner="Bob")
        assert his.next()["sessionId"] == bob.session_id
        assert hers.next()["sessionId"] == eve.session_id


@pytest.mark.anyio
async def test_a_forgotten_cursor_is_told_to_start_afresh(
    store: Database, alice: Person, clock: FakeClock
) -> None:
    await put_events(store, my_id(alice), 5, clock)
    clock.passes(days=31)
    alice.signs_in()
    await put_events(store, my_id(alice), 2, clock)
    while True:
        async with store.read() as tx:
            if await tx.scalar(sa.select(users.c.inbox_forgotten)) == 5:
                break
        time.sleep(0.05)
    with alice.listening(after=3) as stream:
        assert stream.next() == {"type": "reset"}
        assert stream.last_id == 7
    with alice.listening(after=5) as stream:
        assert stream.next()["id"] == 6
    with alice.listening(after=99) as stream:
        assert stream.next() == {"type": "reset"}


def test_a_cursor_of_another_kind_is_refused(alice: Person) -> None:
    for cursor in ("abc", "-1", "9" * 19, "١"):
        answer = alice.asks("GET", "/events", params={"after": cursor})
        assert answer.status_code == 422


def test_a_quiet_stream_says_that_it_is_still_there(alice: Person) -> None:
    with alice.http.stream("GET", "/events") as answer:
        lines = answer.iter_lines()
        assert any(line == ": still here" for line in lines)


def test_too_many_streams_of_one_account_are_refused(alice: Person, server: Served) -> None:
    streams = [alice.http.stream("GET", "/events") for _ in range(20)]
    try:
        assert [stream.__enter__().status_code for stream in streams] == [200] * 20
        assert alice.is_refused("GET", "/events") == (429, "RATE_LIMITED")
    finally:
        for stream in streams:
            stream.__exit__(None, None, None)


def test_signing_out_ends_the_stream(alice: Person) -> None:
    with alice.listening() as stream:
        alice.does("POST", "/auth/logout")
        stream.hears_the_end()


def test_stopping_the_server_ends_streams_at_once(database_url: str, tmp_path: Path) -> None:
    """`served` fails when the server does not stop."""
    with served(settings_for(database_url, tmp_path)) as server:
        alice = Person(server.url, "Alice").registers()
        stream = alice.http.stream("GET", "/events")
        assert stream.__enter__().status_code == 200
    with pytest.raises(httpx.HTTPError):
        alice.does("GET", "/me")
    stream.__exit__(None, None, None)
    alice.close()


def test_two_servers_on_one_postgresql_hear_of_each_other(
    postgresql: Postgresql, tmp_path: Path, unused_port: int
) -> None:
    """This one never looks by itself within the test: only the other's notification can wake it."""
    never = Pace(poll=3600, keep_alive=3600)
    with postgresql.fresh() as url, served(settings_for(url, tmp_path), pace=never) as here:
        there = f"http://127.0.0.1:{unused_port}"
        env = {
            "MWF_DATABASE_URL": url,
            "MWF_DATA_DIR": str(tmp_path / "data"),
            "MWF_PORT": str(unused_port),
            "MWF_RATE_LIMITS": "off",
        }
        with mwf_process("serve", env=env, log=tmp_path / "there.log"):
            wait_until_ready(there)
            alice, bob = Person(here.url, "Alice").registers(), Person(there, "Bob").registers()
            link = alice.starts_session()
            with alice.listening() as stream:
                bob.joins(link)
                stream.hears("session.joined")
            alice.close()
            bob.close()
