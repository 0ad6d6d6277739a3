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
from meetwithoutfear.store.rows import Rows, Values, insert_all
from meetwithoutfear.store.tables import devices, inbox, users


@dataclass(frozen=True)
class InboxEntry:
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


BATCH = 100
NO_MORE = 2**62
ENTRIES, EVENTS = Rows(InboxEntry, inbox), Rows(InboxEvent, inbox)


async def deliver(tx: Tx, entries: Sequence[InboxEntry], now: datetime) -> None:
    by_user: dict[UUID, list[InboxEntry]] = defaultdict(list)
    for entry in entries:
        by_user[entry.user_id].append(entry)
    rows: list[Values] = []
    for user_id in sorted(by_user):
        rows += await numbered_rows(tx, user_id, by_user[user_id], now)
        tx.wake(user_topic(user_id))
    await insert_all(tx, inbox, rows)


async def numbered_rows(tx: Tx, user_id: UUID, new: list[InboxEntry], now: datetime) -> list[Values]:
    raised = sa.update(users).where(users.c.id == user_id).values(inbox_seq=users.c.inbox_seq + len(new))
    head = int(await tx.scalar(raised.returning(users.c.inbox_seq)))
    return [ENTRIES.row(entry, seq=seq, at=now) for seq, entry in enumerate(new, head - len(new) + 1)]


PLACE = {"user": users.c.id == sa.bindparam("user"), "device": devices.c.id == sa.bindparam("device")}
SIGNED_IN = devices.c.expires_at > sa.bindparam("now")
NEWS = (
    sa.select(users.c.inbox_seq.label("head"), users.c.inbox_forgotten.label("forgotten"), *EVENTS.select())
    .join(devices, devices.c.user_id == users.c.id)
    .outerjoin(inbox, sa.and_(inbox.c.user_id == users.c.id, inbox.c.seq > sa.bindparam("after")))
    .where(*PLACE.values(), SIGNED_IN)
    .order_by(inbox.c.seq)
    .limit(BATCH)
)
HEADS = (
    sa.select(devices.c.id, users.c.inbox_seq)
    .join(users, users.c.id == devices.c.user_id)
    .where(devices.c.id.in_(sa.bindparam("devices", expanding=True)), SIGNED_IN)
)


@dataclass(frozen=True)
class InboxNews:
    cursor: Cursor
    events: list[InboxEvent]


async def load_news(tx: Tx, user_id: UUID, device_id: UUID, after: int, now: datetime) -> InboxNews | None:
    """What came after, and how far the inbox goes, of one moment. Nothing when the device has been signed out meanwhile."""
    rows = await tx.all(NEWS, {"user": user_id, "device": device_id, "after": after, "now": now})
    if not rows:
        return None
    found = [EVENTS.record(row) for row in rows if row.seq is not None]
    return InboxNews(Cursor(rows[0].head, rows[0].forgotten), found)


async def load_heads(tx: Tx, device_ids: Sequence[UUID], now: datetime) -> dict[UUID, int]:
    """How far the inbox of each goes, without those that have been signed out."""
    rows = await tx.all(HEADS, {"devices": list(device_ids), "now": now})
    return {row.id: row.inbox_seq for row in rows}


async def forget_inbox_before(tx: Tx, time: datetime) -> None:
    """Old entries go; each user's mark says up to where, so that an older cursor is told to start afresh."""
    last = (
        sa.select(sa.func.max(inbox.c.seq))
        .where(inbox.c.user_id == users.c.id, inbox.c.at < time)
        .scalar_subquery()
    )
    stale = sa.select(inbox.c.user_id).where(inbox.c.at < time)
    await tx.update(users, users.c.id.in_(stale), inbox_forgotten=last)
    await tx.delete(inbox, inbox.c.at < time)
