"""A member's own chats, and replies in the making.

Messages are numbered per chat: nothing in one shows in the numbers of another. A message that waits for a reply carries a
lease of whoever is making it, in the database's own time; when the lease has run out, nobody is, and it may be asked for
again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa

from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.notices import Line, Role
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import Private
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import lease_time
from meetwithoutfear.store.rows import Rows, insert_all
from meetwithoutfear.store.tables import members, messages

REPLY_LEASE = timedelta(seconds=15)
CROSSING = (Role.SHARED_CONTEXT, Role.EMPATHY_STATEMENT, Role.VALIDATION_FEEDBACK)


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
class NewMessage:
    """A line with the id it will have, and with its number in its chat: none while it waits for the end of care."""

    id: UUID
    line: Line
    seq: int | None = None


@dataclass(frozen=True)
class CrossingLine:
    """A line in a member's chat with words that one of the two gave to the other."""

    role: Role
    cause: str


MESSAGES, CROSSING_LINES = Rows(Message, messages), Rows(CrossingLine, messages)
LINES = Rows(
    Line,
    messages,
    names={"to": "side"},
    made={"reply_state": lambda line: ReplyState.PENDING if line.awaits_reply else None},
)


def number_lines(session: Session, new: Sequence[NewMessage]) -> list[NewMessage]:
    last = {
        (side, chat): member.last_seq.get(chat, 0)
        for side, member in session.members.items()
        for chat in Chat
    }
    numbered = []
    for item in new:
        place = (item.line.to, item.line.chat)
        waits = session.members[item.line.to].care is not None and not item.line.in_care
        if not waits:
            last[place] += 1
        numbered.append(replace(item, seq=None if waits else last[place]))
    return numbered


def with_last_numbers(session: Session, numbered: Sequence[NewMessage]) -> Session:
    found = dict(session.members)
    for item in numbered:
        if item.seq is not None:
            member = found[item.line.to]
            found[item.line.to] = replace(member, last_seq={**member.last_seq, item.line.chat: item.seq})
    return replace(session, members=found)


async def insert_messages(tx: Tx, session_id: UUID, new: Sequence[NewMessage], now: datetime) -> None:
    rows = [
        LINES.row(item.line, id=item.id, seq=item.seq, session_id=session_id, created_at=now) for item in new
    ]
    await insert_all(tx, messages, rows)


def own_messages(viewer: UUID, session_id: UUID) -> sa.Select[Any]:
    """The chats are found through the viewer's membership alone."""
    return (
        sa.select(messages)
        .join(
            members, sa.and_(members.c.session_id == messages.c.session_id, members.c.side == messages.c.side)
        )
        .where(messages.c.session_id == session_id, members.c.user_id == viewer, members.c.left_at.is_(None))
        .where(messages.c.seq.is_not(None))
    )


async def load_waiting(tx: Tx, session_id: UUID, side: Side) -> list[tuple[UUID, Chat]]:
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
    page = own_messages(viewer, session_id).where(messages.c.chat == chat)
    if before is not None:
        page = page.where(messages.c.seq < before)
    return (await MESSAGES.all(tx, page.order_by(messages.c.seq.desc()).limit(limit), owner=viewer))[::-1]


async def access_message(tx: Tx, viewer: UUID, session_id: UUID, message_id: UUID) -> Message:
    wanted = own_messages(viewer, session_id).where(messages.c.id == message_id)
    return await MESSAGES.known(tx, wanted, owner=viewer)


async def access_reply(tx: Tx, viewer: UUID, session_id: UUID, message_id: UUID) -> Message | None:
    """The newest reply to a message, if there is one."""
    replies = own_messages(viewer, session_id).where(messages.c.reply_to == message_id)
    return await MESSAGES.one(tx, replies.order_by(messages.c.seq.desc()).limit(1), owner=viewer)


async def access_by_cause(tx: Tx, viewer: UUID, session_id: UUID, role: Role, cause: str) -> Message:
    """Of what was put into the viewer's chat by that cause, the part in that role."""
    begins = messages.c.cause.startswith(cause, autoescape=True)
    wanted = own_messages(viewer, session_id).where(messages.c.role == role, begins)
    return await MESSAGES.known(tx, wanted, owner=viewer)


async def access_crossing_lines(tx: Tx, viewer: UUID, session_id: UUID, up_to: int) -> list[CrossingLine]:
    """Of the viewer's own conversation, up to that number."""
    here = own_messages(viewer, session_id).where(messages.c.chat == Chat.MAIN, messages.c.seq <= up_to)
    wanted = here.where(messages.c.role.in_(CROSSING), messages.c.cause.is_not(None))
    return await CROSSING_LINES.all(tx, wanted)


def stop_topic(message_id: UUID) -> str:
    return f"stop:{message_id}"


async def take_reply(tx: Tx, message_id: UUID) -> UUID:
    lease = uuid4()
    await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id)
        .values(
            reply_state=ReplyState.PENDING,
            reply_lease=lease,
            reply_until=lease_time(tx, REPLY_LEASE),
            stop_asked=False,
        )
    )
    return lease


async def renew_reply(tx: Tx, message_id: UUID, lease: UUID) -> bool:
    kept = await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_lease == lease)
        .values(reply_until=lease_time(tx, REPLY_LEASE))
    )
    return kept.rowcount == 1


async def ask_to_stop(tx: Tx, message_id: UUID) -> None:
    """A row, so that it is not lost should the wake-up call be; and the call, so that it is heard at once."""
    await tx.execute(sa.update(messages).where(messages.c.id == message_id).values(stop_asked=True))
    tx.wake(stop_topic(message_id))


async def is_stop_asked(tx: Tx, message_id: UUID) -> bool:
    return bool(await tx.scalar(sa.select(messages.c.stop_asked).where(messages.c.id == message_id)))


async def end_reply(tx: Tx, message_id: UUID, lease: UUID, state: ReplyState) -> bool:
    """Fenced: only whoever holds the lease may say how it ended."""
    ended = await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_lease == lease)
        .values(reply_state=state, reply_lease=None, reply_until=None)
    )
    return ended.rowcount == 1


async def is_being_made(tx: Tx, message_id: UUID) -> bool:
    held = sa.and_(messages.c.id == message_id, messages.c.reply_until > lease_time(tx))
    return await tx.scalar(sa.select(messages.c.id).where(held)) is not None


async def give_up_reply(tx: Tx, message_id: UUID) -> None:
    await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_state == ReplyState.PENDING)
        .values(reply_state=ReplyState.FAILED, reply_lease=None, reply_until=None)
    )
