"""That something was noticed, when, and of which kind; never the words."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.tables import safety_findings


async def note_finding(
    tx: Tx, user_id: UUID, session_id: UUID | None, *, label: str, tier: str, now: datetime
) -> None:
    await tx.execute(
        sa.insert(safety_findings).values(
            id=private_id(), user_id=user_id, session_id=session_id, label=label, tier=tier, at=now
        )
    )


async def was_noted(tx: Tx, user_id: UUID, session_id: UUID, *, label: str, until: datetime) -> bool:
    noted = safety_findings.c
    found = sa.select(noted.id).where(
        noted.user_id == user_id, noted.session_id == session_id, noted.label == label, noted.at <= until
    )
    return await tx.scalar(found.limit(1)) is not None


async def forget_findings_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(safety_findings).where(safety_findings.c.at < time))
