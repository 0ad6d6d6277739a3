"""Brings a database to the newest schema. Safe when several processes start at once: the first one migrates under a
lock, the others wait and find nothing to do. A migration that fails leaves nothing behind on either database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from meetwithoutfear.domain.errors import Conflict, TransientError
from meetwithoutfear.private_file import keep_database_private
from meetwithoutfear.store.database import async_url, sqlite_engine, transaction

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).parent / "migrations"
LOCK_KEY = 6_933_110_921
VERSION = sa.table("alembic_version", sa.column("version_num", sa.String))
# Ten migrations became one. A database that had all ten has the same schema, and no other can be brought there.
REPLACED, BY = [f"{number:04}" for number in range(1, 11)], "0001_schema"
TOO_OLD = (
    "This database was made by a development version that is too old to be brought up to date: its schema is {found}, "
    "and the oldest that can be is {last}. Nothing in it was changed. Begin with an empty one, or migrate it first with "
    "the last version whose newest schema is {last}."
)


def alembic_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    return config


def migration_engine(url: str) -> AsyncEngine:
    database = async_url(url)
    if database.get_backend_name() == "sqlite":
        # Rebuilding a table with foreign keys on would delete every row that points to it.
        return sqlite_engine(database, "BEGIN IMMEDIATE", pool=1, foreign_keys=False)
    return create_async_engine(database)


def refuse_unopenable(url: str) -> None:
    """Asked plainly first: a file that cannot be opened would leave a thread of the driver behind, complaining."""
    database = async_url(url)
    if database.get_backend_name() != "sqlite" or not database.database:
        return
    try:
        keep_database_private(Path(database.database))
        sqlite3.connect(database.database).close()
    except (sqlite3.Error, OSError) as trouble:
        raise TransientError from trouble


async def migrate(url: str) -> None:
    refuse_unopenable(url)
    engine = migration_engine(url)
    try:
        async with transaction(engine) as connection:
            is_newest = await connection.run_sync(current) == newest()
        if not is_newest:
            async with transaction(engine) as connection:
                await connection.run_sync(upgrade)
    finally:
        await engine.dispose()


def newest() -> str:
    return max(script.stem for script in (SCRIPTS / "versions").glob("*.py"))


def current(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(VERSION.name):
        return None
    found: str | None = connection.execute(sa.select(VERSION.c.version_num)).scalar()
    return found


def upgrade(connection: sa.Connection) -> None:
    """Only here is the library for it imported: most servers start with nothing to migrate."""
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK_KEY)))
    adopt_replaced(connection)
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migration left {len(broken)} rows without what they refer to")


def adopt_replaced(connection: sa.Connection) -> None:
    found = current(connection)
    if found == REPLACED[-1]:
        connection.execute(sa.update(VERSION).values(version_num=BY))
    elif found in REPLACED:
        raise Conflict(TOO_OLD.format(found=found, last=REPLACED[-1]))


async def is_current(url: str) -> bool:
    refuse_unopenable(url)
    engine = migration_engine(url)
    try:
        async with transaction(engine) as connection:
            return await connection.run_sync(current) == newest()
    finally:
        await engine.dispose()
