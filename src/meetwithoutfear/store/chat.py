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

from meetwithoutfear.domain.notices import Line, ReplyState, Role
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import Private
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import lease_time
from meetwithoutfear.store.rooms import of_viewer
from meetwithoutfear.store.rows import Rows, insert_all
from meetwithoutfear.store.tables import messages

REPLY_LEASE = timedelta(seconds=15)
CROSSING = (Role.SHARED_CONTEXT, Role.EMPATHY_STATEMENT, Role.VALIDATION_FEEDBACK)


@dataclass(frozen=True)
class Message:
    id: UUID
    seq: int
    side: Side
    chat: Chat
    role: Role
    cause: str | None
    content: Private[str]
    stage: int
    flagged: bool
    reply_to: UUID | None
    reply_state: ReplyState | None
    created_at: datetime


@dataclass(frozen=True)
class NewLine:
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
    made=lambda line: {"reply_state": ReplyState.PENDING if line.awaits_reply else None},
)


def number_lines(session: Session, new: Sequence[NewLine]) -> tuple[Session, list[NewLine]]:
    """Each in its chat, and the session with its last numbers."""
    members, numbered = dict(session.members), []
    for item in new:
        to, chat, seq = item.line.to, item.line.chat, None
        if members[to].care is None or item.line.in_care:
            known = members[to].last_seq
            seq = known.get(chat, 0) + 1
            members[to] = replace(members[to], last_seq={**known, chat: seq})
        numbered.append(replace(item, seq=seq))
    return replace(session, members=members), numbered


async def insert_messages(tx: Tx, session_id: UUID, new: Sequence[NewLine], now: datetime) -> None:
    rows = [
        LINES.row(item.line, id=item.id, seq=item.seq, session_id=session_id, created_at=now) for item in new
    ]
    await insert_all(tx, messages, rows)


def own_messages(viewer: UUID, session_id: UUID) -> sa.Select[Any]:
    here = sa.select(messages).where(messages.c.session_id == session_id, messages.c.seq.is_not(None))
    return of_viewer(here, messages, viewer)


async def load_waiting(tx: Tx, session_id: UUID, side: Side) -> list[tuple[UUID, Chat]]:
    """What has come for somebody in care, in its order."""
    here = sa.and_(messages.c.session_id == session_id, messages.c.side == side, messages.c.seq.is_(None))
    rows = await tx.all(sa.select(messages.c.id, messages.c.chat).where(here).order_by(messages.c.id))
    return [(row.id, row.chat) for row in rows]


async def number_message(tx: Tx, message_id: UUID, seq: int) -> None:
    await tx.update(messages, messages.c.id == message_id, seq=seq)


END = 2**62
NEWEST = (
    of_viewer(sa.select(messages), messages, sa.bindparam("viewer", type_=sa.Uuid))
    .where(
        messages.c.session_id == sa.bindparam("here"),
        messages.c.chat == sa.bindparam("chat"),
        messages.c.seq < sa.bindparam("before"),
    )
    .order_by(messages.c.seq.desc())
    .limit(sa.bindparam("most"))
)


async def access_messages(
    tx: Tx, viewer: UUID, session_id: UUID, *, chat: Chat, before: int | None, limit: int
) -> list[Message]:
    """The newest of the viewer's own chat, in order."""
    place = {"viewer": viewer, "here": session_id, "chat": chat, "before": before or END, "most": limit}
    return [MESSAGES.record(row, owner=viewer) for row in await tx.all(NEWEST, place)][::-1]


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
    lease, this = uuid4(), messages.c.id == message_id
    until, state = lease_time(tx, REPLY_LEASE), ReplyState.PENDING
    await tx.update(messages, this, reply_state=state, reply_lease=lease, reply_until=until, stop_asked=False)
    return lease


def is_held(message_id: UUID, lease: UUID) -> sa.ColumnElement[bool]:
    return sa.and_(messages.c.id == message_id, messages.c.reply_lease == lease)


async def renew_reply(tx: Tx, message_id: UUID, lease: UUID) -> bool:
    return await tx.update(messages, is_held(message_id, lease), reply_until=lease_time(tx, REPLY_LEASE)) == 1


async def ask_to_stop(tx: Tx, message_id: UUID) -> None:
    """A row, so that it is not lost should the wake-up call be; and the call, so that it is heard at once."""
    await tx.update(messages, messages.c.id == message_id, stop_asked=True)
    tx.wake(stop_topic(message_id))


async def is_stop_asked(tx: Tx, message_id: UUID) -> bool:
    return bool(await tx.scalar(sa.select(messages.c.stop_asked).where(messages.c.id == message_id)))


async def end_reply(tx: Tx, message_id: UUID, lease: UUID, state: ReplyState) -> bool:
    """Fenced: only whoever holds the lease may say how it ended."""
    held = is_held(message_id, lease)
    return await tx.update(messages, held, reply_state=state, reply_lease=None, reply_until=None) == 1


async def is_being_made(tx: Tx, message_id: UUID) -> bool:
    held = sa.and_(messages.c.id == message_id, messages.c.reply_until > lease_time(tx))
    return await tx.scalar(sa.select(messages.c.id).where(held)) is not None


async def give_up_reply(tx: Tx, message_id: UUID) -> None:
    waits = sa.and_(messages.c.id == message_id, messages.c.reply_state == ReplyState.PENDING)
    await tx.update(messages, waits, reply_state=ReplyState.FAILED, reply_lease=None, reply_until=None)
