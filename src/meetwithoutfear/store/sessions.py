"""Sessions: the one way from an id to a session, and the one way to write one.

`access_session` answers strangers and nothing alike. `save` writes state, journal, messages, inbox entries and version
marks in the caller's transaction; whatever has a status gets it from there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.act import lines_of, unfold, waiting_notices
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Status
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.events import CareEnded, Left
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Notice, NoticeType
from meetwithoutfear.domain.notifications import notifications
from meetwithoutfear.domain.pending import Pending, PendingType
from meetwithoutfear.domain.session import Chat, Member, Proposal, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Entry
from meetwithoutfear.domain.view import sees_change
from meetwithoutfear.domain.wire import Own, View
from meetwithoutfear.store.chat import (
    NewLine,
    insert_messages,
    load_waiting,
    number_lines,
    number_message,
)
from meetwithoutfear.store.database import Database, Tx, Values, answers_topic, user_topic
from meetwithoutfear.store.deletion import erase_room
from meetwithoutfear.store.exchange import ATTEMPTS, DRAFTS, OFFERS, OfferWords, save_exchange
from meetwithoutfear.store.ids import private_id, shared_id
from meetwithoutfear.store.inbox import InboxEntry, deliver
from meetwithoutfear.store.ledger import save_entry
from meetwithoutfear.store.outbox import save_notifications
from meetwithoutfear.store.people import INVITATIONS
from meetwithoutfear.store.rows import Rows, insert_all
from meetwithoutfear.store.stage_tables import IS_OPEN, attempts, drafts, offers
from meetwithoutfear.store.tables import invitations, journal, members, sessions, users
from meetwithoutfear.store.together import BEGUN, WHOLE, TogetherPart, has_begun, save_together, with_together

SESSIONS = Rows(
    Session,
    sessions,
    made=lambda session: {
        "invitation_id": session.invitation.id if session.invitation else None,
        "proposal_id": session.proposal.id if session.proposal else None,
        "proposal_by": session.proposal.by if session.proposal else None,
        "proposal_at": session.proposal.at if session.proposal else None,
    },
)
PROPOSALS = Rows(Proposal, sessions, names={"id": "proposal_id", "by": "proposal_by", "at": "proposal_at"})
MEMBERS = Rows(
    Member,
    members,
    spread={
        "passed": {gate: f"{gate.name.lower()}_at" for gate in Gate},
        "answering": {Chat.MAIN: "answering_main", Chat.INNER: "answering_inner"},
        "last_seq": {Chat.MAIN: "message_seq", Chat.INNER: "inner_seq"},
    },
    json_names={"item_id": "id", "created_at": "at", "seen_at": "seen"},
)
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


def select_sessions(*more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Sessions with their members, the exchange in both directions, and what else is asked for."""
    wanted = sa.select(
        *SESSIONS.select("session_"),
        *PROPOSALS.select("session_"),
        LAST_ENTRY.label("journal_seq"),
        members.c.side,
        users.c.name,
        *INVITATIONS.select("invitation_"),
        *MEMBERS.select("member_"),
        *ATTEMPTS.select("attempt_"),
        *OFFERS.select("offer_"),
        *more,
    )
    exchange = sa.and_(attempts.c.session_id == members.c.session_id, attempts.c.side == members.c.side)
    made = sa.and_(offers.c.session_id == members.c.session_id, offers.c.side == members.c.side)
    return (
        wanted.join(members, members.c.session_id == sessions.c.id)
        .join(attempts, exchange)
        .join(users, users.c.id == members.c.user_id)
        .outerjoin(invitations, invitations.c.id == sessions.c.invitation_id)
        .outerjoin(offers, made)
    )


# Put into words once, not for each request.
HERE, VIEWER = sessions.c.id == sa.bindparam("here"), sa.bindparam("viewer", type_=sa.Uuid)
THERE = sa.exists().where(own.c.session_id == sessions.c.id, own.c.user_id == VIEWER)
MINE = THERE.where(own.c.left_at.is_(None))
LOADED = select_sessions(BADGE_ELSEWHERE.label("badge_elsewhere"))
FOR_WORK, FOR_ACT, FOR_ACT_AFTER_LEAVING = (
    LOADED.where(HERE),
    LOADED.where(HERE, MINE),
    LOADED.where(HERE, THERE),
)
OWN_DRAFT = sa.and_(
    drafts.c.session_id == members.c.session_id, drafts.c.side == members.c.side, members.c.user_id == VIEWER
)
LOOKED_AT = (
    select_sessions(drafts.c.side.label("drafted_by"), *DRAFTS.select("draft_"))
    .outerjoin(drafts, OWN_DRAFT)
    .where(HERE, MINE)
)


async def access_session(
    tx: Tx,
    viewer: UUID,
    session_id: UUID,
    *,
    lock: bool = False,
    after_leaving: bool = False,
    parts: Collection[TogetherPart] = WHOLE,
) -> Session:
    if lock:
        await lock_session(tx, session_id)
    wanted = FOR_ACT_AFTER_LEAVING if after_leaving else FOR_ACT
    return await load_session(tx, wanted, {"here": session_id, "viewer": viewer}, parts)


async def look_at_whole(
    store: Database, viewer: UUID, session_id: UUID, parts: Collection[TogetherPart] = WHOLE
) -> tuple[Session, Draft | None]:
    """All that one look shows, of one moment; what the viewer has in the making comes with the same statement. Only where
    the last two stages have begun there are more of them, and then a snapshot."""
    if not parts or session_id not in BEGUN:
        async with store.look() as tx:
            found = await load_with_draft(tx, viewer, session_id)
        if not parts or not has_begun(found[0]):
            return found
    async with store.read() as tx:
        session, draft = await load_with_draft(tx, viewer, session_id)
        return await with_together(tx, session, parts), draft


async def load_with_draft(tx: Tx, viewer: UUID, session_id: UUID) -> tuple[Session, Draft | None]:
    rows = await tx.all(LOOKED_AT, {"here": session_id, "viewer": viewer})
    if not rows:
        raise NotFound
    written = next((DRAFTS.record(row, "draft_") for row in rows if row.drafted_by is not None), None)
    return sessions_from(rows)[0], written


async def load_locked(tx: Tx, session_id: UUID) -> Session:
    """For those whom an invitation has led here, and for what the clock brings; everybody else comes in through
    `access_session`."""
    await lock_session(tx, session_id)
    return await load_for_work(tx, session_id)


async def load_for_work(tx: Tx, session_id: UUID) -> Session:
    """For a job: before it has anything to write, or in its effect, for which the worker has locked the session."""
    return await load_session(tx, FOR_WORK, {"here": session_id})


async def load_session(
    tx: Tx, wanted: sa.Select[Any], place: Values, parts: Collection[TogetherPart] = WHOLE
) -> Session:
    found = sessions_from(await tx.all(wanted, place))
    if not found:
        raise NotFound
    return await with_together(tx, found[0], parts)


async def lock_session(tx: Tx, session_id: UUID) -> None:
    """First lock, then load: rows joined to a row that was waited for would be of yesterday."""
    if tx.on_postgresql:
        await tx.execute(sa.select(sessions.c.id).where(sessions.c.id == session_id).with_for_update())


async def lock_sessions_of(tx: Tx, user_id: UUID) -> list[UUID]:
    """All of them before anything is written, in the order of their ids: no two commands can wait for each other."""
    mine = sa.select(members.c.session_id).where(members.c.user_id == user_id)
    found = sorted(row.session_id for row in await tx.all(mine))
    for session_id in found:
        await lock_session(tx, session_id)
    return found


def sessions_from(rows: Iterable[Row[Any]]) -> list[Session]:
    """Of each member there is a row for every offer that their guess has led to, or a single one without. The last two
    stages are left out."""
    by_session = defaultdict[UUID, dict[Side, list[Row[Any]]]](dict)
    for row in rows:
        by_session[row.session_id].setdefault(row.side, []).append(row)
    found = []
    for by_side in by_session.values():
        both, guesses = dict[Side, Member](), {side: Attempt() for side in Side}
        for side, (row, *others) in by_side.items():
            more = {"name": row.name, "badge_elsewhere": int(getattr(row, "badge_elsewhere", 0))}
            both[side] = MEMBERS.record(row, "member_", **more)
            made = [OFFERS.record(each, "offer_") for each in (row, *others) if each.offer_id is not None]
            in_order = tuple(sorted(made, key=attrgetter("iteration")))
            guesses[side] = ATTEMPTS.record(row, "attempt_", offers=in_order)
        first, *_ = next(iter(by_side.values()))
        session = SESSIONS.record(
            first,
            "session_",
            members=both,
            invitation=INVITATIONS.record(first, "invitation_") if first.invitation_id else None,
            exchange=Exchange(guesses),
            proposal=PROPOSALS.record(first, "session_") if first.session_proposal_id else None,
            journal_seq=first.journal_seq,
        )
        found.append(session)
    return found


async def insert_session(tx: Tx, session: Session, now: datetime) -> None:
    await SESSIONS.insert(tx, session, created_at=now)
    for side, member in session.members.items():
        await insert_member(tx, session.id, side, member)


async def insert_member(tx: Tx, session_id: UUID, side: Side, member: Member) -> None:
    active_at = member.last_activity_at or member.joined_at
    await MEMBERS.insert(tx, member, session_id=session_id, side=side, last_activity_at=active_at)
    await ATTEMPTS.insert(tx, Attempt(id=shared_id()), session_id=session_id, side=side)


async def save(
    tx: Tx,
    before: Session,
    events: Sequence[Event],
    now: datetime,
    *,
    said: Sequence[NewLine] = (),
    offer_words: OfferWords | None = None,
) -> Session:
    """Applies what was decided and what follows from it, and writes all of it: state, journal, messages, inbox, jobs. `said`
    comes before what follows; `offer_words` is what a new offer says."""
    if not events and not said:
        return before
    act = unfold(before, events, now)
    after, steps, numbered, shown = act.after, act.steps, list[NewLine](), list[Notice]()
    made = [NewLine(private_id(), line) for step in steps for line in lines_of(step)]
    if said or made:
        after, numbered = number_lines(after, [*said, *made])
    if any(isinstance(step.event, CareEnded) for step in steps):
        shown, after = await show_what_waited(tx, before, after)
    await save_state(tx, before, after)
    happened = [
        {"session_id": before.id, "seq": seq, "event": step.event.name, "side": step.event.whose, "at": now}
        for seq, step in enumerate(steps, before.journal_seq + 1)
    ]
    await insert_all(tx, journal, happened)
    if numbered:
        await insert_messages(tx, after.id, numbered, now)
    if after.exchange != before.exchange:
        await save_exchange(tx, steps, offer_words or OfferWords(), now)
    for step in steps:
        if has_begun(step.after):
            await save_together(tx, step, now)
        for entry in step.event.ledger(step.before, step.after):
            await save_entry(tx, step.after, entry, now)
        if isinstance(step.event, Left):
            await erase_room(tx, after, step.event.side, now)
    told = [*act.notices, *waiting_notices(before, after), *shown]
    told += [
        Notice(item.line.to, NoticeType.MESSAGE_CREATED, {"messageId": str(item.id), "seq": item.seq})
        for item in numbered
        if item.seq is not None
    ]
    learnt = [InboxEntry(after.members[each.to].user_id, each.type, after.id, each.data) for each in told]
    await deliver(tx, learnt, now)
    await save_notifications(tx, after.id, notifications(before, after, [step.event for step in steps]), now)
    wake_quietly(tx, before, after, now)
    return after


def wake_quietly(tx: Tx, before: Session, after: Session, now: datetime) -> None:
    """Of a change that nobody is told of, whoever sees it is not answered as before."""
    for side, member in after.members.items():
        quiet = answers_topic(member.user_id)
        is_told = not tx.topics.isdisjoint({quiet, user_topic(member.user_id)})
        if is_told or member.left_at is not None:
            continue
        if side not in before.members or sees_change(before, after, side, now):
            tx.wake(quiet)


async def show_what_waited(tx: Tx, before: Session, after: Session) -> tuple[list[Notice], Session]:
    """Whoever comes out of care finds what has arrived meanwhile, in its order, below what was said in care."""
    shown = list[Notice]()
    for side, member in before.members.items():
        if member.care is None or after.members[side].care is not None:
            continue
        last = dict(after.members[side].last_seq)
        for message_id, chat in await load_waiting(tx, after.id, side):
            last[chat] = last.get(chat, 0) + 1
            await number_message(tx, message_id, last[chat])
            about: dict[str, int | str] = {"messageId": str(message_id), "seq": last[chat]}
            shown.append(Notice(side, NoticeType.MESSAGE_CREATED, about))
        after = after.with_member(side, replace(after.members[side], last_seq=last))
    return shown, after


async def save_state(tx: Tx, before: Session, after: Session) -> None:
    await SESSIONS.save(tx, ({"id": after.id}, before, after))
    for side in after.members.keys() - before.members.keys():
        await insert_member(tx, after.id, side, after.members[side])
    changes = [
        ({"session_id": after.id, "side": side}, was, after.members[side])
        for side, was in before.members.items()
    ]
    await MEMBERS.save(tx, *changes)
    if after.invitation and before.invitation and after.invitation.id == before.invitation.id:
        await INVITATIONS.save(tx, ({"id": after.invitation.id}, before.invitation, after.invitation))


@dataclass(frozen=True)
class Page:
    """Where a page of the list begins: after the session with this activity and id."""

    last_activity_at: datetime
    session_id: UUID


def select_page(*, archived: bool, after: bool) -> sa.Select[Any]:
    mine = sa.select(own.c.session_id, own.c.last_activity_at).where(
        own.c.user_id == VIEWER,
        own.c.left_at.is_(None),
        own.c.archived_at.is_not(None) if archived else own.c.archived_at.is_(None),
    )
    if after:
        place = sa.tuple_(own.c.last_activity_at, own.c.session_id)
        since = sa.bindparam("after_at", type_=own.c.last_activity_at.type)
        mine = mine.where(place < sa.tuple_(since, sa.bindparam("after_id", type_=own.c.session_id.type)))
    newest = mine.order_by(own.c.last_activity_at.desc(), own.c.session_id.desc())
    page = newest.limit(sa.bindparam("most")).subquery()
    wanted = select_sessions().join(page, page.c.session_id == sessions.c.id)
    return wanted.order_by(page.c.last_activity_at.desc(), page.c.session_id.desc())


LISTS = {
    (archived, after): select_page(archived=archived, after=after)
    for archived in (True, False)
    for after in (True, False)
}


async def access_sessions(
    tx: Tx, viewer: UUID, *, after: Page | None, limit: int, archived: bool
) -> list[Session]:
    """The viewer's sessions, newest activity of their own first: one statement, however many there are."""
    place = {"viewer": viewer, "most": limit}
    if after:
        place |= {"after_at": after.last_activity_at, "after_id": after.session_id}
    return sessions_from(await tx.all(LISTS[archived, after is not None], place))


async def load_journal(tx: Tx, session_id: UUID) -> list[Entry]:
    here = sa.select(journal).where(journal.c.session_id == session_id)
    return [entry_from(row) for row in await tx.all(here.order_by(journal.c.seq))]


def entry_from(row: Row[Any]) -> Entry:
    return Entry(Event.by_name[row.event].moment, row.side, row.at)


async def load_sessions_due(tx: Tx, now: datetime, lapsed_before: datetime, limit: int) -> list[UUID]:
    """Which have something whose time has come. Whether it really has, the rules say, under the session's lock."""
    expired = sa.select(offers.c.session_id).where(IS_OPEN, offers.c.expires_at <= now)
    lapsed = sa.select(attempts.c.session_id).where(
        attempts.c.status == Status.REFINING, attempts.c.since <= lapsed_before
    )
    reminded = sa.select(members.c.session_id).where(members.c.remind_at <= now)
    due = sa.union(expired, lapsed, reminded).subquery()
    going_on = sessions.c.status != SessionStatus.ENDED
    rows = await tx.all(
        sa.select(sessions.c.id).where(sessions.c.id.in_(sa.select(due.c.session_id)), going_on).limit(limit)
    )
    return [row.id for row in rows]


def pending_of(row: Row[Any]) -> Pending:
    """As it was written down when it came to wait: nobody has to look into the sessions for it."""
    found: Pending = MEMBERS.decoders["pending"](row.pending)
    return found


@dataclass(frozen=True)
class WaitingCount(View, called="SessionBadge"):
    session_id: Own[UUID]
    count: Own[int]
    types: Own[tuple[PendingType, ...]]


OF_VIEWER = sa.and_(members.c.user_id == VIEWER, members.c.left_at.is_(None))
PENDING_HERE = sa.select(members.c.pending, members.c.last_activity_at).where(
    members.c.session_id == sa.bindparam("here"), OF_VIEWER
)
BADGES = (
    sa.select(members.c.session_id, members.c.pending, members.c.badge)
    .where(OF_VIEWER, members.c.badge > 0)
    .order_by(members.c.last_activity_at.desc(), members.c.session_id)
)


async def access_pending(tx: Tx, viewer: UUID, session_id: UUID) -> tuple[Pending, datetime]:
    """With the time of the last change to the viewer's own view."""
    row = await tx.one_or_none(PENDING_HERE, {"here": session_id, "viewer": viewer})
    if row is None:
        raise NotFound
    return pending_of(row), row.last_activity_at


async def access_suggestion(tx: Tx, offer_id: UUID) -> str | None:
    """Of an offer that stands in the viewer's own list."""
    found: str | None = await tx.scalar(sa.select(offers.c.suggestion).where(offers.c.id == offer_id))
    return found


async def access_badges(tx: Tx, viewer: UUID) -> list[WaitingCount]:
    badges = []
    for row in await tx.all(BADGES, {"viewer": viewer}):
        types = dict.fromkeys(item.type for item in pending_of(row) if item.counts)
        badges.append(WaitingCount(row.session_id, row.badge, tuple(types)))
    return badges
