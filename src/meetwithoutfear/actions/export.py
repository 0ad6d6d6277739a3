"""Everything of one person, gathered for them. Nothing is read past their own memberships: what the other one shared
comes as it is seen in the app, and counts as seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.exchanges import mark_feedback_seen, mark_seen
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.timeline import Moment, timeline
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.consents import ConsentRecord, access_consents
from meetwithoutfear.store.identity import Device, access_devices
from meetwithoutfear.store.messages import Message
from meetwithoutfear.store.notifications import read_preferences
from meetwithoutfear.store.own_records import OwnRecord, read_chats, read_journals, read_records
from meetwithoutfear.store.sessions import access_sessions

ALL = 1_000_000


@dataclass(frozen=True)
class SessionRecord:
    view: SessionView
    chats: Sequence[Message]
    timeline: Sequence[Moment]
    own: OwnRecord


@dataclass(frozen=True)
class PersonRecord:
    devices: Sequence[Device]
    preferences: Preferences
    consents: Sequence[ConsentRecord]
    sessions: Sequence[SessionRecord]


async def gather(caller: Caller) -> PersonRecord:
    me = caller.user_id
    async with caller.store.read() as tx:
        current = await access_sessions(tx, me, after=None, limit=ALL, archived=False)
        sessions = [*current, *await access_sessions(tx, me, after=None, limit=ALL, archived=True)]
        chats, journals = await read_chats(tx, me), await read_journals(tx, me)
        records = await read_records(tx, me, [session.id for session in sessions])
        devices = await access_devices(tx, me, caller.now)
        preferences = await read_preferences(tx, me)
        consents = await access_consents(tx, me, before=None, limit=ALL)
    for session in sessions:
        await mark_seen(caller, session)
        if any(message.role is Role.VALIDATION_FEEDBACK for message in chats[session.id]):
            await mark_feedback_seen(caller, session)
    told = [
        SessionRecord(
            view=caller.view(session),
            chats=chats[session.id],
            timeline=timeline(journals[session.id], session.side_of(me)),
            own=records[session.id],
        )
        for session in sessions
    ]
    return PersonRecord(devices, preferences, consents, told)
