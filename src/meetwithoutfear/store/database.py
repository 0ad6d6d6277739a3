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
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
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
PROBE_SECONDS = 5.0
JOBS_TOPIC = "jobs"
ALIVE_FOR_SECONDS = 5.0
"""A connection that has not been used for longer is asked whether it still is one."""
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""For a statement that was put into words once, and has places for them."""


def user_topic(user_id: UUID) -> str:
    return f"user:{user_id}"


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

    def __init__(self, connection: AsyncConnection, *, tells_outside: bool = True) -> None:
        self.connection = connection
        self.tells_outside = tells_outside
        self.topics: set[str] = set()

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
            for event in self._waiting.get(topic, ()):
                event.set()

    def wake_everyone(self) -> None:
        self.wake(list(self._waiting))

    @asynccontextmanager
    async def listening(self, url: URL) -> AsyncIterator[None]:
        """Relays what other processes notify. On SQLite there is one process, and nothing to relay."""
        if url.get_backend_name() != "postgresql":
            yield
            return
        relay = asyncio.create_task(self._relay(url))
        try:
            yield
        finally:
            relay.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await relay

    async def _relay(self, url: URL) -> None:
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
                await asyncio.sleep(PROBE_SECONDS)
                await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _heard(self, _connection: Any, _pid: int, _channel: str, topic: Any) -> None:  # noqa: ANN401
        self.wake([str(topic)])


class Database:
    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.wakeups = Wakeups()
        self.writer, self.reader, self.looker = engines(self.url)
        self.tells_outside = True
        """Whether there is a way to reach people outside the app. Without one nothing is noted for it."""

    @property
    def on_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        async with transaction(self.writer) as connection:
            tx = Tx(connection, tells_outside=self.tells_outside)
            yield tx
            await tx.notify()
        self.wakeups.wake(tx.topics)

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
