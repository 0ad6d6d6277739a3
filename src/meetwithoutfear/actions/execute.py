"""One thing a member does, in its one transaction and its one frame: look whether they may, listen to their words, lock,
load, decide, save. Words that are about to cross go through the safety check first; care that they begin stays, although
what was asked for is refused because of it. The conversation and the coach have frames of their own: what is said there
is answered by the check itself, and brings a reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from meetwithoutfear.actions.caller import Here
from meetwithoutfear.actions.safety import SafetyCheck, Screened, check_words, refuse_threats
from meetwithoutfear.domain.errors import Conflict, SafetyHold
from meetwithoutfear.domain.help import Help, Helping
from meetwithoutfear.domain.moves import SessionCommand
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.notes import Ids
from meetwithoutfear.store.sessions import access_session, look_at_whole, save
from meetwithoutfear.store.together import WHOLE, TogetherPart

Wish = Callable[[Side, Session], SessionCommand]
WordsOf = Callable[[Side, Session], str]
Afterwards = Callable[[Tx, Session, Side, Screened], Awaitable[None]]
H = TypeVar("H", bound=Helping)
CHANGED = "Something has changed meanwhile. Look at it once more."


@dataclass(frozen=True)
class Acted:
    """For the action that has asked for it. Only views go further out."""

    view: SessionView
    session: Session
    side: Side
    screened: Screened
    help: Help | None
    ids: Ids
    """What came of it; of the first time, where this is a repeat."""

    def shows(self, view: H) -> H:
        """With help, where something was heard in the member's words."""
        return replace(view, help=self.help)


async def execute(
    caller: Here,
    wish: Wish,
    *,
    crossing: str | WordsOf | None = None,
    private: str | None = None,
    ids: Ids | None = None,
    afterwards: Afterwards | None = None,
    after_leaving: bool = False,
) -> Acted:
    """`crossing` are words for the partner, perhaps found in the session, `private` ones stay; `ids` are what a repeat of
    the request is answered with; `afterwards` comes only where something happened."""
    words, check = crossing, SafetyCheck(caller)
    if callable(words):
        session = await look_at(caller)
        words = words(session.side_of(caller.user_id), session)
    if words or private:

        def may(side: Side, session: Session) -> object:
            return caller.decide(session, wish(side, session))

        check = await check_words(caller, words, private, may=may)
        refuse_threats(words)
    async with caller.store.write() as tx:
        session = await access_session(
            tx, caller.user_id, caller.session_id, lock=True, after_leaving=after_leaving
        )
        side, screened, help_lines = session.side_of(caller.user_id), Screened(), None
        if words and check.finding and check.would_hold(session):
            await check.screen(tx, session)
        else:
            done = await caller.earlier_ids(tx)
            if done is None:
                if callable(crossing) and crossing(side, session) != words:
                    raise Conflict(CHANGED)
                if events := caller.decide(session, wish(side, session)):
                    if check.finding:
                        session, screened = await check.screen(tx, session, about_to_cross=bool(words))
                        help_lines = screened.help_for(caller.user.region)
                    session = await save(tx, session, events, caller.now)
                    if afterwards is not None:
                        await afterwards(tx, session, side, screened)
                done = ids or {"sessionId": str(caller.session_id)}
                await caller.keep_ids(tx, done)
            return Acted(caller.view(session), session, side, screened, help_lines, done)
    # Only now: care stays, although what was asked for is refused because of it.
    raise SafetyHold


async def look_at(caller: Here, parts: Collection[TogetherPart] = WHOLE) -> Session:
    session, _ = await look_at_whole(caller.store, caller.user_id, caller.session_id, parts)
    caller.note_clock(session)
    return session
