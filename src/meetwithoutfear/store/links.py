"""Links that were mailed or handed over: stored as hashes, each for one purpose, gone when used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.account import Purpose
from meetwithoutfear.domain.errors import Gone, NotFound
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.identity import Account, lock_account
from meetwithoutfear.store.tables import links


@dataclass(frozen=True)
class Link:
    user_id: UUID
    purpose: Purpose
    email: str
    """The address that whoever holds the link can read."""


async def insert_link(tx: Tx, link: Link, hashed: str, expires_at: datetime) -> None:
    values = {"user_id": link.user_id, "purpose": link.purpose, "email": link.email}
    await tx.execute(sa.insert(links).values(token_hash=hashed, expires_at=expires_at, **values))


async def find_link(tx: Tx, hashed: str, now: datetime) -> Link:
    row = await tx.one_or_none(sa.select(links).where(links.c.token_hash == hashed, links.c.expires_at > now))
    if row is None:
        raise Gone
    return Link(row.user_id, row.purpose, row.email)


async def spend_link(tx: Tx, hashed: str, purpose: Purpose, now: datetime) -> tuple[Link, Account]:
    """Works once: whoever deletes the row has it. The account is locked first, so that two links of one account do not wait
    for each other."""
    link = await find_link(tx, hashed, now)
    if link.purpose is not purpose:
        raise Gone
    try:
        account = await lock_account(tx, link.user_id)
    except NotFound:
        raise Gone from None
    spent = await tx.execute(sa.delete(links).where(links.c.token_hash == hashed))
    moved = purpose is not Purpose.NEW_EMAIL and link.email != account.user.email
    if spent.rowcount == 0 or moved:
        raise Gone
    return link, account


async def delete_links(tx: Tx, user_id: UUID) -> None:
    await tx.execute(sa.delete(links).where(links.c.user_id == user_id))


async def delete_expired_links(tx: Tx, now: datetime) -> None:
    await tx.execute(sa.delete(links).where(links.c.expires_at <= now))
