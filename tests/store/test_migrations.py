"""The schema: what the migrations make is what the tables say, on both databases, whoever starts first."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from databases import Postgresql, Sqlite
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import alembic_config, is_current, migrate, migration_engine
from meetwithoutfear.store.schema import metadata

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        sqlite: Sqlite = request.getfixturevalue("sqlite")
        yield sqlite.fresh(tmp_path, migrated=False)
        return
    postgresql: Postgresql = request.getfixturevalue("postgresql")
    with postgresql.fresh(migrated=False) as url:
        yield url


def differences(connection: sa.Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def checks_of(connection: sa.Connection) -> dict[str, set[str]]:
    found = sa.inspect(connection)
    return {
        table: {str(check["name"]) for check in found.get_check_constraints(table)}
        for table in metadata.tables
    }


async def test_the_migrations_make_what_the_tables_say(store: Database) -> None:
    async with store.writer.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_checks_of_closed_vocabularies_are_in_the_database(store: Database) -> None:
    wanted = {
        table.name: {str(check.name) for check in table.constraints if isinstance(check, sa.CheckConstraint)}
        for table in metadata.tables.values()
    }
    async with store.writer.connect() as connection:
        assert await connection.run_sync(checks_of) == wanted


async def test_down_and_up_again(empty_url: str) -> None:
    await migrate(empty_url)
    engine = migration_engine(empty_url)

    def down(connection: sa.Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    async with engine.begin() as connection:
        await connection.run_sync(down)
    await engine.dispose()
    assert not await is_current(empty_url)
    await migrate(empty_url)
    assert await is_current(empty_url)


async def test_three_processes_may_migrate_at_once(empty_url: str) -> None:
    code = "import asyncio, sys; from meetwithoutfear.store.migrate import migrate; asyncio.run(migrate(sys.argv[1]))"
    starting = [subprocess.Popen([sys.executable, "-c", code, empty_url]) for _ in range(3)]
    assert [await asyncio.to_thread(process.wait) for process in starting] == [0, 0, 0]
    assert await is_current(empty_url)
