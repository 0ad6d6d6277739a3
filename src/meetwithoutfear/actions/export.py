"""Everything of one person, gathered for them. Nothing is read past their own memberships: what the other one shared
comes as it is seen in the app, and does not count as seen: a file is no screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.consents import ConsentView, consent_view
from meetwithoutfear.actions.conversation import message_view
from meetwithoutfear.actions.identity import DeviceView, device_view
from meetwithoutfear.domain.notices import MessageView
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.repair.view import TogetherView, together_view
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.timeline import Moment, timeline
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.export import OwnRecord, load_chats, load_journals, load_records
from meetwithoutfear.store.ledger import access_consents
from meetwithoutfear.store.outbox import load_preferences
from meetwithoutfear.store.people import access_devices
from meetwithoutfear.store.sessions import access_sessions
from meetwithoutfear.store.together import with_together

ALL = 1_000_000


@dataclass(frozen=True)
class SessionRecord:
    view: SessionView
    chat: Sequence[MessageView]
    journal: Sequence[MessageView]
    timeline: Sequence[Moment]
    own: OwnRecord
    together: TogetherView | None = None


@dataclass(frozen=True)
class PersonRecord:
    devices: Sequence[DeviceView]
    preferences: Preferences
    consents: Sequence[ConsentView]
    sessions: Sequence[SessionRecord]


async def gather(caller: Caller) -> PersonRecord:
    me = caller.user_id
    async with caller.store.read() as tx:
        current = await access_sessions(tx, me, after=None, limit=ALL, archived=False)
        sessions = [*current, *await access_sessions(tx, me, after=None, limit=ALL, archived=True)]
        chats, journals = await load_chats(tx, me), await load_journals(tx, me)
        records = await load_records(tx, me, [session.id for session in sessions])
        devices = await access_devices(tx, me, caller.now)
        preferences = await load_preferences(tx, me)
        consents = await access_consents(tx, me, before=None, limit=ALL)
        sessions = [await with_together(tx, session) for session in sessions]
    told = [
        SessionRecord(
            view=caller.view(session),
            chat=[message_view(said, me) for said in chats[session.id] if said.chat is Chat.MAIN],
            journal=[message_view(said, me) for said in chats[session.id] if said.chat is Chat.INNER],
            timeline=timeline(journals[session.id], session.side_of(me)),
            own=records[session.id],
            together=together_view(session, session.side_of(me)),
        )
        for session in sessions
    ]
    return PersonRecord(
        devices=[device_view(device, caller) for device in devices],
        preferences=preferences,
        consents=[consent_view(record, me) for record in consents],
        sessions=told,
    )
