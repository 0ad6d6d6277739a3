"""Everything of one person, gathered for them. Nothing is read past their own memberships: what the other one shared
comes as it is seen in the app, and does not count as seen: a file is no screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.consents import consent_view
from meetwithoutfear.actions.conversation import message_view
from meetwithoutfear.actions.identity import device_view
from meetwithoutfear.domain.repair.view import together_view
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.timeline import timeline
from meetwithoutfear.domain.wire import plain
from meetwithoutfear.store.chat import Message
from meetwithoutfear.store.export import load_chats, load_journals, load_records
from meetwithoutfear.store.ledger import access_consents
from meetwithoutfear.store.people import access_devices
from meetwithoutfear.store.screenings import load_screenings
from meetwithoutfear.store.sessions import access_sessions
from meetwithoutfear.store.together import with_together

ALL = 1_000_000


async def gather(caller: Caller) -> dict[str, Any]:
    me = caller.user_id
    async with caller.store.read() as tx:
        current = await access_sessions(tx, me, after=None, limit=ALL, archived=False)
        sessions = [*current, *await access_sessions(tx, me, after=None, limit=ALL, archived=True)]
        chats, journals = await load_chats(tx, me), await load_journals(tx, me)
        records = await load_records(tx, me, [session.id for session in sessions])
        devices = await access_devices(tx, me, caller.now)
        consents = await access_consents(tx, me, before=None, limit=ALL)
        screenings = await load_screenings(tx, me)
        sessions = [await with_together(tx, session) for session in sessions]
    return {
        "devices": plain([device_view(device, caller) for device in devices]),
        "screenings": plain(screenings),
        "consents": plain([consent_view(record, me) for record in consents]),
        "sessions": [
            {
                "session": plain(caller.view(session)),
                "chat": of_chat(chats[session.id], Chat.MAIN, me),
                "journal": of_chat(chats[session.id], Chat.INNER, me),
                **plain(records[session.id]),
                "timeline": plain(timeline(journals[session.id], session.side_of(me))),
                **(plain(together_view(session, session.side_of(me))) or {}),
            }
            for session in sessions
        ],
    }


def of_chat(messages: Sequence[Message], chat: Chat, reader: UUID) -> Any:  # noqa: ANN401  # JSON
    return plain([message_view(said, reader) for said in messages if said.chat is chat])
