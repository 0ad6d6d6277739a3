"""Sessions: the one way from an id to a session, and the one way to write one.

`access_session` answers strangers and nothing alike. `save` writes state, journal, messages, inbox entries and version
marks in the caller's transaction; the statement that sets a status stands here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.events import Left
from meetwithoutfear.domain.machine import Step, item_notices, lines_of, unfold
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Notice, NoticeType
from meetwithoutfear.domain.notifications import notifications
from meetwithoutfear.domain.pending import Pending, PendingItem, PendingType, badge
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.domain.safety.care import Ask, Care, Language
from meetwithoutfear.domain.session import Chat, Invitation, Member, Proposal, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store import inbox as inboxes
from meetwithoutfear.store.consents import write_entry
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange_tables import attempts, offers
from meetwithoutfear.store.exchanges import (
    ATTEMPT_COLUMNS,
    OFFER_COLUMNS,
    Change,
    OfferWords,
    attempt_from,
    write_exchange,
)
from meetwithoutfear.store.ids import private_id, shared_id
from meetwithoutfear.store.leaving import erase_room
from meetwithoutfear.store.messages import (
    Numbered,
    Placed,
    append,
    number_message,
    numbered_lines,
    read_waiting,
    with_last_numbers,
)
from meetwithoutfear.store.notifications import note
from meetwithoutfear.store.tables import invitations, journal, members, sessions, users
from meetwithoutfear.store.together import save_together, with_together

GATE_NAMES = {gate: f"{gate.name.lower()}_at" for gate in Gate}
GATE_COLUMNS = {gate: members.c[name] for gate, name in GATE_NAMES.items()}
SEQ_COLUMNS = {Chat.MAIN: members.c.message_seq, Chat.INNER: members.c.inner_seq}
ANSWERING_COLUMNS = {Chat.MAIN: members.c.answering_main, Chat.INNER: members.c.answering_inner}
MEMBER_STATE = (
    "user_id", "joined_at", "relation", "first_relation",
    "paused_at", "cleared_at", "archived_at", "left_at", "finished_at",
    "close_asked_at", "waits_from", "due", "due_at", "acted_at", "reminders", "remind_at", "version", "turns",
    "last_activity_at",
)  # fmt: skip
MEMBER_COLUMNS = [
    members.c.side,
    users.c.name,
    members.c.pending,
    members.c.care,
    members.c.told,
    *(members.c[name] for name in MEMBER_STATE),
    *GATE_COLUMNS.values(),
    *ANSWERING_COLUMNS.values(),
    *SEQ_COLUMNS.values(),
]
SESSION_STATE = ("ground_at", "phase", "round")
PROPOSAL = ("proposal_id", "proposal_by", "proposal_at")
elsewhere, own = sa.alias(members, "elsewhere"), sa.alias(members, "own")
BADGE_ELSEWHERE = (
    sa.select(sa.func.coalesce(sa.func.sum(elsewhere.c.badge), 0))
    .where(elsewhere.c.user_id == members.c.user_id, elsewhere.c.session_id != members.c.session_id)
    .scalar_subquery()
)
LAST_ENTRY = (
    sa.select(sa.func.coalesce(sa.func.max(journal.c.seq), 0))
    .where(journal.c.session_id == sessions.c.id)
    .scalar_subquery()
)
LOADED = (
    sa.select(
        sessions.c.id,
        sessions.c.status,
        sessions.c.partner_name,
        sessions.c.topic,
        sessions.c.invitation_id,
        *(sessions.c[name] for name in SESSION_STATE),
        *(sessions.c[name] for name in PROPOSAL),
        LAST_ENTRY.label("journal_seq"),
        BADGE_ELSEWHERE.label("badge_elsewhere"),
        invitations.c.status.label("invitation_status"),
        invitations.c.expires_at,
        *MEMBER_COLUMNS,
        *ATTEMPT_COLUMNS,
        *OFFER_COLUMNS,
    )
    .join(members, members.c.session_id == sessions.c.id)
    .join(attempts, sa.and_(attempts.c.session_id == members.c.session_id, attempts.c.side == members.c.side))
    .join(users, users.c.id == members.c.user_id)
    .outerjoin(invitations, invitations.c.id == sessions.c.invitation_id)
    .outerjoin(offers, sa.and_(offers.c.session_id == members.c.session_id, offers.c.side == members.c.side))
)


async def access_session(
    tx: Tx, viewer: UUID, session_id: UUID, *, lock: bool = False, after_leaving: bool = False
) -> Session:
    if lock:
        await lock_session(tx, session_id)
    mine = sa.exists().where(own.c.session_id == sessions.c.id, own.c.user_id == viewer)
    if not after_leaving:
        mine = mine.where(own.c.left_at.is_(None))
    return await load_one(tx, LOADED.where(sessions.c.id == session_id, mine))


async def load_locked(tx: Tx, session_id: UUID) -> Session:
    """For those whom an invitation has led here, and for what the clock brings; everybody else comes in through
    `access_session`."""
    await lock_session(tx, session_id)
    return await load_for_work(tx, session_id)


async def load_for_work(tx: Tx, session_id: UUID) -> Session:
    """For a job: before it has anything to write, or in its effect, for which the worker has locked the session."""
    return await load_one(tx, LOADED.where(sessions.c.id == session_id))


async def load_one(tx: Tx, wanted: sa.Select[Any]) -> Session:
    found = await loaded(tx, wanted)
    if not found:
        raise NotFound
    return await with_together(tx, found[0])


async def loaded(tx: Tx, wanted: sa.Select[Any]) -> list[Session]:
    by_session: dict[UUID, list[Row[Any]]] = {}
    for row in await tx.all(wanted):
        by_session.setdefault(row.id, []).append(row)
    return [from_rows(rows) for rows in by_session.values()]


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
        exchange=Exchange({side: attempt_of(side, rows) for side in Side}),
        ground_at=first.ground_at,
        phase=first.phase,
        round=first.round,
        proposal=Proposal(first.proposal_id, first.proposal_by, first.proposal_at)
        if first.proposal_id
        else None,
        journal_seq=first.journal_seq,
    )


def attempt_of(side: Side, rows: Sequence[Row[Any]]) -> Attempt:
    own = [row for row in rows if row.side is side]
    return attempt_from(own) if own else Attempt()


def member_from(row: Row[Any]) -> Member:
    found = row._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    passed = {gate: found[column] for gate, column in GATE_COLUMNS.items()}
    waiting = {chat: found[column] for chat, column in ANSWERING_COLUMNS.items()}
    return Member(
        name=row.name,
        passed={gate: at for gate, at in passed.items() if at is not None},
        pending=pending_from(row.pending),
        care=care_from(row.care),
        told=frozenset(map(Gate, row.told)),
        badge_elsewhere=int(row.badge_elsewhere),
        answering={chat: awaited for chat, awaited in waiting.items() if awaited is not None},
        last_seq={chat: found[column] for chat, column in SEQ_COLUMNS.items()},
        **{name: found[name] for name in MEMBER_STATE},
    )


def care_from(kept: dict[str, Any] | None) -> Care | None:
    if kept is None:
        return None
    return Care(
        label=Label(kept["label"]) if kept["label"] else None,
        since=datetime.fromisoformat(kept["since"]),
        language=Language(kept["language"]),
        urgent=kept["urgent"],
        asked=Ask(kept["asked"]) if kept["asked"] else None,
        figure=kept["figure"],
        said=tuple(kept["said"]),
    )


def care_value(care: Care | None) -> dict[str, Any] | None:
    if care is None:
        return None
    return {**asdict(care), "since": care.since.isoformat(), "said": list(care.said)}


def pending_from(items: list[dict[str, str]]) -> Pending:
    return tuple(
        PendingItem(
            PendingType(item["type"]),
            UUID(item["id"]),
            datetime.fromisoformat(item["at"]),
            datetime.fromisoformat(item["seen"]) if item["seen"] else None,
        )
        for item in items
    )


def pending_values(items: Pending) -> list[dict[str, str]]:
    return [
        {
            "type": item.type.value,
            "id": str(item.item_id),
            "at": item.created_at.isoformat(),
            "seen": item.seen_at.isoformat() if item.seen_at else "",
        }
        for item in items
    ]


async def insert_session(tx: Tx, session: Session, now: datetime) -> None:
    await tx.execute(
        sa.insert(sessions).values(
            id=session.id,
            status=SessionStatus.INVITED,
            partner_name=session.partner_name,
            topic=session.topic,
            created_at=now,
        )
    )
    for side, member in session.members.items():
        await insert_member(tx, session.id, side, member)


async def insert_member(tx: Tx, session_id: UUID, side: Side, member: Member) -> None:
    await tx.execute(sa.insert(members).values(member_values(session_id, side, member)))
    await tx.execute(sa.insert(attempts).values(session_id=session_id, side=side, id=shared_id()))


async def save(
    tx: Tx,
    before: Session,
    events: Sequence[Event],
    now: datetime,
    *,
    said: Sequence[Placed] = (),
    offer_words: OfferWords | None = None,
) -> Session:
    """Applies what was decided and what follows from it, and writes all of it: state, journal, messages, inbox, jobs. `said`
    comes before what follows; `offer_words` is what a new offer says."""
    if not events and not said:
        return before
    act = unfold(before, events, now)
    after, steps = act.after, act.steps
    new = [Placed(private_id(), line) for step in steps for line in lines_of(step)]
    numbered = numbered_lines(after, [*said, *new])
    after = with_last_numbers(after, numbered)
    shown, after = await show_what_waited(tx, before, after)
    await write_state(tx, before, after)
    await write_journal(tx, before, steps, now)
    await append(tx, after.id, numbered, now)
    await write_exchange(tx, Change(before, after, steps, now), offer_words or OfferWords())
    for step in steps:
        await save_together(tx, step, now)
        for entry in step.event.ledger(step.before, step.after):
            await write_entry(tx, step.after, entry, now)
        if isinstance(step.event, Left):
            await erase_room(tx, after, step.event.side, now)
    told = [*act.notices, *item_notices(before, after), *badge_notices(before, after)]
    await inboxes.deliver(tx, entries(after, [*told, *shown], numbered), now)
    await note(tx, after.id, notifications(before, after, [step.event for step in steps]), now)
    return after


async def show_what_waited(tx: Tx, before: Session, after: Session) -> tuple[list[Notice], Session]:
    """Whoever comes out of care finds what has arrived meanwhile, in its order, below what was said in care."""
    shown = list[Notice]()
    for side, member in before.members.items():
        if member.care is None or after.members[side].care is not None:
            continue
        last = dict(after.members[side].last_seq)
        for message_id, chat in await read_waiting(tx, after.id, side):
            last[chat] = last.get(chat, 0) + 1
            await number_message(tx, message_id, last[chat])
            about: dict[str, int | str] = {"messageId": str(message_id), "seq": last[chat]}
            shown.append(Notice(side, NoticeType.MESSAGE_CREATED, about))
        after = after.with_member(side, replace(after.members[side], last_seq=last))
    return shown, after


def badge_notices(before: Session, after: Session) -> list[Notice]:
    told = []
    for side, member in after.members.items():
        known = badge(before.members[side].pending) if side in before.members else 0
        if (count := badge(member.pending)) != known:
            total = count + member.badge_elsewhere
            told.append(Notice(side, NoticeType.BADGE_UPDATE, {"total": total, "count": count}))
    return told


async def write_state(tx: Tx, before: Session, after: Session) -> None:
    if (values := session_values(after)) != session_values(before):
        await tx.execute(sa.update(sessions).where(sessions.c.id == after.id).values(**values))
    for side in after.members.keys() - before.members.keys():
        await insert_member(tx, after.id, side, after.members[side])
    await write_members(tx, before, after)
    if after.invitation and after.invitation != before.invitation:
        await write_invitation(tx, after.invitation)


def session_values(session: Session) -> dict[str, Any]:
    proposal = session.proposal
    return {
        "status": session.status,
        "invitation_id": session.invitation.id if session.invitation else None,
        **{name: getattr(session, name) for name in SESSION_STATE},
        "proposal_id": proposal.id if proposal else None,
        "proposal_by": proposal.by if proposal else None,
        "proposal_at": proposal.at if proposal else None,
    }


async def write_members(tx: Tx, before: Session, after: Session) -> None:
    """Whichever has changed, in one statement."""
    changed = [side for side, known in before.members.items() if after.members[side] != known]
    if changed:
        here = sa.and_(members.c.session_id == after.id, members.c.side == sa.bindparam("this_side"))
        rows = [{"this_side": side, **member_values(after.id, side, after.members[side])} for side in changed]
        values: dict[str, Any] = {name: sa.bindparam(name) for name in rows[0] if name != "this_side"}
        await tx.execute(sa.update(members).where(here).values(**values), rows)


async def write_invitation(tx: Tx, current: Invitation) -> None:
    await tx.execute(
        sa.update(invitations).where(invitations.c.id == current.id).values(status=current.status)
    )


async def write_journal(tx: Tx, before: Session, steps: Sequence[Step], now: datetime) -> None:
    rows = [
        {
            "session_id": before.id,
            "seq": seq,
            "event": step.event.name,
            "side": step.event.whose,
            "at": now,
        }
        for seq, step in enumerate(steps, before.journal_seq + 1)
    ]
    if rows:
        await tx.execute(sa.insert(journal), rows)


def member_values(session_id: UUID, side: Side, member: Member) -> dict[str, Any]:
    return {
        "session_id": session_id,
        "side": side,
        **{name: getattr(member, name) for name in MEMBER_STATE},
        "last_activity_at": member.last_activity_at or member.joined_at,
        "pending": pending_values(member.pending),
        "care": care_value(member.care),
        "badge": badge(member.pending),
        "told": sorted(member.told),
        **{column.name: member.passed.get(gate) for gate, column in GATE_COLUMNS.items()},
        **{column.name: member.answering.get(chat) for chat, column in ANSWERING_COLUMNS.items()},
        **{column.name: member.last_seq.get(chat, 0) for chat, column in SEQ_COLUMNS.items()},
    }


def entries(session: Session, told: Sequence[Notice], numbered: Sequence[Numbered]) -> list[inboxes.Entry]:
    new_messages = [
        Notice(item.line.to, NoticeType.MESSAGE_CREATED, {"messageId": str(item.id), "seq": item.seq})
        for item in numbered
        if item.seq is not None
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
    mine = sa.select(own.c.session_id, own.c.last_activity_at).where(
        own.c.user_id == viewer,
        own.c.left_at.is_(None),
        own.c.archived_at.is_not(None) if archived else own.c.archived_at.is_(None),
    )
    if after:
        place = sa.tuple_(own.c.last_activity_at, own.c.session_id)
        mine = mine.where(
            place
            < sa.tuple_(
                sa.literal(after.last_activity_at, own.c.last_activity_at.type),
                sa.literal(after.session_id, own.c.session_id.type),
            )
        )
    page = mine.order_by(own.c.last_activity_at.desc(), own.c.session_id.desc()).limit(limit).subquery()
    wanted = LOADED.join(page, page.c.session_id == sessions.c.id)
    return await loaded(tx, wanted.order_by(page.c.last_activity_at.desc(), page.c.session_id.desc()))
