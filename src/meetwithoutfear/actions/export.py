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
from meetwithoutfear.store.agreements import read_agreements
from meetwithoutfear.store.consents import ConsentRecord, access_consents
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.identity import Device, access_devices
from meetwithoutfear.store.messages import Message
from meetwithoutfear.store.needs import read_ground, read_needs, read_shared_needs
from meetwithoutfear.store.notifications import read_preferences
from meetwithoutfear.store.own_records import OwnRecord, read_chats, read_journals, read_records
from meetwithoutfear.store.pool import read_pool
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_sessions

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
        chats, journals = await read_chats(tx, me), await read_journals(tx, me)
        records = await read_records(tx, me, [session.id for session in sessions])
        devices = await access_devices(tx, me, caller.now)
        preferences = await read_preferences(tx, me)
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
