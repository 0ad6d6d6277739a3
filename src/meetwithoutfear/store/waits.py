"""Which sessions have something whose time has come. Whether it really has, the rules say, under the session's lock."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.session import SessionStatus
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import IS_OPEN, attempts, offers
from meetwithoutfear.store.tables import members, sessions


async def sessions_due(tx: Tx, now: datetime, lapsed_before: datetime, limit: int) -> list[UUID]:
    expired = sa.select(offers.c.session_id).where(IS_OPEN, offers.c.expires_at <= now)
    lapsed = sa.select(attempts.c.session_id).where(
        attempts.c.status == Status.REFINING, attempts.c.since <= lapsed_before
    )
    reminded = sa.select(members.c.session_id).where(members.c.remind_at <= now)
    due = sa.union(expired, lapsed, reminded).subquery()
    going_on = sessions.c.status != SessionStatus.ENDED
    rows = await tx.all(
        sa.select(sessions.c.id).where(sessions.c.id.in_(sa.select(due.c.session_id)), going_on).limit(limit)
    )
    return [row.id for row in rows]
