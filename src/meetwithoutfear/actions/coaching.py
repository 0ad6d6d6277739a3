"""Help with words before they go: the write coach for what somebody may share, and the wording of feedback.

The coach's conversation lives in the client alone. Nothing of it is written down; only that an engine was asked, and that
the invitation stays open while somebody works on an answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.offers import STAYS_OPEN, Suggestion, suggestion_in
from meetwithoutfear.actions.safety import Screened, answer_with_care, hear, screen
from meetwithoutfear.domain.errors import Invalid, InvalidTransition
from meetwithoutfear.domain.text import COACH_LIMIT, MOST_COACH_TURNS, NOTE_LIMIT, clean
from meetwithoutfear.domain.view import partner_view
from meetwithoutfear.engines.engine import Engine, EngineError, Outcome
from meetwithoutfear.engines.relay import Relay
from meetwithoutfear.prompts import feedback_coach, refinement_chat
from meetwithoutfear.prompts.prompt import Speaker, Turn
from meetwithoutfear.store.offers import keep_open_until
from meetwithoutfear.store.sessions import access_session


@dataclass
class Coaching:
    """One answer of the coach: iterate it for its words, then read what it proposes."""

    relay: Relay | None
    screened: Screened
    prompt: refinement_chat.Input | None = field(default=None, repr=False)

    async def words(self) -> AsyncIterator[str]:
        if self.relay is None:
            yield self.screened.care or ""
            return
        async for piece in self.relay:
            yield piece

    @property
    def response(self) -> str:
        return self.relay.reply.text.strip() if self.relay else self.screened.care or ""

    @property
    def proposed(self) -> str | None:
        return self.prompt.parse(self.relay.reply).proposed_content if self.relay and self.prompt else None


async def start_coaching(caller: Caller, session_id: UUID) -> Suggestion:
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        suggestion = await suggestion_in(tx, caller, session)
        await keep_open_until(tx, suggestion.offer_id, caller.now + STAYS_OPEN)
    return suggestion


async def coach(caller: Caller, engine: Engine, session_id: UUID, said: Sequence[Turn]) -> Coaching:
    turns = checked_turns(said)
    finding = await hear(caller, turns[-1].text)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=finding is not None)
        suggestion = await suggestion_in(tx, caller, session)
        await keep_open_until(tx, suggestion.offer_id, caller.now + STAYS_OPEN)
        screened = await screen(tx, caller, session, finding)
        if finding is not None:
            await answer_with_care(tx, caller, session, screened)
    if screened.care is not None:
        return Coaching(None, screened)
    prompt = refinement_chat.Input(
        me=caller.user.name,
        partner=suggestion.guesser_name,
        area=suggestion.area,
        suggestion=suggestion.content,
        iteration=suggestion.iteration,
        turns=turns,
    )
    return Coaching(Relay(engine, prompt), screened, prompt)


def checked_turns(said: Sequence[Turn]) -> tuple[Turn, ...]:
    if not said or said[-1].speaker is not Speaker.MEMBER:
        raise Invalid.field("messages", "The last message must be yours.")
    if len(said) > MOST_COACH_TURNS:
        raise Invalid.field("messages", f"At most {MOST_COACH_TURNS} messages.")
    return tuple(Turn(turn.speaker, clean("messages", turn.text, COACH_LIMIT)) for turn in said)


@dataclass(frozen=True)
class Proposal:
    """Words for review; none where the safety check has spoken instead of an engine."""

    words: str | None = field(repr=False)
    screened: Screened


async def reword(caller: Caller, engine: Engine, session_id: UUID, instructions: str) -> Proposal:
    """A new draft of the suggestion, for review; it moves nothing."""
    asked = Turn(Speaker.MEMBER, clean("instructions", instructions, NOTE_LIMIT))
    coaching = await coach(caller, engine, session_id, [asked])
    async for _ in coaching.words():
        pass
    proposed = coaching.proposed or (coaching.prompt.suggestion if coaching.prompt else None)
    if proposed is None and coaching.prompt is not None:
        raise EngineError(Outcome.RUBBISH)
    return Proposal(proposed, coaching.screened)


async def word_feedback(caller: Caller, engine: Engine, session_id: UUID, notes: str) -> Proposal:
    """Kind and clear, from the member's own notes, for review."""
    notes = clean("notes", notes, NOTE_LIMIT)
    finding = await hear(caller, notes)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=finding is not None)
        theirs = caller.view(session).empathy.theirs
        if theirs is None:
            raise InvalidTransition("There is no statement about you to answer yet.")
        screened = await screen(tx, caller, session, finding)
        if finding is not None:
            session = await answer_with_care(tx, caller, session, screened)
    if screened.care is not None:
        return Proposal(None, screened)
    partner = partner_view(session, session.side_of(caller.user_id)).name
    prompt = feedback_coach.Input(
        me=caller.user.name, partner=partner, statement=theirs.content, notes_made=notes
    )
    return Proposal((await engine.answer(prompt)).proposed_feedback, screened)
