"""The browsers somebody wants to be told on: where their push service is reached, and the keys only they can open."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import NotSignedIn
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.notification_tables import push_subscriptions as subscriptions

MOST_PER_USER = 20


@dataclass(frozen=True)
class Subscription:
    endpoint: str = field(repr=False)
    p256dh: bytes = field(repr=False)
    auth: bytes = field(repr=False)


async def write_subscription(
    tx: Tx, user_id: UUID, device_id: UUID, wanted: Subscription, now: datetime
) -> None:
    """A browser belongs to whoever signed in on it last, and is told nothing more once they are signed out on it."""
    values = {
        "user_id": user_id,
        "device_id": device_id,
        "p256dh": wanted.p256dh,
        "auth": wanted.auth,
        "created_at": now,
    }
    insert = tx.insert(subscriptions).values(id=private_id(), endpoint=wanted.endpoint, **values)
    try:
        await tx.execute(insert.on_conflict_do_update(index_elements=["endpoint"], set_=values))
    except sa.exc.IntegrityError:
        # Signed out on it since the request came in.
        raise NotSignedIn from None
    newest = (
        sa.select(subscriptions.c.id)
        .where(subscriptions.c.user_id == user_id)
        .order_by(subscriptions.c.created_at.desc(), subscriptions.c.id.desc())
        .limit(MOST_PER_USER)
    )
    older = sa.and_(subscriptions.c.user_id == user_id, subscriptions.c.id.not_in(newest))
    await tx.execute(sa.delete(subscriptions).where(older))


async def delete_subscription(tx: Tx, user_id: UUID, endpoint: str) -> None:
    mine = sa.and_(subscriptions.c.user_id == user_id, subscriptions.c.endpoint == endpoint)
    await tx.execute(sa.delete(subscriptions).where(mine))


async def list_subscription_ids(tx: Tx, user_id: UUID) -> list[UUID]:
    rows = await tx.all(sa.select(subscriptions.c.id).where(subscriptions.c.user_id == user_id))
    return [row.id for row in rows]


async def read_subscription(tx: Tx, subscription_id: UUID) -> Subscription | None:
    row = await tx.one_or_none(sa.select(subscriptions).where(subscriptions.c.id == subscription_id))
    return Subscription(row.endpoint, row.p256dh, row.auth) if row else None


async def forget_subscription(tx: Tx, subscription_id: UUID) -> None:
    """The browser is gone, says its push service."""
    await tx.execute(sa.delete(subscriptions).where(subscriptions.c.id == subscription_id))
