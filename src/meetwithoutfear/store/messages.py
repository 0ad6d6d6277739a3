"""A member's own chat. Messages are numbered per chat (session and member), so nothing in one shows in the other's
numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.notices import Line, Role
from meetwithoutfear.domain.private import Private
from meetwithoutfear.domain.session import Session, Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.tables import members, messages


@dataclass(frozen=True)
class Message:
    id: UUID
    seq: int
    role: Role
    content: Private[str]
    stage: Stage
    created_at: datetime


@dataclass(frozen=True)
class Numbered:
    """A line with its place in the chat it goes to."""

    id: UUID
    seq: int
    line: Line


def numbered(session: Session, lines: Sequence[Line]) -> list[Numbered]:
    last = {side: member.message_seq for side, member in session.members.items()}
    placed = []
    for line in lines:
        last[line.to] += 1
        placed.append(Numbered(private_id(), last[line.to], line))
    return placed


async def append(tx: Tx, session_id: UUID, placed: Sequence[Numbered], now: datetime) -> None:
    if placed:
        rows = [
            {
                "id": item.id,
                "session_id": session_id,
                "side": item.line.to,
                "seq": item.seq,
                "role": item.line.role,
                "content": item.line.content,
                "stage": int(item.line.stage),
                "created_at": now,
            }
            for item in placed
        ]
        await tx.execute(sa.insert(messages), rows)


async def erase_chat(tx: Tx, session_id: UUID, side: Side) -> None:
    await tx.execute(sa.delete(messages).where(messages.c.session_id == session_id, messages.c.side == side))


async def access_messages(
    tx: Tx, viewer: UUID, session_id: UUID, *, before: int | None, limit: int
) -> list[Message]:
    """The newest of the viewer's own chat, in order. The chat is found through the viewer's membership alone."""
    own_chat = (
        sa.select(messages)
        .join(
            members, sa.and_(members.c.session_id == messages.c.session_id, members.c.side == messages.c.side)
        )
        .where(messages.c.session_id == session_id, members.c.user_id == viewer, members.c.left_at.is_(None))
    )
    page = own_chat if before is None else own_chat.where(messages.c.seq < before)
    rows = await tx.all(page.order_by(messages.c.seq.desc()).limit(limit))
    return [
        Message(row.id, row.seq, row.role, Private(viewer, row.content), Stage(row.stage), row.created_at)
        for row in reversed(rows)
    ]
