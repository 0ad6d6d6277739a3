"""Everything of one person, gathered for them. Nothing is read past the doors the app itself uses: what the other one shared
comes as it is seen there, and counts as seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.consents import list_consents
from meetwithoutfear.actions.conversation import read_chat
from meetwithoutfear.actions.identity import list_devices
from meetwithoutfear.actions.notifications import look_at_preferences
from meetwithoutfear.actions.sessions import list_sessions, look_at_session
from meetwithoutfear.actions.timeline import look_back
from meetwithoutfear.domain.needs.need import Ground, Needs
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.repair.agreement import Agreement
from meetwithoutfear.domain.repair.pool import Pool, visible_to
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Moment
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.agreements import read_agreements
from meetwithoutfear.store.consents import ConsentRecord
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.drafts import Draft, read_draft
from meetwithoutfear.store.identity import Device
from meetwithoutfear.store.messages import Message
from meetwithoutfear.store.needs import read_ground, read_needs, read_shared_needs
from meetwithoutfear.store.own_records import OwnRecord, read_own_record
from meetwithoutfear.store.pool import read_pool
from meetwithoutfear.store.rooms import Emotion, Room, Summary, read_emotions, read_summary
from meetwithoutfear.store.sessions import access_session

ALL = 1_000_000


@dataclass(frozen=True)
class Together:
    """Of the last two stages: the own list, what stands side by side, the ideas one can see, and what was agreed."""

    side: Side
    needs: Needs
    shared: Mapping[Side, Needs]
    ground: Ground
    ideas: Pool
    ranking: Sequence[str] = field(repr=False)
    agreements: Sequence[Agreement] = ()


@dataclass(frozen=True)
class SessionRecord:
    view: SessionView
    chat: Sequence[Message]
    journal: Sequence[Message]
    timeline: Sequence[Moment]
    own: OwnRecord
    draft: Draft | None
    emotions: Sequence[Emotion] = field(repr=False)
    summary: Summary | None = field(repr=False)
    together: Together


@dataclass(frozen=True)
class PersonRecord:
    devices: Sequence[Device]
    preferences: Preferences
    consents: Sequence[ConsentRecord]
    sessions: Sequence[SessionRecord]


async def gather(caller: Caller) -> PersonRecord:
    views = [
        view
        for archived in (False, True)
        for view in await list_sessions(caller, None, ALL, archived=archived)
    ]
    return PersonRecord(
        devices=await list_devices(caller),
        preferences=await look_at_preferences(caller),
        consents=await list_consents(caller, None, ALL),
        sessions=[await gather_session(caller, view) for view in views],
    )


async def gather_session(caller: Caller, view: SessionView) -> SessionRecord:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, view.id)
        room = Room(view.id, session.side_of(caller.user_id))
        own, draft = await read_own_record(tx, room), await read_draft(tx, room)
        emotions, summary = await read_emotions(tx, room, ALL), await read_summary(tx, room)
        together = await read_together(tx, session, room)
    return SessionRecord(
        view=await look_at_session(caller, view.id),
        chat=await read_chat(caller, view.id, Chat.MAIN, None, ALL),
        journal=await read_chat(caller, view.id, Chat.INNER, None, ALL),
        timeline=await look_back(caller, view.id),
        own=own,
        draft=draft,
        emotions=emotions,
        summary=summary,
        together=together,
    )


async def read_together(tx: Tx, session: Session, room: Room) -> Together:
    revealed = Gate.NEEDS_REVEALED in session.members[room.side].passed
    shared = await read_shared_needs(tx, session.id) if revealed else dict.fromkeys(Side, ())
    pool = await read_pool(tx, session.id, session.round)
    ranked = sorted((idea for idea in pool if room.side in idea.places), key=lambda i: i.places[room.side])
    return Together(
        side=room.side,
        needs=await read_needs(tx, room),
        shared=shared,
        ground=await read_ground(tx, session.id) if revealed else (),
        ideas=visible_to(pool, room.side),
        ranking=[idea.description for idea in ranked],
        agreements=await read_agreements(tx, session.id),
    )
