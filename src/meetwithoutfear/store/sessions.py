"""Sessions: the one way from an id to a session, and the one way to write one.

`access_session` answers strangers and nothing alike. `save` writes state, journal, messages, inbox entries and version
marks in the caller's transaction; the statement that sets a status stands here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.events import Event, Left
from meetwithoutfear.domain.machine import evolve
from meetwithoutfear.domain.notices import Notice, NoticeType, lines, notices, touched
from meetwithoutfear.domain.session import Chat, Invitation, Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store import inbox as inboxes
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.messages import (
    Numbered,
    Placed,
    append,
    erase_room,
    numbered_lines,
    with_last_numbers,
)
from meetwithoutfear.store.tables import invitations, journal, members, sessions, users

GATE_COLUMNS = {
    Gate.COMPACT_SIGNED: members.c.compact_signed_at,
    Gate.FELT_HEARD: members.c.felt_heard_at,
}
SEQ_COLUMNS = {Chat.MAIN: members.c.message_seq, Chat.INNER: members.c.inner_seq}
ANSWERING_COLUMNS = {Chat.MAIN: members.c.answering_main, Chat.INNER: members.c.answering_inner}
MEMBER_COLUMNS = [
    members.c.side,
    members.c.user_id,
    users.c.name,
    members.c.joined_at,
    members.c.paused_at,
    members.c.held_at,
    members.c.cleared_at,
    members.c.archived_at,
    members.c.left_at,
    members.c.version,
    members.c.turns,
    members.c.last_activity_at,
    *GATE_COLUMNS.values(),
    *ANSWERING_COLUMNS.values(),
    *SEQ_COLUMNS.values(),
]
LOADED = (
    sa.select(
        sessions.c.id,
        sessions.c.status,
        sessions.c.partner_name,
        sessions.c.topic,
        sessions.c.journal_seq,
        sessions.c.invitation_id,
        invitations.c.status.label("invitation_status"),
        invitations.c.expires_at,
        *MEMBER_COLUMNS,
    )
    .join(members, members.c.session_id == sessions.c.id)
    .join(users, users.c.id == members.c.user_id)
    .outerjoin(invitations, invitations.c.id == sessions.c.invitation_id)
)


async def access_session(
    tx: Tx, viewer: UUID, session_id: UUID, *, lock: bool = False, after_leaving: bool = False
) -> Session:
    if lock:
        await lock_session(tx, session_id)
    own = sa.alias(members, "own")
    mine = sa.exists().where(own.c.session_id == sessions.c.id, own.c.user_id == viewer)
    if not after_leaving:
        mine = mine.where(own.c.left_at.is_(None))
    rows = await tx.all(LOADED.where(sessions.c.id == session_id, mine))
    if not rows:
        raise NotFound
    return from_rows(rows)


async def load_locked(tx: Tx, session_id: UUID) -> Session:
    """For those whom an invitation has led here; everybody else comes in through `access_session`."""
    await lock_session(tx, session_id)
    return from_rows(await tx.all(LOADED.where(sessions.c.id == session_id)))


async def lock_session(tx: Tx, session_id: UUID) -> None:
    """First lock, then load: rows joined to a row that was waited for would be of yesterday."""
    if tx.on_postgresql:
        await tx.execute(sa.select(sessions.c.id).where(sessions.c.id == session_id).with_for_update())


def from_rows(rows: Sequence[Row[Any]]) -> Session:
    first = rows[0]
    invitation = None
    if first.invitation_status is not None:
        invitation = Invitation(first.invitation_id, first.invitation_status, first.expires_at)
    return Session(
        id=first.id,
        status=first.status,
        partner_name=first.partner_name,
        topic=first.topic,
        members={row.side: member_from(row) for row in rows},
        invitation=invitation,
        journal_seq=first.journal_seq,
    )


def member_from(row: Row[Any]) -> Member:
    passed = {gate: row._mapping[column] for gate, column in GATE_COLUMNS.items()}  # noqa: SLF001
    waiting = {chat: row._mapping[column] for chat, column in ANSWERING_COLUMNS.items()}  # noqa: SLF001
    return Member(
        user_id=row.user_id,
        name=row.name,
        joined_at=row.joined_at,
        passed={gate: at for gate, at in passed.items() if at is not None},
        paused_at=row.paused_at,
        held_at=row.held_at,
        cleared_at=row.cleared_at,
        archived_at=row.archived_at,
        left_at=row.left_at,
        version=row.version,
        turns=row.turns,
        answering={chat: awaited for chat, awaited in waiting.items() if awaited is not None},
        last_seq={chat: row._mapping[column] for chat, column in SEQ_COLUMNS.items()},  # noqa: SLF001
        last_activity_at=row.last_activity_at,
    )


async def insert_session(tx: Tx, session: Session, now: datetime) -> None:
    await tx.execute(
        sa.insert(sessions).values(
            id=session.id,
            status=SessionStatus.INVITED,
            partner_name=session.partner_name,
            topic=session.topic,
            journal_seq=0,
            created_at=now,
        )
    )
    for side, member in session.members.items():
        await tx.execute(sa.insert(members).values(member_values(session.id, side, member)))


async def save(
    tx: Tx, before: Session, events: Sequence[Event], now: datetime, said: Sequence[Placed] = ()
) -> Session:
    """Applies what was decided and writes all of it: state, journal, messages, inbox. `said` comes before what follows."""
    if not events and not said:
        return before
    after, told, new = before, list[Notice](), list(said)
    for event in events:
        after = evolve(after, event, now)
        after = touched(after, event, now)
        told += notices(after, event)
        new += [Placed(private_id(), line) for line in lines(after, event)]
    numbered = numbered_lines(after, new)
    after = with_last_numbers(after, numbered)
    await write_state(tx, before, after)
    await write_journal(tx, before, events, now)
    await append(tx, after.id, numbered, now)
    for event in events:
        if isinstance(event, Left):
            await erase_room(tx, after.id, event.side, after.members[event.side].user_id)
    await inboxes.deliver(tx, entries(after, told, numbered), now)
    return after


async def write_state(tx: Tx, before: Session, after: Session) -> None:
    invitation_id = after.invitation.id if after.invitation else None
    await tx.execute(
        sa.update(sessions)
        .where(sessions.c.id == after.id)
        .values(status=after.status, journal_seq=after.journal_seq, invitation_id=invitation_id)
    )
    for side, member in after.members.items():
        if side not in before.members:
            await tx.execute(sa.insert(members).values(member_values(after.id, side, member)))
        elif member != before.members[side]:
            here = sa.and_(members.c.session_id == after.id, members.c.side == side)
            await tx.execute(sa.update(members).where(here).values(member_values(after.id, side, member)))
    if after.invitation and after.invitation != before.invitation:
        await write_invitation(tx, after.invitation)


async def write_invitation(tx: Tx, current: Invitation) -> None:
    await tx.execute(
        sa.update(invitations).where(invitations.c.id == current.id).values(status=current.status)
    )


async def write_journal(tx: Tx, before: Session, events: Sequence[Event], now: datetime) -> None:
    rows = [
        {
            "session_id": before.id,
            "seq": seq,
            "event": type(event).__name__,
            "side": getattr(event, "side", None),
            "at": now,
        }
        for seq, event in enumerate(events, before.journal_seq + 1)
    ]
    if rows:
        await tx.execute(sa.insert(journal), rows)


def member_values(session_id: UUID, side: Side, member: Member) -> dict[str, Any]:
    return {
        "session_id": session_id,
        "side": side,
        "user_id": member.user_id,
        "joined_at": member.joined_at,
        "paused_at": member.paused_at,
        "held_at": member.held_at,
        "cleared_at": member.cleared_at,
        "archived_at": member.archived_at,
        "left_at": member.left_at,
        "version": member.version,
        "turns": member.turns,
        "last_activity_at": member.last_activity_at or member.joined_at,
        **{column.name: member.passed.get(gate) for gate, column in GATE_COLUMNS.items()},
        **{column.name: member.answering.get(chat) for chat, column in ANSWERING_COLUMNS.items()},
        **{column.name: member.last_seq.get(chat, 0) for chat, column in SEQ_COLUMNS.items()},
    }


def entries(session: Session, told: Sequence[Notice], numbered: Sequence[Numbered]) -> list[inboxes.Entry]:
    new_messages = [
        Notice(item.line.to, NoticeType.MESSAGE_CREATED, {"messageId": str(item.id), "seq": item.seq})
        for item in numbered
    ]
    return [
        inboxes.Entry(session.members[notice.to].user_id, notice.type, session.id, notice.data)
        for notice in [*told, *new_messages]
    ]


@dataclass(frozen=True)
class Page:
    """Where a page of the list begins: after the session with this activity and id."""

    last_activity_at: datetime
    session_id: UUID


async def access_sessions(
    tx: Tx, viewer: UUID, *, after: Page | None, limit: int, archived: bool
) -> list[Session]:
    """The viewer's sessions, newest activity of their own first: one statement, however many there are."""
    own = sa.alias(members, "own")
    wanted = sa.select(own.c.session_id, own.c.last_activity_at).where(
        own.c.user_id == viewer,
        own.c.left_at.is_(None),
        own.c.archived_at.is_not(None) if archived else own.c.archived_at.is_(None),
    )
    if after:
        place = sa.tuple_(own.c.last_activity_at, own.c.session_id)
        wanted = wanted.where(
            place
            < sa.tuple_(
                sa.literal(after.last_activity_at, own.c.last_activity_at.type),
                sa.literal(after.session_id, own.c.session_id.type),
            )
        )
    page = wanted.order_by(own.c.last_activity_at.desc(), own.c.session_id.desc()).limit(limit).subquery()
    rows = await tx.all(
        LOADED.join(page, page.c.session_id == sessions.c.id).order_by(
            page.c.last_activity_at.desc(), page.c.session_id.desc()
        )
    )
    by_session: dict[UUID, list[Row[Any]]] = {}
    for row in rows:
        by_session.setdefault(row.id, []).append(row)
    return [from_rows(group) for group in by_session.values()]
