"""What waits for a user, as it was written down when it came to wait: one statement, however many sessions there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.pending import Pending, PendingType
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import offers
from meetwithoutfear.store.sessions import pending_from
from meetwithoutfear.store.tables import members


@dataclass(frozen=True)
class SessionBadge:
    session_id: UUID
    count: int
    types: tuple[PendingType, ...]


async def access_pending(tx: Tx, viewer: UUID, session_id: UUID) -> tuple[Pending, datetime]:
    """With the time of the last change to the viewer's own view."""
    mine = sa.and_(
        members.c.session_id == session_id, members.c.user_id == viewer, members.c.left_at.is_(None)
    )
    row = await tx.one_or_none(sa.select(members.c.pending, members.c.last_activity_at).where(mine))
    if row is None:
        raise NotFound
    return pending_from(row.pending), row.last_activity_at


async def access_suggestion(tx: Tx, offer_id: UUID) -> str | None:
    """Of an offer that stands in the viewer's own list."""
    found: str | None = await tx.scalar(sa.select(offers.c.suggestion).where(offers.c.id == offer_id))
    return found


async def access_badges(tx: Tx, viewer: UUID) -> list[SessionBadge]:
    mine = sa.and_(members.c.user_id == viewer, members.c.left_at.is_(None), members.c.badge > 0)
    rows = await tx.all(
        sa.select(members.c.session_id, members.c.pending, members.c.badge)
        .where(mine)
        .order_by(members.c.last_activity_at.desc(), members.c.session_id)
    )
    return [
        SessionBadge(
            row.session_id,
            row.badge,
            tuple(dict.fromkeys(item.type for item in pending_from(row.pending) if item.counts)),
        )
        for row in rows
    ]
