"""Reading the journal of a session."""

from __future__ import annotations

from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.timeline import Entry
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.tables import journal


async def read_journal(tx: Tx, session_id: UUID) -> list[Entry]:
    rows = await tx.all(
        sa.select(journal.c.event, journal.c.side, journal.c.at)
        .where(journal.c.session_id == session_id)
        .order_by(journal.c.seq)
    )
    return [Entry(Event.by_name[row.event].moment, row.side, row.at) for row in rows]
