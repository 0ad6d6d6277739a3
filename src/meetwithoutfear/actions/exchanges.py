"""What both members do in the exchange, and what they have seen of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.doing import Acted, Doing, perform
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.commands import Command, See
from meetwithoutfear.domain.machine import decide_exchange
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import decide_exchange_for
from meetwithoutfear.store.consents import Crossing, is_unseen
from meetwithoutfear.store.consents import mark_seen as mark_consent_seen
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.sessions import access_session, save

Wish = Callable[[Side, Session], Command]
Afterwards = Callable[[Tx, Session, Side], Awaitable[None]]


async def carry_out(
    caller: Caller,
    session_id: UUID,
    wish: Wish,
    *,
    crossing: str | None = None,
    private: str | None = None,
    afterwards: Afterwards | None = None,
) -> Acted:
    """`afterwards` comes only where something happened."""

    async def act(doing: Doing) -> None:
        command, patience = wish(doing.side, doing.session), caller.settings.patience
        events = decide_exchange_for(doing.side, doing.session, command, caller.now, patience)
        if await doing.makes_happen(events) and afterwards is not None:
            await afterwards(doing.tx, doing.session, doing.side)

    return await perform(caller, session_id, act, crossing=crossing, private=private)


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
