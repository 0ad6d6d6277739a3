"""What is written down for whoever runs the server, never a word of anybody's: that something was noticed, when, and of
which kind; of every call of an engine how long, how much, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.rows import insert_row
from meetwithoutfear.store.tables import engine_calls, safety_findings


async def note_finding(
    tx: Tx, user_id: UUID, session_id: UUID | None, *, label: str, tier: str, now: datetime
) -> None:
    kept = {"user_id": user_id, "session_id": session_id, "label": label, "tier": tier}
    await insert_row(tx, safety_findings, id=private_id(), at=now, **kept)


async def was_noted(tx: Tx, user_id: UUID, session_id: UUID, *, label: str, until: datetime) -> bool:
    noted = safety_findings.c
    found = sa.select(noted.id).where(
        noted.user_id == user_id, noted.session_id == session_id, noted.label == label, noted.at <= until
    )
    return await tx.scalar(found.limit(1)) is not None


async def forget_findings_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(safety_findings).where(safety_findings.c.at < time))


async def note_call(tx: Tx, call: Mapping[str, Any], now: datetime) -> None:
    await insert_row(tx, engine_calls, id=private_id(), at=now, **call)


async def forget_calls_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(engine_calls).where(engine_calls.c.at < time))
