"""Connections and transactions.

SQLite: one writer connection with BEGIN IMMEDIATE, so a writer never finds out halfway that somebody else was faster, and
readers beside it on a snapshot of their own (WAL). PostgreSQL: one pool for both; writers lock rows, and several statements
that read together see one moment. A single statement that reads sees one moment by itself, without a transaction.

A transaction collects the wake-up calls it causes ("user X has something new", "there is a job"); they go out when it has
committed, never before. They carry no data, so a lost one costs a poll and nothing else. Within a process they are asyncio
events; between processes PostgreSQL's NOTIFY carries them.

An error never carries the values of its statement: they may be somebody's words.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, CursorResult, Row, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.private_file import keep_database_private

log = logging.getLogger(__name__)

BUSY_TIMEOUT = timedelta(seconds=30)
POOL_TIMEOUT_SECONDS = 60
READERS = 4
NEARBY_PATIENCE_MS = 50
"""Readers wait for nobody, but for whoever clears the log up at the very end or beginning."""
CHANNEL = "mwf"
RECONNECT_SECONDS = 1.0
PROBE_SECONDS = 0.4
HEARD_WITHIN_SECONDS = 1.0
PING = "ping:"
JOBS_TOPIC = "jobs"
ALIVE_FOR_SECONDS = 5.0
"""A connection that has not been used for longer is asked whether it still is one."""
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""For a statement that was put into words once, and has places for them."""


USERS, ANSWERS = "user", "answers"


def user_topic(user_id: UUID) -> str:
    """There is more in their inbox, or they are signed out somewhere."""
    return f"{USERS}:{user_id}"


def answers_topic(user_id: UUID) -> str:
    """What they were answered may hold no longer; there is nothing new for them to hear."""
    return f"{ANSWERS}:{user_id}"


class Nearby:
    """A look at a file needs no thread: to hand it over takes several times longer than to look. One connection is enough:
    nothing comes between a statement and its rows."""

    def __init__(self, url: URL) -> None:
        self.engine = sa.create_engine(
            url.set(drivername="sqlite"),
            poolclass=sa.StaticPool,
            connect_args={"check_same_thread": False},
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            hide_parameters=True,
        )
        prepare_sqlite(self.engine, url, {"busy_timeout": NEARBY_PATIENCE_MS, "query_only": 1})
        self.dialect = self.engine.dialect
        self.connection: sa.Connection | None = None

    async def execute(self, statement: sa.Executable, values: Values | None = None) -> CursorResult[Any]:
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection.execute(statement, values)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None
        self.engine.dispose()


class Tx:
    """One transaction. Everything the store does happens on one of these."""

    def __init__(
        self, connection: AsyncConnection, topics: set[str] | None = None, *, tells_outside: bool = True
    ) -> None:
        self.connection = connection
        self.tells_outside = tells_outside
        self.topics = set[str]() if topics is None else topics

    @property
    def on_postgresql(self) -> bool:
        return self.connection.dialect.name == "postgresql"

    async def execute(self, statement: sa.Executable, values: Values | None = None) -> CursorResult[Any]:
        return await self.connection.execute(statement, values)

    async def one_or_none(self, statement: sa.Executable, values: Values | None = None) -> Row[Any] | None:
        return (await self.execute(statement, values)).one_or_none()

    async def all(self, statement: sa.Executable, values: Values | None = None) -> Sequence[Row[Any]]:
        return (await self.execute(statement, values)).all()

    async def scalar(self, statement: sa.Executable) -> Any:  # noqa: ANN401  # what a column holds, its reader knows
        return (await self.execute(statement)).scalar_one_or_none()

    async def update(self, table: sa.Table, *where: sa.ColumnElement[bool], **values: Any) -> int:  # noqa: ANN401
        """How many rows it was."""
        return (await self.execute(sa.update(table).where(*where).values(**values))).rowcount

    async def delete(self, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
        return (await self.execute(sa.delete(table).where(*where))).rowcount

    def insert(self, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
        """The dialect's own insert, which knows ON CONFLICT."""
        return postgresql.insert(table) if self.on_postgresql else sqlite.insert(table)

    def wake(self, topic: str) -> None:
        self.topics.add(topic)

    async def notify(self) -> None:
        if self.on_postgresql and self.topics:
            calls = [
                sa.func.pg_notify(CHANNEL, topic).label(f"call_{n}")
                for n, topic in enumerate(sorted(self.topics))
            ]
            await self.execute(sa.select(*calls))


class Wakeups:
    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.hearers: list[Callable[[str | None], None]] = []
        """Hear every topic; nothing instead of one, when any may have been missed."""
        self._alive_at = -ALIVE_FOR_SECONDS

    def are_alive(self) -> bool:
        """Whether it is known that whatever happened up to a second ago has been heard of."""
        return time.monotonic() - self._alive_at < HEARD_WITHIN_SECONDS

    def note_alive(self) -> None:
        self._alive_at = time.monotonic()

    @contextmanager
    def subscribed(self, topic: str) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        self._waiting[topic].add(event)
        try:
            yield event
        finally:
            self._waiting[topic].discard(event)
            if not self._waiting[topic]:
                del self._waiting[topic]

    def wake(self, topics: Iterable[str]) -> None:
        for topic in topics:
            for heard in self.hearers:
                heard(topic)
            for event in self._waiting.get(topic, ()):
                event.set()

    def wake_everyone(self) -> None:
        for heard in self.hearers:
            heard(None)
        self.wake(list(self._waiting))

    async def relay(self, url: URL) -> None:
        dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                await self._listen(dsn)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as trouble:
                log.warning(
                    "listening for wake-ups was interrupted", extra={"trouble": type(trouble).__name__}
                )
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self, dsn: str) -> None:
        connection = await asyncpg.connect(dsn)
        try:
            await connection.add_listener(CHANNEL, self._heard)
            # Whatever was notified while nobody listened is caught up by looking once.
            self.wake_everyone()
            while True:
                # What was notified before it comes before it.
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{PING}{id(connection)}")
                await asyncio.sleep(PROBE_SECONDS)
        finally:
            connection.terminate()

    def _heard(self, connection: Any, _pid: int, _channel: str, topic: Any) -> None:  # noqa: ANN401
        if topic == f"{PING}{id(connection)}":
            self.note_alive()
        elif not str(topic).startswith(PING):
            self.wake([str(topic)])


class Database:
    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.wakeups = Wakeups()
        self.writer, self.reader, self.looker = engines(self.url)
        self.tells_outside = True
        """Whether there is a way to reach people outside the app. Without one nothing is noted for it."""
        self.acting: UUID | None = None

    @property
    def on_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    def acting_for(self, user_id: UUID) -> Database:
        """The same, for one who acts: whatever they write, what they were answered before may hold no longer."""
        mine = copy.copy(self)
        mine.acting = user_id
        return mine

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        topics = {answers_topic(self.acting)} if self.acting else set[str]()
        try:
            async with transaction(self.writer) as connection:
                tx = Tx(connection, topics, tells_outside=self.tells_outside)
                yield tx
                await tx.notify()
        finally:
            # Also where it is not known whether it was written: to look in vain harms nobody.
            self.wakeups.wake(topics)

    @asynccontextmanager
    async def hear_others(self) -> AsyncIterator[None]:
        """Relays what other processes notify. On SQLite there is one process; but the command line may write."""
        work = self._look_for_strangers() if self.on_sqlite else self.wakeups.relay(self.url)
        task = asyncio.create_task(work)
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _look_for_strangers(self) -> None:
        """The number changes when somebody else writes than the connection that asks for it, which is our writer."""
        known = None
        while True:
            try:
                async with connection(self.writer) as found:
                    driver: Any = (await found.get_raw_connection()).driver_connection
                    ((number,),) = await driver.execute_fetchall("PRAGMA data_version")
                if (id(driver), number) != known:
                    self.wakeups.wake_everyone()
                known = id(driver), number
                self.wakeups.note_alive()
            except TransientError:
                log.warning("the database did not answer; trying again")
            await asyncio.sleep(PROBE_SECONDS)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        async with transaction(self.reader) as connection:
            yield Tx(connection)

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Tx]:
        """For one statement, which needs no transaction. Two of them would see two moments."""
        if isinstance(self.looker, Nearby):
            with as_trouble():
                yield Tx(self.looker)  # type: ignore[arg-type]  # all that a look needs of a connection
        else:
            async with connection(self.looker) as found:
                yield Tx(found)

    async def close(self) -> None:
        await self.writer.dispose()
        await self.reader.dispose()
        if isinstance(self.looker, Nearby):
            self.looker.close()

    @property
    def pools(self) -> list[sa.Engine]:
        """Those that send statements, each once."""
        engines = [self.writer.sync_engine]
        return (
            [*engines, self.reader.sync_engine, self.looker.engine]
            if isinstance(self.looker, Nearby)
            else engines
        )


def async_url(text: str) -> URL:
    url = make_url(text)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    return url.set(drivername=drivers[url.get_backend_name()])


def engines(url: URL) -> tuple[AsyncEngine, AsyncEngine, AsyncEngine | Nearby]:
    """To write; to read several statements; to look with one."""
    if url.get_backend_name() == "sqlite":
        writer = sqlite_engine(url, "BEGIN IMMEDIATE", pool=1)
        reader = sqlite_engine(url, "BEGIN", pool=READERS, query_only=True)
        return writer, reader, Nearby(url)
    engine = create_async_engine(
        url,
        pool_size=10,
        max_overflow=10,
        pool_timeout=POOL_TIMEOUT_SECONDS,
        skip_autocommit_rollback=True,
        hide_parameters=True,
    )
    ping_after_a_rest(engine)
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return engine, reader, engine.execution_options(isolation_level="AUTOCOMMIT")


def ping_after_a_rest(engine: AsyncEngine) -> None:
    """A database may have been restarted while nobody asked; to find out each time would double what a look costs."""

    @sa.event.listens_for(engine.sync_engine, "checkin")
    def note(_connection: object, record: Any) -> None:  # noqa: ANN401
        record.info["used_at"] = time.monotonic()

    @sa.event.listens_for(engine.sync_engine, "checkout")
    def ping(connection: Any, record: Any, _proxy: object) -> None:  # noqa: ANN401
        used_at = record.info.get("used_at")
        if used_at is None or time.monotonic() - used_at < ALIVE_FOR_SECONDS:
            return
        try:
            engine.dialect.do_ping(connection)
        except Exception as trouble:
            raise sa.exc.DisconnectionError from trouble


def sqlite_engine(
    url: URL, begin: str, *, pool: int, query_only: bool = False, foreign_keys: bool = True
) -> AsyncEngine:
    engine = create_async_engine(
        url, pool_size=pool, max_overflow=0, pool_timeout=POOL_TIMEOUT_SECONDS, hide_parameters=True
    )
    pragmas: dict[str, int | str] = {
        "busy_timeout": int(BUSY_TIMEOUT.total_seconds() * 1000),
        "journal_mode": "WAL",
        "synchronous": "NORMAL",
        "foreign_keys": int(foreign_keys),
        "query_only": int(query_only),
    }
    prepare_sqlite(engine.sync_engine, url, pragmas)

    @sa.event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def prepare_sqlite(engine: sa.Engine, url: URL, pragmas: Mapping[str, int | str]) -> None:
    @sa.event.listens_for(engine, "do_connect")
    def keep_private(*_connection: object) -> None:
        keep_database_private(Path(url.database or ""))

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:  # noqa: ANN401
        # Python's own transaction handling would begin only before the first write: too late to be safe.
        connection.isolation_level = None
        cursor = connection.cursor()
        for name, value in pragmas.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    async with connection(engine) as found, found.begin():
        yield found


@asynccontextmanager
async def connection(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    found = await connect(engine)
    try:
        with as_trouble():
            yield found
    finally:
        await found.close()


@contextmanager
def as_trouble() -> Iterator[None]:
    """A database that is busy, restarting or out of reach is no bug of ours and no fault of the person's."""
    try:
        yield
    except OSError as trouble:
        raise TransientError from trouble
    except sa.exc.DBAPIError as trouble:
        if is_transient(trouble):
            raise TransientError from trouble
        raise


async def connect(engine: AsyncEngine) -> AsyncConnection:
    """Whatever goes wrong before anything was asked is the database's trouble."""
    try:
        return await engine.connect()
    except (sa.exc.SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as trouble:
        raise TransientError from trouble


def is_transient(trouble: sa.exc.DBAPIError) -> bool:
    """Lost connections, full queues, shutdowns, deadlocks, and SQLite's one writer being busy."""
    state = str(getattr(trouble.orig, "sqlstate", ""))
    return (
        trouble.connection_invalidated
        or state.startswith(("08", "40", "53", "57"))
        or "database is locked" in str(trouble.orig)
    )
