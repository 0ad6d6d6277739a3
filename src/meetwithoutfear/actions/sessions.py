"""Sessions: create, look at, sign the compact, pause, resume, archive, leave."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.execute import execute
from meetwithoutfear.actions.invitations import InvitationLink, invite, link_of
from meetwithoutfear.actions.safety import Screened, answer_with_care, hear_words, refuse_threats, screen
from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.events import Created
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import NAME_LIMIT, TOPIC_LIMIT, clean, clean_line
from meetwithoutfear.domain.view import SessionView, is_silent
from meetwithoutfear.store import sessions
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.sessions import Page, access_session, save


@dataclass(frozen=True)
class NewSession:
    session: SessionView
    invitation: InvitationLink
    screened: Screened


async def create_session(
    caller: Caller, partner_name: str, topic: str | None, relation: Relation | None = None
) -> NewSession:
    partner_name = clean_line("partnerName", partner_name, NAME_LIMIT)
    topic = clean("topic", topic, TOPIC_LIMIT) if topic else None
    refuse_threats(partner_name, topic)
    heard, screened = await hear_words(caller, f"{partner_name}\n{topic or ''}", relation), Screened()

    async def create() -> Ids:
        nonlocal screened
        me = Member(caller.user_id, caller.user.name, caller.now, relation, relation)
        session = Session(shared_id(), SessionStatus.INVITED, partner_name, topic, {Side.INVITER: me})
        await sessions.insert_session(tx, session, caller.now)
        session = await save(tx, session, [Created()], caller.now)
        invitation_id, session = await invite(tx, caller, session, email=None, message=None)
        # The link is the caller's to pass on or not; what the server itself would send waits from here on.
        screened = await screen(tx, caller, session, heard)
        await answer_with_care(tx, caller, session, screened)
        return {"sessionId": str(session.id), "invitationId": str(invitation_id)}

    async with caller.store.write() as tx:
        ids = await only_once(tx, caller.user_id, caller.once, caller.now, create)
        session = await access_session(tx, caller.user_id, UUID(ids["sessionId"]))
        link = await link_of(tx, caller, UUID(ids["invitationId"]))
    return NewSession(caller.view(session), link, screened)


async def look_at_session(caller: Caller, session_id: UUID) -> SessionView:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
    return caller.view(session)


async def list_sessions(
    caller: Caller, after: Page | None, limit: int, *, archived: bool
) -> list[SessionView]:
    async with caller.store.read() as tx:
        found = await sessions.access_sessions(
            tx, caller.user_id, after=after, limit=limit, archived=archived
        )
    return [caller.view(session) for session in found]


async def state_relation(caller: Caller, session_id: UUID, relation: Relation | None) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.StateRelation(side, relation))).view


async def sign_compact(caller: Caller, session_id: UUID) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.SignCompact(side))).view


async def pause(caller: Caller, session_id: UUID) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.Pause(side))).view


async def resume(caller: Caller, session_id: UUID) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.Resume(side))).view


async def archive(caller: Caller, session_id: UUID) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.Archive(side))).view


async def continue_after_care(caller: Caller, session_id: UUID) -> SessionView:
    return (await execute(caller, session_id, lambda side, _: c.Continue(side))).view


async def leave(caller: Caller, session_id: UUID) -> SessionView:
    """Who left sees the session this once more; a repeated tap gets the same answer, everything else is gone."""
    return (await execute(caller, session_id, lambda side, _: c.Leave(side), after_leaving=True)).view


async def finish_alone(caller: Caller, session_id: UUID) -> SessionView:
    def wish(side: Side, session: Session) -> c.FinishAlone:
        return c.FinishAlone(side, is_silent(session, side, caller.now, caller.settings.patience))

    return (await execute(caller, session_id, wish)).view
