"""The guesser's part: draft, send, send anew, keep; and the subject's verdict on what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.execute import Acted, Afterwards, execute
from meetwithoutfear.actions.safety import Screened, hear, screen_draft
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    Consent,
    Keep,
    Resubmit,
    See,
    Shown,
    Validate,
)
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.errors import Invalid, SessionEnded
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.safety import CrossingConcern, crossing_check
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import SHARE_LIMIT, STATEMENT_LIMIT, clean
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.domain.waiting import is_overdue
from meetwithoutfear.store import exchange
from meetwithoutfear.store.chat import access_crossing_lines
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import Draft, delete_draft, load_draft, save_draft_words, save_verdict
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ledger import ConsentKey, grant, mark_first_seen
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, save


@dataclass(frozen=True)
class Drafted:
    draft: Draft | None
    concern: CrossingConcern | None = None
    """What may hurt the other in these words. It is pointed out; the last word is the member's."""
    screened: Screened = field(default_factory=Screened)


async def look_at_exchange(caller: Caller, session_id: UUID) -> SessionView:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
    return caller.view(session)


async def look_at_draft(caller: Caller, session_id: UUID) -> Drafted:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        draft = await load_draft(tx, Room(session_id, session.side_of(caller.user_id)))
    return Drafted(draft, crossing_check(draft.content) if draft else None)


async def look_at_words(caller: Caller, session_id: UUID, content: str) -> CrossingConcern | None:
    """What may hurt the other in words that are about to be shared. They are neither kept nor sent by this."""
    async with caller.store.read() as tx:
        await access_session(tx, caller.user_id, session_id)
    return crossing_check(clean("content", content, SHARE_LIMIT))


async def save_draft(
    caller: Caller, session_id: UUID, content: str, *, ready: bool, feelings: Sequence[str]
) -> Drafted:
    content = clean("content", content, STATEMENT_LIMIT) if content.strip() else ""

    def may(_side: Side, session: Session) -> None:
        if session.status is SessionStatus.ENDED:
            raise SessionEnded

    heard, screened = await hear(caller, session_id, content, may=may), Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        room = Room(session_id, session.side_of(caller.user_id))
        if session.status is SessionStatus.ENDED:
            raise SessionEnded

        async def act() -> Ids:
            nonlocal screened
            _, screened = await screen_draft(tx, caller, session, heard)
            if content:
                await save_draft_words(
                    tx, room, content, ready=ready, feelings=feelings, own=True, now=caller.now
                )
            else:
                await delete_draft(tx, room)
            return {}

        await only_once(tx, caller.user_id, caller.once, caller.now, act)
        return Drafted(await load_draft(tx, room), crossing_check(content), screened)


async def share_statement(
    caller: Caller, session_id: UUID, content: str, feelings: Sequence[str] = ()
) -> Acted:
    content = clean("content", content, STATEMENT_LIMIT)
    return await execute(
        caller,
        session_id,
        lambda side, _: Consent(side, content),
        crossing=content,
        afterwards=keep_feelings(feelings),
    )


async def resubmit_statement(
    caller: Caller, session_id: UUID, content: str, feelings: Sequence[str] = ()
) -> Acted:
    content = clean("content", content, STATEMENT_LIMIT)
    return await execute(
        caller,
        session_id,
        lambda side, _: Resubmit(side, content),
        crossing=content,
        afterwards=keep_feelings(feelings),
    )


def keep_feelings(feelings: Sequence[str]) -> Afterwards | None:
    async def write(tx: Tx, session: Session, side: Side, _: Screened) -> None:
        revision = session.exchange.attempts[side].revision
        await exchange.save_feelings(tx, Room(session.id, side), revision, feelings)

    return write if feelings else None


async def keep_statement(caller: Caller, session_id: UUID) -> Acted:
    def wish(side: Side, session: Session) -> Keep:
        mine = session.exchange.attempts[side]
        return Keep(side, is_overdue(mine, caller.settings.patience, caller.now))

    return await execute(caller, session_id, wish)


async def validate_statement(
    caller: Caller, session_id: UUID, rating: Verdict, feedback: str | None, *, share: bool
) -> Acted:
    """Feedback is kept for its writer; it goes to the guesser only when the writer says so."""
    feedback = clean("feedback", feedback, SHARE_LIMIT) if feedback else None
    if share and not feedback:
        raise Invalid.field("feedback", "There is no feedback to share.")

    async def record(tx: Tx, session: Session, side: Side, _: Screened) -> None:
        judged = Room(session.id, side.other)
        number = await save_verdict(tx, judged, rating, feedback, shared=share, now=caller.now)
        if share and feedback:
            crossing = ConsentKey(session.id, side, ConsentTarget.VALIDATION_FEEDBACK, number)
            await grant(tx, caller.user_id, crossing, feedback, caller.now)

    return await execute(
        caller,
        session_id,
        lambda side, _: Validate(side, rating, share, feedback or ""),
        crossing=feedback if share else None,
        private=None if share else feedback,
        afterwards=record,
    )


async def accept_difference(caller: Caller, session_id: UUID) -> Acted:
    return await execute(caller, session_id, lambda side, _: AcceptDifference(side))


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
        await see(tx, caller, session, Shown.by_lines(side, (line.cause for line in crossed)))
        feedback = sum(line.role is Role.VALIDATION_FEEDBACK for line in crossed)
        theirs = ConsentKey(session_id, side.other, ConsentTarget.VALIDATION_FEEDBACK)
        await mark_first_seen(tx, theirs, feedback, caller.now)


async def see(tx: Tx, caller: Caller, session: Session, shown: Shown | None) -> None:
    """Nothing is taken back any more after the end, and nobody is told."""
    if session.status is not SessionStatus.ENDED:
        events = decide(session, See(session.side_of(caller.user_id), shown))
        await save(tx, session, events, caller.now)
