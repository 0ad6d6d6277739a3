"""The guesser's part: draft, send, send anew, keep; and the subject's verdict on what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import Acted, execute, look_at
from meetwithoutfear.actions.safety import Screened, check_words
from meetwithoutfear.domain.empathy import commands as c
from meetwithoutfear.domain.empathy.exchange import Status, Verdict
from meetwithoutfear.domain.empathy.view import Draft, DraftView, JudgedView, OwnAttempt
from meetwithoutfear.domain.errors import Invalid, SessionEnded
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import ConsentTarget
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.safety import ConcernKind, crossing_check
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import SHARE_LIMIT, STATEMENT_LIMIT, clean
from meetwithoutfear.domain.view import ExchangeView
from meetwithoutfear.domain.waiting import is_overdue
from meetwithoutfear.domain.wire import Own
from meetwithoutfear.store import exchange
from meetwithoutfear.store.chat import access_crossing_lines
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import delete_draft, load_draft, save_verdict
from meetwithoutfear.store.ledger import ConsentKey, grant, mark_first_seen
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, save

SENTENCES = {
    Status.ANALYZING: "Thank you. I am looking at your new words.",
    Status.READY: "Thank you. Now we wait until both of you are ready.",
    Status.REVEALED: "Thank you. Your words are with your partner.",
}


@dataclass(frozen=True)
class AttemptAnswer(Helping):
    attempt: OwnAttempt | None


@dataclass(frozen=True)
class StatusAnswer(Helping):
    """How the statement in question stands now, as the caller may know it."""

    status: Own[Status]
    message: Own[str]


async def look_at_exchange(caller: Here) -> ExchangeView:
    return caller.view(await look_at(caller, frozenset())).empathy


async def look_at_draft(caller: Here) -> DraftView:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        draft = await load_draft(tx, Room(caller.session_id, session.side_of(caller.user_id)))
    return DraftView(draft, concern_of(draft.content) if draft else None)


def concern_of(words: str) -> ConcernKind | None:
    """What may hurt the other in them. It is pointed out; the last word is the member's."""
    concern = crossing_check(words)
    return concern.kind if concern else None


async def look_at_words(caller: Here, content: str) -> ConcernKind | None:
    """What may hurt the other in words that are about to be shared. They are neither kept nor sent by this."""
    async with caller.store.read() as tx:
        await access_session(tx, caller.user_id, caller.session_id)
    return concern_of(clean("content", content, SHARE_LIMIT))


async def save_draft(caller: Here, content: str, *, ready: bool, feelings: Sequence[str]) -> DraftView:
    content = clean("content", content, STATEMENT_LIMIT) if content.strip() else ""

    def may(_side: Side, session: Session) -> None:
        if session.status is SessionStatus.ENDED:
            raise SessionEnded

    check, screened = await check_words(caller, content, may=may), Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        room = Room(caller.session_id, session.side_of(caller.user_id))
        if session.status is SessionStatus.ENDED:
            raise SessionEnded
        if await caller.earlier_ids(tx) is None:
            screened = await check.screen_draft(tx, session)
            if content:
                draft = Draft(content, ready, tuple(feelings), caller.now)
                await exchange.save_draft(tx, room, draft, own=True)
            else:
                await delete_draft(tx, room)
            await caller.keep_ids(tx)
        kept = await load_draft(tx, room)
    help_lines = screened.help_for(caller.user.region)
    return DraftView(kept, concern_of(content), help=help_lines)


async def share_statement(caller: Here, content: str, feelings: Sequence[str] = ()) -> AttemptAnswer:
    acted = await send(caller, c.Consent, content, feelings)
    return AttemptAnswer(acted.view.empathy.my_attempt, help=acted.help)


async def resubmit_statement(caller: Here, content: str, feelings: Sequence[str] = ()) -> StatusAnswer:
    return status_answer(await send(caller, c.Resubmit, content, feelings))


async def send(
    caller: Here, command: type[c.Consent | c.Resubmit], content: str, feelings: Sequence[str]
) -> Acted:
    content = clean("content", content, STATEMENT_LIMIT)

    async def keep_feelings(tx: Tx, session: Session, side: Side, _: Screened) -> None:
        revision = session.exchange.attempts[side].revision
        await exchange.save_feelings(tx, Room(session.id, side), revision, feelings)

    afterwards = keep_feelings if feelings else None
    return await execute(
        caller, lambda side, _: command(side, content), crossing=content, afterwards=afterwards
    )


def status_answer(acted: Acted) -> StatusAnswer:
    mine = acted.view.empathy.my_attempt
    assert mine is not None  # noqa: S101  # what was sent or kept stands
    words = SENTENCES.get(mine.status, SENTENCES[Status.READY])
    return StatusAnswer(mine.status, words, help=acted.help)


async def keep_statement(caller: Here) -> StatusAnswer:
    def wish(side: Side, session: Session) -> c.Keep:
        mine = session.exchange.attempts[side]
        return c.Keep(side, is_overdue(mine, caller.settings.patience, caller.now))

    return status_answer(await execute(caller, wish))


async def validate_statement(
    caller: Here, rating: Verdict, feedback: str | None, *, share: bool
) -> JudgedView:
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

    acted = await execute(
        caller,
        lambda side, _: c.Validate(side, rating, share, feedback or ""),
        crossing=feedback if share else None,
        private=None if share else feedback,
        afterwards=record,
    )
    return judgement_view(acted, rating)


def judgement_view(acted: Acted, verdict: Verdict) -> JudgedView:
    mine, theirs = acted.view.empathy.my_attempt, acted.view.empathy.partner_attempt
    assert theirs is not None  # noqa: S101  # only what was revealed can be judged
    completed = mine is not None and mine.status is theirs.status is Status.VALIDATED
    return JudgedView(theirs.status, verdict, completed, help=acted.help)


async def accept_difference(caller: Here) -> JudgedView:
    acted = await execute(caller, lambda side, _: c.AcceptDifference(side))
    return judgement_view(acted, Verdict.DIFFERENCE)


async def see_share_tab(caller: Here) -> None:
    """The app says that it showed the tab: what was shared, and the statement that was revealed, as they are now."""
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        await see(tx, caller, session, None)


async def see_messages(caller: Here, up_to: int) -> None:
    """The app says that it showed the conversation up to there. Only the other one's words in it matter."""
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        side = session.side_of(caller.user_id)
        if up_to > session.members[side].last_seq[Chat.MAIN]:
            raise Invalid.field("seq", "There is no such message yet.")
        crossed = await access_crossing_lines(tx, caller.user_id, caller.session_id, up_to)
        await see(tx, caller, session, c.Shown.by_lines(side, (line.cause for line in crossed)))
        feedback = sum(line.role is Role.VALIDATION_FEEDBACK for line in crossed)
        theirs = ConsentKey(caller.session_id, side.other, ConsentTarget.VALIDATION_FEEDBACK)
        await mark_first_seen(tx, theirs, feedback, caller.now)


async def see(tx: Tx, caller: Caller, session: Session, shown: c.Shown | None) -> None:
    """Nothing is taken back any more after the end, and nobody is told."""
    if session.status is not SessionStatus.ENDED:
        events = decide(session, c.See(session.side_of(caller.user_id), shown))
        await save(tx, session, events, caller.now)
