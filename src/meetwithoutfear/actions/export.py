"""Everything of one person, gathered for them. Nothing is read past the doors the app itself uses: what the other one shared
comes as it is seen there, and counts as seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.consents import list_consents
from meetwithoutfear.actions.conversation import read_chat
from meetwithoutfear.actions.identity import list_devices
from meetwithoutfear.actions.notifications import look_at_preferences
from meetwithoutfear.actions.sessions import list_sessions, look_at_session
from meetwithoutfear.actions.timeline import look_back
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.timeline import Moment
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.consents import ConsentRecord
from meetwithoutfear.store.drafts import Draft, read_draft
from meetwithoutfear.store.identity import Device
from meetwithoutfear.store.messages import Message
from meetwithoutfear.store.own_records import OwnRecord, read_own_record
from meetwithoutfear.store.rooms import Emotion, Room, Summary, read_emotions, read_summary
from meetwithoutfear.store.sessions import access_session

ALL = 1_000_000


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
    return SessionRecord(
        view=await look_at_session(caller, view.id),
        chat=await read_chat(caller, view.id, Chat.MAIN, None, ALL),
        journal=await read_chat(caller, view.id, Chat.INNER, None, ALL),
        timeline=await look_back(caller, view.id),
        own=own,
        draft=draft,
        emotions=emotions,
        summary=summary,
    )
