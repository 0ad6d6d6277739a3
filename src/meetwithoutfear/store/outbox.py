"""What is told outside the app: what is still to be told, how somebody wants to be told, on which browsers, and the mails
and pushes that are to be sent.

A notification is written in the transaction that brings the news, together with the job that will tell it. Whoever tells
it takes it away: it is told once, or dropped. A mail is marked as handed over before the mail server or the push service
gets it: a crash in between loses one, and no crash doubles one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import NotSignedIn
from meetwithoutfear.domain.moves import News
from meetwithoutfear.domain.notifications import Letter, Notification, Preferences, QuietHours
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.people import USER_COLUMNS, USERS, User
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.rows import Rows, Values, insert_all, insert_row, is_at
from meetwithoutfear.store.tables import mails, notification_preferences, notifications, users
from meetwithoutfear.store.tables import push_subscriptions as subscriptions

NOTIFY_JOB = "notify"
# Whoever has the app open sees it there, and needs no mail.
GRACE = timedelta(minutes=1)
MOST_SUBSCRIPTIONS = 20


@dataclass(frozen=True)
class StoredNotification:
    notification: Notification
    noted_at: datetime


@dataclass(frozen=True)
class PushAddress:
    """Where a browser's push service is reached, and the keys only the browser can open."""

    endpoint: str = field(repr=False)
    p256dh: bytes = field(repr=False)
    auth: bytes = field(repr=False)


@dataclass(frozen=True)
class Mail:
    id: UUID
    user: User | None
    created_at: datetime
    invitation_id: UUID | None
    session_id: UUID | None
    types: tuple[str, ...] = ()
    """What its reader is told of the session."""
    subscription_id: UUID | None = None
    """The browser it is pushed to, instead of being mailed."""
    letter: Letter | None = None
    """What it says about the account."""
    email: str | None = None
    """Where it goes, if not to the address the account has now."""


NOTIFICATIONS = Rows(Notification, notifications, names={"to": "side"})
SUBSCRIPTIONS, MAILS = Rows(PushAddress, subscriptions), Rows(Mail, mails)
PREFERENCES = Rows(
    Preferences,
    notification_preferences,
    made=lambda wanted: {
        "quiet_from": wanted.quiet_hours.begins if wanted.quiet_hours else None,
        "quiet_to": wanted.quiet_hours.ends if wanted.quiet_hours else None,
    },
)


async def save_notifications(tx: Tx, session_id: UUID, told: Sequence[Notification], now: datetime) -> None:
    if not told or not tx.tells_outside:
        return
    rows = [NOTIFICATIONS.row(one, id=private_id(), session_id=session_id, noted_at=now) for one in told]
    await insert_all(tx, notifications, rows)
    for side in {one.to for one in told}:
        reminded = any(one.type == News.REMINDER for one in told if one.to is side)
        await tell_later(tx, Room(session_id, side), now, now if reminded else now + GRACE)


async def tell_later(tx: Tx, room: Room, now: datetime, at: datetime) -> None:
    """Each has a job of its own: one that finds everything told already does nothing."""
    payload = {"sessionId": str(room.session_id), "side": room.side.value}
    await enqueue(tx, NOTIFY_JOB, payload, now, run_at=at)


async def load_notifications(tx: Tx, room: Room) -> list[StoredNotification]:
    wanted = sa.select(notifications).where(in_room(notifications, room)).order_by(notifications.c.id)
    return [StoredNotification(NOTIFICATIONS.record(row), row.noted_at) for row in await tx.all(wanted)]


async def delete_notifications(tx: Tx, room: Room) -> None:
    await tx.delete(notifications, in_room(notifications, room))


async def load_preferences(tx: Tx, user_id: UUID) -> Preferences:
    mine = notification_preferences.c.user_id == user_id
    row = await tx.one_or_none(sa.select(notification_preferences).where(mine))
    if row is None:
        return Preferences()
    quiet = row.quiet_from is not None and row.quiet_to is not None
    hours = QuietHours(row.quiet_from, row.quiet_to) if quiet else None
    return PREFERENCES.record(row, quiet_hours=hours)


async def save_preferences(tx: Tx, user_id: UUID, wanted: Preferences) -> None:
    await PREFERENCES.replace(tx, wanted, ("user_id",), user_id=user_id)


async def save_subscription(
    tx: Tx, user_id: UUID, device_id: UUID, wanted: PushAddress, now: datetime
) -> None:
    """A browser belongs to whoever signed in on it last, and is told nothing more once they are signed out on it."""
    place: Values = {"user_id": user_id, "device_id": device_id, "created_at": now}
    try:
        await SUBSCRIPTIONS.replace(tx, wanted, ("endpoint",), new={"id": private_id()}, **place)
    except sa.exc.IntegrityError:
        # Signed out on it since the request came in.
        raise NotSignedIn from None
    newest = (
        sa.select(subscriptions.c.id)
        .where(subscriptions.c.user_id == user_id)
        .order_by(subscriptions.c.created_at.desc(), subscriptions.c.id.desc())
        .limit(MOST_SUBSCRIPTIONS)
    )
    await tx.delete(subscriptions, subscriptions.c.user_id == user_id, subscriptions.c.id.not_in(newest))


async def delete_subscription(tx: Tx, user_id: UUID, endpoint: str) -> None:
    await tx.delete(subscriptions, is_at(subscriptions, user_id=user_id, endpoint=endpoint))


async def list_subscription_ids(tx: Tx, user_id: UUID) -> list[UUID]:
    rows = await tx.all(sa.select(subscriptions.c.id).where(subscriptions.c.user_id == user_id))
    return [row.id for row in rows]


async def load_subscription(tx: Tx, subscription_id: UUID) -> PushAddress | None:
    return await SUBSCRIPTIONS.one(tx, sa.select(subscriptions).where(subscriptions.c.id == subscription_id))


async def forget_subscription(tx: Tx, subscription_id: UUID) -> None:
    """The browser is gone, says its push service."""
    await tx.delete(subscriptions, subscriptions.c.id == subscription_id)


async def insert_mail(
    tx: Tx,
    now: datetime,
    *,
    user_id: UUID | None = None,
    invitation_id: UUID | None = None,
    session_id: UUID | None = None,
    types: Sequence[str] = (),
    subscription_id: UUID | None = None,
    letter: Letter | None = None,
    email: str | None = None,
) -> UUID:
    mail_id = private_id()
    place = {"user_id": user_id, "invitation_id": invitation_id, "session_id": session_id}
    said = {"types": list(types) or None, "letter": letter, "email": email}
    new = {**place, **said, "subscription_id": subscription_id, "created_at": now}
    await insert_row(tx, mails, id=mail_id, **new)
    return mail_id


async def take_mail(tx: Tx, mail_id: UUID, now: datetime) -> Mail | None:
    """Marks it; nothing if it has been taken before or is gone."""
    taken = await tx.one_or_none(
        sa.update(mails)
        .where(mails.c.id == mail_id, mails.c.handed_over_at.is_(None))
        .values(handed_over_at=now)
        .returning(mails)
    )
    if taken is None:
        return None
    user = await USERS.one(tx, sa.select(*USER_COLUMNS).where(users.c.id == taken.user_id))
    return MAILS.record(taken, user=user)


async def give_back_mail(tx: Tx, mail_id: UUID) -> None:
    """The server did not take it: it may be tried again."""
    await tx.update(mails, mails.c.id == mail_id, handed_over_at=None)


async def load_last_told(tx: Tx, user_id: UUID, session_id: UUID) -> datetime | None:
    """When somebody was last told of something in a session."""
    told = sa.and_(mails.c.user_id == user_id, mails.c.session_id == session_id)
    found: datetime | None = await tx.scalar(sa.select(sa.func.max(mails.c.created_at)).where(told))
    return found
