"""A look into the database, past the product."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from databases import lent_database
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.schema import metadata
from meetwithoutfear.store.tables import jobs

VOLATILE = {"last_seen_at", "lease", "leased_until"}


def rows(url: str, statement: sa.Select[Any]) -> Sequence[Row[Any]]:
    return all_rows(url, statement)[0]


def all_rows(url: str, *statements: sa.Select[Any]) -> list[Sequence[Row[Any]]]:
    """All of them in one look, of one moment."""

    async def look(store: Database) -> list[Sequence[Row[Any]]]:
        try:
            async with store.read() as tx:
                return [await tx.all(statement) for statement in statements]
        finally:
            await store.close()

    with lent_database(url) as store:
        return asyncio.run(look(store))


def everything(url: str) -> dict[str, list[str]]:
    """All rows of all tables, but for when a device was last seen and for what the worker does by itself: its leases, which
    it renews for as long as it works, and what it does again and again."""
    wanted = {}
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if column.name not in VOLATILE]
        wanted[table.name] = sa.select(*columns)
    wanted["jobs"] = wanted["jobs"].where(jobs.c.kind.not_in(["tidy", "look_after_waits"]))
    found = all_rows(url, *wanted.values())
    return {name: sorted(repr(tuple(row)) for row in rows) for name, rows in zip(wanted, found, strict=True)}


def unfinished_mails(url: str) -> int:
    waiting = sa.select(jobs.c.id).where(jobs.c.kind == "send_mail", jobs.c.state != "DONE")
    return len(rows(url, waiting))
