"""A row for every call of an engine: how long, how much, how it ended; never text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.tables import engine_calls


async def note_call(tx: Tx, call: Mapping[str, str | int], now: datetime) -> None:
    await tx.execute(sa.insert(engine_calls).values(id=private_id(), at=now, **call))


async def forget_calls_before(tx: Tx, time: datetime) -> None:
    await tx.execute(sa.delete(engine_calls).where(engine_calls.c.at < time))
