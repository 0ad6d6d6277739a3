"""A statement in the making, one per member: the member's own wording, or the guide's until there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import drafts
from meetwithoutfear.store.rooms import Room, in_room


@dataclass(frozen=True)
class Draft:
    content: str = field(repr=False)
    ready_to_share: bool
    feelings: tuple[str, ...]
    updated_at: datetime


async def read_draft(tx: Tx, room: Room) -> Draft | None:
    row = await tx.one_or_none(sa.select(drafts).where(in_room(drafts, room)))
    return Draft(row.content, row.ready_to_share, tuple(row.feelings), row.updated_at) if row else None


async def write_draft(
    tx: Tx, room: Room, content: str, *, ready: bool, feelings: Sequence[str], own: bool, now: datetime
) -> None:
    """What the guide proposes never takes the place of what the member wrote."""
    values = {
        "content": content,
        "ready_to_share": ready,
        "feelings": list(feelings),
        "own": own,
        "updated_at": now,
    }
    insert = tx.insert(drafts).values(session_id=room.session_id, side=room.side, **values)
    replaceable = None if own else drafts.c.own.is_(False)
    await tx.execute(
        insert.on_conflict_do_update(index_elements=["session_id", "side"], set_=values, where=replaceable)
    )


async def back_to_draft(tx: Tx, session_id: UUID, side: Side, content: str, now: datetime) -> None:
    if content:
        await write_draft(tx, Room(session_id, side), content, ready=False, feelings=(), own=True, now=now)


async def discard_draft(tx: Tx, session_id: UUID, side: Side) -> None:
    await tx.execute(sa.delete(drafts).where(in_room(drafts, Room(session_id, side))))
