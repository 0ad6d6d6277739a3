"""The schema: what the migrations make is what the tables say, on both databases, whoever starts first."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from databases import Postgresql, Sqlite
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import alembic_config, is_current, migrate, migration_engine
from meetwithoutfear.store.schema import metadata
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.store.types import UtcTime

pytestmark = [pytest.mark.anyio, pytest.mark.both_databases]


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


async def test_who_was_there_before_the_exchange_has_a_place_in_it_afterwards(empty_url: str) -> None:
    """A session of the time before: nothing of it is lost, and its members can guess."""
    alice, session_id, now = uuid4(), uuid4(), datetime(2026, 11, 1, tzinfo=UTC)
    engine = migration_engine(empty_url)

    def live_before(connection: sa.Connection) -> None:
        upgrade(connection, "0002")
        older = sa.MetaData()
        older.reflect(connection)
        connection.execute(
            sa.insert(typed(older, "users")).values(
                id=alice, email="a@example.org", name="Alice", inbox_seq=1, inbox_forgotten=0, created_at=now
            )
        )
        connection.execute(
            sa.insert(typed(older, "sessions")).values(
                id=session_id, status="INVITED", partner_name="Bob", journal_seq=2, created_at=now
            )
        )
        connection.execute(
            sa.insert(typed(older, "members")).values(
                session_id=session_id,
                side="INVITER",
                user_id=alice,
                joined_at=now,
                version=3,
                message_seq=1,
                last_activity_at=now,
            )
        )
        for seq in (1, 2):
            entry = {"session_id": session_id, "seq": seq, "event": "Created", "at": now}
            connection.execute(sa.insert(typed(older, "journal")).values(**entry))

    async with engine.begin() as connection:
        await connection.run_sync(live_before)
    await engine.dispose()
    await migrate(empty_url)
    store = Database(empty_url)
    async with store.read() as tx:
        session = await access_session(tx, alice, session_id)
    await store.close()
    assert session.journal_seq == 2
    assert session.members[Side.INVITER].version == 3
    assert session.exchange.attempts[Side.INVITER].id is not None


def upgrade(connection: sa.Connection, revision: str) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def typed(older: sa.MetaData, name: str) -> sa.TableClause:
    """Reflection knows neither ids nor times on SQLite; the names say which they are."""
    kinds = {"id": sa.Uuid(), "session_id": sa.Uuid(), "user_id": sa.Uuid()}
    columns = [
        sa.column(c.name, kinds.get(c.name) or (UtcTime() if c.name.endswith("at") else c.type))
        for c in older.tables[name].columns
    ]
    return sa.table(name, *columns)


async def test_three_processes_may_migrate_at_once(empty_url: str) -> None:
    code = "import asyncio, sys; from meetwithoutfear.store.migrate import migrate; asyncio.run(migrate(sys.argv[1]))"
    starting = [subprocess.Popen([sys.executable, "-c", code, empty_url]) for _ in range(3)]
    assert [await asyncio.to_thread(process.wait) for process in starting] == [0, 0, 0]
    assert await is_current(empty_url)
