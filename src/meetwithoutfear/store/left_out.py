"""Which of their own sentences a member asked to leave out of every draft: the message and the place in it, never a word.
What was said to the write coach about it is written nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.discretion.reading import pieces
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.rooms import Room, in_room
from meetwithoutfear.store.tables import left_out, messages


@dataclass(frozen=True)
class OwnSentence:
    """Of what the member said to the guide, in any stage."""

    message_id: UUID
    start: int
    end: int
    text: str = field(repr=False)


async def read_own_messages(tx: Tx, room: Room) -> list[tuple[UUID, str]]:
    said = sa.and_(
        in_room(messages, room),
        messages.c.chat == Chat.MAIN,
        messages.c.role == Role.USER,
        messages.c.flagged.is_(False),
    )
    rows = await tx.all(sa.select(messages.c.id, messages.c.content).where(said).order_by(messages.c.seq))
    return [(row.id, row.content) for row in rows]


async def read_own_sentences(tx: Tx, room: Room) -> list[OwnSentence]:
    return [
        OwnSentence(message_id, piece.start, piece.end, piece.text)
        for message_id, content in await read_own_messages(tx, room)
        for piece in pieces(content)
    ]


async def read_left_out(tx: Tx, room: Room) -> tuple[str, ...]:
    """The sentences themselves, as they stand in the member's own messages."""
    rows = await tx.all(
        sa.select(messages.c.content, left_out.c.start, left_out.c.end)
        .join(messages, messages.c.id == left_out.c.message_id)
        .where(in_room(left_out, room))
        .order_by(messages.c.seq, left_out.c.start)
    )
    return tuple(row.content[row.start : row.end] for row in rows)


async def leave_out(tx: Tx, room: Room, chosen: Iterable[OwnSentence]) -> None:
    """To ask twice changes nothing."""
    for one in chosen:
        place = {"message_id": one.message_id, "start": one.start}
        insert = tx.insert(left_out).values(session_id=room.session_id, side=room.side, end=one.end, **place)
        await tx.execute(insert.on_conflict_do_nothing())
