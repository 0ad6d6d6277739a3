"""What is noted for a time, never a word of anybody's: of a request with an idempotency key its hash, its status code and
the ids it led to, with whose help a repeat is answered from the present state; that something was noticed, when, and of
which kind; of every call of an engine how long, how much, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import Conflict
from meetwithoutfear.domain.safety.signs import Sign
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.rows import Rows, insert_row, is_at
from meetwithoutfear.store.tables import (
    devices,
    engine_calls,
    idempotency_keys,
    links,
    mails,
    safety_findings,
)

Ids = Mapping[str, str]
SIGNS = Rows(Sign, safety_findings)


@dataclass(frozen=True)
class Once:
    """The caller's wish that this request takes effect once."""

    key: str
    request_hash: str
    status_code: int


async def load_ids(tx: Tx, user_id: UUID, once: Once | None) -> Ids | None:
    """What the first request with this key led to, if there was one."""
    if once is None:
        return None
    if tx.on_postgresql:
        # Two requests with one key at the same instant: the second waits for the first one's answer.
        lock = sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"{user_id}:{once.key}", 0))
        await tx.execute(sa.select(lock))
    same = is_at(idempotency_keys, user_id=user_id, key=once.key)
    known = await tx.one_or_none(sa.select(idempotency_keys).where(same))
    if known is None:
        return None
    if known.request_hash != once.request_hash:
        raise Conflict("This idempotency key was used for another request.")
    return dict(known.ids)


async def save_ids(tx: Tx, user_id: UUID, once: Once | None, ids: Ids, now: datetime) -> None:
    """Last of all: whoever locks the account locks all of it first, and this row points to it."""
    if once is not None:
        await insert_row(tx, idempotency_keys, user_id=user_id, ids=dict(ids), created_at=now, **vars(once))


async def is_known(tx: Tx, user_id: UUID, once: Once | None) -> bool:
    """Whether a request with this key has been answered: a repeat, or one that will be refused as something else."""
    if once is None:
        return False
    same = is_at(idempotency_keys, user_id=user_id, key=once.key)
    return await tx.scalar(sa.select(idempotency_keys.c.key).where(same)) is not None


async def note_finding(
    tx: Tx, user_id: UUID, session_id: UUID | None, *, label: str, tier: str, now: datetime
) -> None:
    kept = {"user_id": user_id, "session_id": session_id, "label": label, "tier": tier}
    await insert_row(tx, safety_findings, id=private_id(), at=now, **kept)


async def load_signs(tx: Tx, user_id: UUID, session_id: UUID) -> list[Sign]:
    here = is_at(safety_findings, user_id=user_id, session_id=session_id)
    return await SIGNS.all(tx, sa.select(safety_findings).where(here))


async def was_noted(tx: Tx, user_id: UUID, session_id: UUID, *, label: str, until: datetime) -> bool:
    same = is_at(safety_findings, user_id=user_id, session_id=session_id, label=label)
    found = sa.select(safety_findings.c.id).where(same, safety_findings.c.at <= until)
    return await tx.scalar(found.limit(1)) is not None


async def note_call(tx: Tx, call: Mapping[str, Any], now: datetime) -> None:
    await insert_row(tx, engine_calls, id=private_id(), at=now, **call)


# Of which table what goes, how long after which time.
KEPT_FOR = (
    (idempotency_keys, "created_at", timedelta(hours=24)),
    (mails, "created_at", timedelta(days=7)),
    (safety_findings, "at", timedelta(days=30)),
    (engine_calls, "at", timedelta(days=90)),
    (devices, "expires_at", timedelta()),
    (links, "expires_at", timedelta()),
)


async def forget_old(tx: Tx, now: datetime) -> None:
    for table, since, kept_for in KEPT_FOR:
        await tx.delete(table, table.c[since] <= now - kept_for)
