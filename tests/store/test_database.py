"""Types and transactions that mean the same on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from uuid import uuid4

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.domain.notices import NoticeType
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store import inbox
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.people import insert_user
from meetwithoutfear.store.tables import users

pytestmark = [pytest.mark.anyio, pytest.mark.both_databases]


async def test_a_time_comes_back_in_utc(store: Database) -> None:
    there = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=5)))
    async with store.write() as tx:
        await insert_user(tx, Email("a@example.org"), "Alice", None, there)
        back = await tx.scalar(sa.select(users.c.created_at))
    assert back == there
    assert back.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Database) -> None:
    naive = datetime(2026, 3, 1)  # noqa: DTZ001
    with pytest.raises(sa.exc.StatementError):
        async with store.write() as tx:
            await insert_user(tx, Email("a@example.org"), "Alice", None, naive)


async def test_two_hundred_read_modify_writes_at_once_lose_none(store: Database, clock: FakeClock) -> None:
    async with store.write() as tx:
        user = await insert_user(tx, Email("a@example.org"), "Alice", None, clock())
    entry = inbox.InboxEntry(user.id, NoticeType.SESSION_UPDATED, None, {})

    async def one_more() -> None:
        async with store.write() as tx:
            await inbox.deliver(tx, [entry], clock())

    await asyncio.gather(*(one_more() for _ in range(200)))
    async with store.read() as tx:
        table = inbox.EVENTS.table
        found = await inbox.EVENTS.all(tx, sa.select(table).order_by(table.c.seq))
    assert [event.seq for event in found] == list(range(1, 201))


async def test_a_reader_does_not_wait_for_a_writer(store: Database, clock: FakeClock) -> None:
    async with store.write() as writing:
        await insert_user(writing, Email("a@example.org"), "Alice", None, clock())
        async with store.read() as reading:
            assert await reading.all(sa.select(users)) == []


async def test_a_reader_cannot_write_on_sqlite(sqlite_store: Database, clock: FakeClock) -> None:
    with pytest.raises(sa.exc.OperationalError):
        async with sqlite_store.read() as tx:
            await insert_user(tx, Email("a@example.org"), "Alice", None, clock())


async def test_an_error_never_quotes_the_values(store: Database, clock: FakeClock) -> None:
    with pytest.raises(sa.exc.DBAPIError) as caught:
        async with store.write() as tx:
            await tx.execute(sa.insert(users).values(id=uuid4(), name="my secret words"))
    assert "my secret words" not in str(caught.value)


async def test_a_database_out_of_reach_is_a_passing_trouble() -> None:
    store = Database("postgresql://nobody@127.0.0.1:9/nothing")
    with pytest.raises(TransientError):
        async with store.read():
            pass
    await store.close()


async def test_a_locked_sqlite_is_a_passing_trouble(sqlite_store: Database) -> None:
    other = Database(str(sqlite_store.url))

    @sa.event.listens_for(other.writer.sync_engine, "connect")
    def impatient(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=1")
        cursor.close()

    async with sqlite_store.write():
        with pytest.raises(TransientError):
            async with other.write():
                pass
    await other.close()
