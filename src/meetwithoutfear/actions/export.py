"""Everything of one person, gathered for them. Nothing is read past their own memberships: what the other one shared
comes as it is seen in the app, and does not count as seen: a file is no screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.needs.need import Ground, Needs
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.repair.agreement import Agreement
from meetwithoutfear.domain.repair.pool import Pool, visible_to
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Moment, timeline
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.chat import Message
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.export import OwnRecord, load_chats, load_journals, load_records
from meetwithoutfear.store.ledger import ConsentRecord, access_consents
from meetwithoutfear.store.outbox import load_preferences
from meetwithoutfear.store.people import Device, access_devices
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_sessions
from meetwithoutfear.store.together import (
    load_agreements,
    load_ground,
    load_needs,
    load_pool,
    load_shared_needs,
)

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
    chats: Sequence[Message]
    timeline: Sequence[Moment]
    own: OwnRecord
    together: Together | None = None


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
        chats, journals = await load_chats(tx, me), await load_journals(tx, me)
        records = await load_records(tx, me, [session.id for session in sessions])
        devices = await access_devices(tx, me, caller.now)
        preferences = await load_preferences(tx, me)
        consents = await access_consents(tx, me, before=None, limit=ALL)
        together = {
            each.id: await read_together(tx, each, Room(each.id, each.side_of(me))) for each in sessions
        }
    told = [
        SessionRecord(
            view=caller.view(session),
            chats=chats[session.id],
            timeline=timeline(journals[session.id], session.side_of(me)),
            own=records[session.id],
            together=together[session.id],
        )
        for session in sessions
    ]
    return PersonRecord(devices, preferences, consents, told)


async def read_together(tx: Tx, session: Session, room: Room) -> Together | None:
    if Gate.EXCHANGE_COMPLETED not in session.members[room.side].passed:
        return None
    revealed = Gate.NEEDS_REVEALED in session.members[room.side].passed
    shared = await load_shared_needs(tx, session.id) if revealed else dict.fromkeys(Side, ())
    pool = await load_pool(tx, session.id, session.round)
    ranked = sorted((idea for idea in pool if room.side in idea.places), key=lambda i: i.places[room.side])
    return Together(
        side=room.side,
        needs=await load_needs(tx, room),
        shared=shared,
        ground=await load_ground(tx, session.id) if revealed else (),
        ideas=visible_to(pool, room.side),
        ranking=[idea.description for idea in ranked],
        agreements=await load_agreements(tx, session.id),
    )
