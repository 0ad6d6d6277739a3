"""The schema: what the migrations make is what the tables say, on both databases, whoever starts first."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from databases import Postgresql, Sqlite
from meetwithoutfear.domain.errors import Conflict
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import BY, VERSION, alembic_config, is_current, migrate, migration_engine
from meetwithoutfear.store.people import find_user, insert_user
from meetwithoutfear.store.schema import metadata

pytestmark = [pytest.mark.anyio, pytest.mark.both_databases]

AT_0010 = Path(__file__).parents[1] / "data" / "schema_at_0010.json"
"""Read once from databases that the ten migrations before `0001_schema` had made."""


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


async def test_the_first_schema_is_the_one_that_the_ten_migrations_before_it_made(empty_url: str) -> None:
    await make_first_schema(empty_url)
    engine = migration_engine(empty_url)
    async with engine.connect() as connection:
        found = await connection.run_sync(described)
        assert found == json.loads(AT_0010.read_text())[connection.dialect.name]
    await engine.dispose()


async def make_first_schema(url: str) -> None:
    engine = migration_engine(url)

    def up(connection: sa.Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, BY)

    async with engine.begin() as connection:
        await connection.run_sync(up)
    await engine.dispose()


def described(connection: sa.Connection) -> dict[str, Any]:
    """All that a database says of its schema, in no order. It must not depend on the tables that the program knows."""
    found = sa.inspect(connection)
    return {
        table: {
            "columns": {
                column["name"]: [str(column["type"]), column["nullable"], str(column["default"])]
                for column in found.get_columns(table)
            },
            "key": found.get_pk_constraint(table)["constrained_columns"],
            "foreign": sorted(
                [key["name"], key["constrained_columns"], key["referred_table"], key["options"]]
                for key in found.get_foreign_keys(table)
            ),
            "unique": sorted(
                [key["name"], key["column_names"]] for key in found.get_unique_constraints(table)
            ),
            "checks": sorted(
                [check["name"], check["sqltext"]] for check in found.get_check_constraints(table)
            ),
            "indexes": sorted(
                [index["name"], index["column_names"], index["unique"], *conditions(index)]
                for index in found.get_indexes(table)
            ),
        }
        for table in found.get_table_names()
        if table != "alembic_version"
    }


def conditions(index: Any) -> list[str]:
    return [str(value) for option, value in index["dialect_options"].items() if option.endswith("_where")]


async def test_a_database_with_all_the_migrations_before_is_taken_over_with_what_is_in_it(
    empty_url: str,
) -> None:
    await make_first_schema(empty_url)
    await leave_at(empty_url, "0010")
    store = Database(empty_url)
    async with store.write() as tx:
        alice = await insert_user(
            tx, Email("a@example.org"), "Alice", None, datetime(2026, 11, 1, tzinfo=UTC)
        )
    assert not await is_current(empty_url)
    await migrate(empty_url)
    assert await is_current(empty_url)
    async with store.read() as tx:
        assert await find_user(tx, Email("a@example.org")) == alice
    await store.close()


async def test_an_older_one_is_refused_in_a_sentence_and_left_as_it_is(empty_url: str) -> None:
    await migrate(empty_url)
    await leave_at(empty_url, "0009")
    with pytest.raises(Conflict, match=r"too old to be brought up to date: its schema is 0009"):
        await migrate(empty_url)
    assert not await is_current(empty_url)


async def leave_at(url: str, revision: str) -> None:
    engine = migration_engine(url)
    async with engine.begin() as connection:
        await connection.execute(sa.update(VERSION).values(version_num=revision))
    await engine.dispose()


async def test_three_processes_may_migrate_at_once(empty_url: str) -> None:
    code = "import asyncio, sys; from meetwithoutfear.store.migrate import migrate; asyncio.run(migrate(sys.argv[1]))"
    starting = [subprocess.Popen([sys.executable, "-c", code, empty_url]) for _ in range(3)]
    assert [await asyncio.to_thread(process.wait) for process in starting] == [0, 0, 0]
    assert await is_current(empty_url)
