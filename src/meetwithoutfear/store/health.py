"""How the database and the queue are doing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.tables import JobState, jobs


@dataclass(frozen=True)
class QueueHealth:
    waiting: int
    dead: int
    oldest: timedelta


async def queue_health(tx: Tx, now: datetime) -> QueueHealth:
    due = sa.and_(jobs.c.state == JobState.READY, jobs.c.run_at <= now, jobs.c.lease.is_(None))
    row = (
        await tx.execute(
            sa.select(
                sa.func.count().filter(due).label("waiting"),
                sa.func.count().filter(jobs.c.state == JobState.DEAD).label("dead"),
                sa.func.min(jobs.c.run_at).filter(due).label("oldest"),
            )
        )
    ).one()
    return QueueHealth(row.waiting, row.dead, now - row.oldest if row.oldest else timedelta())
