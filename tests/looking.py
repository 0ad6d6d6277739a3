"""A look into the database, past the product."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import httpx
import sqlalchemy as sa
from sqlalchemy.engine import Row

from databases import lent_database
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.schema import metadata
from meetwithoutfear.store.tables import jobs

OF_THE_WIRE = {"date", "x-request-id"}
VOLATILE = {"last_seen_at", "lease", "leased_until"}


def headers_of(answer: httpx.Response) -> list[tuple[str, str]]:
    """A tag says what its answer says, whoever reads it and whether it was kept, and nothing more: ids are random."""
    tag = f'"{hashlib.blake2b(answer.content, digest_size=16).hexdigest()}"'
    headers = {name: "of its content" if value == tag else value for name, value in answer.headers.items()}
    assert headers.get("etag", "of its content") == "of its content"
    return sorted((name, value) for name, value in headers.items() if name.lower() not in OF_THE_WIRE)


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
