"""What both members do in the exchange: lock, load, decide, save, and nothing else. Words that are about to cross go through
the safety check first; a hold that they cause stays, although what was asked for is refused because of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.safety import Screened, hear, refuse_threats, with_care, would_hold
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.commands import Command, See
from meetwithoutfear.domain.errors import SafetyHold
from meetwithoutfear.domain.machine import decide_exchange
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView, decide_exchange_for
from meetwithoutfear.store.consents import Crossing, is_unseen
from meetwithoutfear.store.consents import mark_seen as mark_consent_seen
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.sessions import access_session, save

Wish = Callable[[Side, Session], Command]
Afterwards = Callable[[Tx, Session, Side], Awaitable[None]]


@dataclass(frozen=True)
class Acted:
    view: SessionView
    screened: Screened
    session: Session


async def carry_out(
    caller: Caller,
    session_id: UUID,
    wish: Wish,
    *,
    crossing: str | None = None,
    private: str | None = None,
    afterwards: Afterwards | None = None,
) -> Acted:
    """`crossing` are words for the partner, `private` ones stay; `afterwards` comes only where something happened."""
    refuse_threats(crossing)
    finding, screened = await hear(caller, crossing, private), Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        side = session.side_of(caller.user_id)
        if crossing is None or not would_hold(session, side, finding):

            async def act() -> Ids:
                nonlocal session, screened
                patience = caller.settings.patience
                events = decide_exchange_for(side, session, wish(side, session), caller.now, patience)
                if events:
                    session, screened = await with_care(tx, caller, session, finding)
                    session = await save(tx, session, events, caller.now)
                    if afterwards is not None:
                        await afterwards(tx, session, side)
                return {"sessionId": str(session_id)}

            await only_once(tx, caller.user_id, caller.once, caller.now, act)
            return Acted(caller.view(session), screened, session)
        await with_care(tx, caller, session, finding)
    raise SafetyHold


async def mark_seen(caller: Caller, session: Session) -> None:
    """Whoever was shown something has seen it. Most of the time there is nothing new, and nothing is written."""
    side = session.side_of(caller.user_id)
    if session.status is SessionStatus.ENDED or not decide_exchange(session, See(side)):
        return
    async with caller.store.write() as tx:
        fresh = await access_session(tx, caller.user_id, session.id, lock=True)
        await save(tx, fresh, decide_exchange(fresh, See(side)), caller.now)


async def mark_feedback_seen(caller: Caller, session: Session) -> None:
    """What the other one said of one's statement stands in the chat alone, so whoever reads it there has seen it."""
    theirs = session.side_of(caller.user_id).other
    crossing = Crossing(session.id, theirs, ConsentTarget.VALIDATION_FEEDBACK)
    async with caller.store.read() as tx:
        is_new = await is_unseen(tx, crossing)
    if is_new:
        async with caller.store.write() as tx:
            await mark_consent_seen(tx, crossing, caller.now)
