"""A member's own chats. Messages are numbered per chat: nothing in one shows in the numbers of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.notices import Line, Role
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import Private
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.tables import members, messages


@dataclass(frozen=True)
class Message:
    id: UUID
    seq: int
    chat: Chat
    role: Role
    content: Private[str]
    stage: int
    flagged: bool
    reply_to: UUID | None
    reply_state: ReplyState | None
    created_at: datetime


@dataclass(frozen=True)
class Placed:
    """A line with the id it will have."""

    id: UUID
    line: Line


@dataclass(frozen=True)
class Numbered(Placed):
    """And with its number in the chat it goes to; none while it waits for the end of care."""

    seq: int | None


def numbered_lines(session: Session, placed: Sequence[Placed]) -> list[Numbered]:
    last = {
        (side, chat): member.last_seq.get(chat, 0)
        for side, member in session.members.items()
        for chat in Chat
    }
    numbered = []
    for item in placed:
        place = (item.line.to, item.line.chat)
        if session.members[item.line.to].care is not None and not item.line.in_care:
            numbered.append(Numbered(item.id, item.line, None))
            continue
        last[place] += 1
        numbered.append(Numbered(item.id, item.line, last[place]))
    return numbered


def with_last_numbers(session: Session, numbered: Sequence[Numbered]) -> Session:
    found = dict(session.members)
    for item in numbered:
        if item.seq is None:
            continue
        member = found[item.line.to]
        found[item.line.to] = replace(member, last_seq={**member.last_seq, item.line.chat: item.seq})
    return replace(session, members=found)


async def append(tx: Tx, session_id: UUID, numbered: Sequence[Numbered], now: datetime) -> None:
    if numbered:
        await tx.execute(sa.insert(messages), [message_values(session_id, item, now) for item in numbered])


def message_values(session_id: UUID, item: Numbered, now: datetime) -> dict[str, Any]:
    line = item.line
    return {
        "id": item.id,
        "session_id": session_id,
        "side": line.to,
        "chat": line.chat,
        "seq": item.seq,
        "role": line.role,
        "content": line.content,
        "stage": line.stage,
        "cause": line.cause,
        "flagged": line.flagged,
        "reply_to": line.reply_to,
        "reply_state": ReplyState.PENDING if line.awaits_reply else None,
        "created_at": now,
    }


def own(viewer: UUID, session_id: UUID) -> sa.Select[Any]:
    """The chats are found through the viewer's membership alone."""
    return (
        sa.select(messages)
        .join(
            members, sa.and_(members.c.session_id == messages.c.session_id, members.c.side == messages.c.side)
        )
        .where(messages.c.session_id == session_id, members.c.user_id == viewer, members.c.left_at.is_(None))
        .where(messages.c.seq.is_not(None))
    )


async def read_waiting(tx: Tx, session_id: UUID, side: Side) -> list[tuple[UUID, Chat]]:
    """What has come for somebody in care, in its order."""
    here = sa.and_(messages.c.session_id == session_id, messages.c.side == side, messages.c.seq.is_(None))
    rows = await tx.all(sa.select(messages.c.id, messages.c.chat).where(here).order_by(messages.c.id))
    return [(row.id, row.chat) for row in rows]


async def number_message(tx: Tx, message_id: UUID, seq: int) -> None:
    await tx.execute(sa.update(messages).where(messages.c.id == message_id).values(seq=seq))


async def access_messages(
    tx: Tx, viewer: UUID, session_id: UUID, *, chat: Chat, before: int | None, limit: int
) -> list[Message]:
    """The newest of the viewer's own chat, in order."""
    page = own(viewer, session_id).where(messages.c.chat == chat)
    if before is not None:
        page = page.where(messages.c.seq < before)
    rows = await tx.all(page.order_by(messages.c.seq.desc()).limit(limit))
    return [message_from(row, viewer) for row in reversed(rows)]


async def access_message(tx: Tx, viewer: UUID, session_id: UUID, message_id: UUID) -> Message:
    row = await tx.one_or_none(own(viewer, session_id).where(messages.c.id == message_id))
    if row is None:
        raise NotFound
    return message_from(row, viewer)


async def access_reply(tx: Tx, viewer: UUID, session_id: UUID, message_id: UUID) -> Message | None:
    """The newest reply to a message, if there is one."""
    replies = own(viewer, session_id).where(messages.c.reply_to == message_id)
    rows = await tx.all(replies.order_by(messages.c.seq.desc()).limit(1))
    return message_from(rows[0], viewer) if rows else None


async def access_by_cause(tx: Tx, viewer: UUID, session_id: UUID, role: Role, cause: str) -> Message:
    """Of what was put into the viewer's chat by that cause, the part in that role."""
    begins = messages.c.cause.startswith(cause, autoescape=True)
    row = await tx.one_or_none(own(viewer, session_id).where(messages.c.role == role, begins))
    if row is None:
        raise NotFound
    return message_from(row, viewer)


@dataclass(frozen=True)
class Crossed:
    """A line in a member's chat with words that one of the two gave to the other."""

    role: Role
    cause: str


CROSSING = (Role.SHARED_CONTEXT, Role.EMPATHY_STATEMENT, Role.VALIDATION_FEEDBACK)


async def access_crossed(tx: Tx, viewer: UUID, session_id: UUID, up_to: int) -> list[Crossed]:
    """Of the viewer's own conversation, up to that number."""
    here = own(viewer, session_id).where(messages.c.chat == Chat.MAIN, messages.c.seq <= up_to)
    rows = await tx.all(here.where(messages.c.role.in_(CROSSING), messages.c.cause.is_not(None)))
    return [Crossed(row.role, row.cause) for row in rows]


def message_from(row: Row[Any], viewer: UUID) -> Message:
    return Message(
        id=row.id,
        seq=row.seq,
        chat=row.chat,
        role=row.role,
        content=Private(viewer, row.content),
        stage=row.stage,
        flagged=row.flagged,
        reply_to=row.reply_to,
        reply_state=row.reply_state,
        created_at=row.created_at,
    )
