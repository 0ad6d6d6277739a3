"""Idempotency keys: for a day, the hash of the request, the status code and the ids it led to. A repeat is answered from
the present state with the help of those ids; nothing of the answer itself is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import Conflict
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.rows import insert_row
from meetwithoutfear.store.tables import idempotency_keys as keys

Ids = Mapping[str, str]


@dataclass(frozen=True)
class Once:
    """The caller's wish that this request takes effect once."""

    key: str
    request_hash: str
    status_code: int


async def only_once(
    tx: Tx, user_id: UUID, once: Once | None, now: datetime, act: Callable[[], Awaitable[Ids]]
) -> Ids:
    if once is None:
        return await act()
    if tx.on_postgresql:
        # Two requests with one key at the same instant: the second waits for the first one's answer.
        lock = sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"{user_id}:{once.key}", 0))
        await tx.execute(sa.select(lock))
    known = await tx.one_or_none(sa.select(keys).where(keys.c.user_id == user_id, keys.c.key == once.key))
    if known is None:
        ids = await act()
        await remember(tx, user_id, once, ids, now)
        return ids
    if known.request_hash != once.request_hash:
        raise Conflict("This idempotency key was used for another request.")
    return dict(known.ids)


async def is_known(tx: Tx, user_id: UUID, once: Once | None) -> bool:
    """Whether a request with this key has been answered: a repeat, or one that will be refused as something else."""
    if once is None:
        return False
    same = sa.and_(keys.c.user_id == user_id, keys.c.key == once.key)
    return await tx.scalar(sa.select(keys.c.key).where(same)) is not None


async def remember(tx: Tx, user_id: UUID, once: Once, ids: Ids, now: datetime) -> None:
    await insert_row(tx, keys, user_id=user_id, ids=dict(ids), created_at=now, **vars(once))


async def forget_keys_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(keys).where(keys.c.created_at < time))
