"""One thing a member does, in its one transaction: lock, load, decide, save, and whatever rows belong to it. Words that are
about to cross go through the safety check first; care that they begin stays, although what was asked for is refused
because of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.safety import (
    Heard,
    May,
    Screened,
    hear,
    refuse_threats,
    with_care,
    would_hold,
)
from meetwithoutfear.domain.errors import SafetyHold
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, save


@dataclass
class Doing:
    tx: Tx
    caller: Caller
    session: Session
    side: Side
    heard: Heard = field(default_factory=Heard)
    crosses: bool = False
    screened: Screened = field(default_factory=Screened)

    @property
    def room(self) -> Room:
        return Room(self.session.id, self.side)

    async def does(self, command: SessionCommand) -> bool:
        return await self.makes_happen(self.caller.decide(self.session, command))

    async def makes_happen(self, events: Sequence[Event]) -> bool:
        """Whether anything did. What was found in the words is answered with what they bring about, once."""
        if not events:
            return False
        if self.heard.finding is not None:
            self.session, self.screened = await with_care(
                self.tx, self.caller, self.session, self.heard, about_to_cross=self.crosses
            )
            self.heard = Heard()
        self.session = await save(self.tx, self.session, events, self.caller.now)
        return True


@dataclass(frozen=True)
class Acted:
    view: SessionView
    screened: Screened
    session: Session
    ids: Ids


Act = Callable[[Doing], Awaitable[Ids | None]]


async def perform(
    caller: Caller,
    session_id: UUID,
    act: Act,
    *,
    crossing: str | None = None,
    private: str | None = None,
    may: May | None = None,
) -> Acted:
    """`crossing` are words for the partner, `private` ones stay; `may` says whether the state allows it at all."""
    heard = await hear(caller, session_id, crossing, private, may=may)
    refuse_threats(crossing)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        doing = Doing(tx, caller, session, session.side_of(caller.user_id), heard, crossing is not None)
        if crossing is None or not would_hold(session, doing.side, heard):

            async def once() -> Ids:
                return await act(doing) or {"sessionId": str(session_id)}

            ids = await only_once(tx, caller.user_id, caller.once, caller.now, once)
            return Acted(caller.view(doing.session), doing.screened, doing.session, ids)
        await with_care(tx, caller, session, heard)
    raise SafetyHold
