"""Looks after what waits too long: offers that run out, refinements that nobody works on, people who are reminded.

It only looks where something is due; the rules decide, session by session, each in a transaction of its own. Whatever is
interrupted is found again by the next look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.domain.commands import Remind
from meetwithoutfear.domain.deciding import Happening
from meetwithoutfear.domain.empathy.commands import Expire, Lapse
from meetwithoutfear.domain.machine import decide, decide_exchange
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import LAPSE_AFTER, lapses_at
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.sessions import load_locked, load_sessions_due, save
from meetwithoutfear.worker.mail import nothing_more
from meetwithoutfear.worker.worker import Clock, Effect, Recurring

WAITS = Recurring("look_after_waits", every=timedelta(minutes=1))
AT_ONCE = 100


@dataclass(frozen=True)
class WaitKeeper:
    store: Database
    clock: Clock

    async def __call__(self, _job: Job) -> Effect:
        now = self.clock()
        async with self.store.read() as tx:
            due = await load_sessions_due(tx, now, now - LAPSE_AFTER, AT_ONCE)
        for session_id in due:
            async with self.store.write() as tx:
                await self._look_after(tx, session_id, now)
        return nothing_more

    async def _look_after(self, tx: Tx, session_id: UUID, now: datetime) -> None:
        session = await load_locked(tx, session_id)
        for side in list(session.members):
            session = await save(tx, session, overdue(session, side, now), now)
            if is_to_be_reminded(session, side, now):
                session = await save(tx, session, decide(session, Remind(side)), now)


def overdue(session: Session, side: Side, now: datetime) -> list[Happening]:
    """Of the direction in which this side guesses. While somebody pauses, what waits for them does not run out."""
    offer, subject = session.exchange.attempts[side].open_offer, session.partner_of(side)
    waits_on = offer is not None and subject is not None and subject.paused_at is None
    if waits_on and offer is not None and offer.expires_at is not None and offer.expires_at <= now:
        return decide_exchange(session, Expire(side))
    lapse = lapses_at(session, side)
    return decide_exchange(session, Lapse(side)) if lapse is not None and lapse <= now else []


def is_to_be_reminded(session: Session, side: Side, now: datetime) -> bool:
    remind_at = session.members[side].remind_at
    return remind_at is not None and remind_at <= now
