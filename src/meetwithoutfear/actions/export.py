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
from meetwithoutfear.store.export import OwnRecord, load_chats, load_journals, load_records
from meetwithoutfear.store.ledger import ConsentRecord, access_consents
from meetwithoutfear.store.outbox import load_preferences
from meetwithoutfear.store.people import Device, access_devices
from meetwithoutfear.store.sessions import access_sessions
from meetwithoutfear.store.together import with_together

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
        sessions = [await with_together(tx, session) for session in sessions]
    told = [
        SessionRecord(
            view=caller.view(session),
            chats=chats[session.id],
            timeline=timeline(journals[session.id], session.side_of(me)),
            own=records[session.id],
            together=together_of(session, session.side_of(me)),
        )
        for session in sessions
    ]
    return PersonRecord(devices, preferences, consents, told)


def together_of(session: Session, side: Side) -> Together | None:
    if Gate.EXCHANGE_COMPLETED not in session.members[side].passed:
        return None
    revealed = Gate.NEEDS_REVEALED in session.members[side].passed
    shared = {
        each: tuple(need for need in session.needs_of(each) if need.is_shared) if revealed else ()
        for each in Side
    }
    by_id = {idea.id: idea.description for idea in session.pool}
    return Together(
        side=side,
        needs=session.needs_of(side),
        shared=shared,
        ground=session.ground if revealed else (),
        ideas=visible_to(session.pool, side),
        ranking=[by_id[each] for each in session.rankings.get((session.round, side), ())],
        agreements=session.agreements,
    )
