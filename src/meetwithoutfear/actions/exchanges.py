"""What both members do in the exchange, and what they have seen of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.doing import Acted, Doing, perform
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.deciding import Happening
from meetwithoutfear.domain.empathy.commands import Command, See, Shown
from meetwithoutfear.domain.empathy.telling import shown_by
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.machine import decide_exchange
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import decide_exchange_for
from meetwithoutfear.store.chat import access_crossing_lines
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ledger import ConsentKey, mark_first_seen
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

    def decide(side: Side, session: Session) -> list[Happening]:
        patience = caller.settings.patience
        return decide_exchange_for(side, session, wish(side, session), caller.now, patience)

    async def act(doing: Doing) -> None:
        events = decide(doing.side, doing.session)
        if await doing.makes_happen(events) and afterwards is not None:
            await afterwards(doing.tx, doing.session, doing.side)

    return await perform(caller, session_id, act, crossing=crossing, private=private, may=decide)


async def see_share_tab(caller: Caller, session_id: UUID) -> None:
    """The app says that it showed the tab: what was shared, and the statement that was revealed, as they are now."""
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        await see(tx, caller, session, None)


async def see_messages(caller: Caller, session_id: UUID, up_to: int) -> None:
    """The app says that it showed the conversation up to there. Only the other one's words in it matter."""
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        side = session.side_of(caller.user_id)
        if up_to > session.members[side].last_seq[Chat.MAIN]:
            raise Invalid.field("seq", "There is no such message yet.")
        crossed = await access_crossing_lines(tx, caller.user_id, session_id, up_to)
        await see(tx, caller, session, shown_by(side, (line.cause for line in crossed)))
        feedback = sum(line.role is Role.VALIDATION_FEEDBACK for line in crossed)
        theirs = ConsentKey(session_id, side.other, ConsentTarget.VALIDATION_FEEDBACK)
        await mark_first_seen(tx, theirs, feedback, caller.now)


async def see(tx: Tx, caller: Caller, session: Session, shown: Shown | None) -> None:
    """Nothing is taken back any more after the end, and nobody is told."""
    if session.status is not SessionStatus.ENDED:
        events = decide_exchange(session, See(session.side_of(caller.user_id), shown))
        await save(tx, session, events, caller.now)
