"""One inbox per user: a gap-free sequence, allocated under the user's row lock, of everything that user may know.

Users are locked in the order of their ids, after the session: no two commands can wait for each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.notices import NoticeType
from meetwithoutfear.store.database import Tx, user_topic
from meetwithoutfear.store.tables import devices, inbox, users


@dataclass(frozen=True)
class Entry:
    """Something to be put into a user's inbox."""

    user_id: UUID
    type: NoticeType
    session_id: UUID | None
    data: Mapping[str, int | str]


@dataclass(frozen=True)
class InboxEvent:
    seq: int
    type: NoticeType
    session_id: UUID | None
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class Cursor:
    """Where a user's inbox ends, and up to where it has been forgotten."""

    head: int
    forgotten: int

    def covers(self, seq: int) -> bool:
        return self.forgotten <= seq <= self.head


async def deliver(tx: Tx, entries: Sequence[Entry], now: datetime) -> None:
    by_user: dict[UUID, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_user[entry.user_id].append(entry)
    if not by_user:
        return
    heads = await _raised(tx, {user_id: len(found) for user_id, found in by_user.items()})
    rows = [
        row for user_id, found in by_user.items() for row in _numbered(user_id, found, heads[user_id], now)
    ]
    await tx.execute(sa.insert(inbox), rows)
    for user_id in by_user:
        tx.wake(user_topic(user_id))


async def _raised(tx: Tx, counts: Mapping[UUID, int]) -> dict[UUID, int]:
    """The new last numbers, in one statement that locks the users in the order of their ids. Not their keys: whoever has
    just written a row that names a user holds on to that, and would be waited for in a circle."""
    mine = sa.select(users.c.id).where(users.c.id.in_(counts)).order_by(users.c.id)
    locked = mine.with_for_update(key_share=True)
    more = sa.case(counts, value=users.c.id)
    raised = sa.update(users).where(users.c.id.in_(sa.select(locked.cte("locked").c.id)))
    rows = await tx.all(
        raised.values(inbox_seq=users.c.inbox_seq + more).returning(users.c.id, users.c.inbox_seq)
    )
    return {row.id: row.inbox_seq for row in rows}


def _numbered(user_id: UUID, entries: list[Entry], head: int, now: datetime) -> list[dict[str, Any]]:
    return [
        {
            "user_id": user_id,
            "seq": seq,
            "type": entry.type,
            "session_id": entry.session_id,
            "data": dict(entry.data),
            "at": now,
        }
        for seq, entry in enumerate(entries, head - len(entries) + 1)
    ]


async def cursor(tx: Tx, user_id: UUID, device_id: UUID, now: datetime) -> Cursor | None:
    """Nothing when the device has been signed out meanwhile."""
    row = await tx.one_or_none(
        sa.select(users.c.inbox_seq, users.c.inbox_forgotten)
        .join(devices, devices.c.user_id == users.c.id)
        .where(users.c.id == user_id, devices.c.id == device_id, devices.c.expires_at > now)
    )
    return Cursor(row.inbox_seq, row.inbox_forgotten) if row else None


async def read_after(tx: Tx, user_id: UUID, seq: int, limit: int) -> list[InboxEvent]:
    rows = await tx.all(
        sa.select(inbox)
        .where(inbox.c.user_id == user_id, inbox.c.seq > seq)
        .order_by(inbox.c.seq)
        .limit(limit)
    )
    return [InboxEvent(row.seq, row.type, row.session_id, row.data, row.at) for row in rows]


async def forget_before(tx: Tx, time: datetime) -> None:
    """Old entries go; each user's mark says up to where, so that an older cursor is told to start afresh."""
    last = (
        sa.select(sa.func.max(inbox.c.seq))
        .where(inbox.c.user_id == users.c.id, inbox.c.at < time)
        .scalar_subquery()
    )
    stale = sa.select(inbox.c.user_id).where(inbox.c.at < time)
    await tx.execute(sa.update(users).where(users.c.id.in_(stale)).values(inbox_forgotten=last))
    await tx.execute(sa.delete(inbox).where(inbox.c.at < time))
