"""What is still to be told outside the app, and how somebody wants to be told.

A notification is written in the transaction that brings the news, together with the job that will tell it. Whoever tells
it takes it away: it is told once, or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.notifications import News, Notification, Preferences, QuietHours
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.notification_tables import notification_preferences, notifications
from meetwithoutfear.store.rooms import Room, in_room

NOTIFY_JOB = "notify"
# Whoever has the app open sees it there, and needs no mail.
GRACE = timedelta(minutes=1)


@dataclass(frozen=True)
class Noted:
    notification: Notification
    noted_at: datetime


async def note(tx: Tx, session_id: UUID, told: Sequence[Notification], now: datetime) -> None:
    if not told or not tx.tells_outside:
        return
    rows = [
        {
            "id": private_id(),
            "session_id": session_id,
            "side": one.to,
            "type": str(one.type),
            "item_id": one.item_id,
            "noted_at": now,
        }
        for one in told
    ]
    await tx.execute(sa.insert(notifications), rows)
    for side in {one.to for one in told}:
        reminded = any(one.type == News.REMINDER for one in told if one.to is side)
        await tell_later(tx, Room(session_id, side), now, now if reminded else now + GRACE)


async def tell_later(tx: Tx, room: Room, now: datetime, at: datetime) -> None:
    """Each has a job of its own: one that finds everything told already does nothing."""
    payload = {"sessionId": str(room.session_id), "side": room.side.value}
    await enqueue(tx, NOTIFY_JOB, payload, now, run_at=at)


async def read_noted(tx: Tx, room: Room) -> list[Noted]:
    rows = await tx.all(
        sa.select(notifications).where(in_room(notifications, room)).order_by(notifications.c.id)
    )
    return [Noted(Notification(row.side, row.type, row.item_id), row.noted_at) for row in rows]


async def forget_noted(tx: Tx, room: Room) -> None:
    await tx.execute(sa.delete(notifications).where(in_room(notifications, room)))


async def read_preferences(tx: Tx, user_id: UUID) -> Preferences:
    mine = notification_preferences.c.user_id == user_id
    row = await tx.one_or_none(sa.select(notification_preferences).where(mine))
    if row is None:
        return Preferences()
    quiet = row.quiet_from is not None and row.quiet_to is not None
    return Preferences(row.email, row.push, QuietHours(row.quiet_from, row.quiet_to) if quiet else None)


async def write_preferences(tx: Tx, user_id: UUID, wanted: Preferences) -> None:
    quiet = wanted.quiet_hours
    values = {
        "email": wanted.email,
        "push": wanted.push,
        "quiet_from": quiet.begins if quiet else None,
        "quiet_to": quiet.ends if quiet else None,
    }
    insert = tx.insert(notification_preferences).values(user_id=user_id, **values)
    await tx.execute(insert.on_conflict_do_update(index_elements=["user_id"], set_=values))
