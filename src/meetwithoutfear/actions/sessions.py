"""Sessions: create, look at, look back on, sign the compact, pause, resume, archive, leave. At the end: what happens to one
by itself, when something has waited too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import execute, look_at
from meetwithoutfear.actions.invitations import InvitationLink, invite, link_of
from meetwithoutfear.actions.safety import Screened, check_first_words, refuse_threats
from meetwithoutfear.actions.screening import begin_with_care
from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain import view as v
from meetwithoutfear.domain.empathy.commands import Expire, Lapse
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.events import Created
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.text import NAME_LIMIT, TOPIC_LIMIT, clean, clean_line
from meetwithoutfear.domain.timeline import Moment, timeline
from meetwithoutfear.domain.waiting import lapses_at, may_finish_from
from meetwithoutfear.store import sessions
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.sessions import Page, access_session, load_journal, save


@dataclass(frozen=True)
class CreatedSession(Helping):
    session: v.SessionView
    invitation: InvitationLink


async def create_session(
    caller: Caller, partner_name: str, topic: str | None, relation: Relation | None = None
) -> CreatedSession:
    partner_name = clean_line("partnerName", partner_name, NAME_LIMIT)
    topic = clean("topic", topic, TOPIC_LIMIT) if topic else None
    refuse_threats(partner_name, topic)
    words = f"{partner_name}\n{topic or ''}"
    check, screened = await check_first_words(caller, words, relation), Screened()
    async with caller.store.write() as tx:
        ids = await caller.earlier_ids(tx)
        if ids is None:
            me = Member(caller.user_id, caller.user.name, caller.now, relation, relation)
            session = Session(shared_id(), SessionStatus.INVITED, partner_name, topic, {Side.INVITER: me})
            await sessions.insert_session(tx, session, caller.now)
            session = await save(tx, session, [Created()], caller.now)
            invitation_id, session = await invite(tx, caller, session, email=None, message=None)
            # The link is the caller's to pass on or not; what the server itself would send waits from here on.
            session, screened = await check.screen(tx, session)
            await begin_with_care(tx, caller, session)
            ids = {"sessionId": str(session.id), "invitationId": str(invitation_id)}
            await caller.keep_ids(tx, ids)
        session = await access_session(tx, caller.user_id, UUID(ids["sessionId"]))
        link = await link_of(tx, caller, UUID(ids["invitationId"]))
    help_lines = screened.help_for(caller.user.region)
    return CreatedSession(caller.view(session), link, help=help_lines)


async def look_at_session(caller: Here) -> v.WholeView:
    session, draft = await sessions.look_at_whole(caller.store, caller.user_id, caller.session_id)
    caller.note_clock(session)
    return v.whole_view_for(caller.user_id, session, caller.now, caller.settings.patience, draft)


async def look_back(caller: Here) -> list[Moment]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, parts=frozenset())
        return timeline(await load_journal(tx, caller.session_id), session.side_of(caller.user_id))


async def look_at_compact(caller: Here) -> v.CompactView:
    session = await look_at(caller, frozenset())
    return v.compact_view(session, session.side_of(caller.user_id))


async def list_sessions(
    caller: Caller, after: Page | None, limit: int, *, archived: bool
) -> list[v.SessionItem]:
    async with caller.store.look() as tx:
        found = await sessions.access_sessions(
            tx, caller.user_id, after=after, limit=limit, archived=archived
        )
    return [v.session_item(each, each.side_of(caller.user_id)) for each in found]


async def state_relation(caller: Here, relation: Relation | None) -> v.SessionView:
    return (await execute(caller, lambda side, _: c.StateRelation(side, relation))).view


async def sign_compact(caller: Here) -> v.CompactView:
    acted = await execute(caller, lambda side, _: c.SignCompact(side))
    return v.compact_view(acted.session, acted.side)


async def pause(caller: Here) -> v.SessionView:
    return (await execute(caller, lambda side, _: c.Pause(side))).view


async def resume(caller: Here) -> v.SessionView:
    return (await execute(caller, lambda side, _: c.Resume(side))).view


async def archive(caller: Here) -> v.SessionView:
    return (await execute(caller, lambda side, _: c.Archive(side))).view


async def continue_after_care(caller: Here) -> v.SessionView:
    return (await execute(caller, lambda side, _: c.Continue(side))).view


async def leave(caller: Here) -> v.SessionView:
    """Who left sees the session this once more; a repeated tap gets the same answer, everything else is gone."""
    return (await execute(caller, lambda side, _: c.Leave(side), after_leaving=True)).view


async def finish_alone(caller: Here) -> v.SessionView:
    def wish(side: Side, session: Session) -> c.FinishAlone:
        silent_from = may_finish_from(session, side, caller.settings.patience, caller.now)
        return c.FinishAlone(side, silent_from is not None and silent_from <= caller.now)

    return (await execute(caller, wish)).view


async def load_open_session(tx: Tx, session_id: UUID) -> Session | None:
    """For a job: the session may be gone or over by the time its work is done."""
    try:
        session = await sessions.load_for_work(tx, session_id)
    except NotFound:
        return None
    return None if session.status is SessionStatus.ENDED else session


async def look_after_waits(tx: Tx, session_id: UUID, now: datetime) -> None:
    session = await sessions.load_locked(tx, session_id)
    for side in list(session.members):
        session = await save(tx, session, decide_overdue(session, side, now), now)
        remind_at = session.members[side].remind_at
        if remind_at is not None and remind_at <= now:
            session = await save(tx, session, decide(session, c.Remind(side)), now)


def decide_overdue(session: Session, side: Side, now: datetime) -> Sequence[Event]:
    """Of the direction in which this side guesses. While somebody pauses, what waits for them does not run out."""
    offer, subject = session.exchange.attempts[side].open_offer, session.members.get(side.other)
    waits_on = offer is not None and subject is not None and subject.paused_at is None
    if waits_on and offer is not None and offer.expires_at is not None and offer.expires_at <= now:
        return decide(session, Expire(side))
    lapse = lapses_at(session, side)
    return decide(session, Lapse(side)) if lapse is not None and lapse <= now else []
