"""Help with words before they go: the write coach for what somebody may share, and the wording of feedback.

The coach's conversation lives in the client alone. Nothing of it is written down; only that an engine was asked, that the
invitation stays open while somebody works on an answer, and which of their own stored sentences they asked to leave out."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

from meetwithoutfear.actions.caller import Here
from meetwithoutfear.actions.offers import STAYS_OPEN, OpenOffer, SuggestionView, suggestion_in
from meetwithoutfear.actions.safety import check_words
from meetwithoutfear.domain.discretion.drafting import Circle, is_others_matter
from meetwithoutfear.domain.discretion.matters import asks_to_leave_out
from meetwithoutfear.domain.discretion.reading import sentences, tells
from meetwithoutfear.domain.discretion.turns import Part, PartKind, parts_to_keep, sentences_meant
from meetwithoutfear.domain.errors import Invalid, InvalidTransition, NotFound
from meetwithoutfear.domain.help import Help, Helping
from meetwithoutfear.domain.safety.care import care_in
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import COACH_LIMIT, MOST_COACH_TURNS, NOTE_LIMIT, clean
from meetwithoutfear.domain.view import partner_view
from meetwithoutfear.domain.wire import Own
from meetwithoutfear.engines.engine import Engine, Relay
from meetwithoutfear.prompts import chats, tasks
from meetwithoutfear.prompts.prompt import Speaker, Turn
from meetwithoutfear.store.exchange import keep_offer_open
from meetwithoutfear.store.rooms import Room, leave_out, load_own_sentences
from meetwithoutfear.store.sessions import access_session


@dataclass
class Coaching:
    """One answer of the coach: iterate it for its words, then read what it proposes."""

    relay: Relay | None
    help: Help | None
    care: str = field(default="", repr=False)
    """Said in its place by the safety check."""
    prompt: chats.CoachChat | None = field(default=None, repr=False)
    told: CoachTurns | None = field(default=None, repr=False)

    async def words(self) -> AsyncIterator[str]:
        if self.relay is None:
            yield self.care
            return
        async for piece in self.relay:
            yield piece

    @property
    def response(self) -> str:
        return self.relay.reply.text.strip() if self.relay else self.care

    @property
    def proposed(self) -> str | None:
        """Whatever an engine wrote: no order, refusal or question comes back as words to share, and nothing left out
        does."""
        if self.relay is None or self.prompt is None or self.told is None:
            return None
        content = self.prompt.parse(self.relay.reply).draft
        return content if content and self.told.allows(content) else None


async def start_coaching(caller: Here) -> SuggestionView:
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        suggestion = await suggestion_in(tx, caller, session)
        await keep_offer_open(tx, suggestion.seen.offer_id, caller.now + STAYS_OPEN)
    return suggestion.seen


def may_be_coached(side: Side, session: Session) -> None:
    if session.exchange.attempts[side.other].open_offer is None:
        raise NotFound


async def coach(caller: Here, engine: Engine, said: Sequence[Turn]) -> Coaching:
    """What the safety check answers is answered here, in the coach's place, and read on in that light: how the talk stood
    follows from what was said in it, since nothing of it is kept."""
    turns = clean_turns(said)
    check = await check_words(caller, turns[-1].text, may=may_be_coached)
    known = care_in([turn.text for turn in turns if turn.speaker is Speaker.GUIDE], caller.now)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        suggestion = await suggestion_in(tx, caller, session)
        await keep_offer_open(tx, suggestion.seen.offer_id, caller.now + STAYS_OPEN)
        _, screened = await check.screen_aside(tx, session, known)
    region = caller.user.region
    if screened.care is not None:
        return Coaching(None, replace(screened, words=None).help_for(region), screened.care)
    own = [turn.text for turn in turns if turn.speaker is Speaker.MEMBER]
    parts = [await caller.listener.reads_turn(text, suggestion.seen.guesser_name) for text in own]
    if asked := parts_to_keep(parts[-1]):
        suggestion = await keep_out(caller, asked, current_text(turns), suggestion)
    told = CoachTurns(tuple(parts), suggestion.circle, suggestion.left_out)
    prompt = chats.CoachChat(
        me=caller.user.name,
        partner=suggestion.seen.guesser_name,
        area=suggestion.area,
        suggestion=suggestion.seen.suggested_content,
        iteration=suggestion.seen.iteration,
        turns=turns,
    )
    return Coaching(Relay(engine, prompt), screened.help_for(region), prompt=prompt, told=told)


@dataclass(frozen=True)
class CoachTurns:
    """What was said to the coach, sentence by sentence: for the partner, or for the coach."""

    turns: tuple[tuple[Part, ...], ...]
    circle: Circle
    left_out: tuple[str, ...]

    def allows(self, content: str) -> bool:
        newest = {part.kind for part in self.turns[-1]}
        if PartKind.REFUSAL in newest and PartKind.CONTENT not in newest:
            return False
        parts = [part for turn in self.turns for part in turn]
        of_coach = [part.text for part in parts if part.kind in FOR_THE_COACH]
        return not (
            tells(content, (*of_coach, *self.left_out))
            or any(is_others_matter(one, self.circle) or asks_to_leave_out(one) for one in sentences(content))
        )


FOR_THE_COACH = {PartKind.ORDER, PartKind.REFUSAL, PartKind.QUESTION, PartKind.SECRET, PartKind.LEAVE_OUT}


async def keep_out(caller: Here, asked: Sequence[Part], proposed: str | None, about: OpenOffer) -> OpenOffer:
    """Notes which of the member's own stored sentences are meant; what they said about it is noted nowhere."""
    shown, partner = proposed or about.seen.suggested_content, about.seen.guesser_name
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        room = Room(session.id, session.side_of(caller.user_id))
        own = await load_own_sentences(tx, room)
        texts = [one.text for one in own]
        meant = {text for part in asked for text in sentences_meant(part, texts, shown, partner)}
        await leave_out(tx, room, [one for one in own if one.text in meant])
        return await suggestion_in(tx, caller, session)


def current_text(turns: Sequence[Turn]) -> str | None:
    """What was last proposed, as the client tells it."""
    found = [PROPOSED.search(turn.text) for turn in turns if turn.speaker is Speaker.GUIDE]
    return next((match[1].strip() for match in reversed(found) if match), None)


PROPOSED = re.compile(r"<content>(.*?)</content>", re.DOTALL)


def clean_turns(said: Sequence[Turn]) -> tuple[Turn, ...]:
    if not said or said[-1].speaker is not Speaker.MEMBER:
        raise Invalid.field("messages", "The last message must be yours.")
    if len(said) > MOST_COACH_TURNS:
        raise Invalid.field("messages", f"At most {MOST_COACH_TURNS} messages.")
    return tuple(Turn(turn.speaker, clean("messages", turn.text, COACH_LIMIT)) for turn in said)


async def reword(caller: Here, engine: Engine, instructions: str) -> Coaching:
    """A new draft of the suggestion, for review; it moves nothing."""
    asked = Turn(Speaker.MEMBER, clean("instructions", instructions, NOTE_LIMIT))
    coaching = await coach(caller, engine, [asked])
    async for _ in coaching.words():
        pass
    return coaching


@dataclass(frozen=True)
class ProposedFeedback(Helping):
    proposed_feedback: Own[str | None] = field(repr=False)


async def word_feedback(caller: Here, engine: Engine, notes: str) -> ProposedFeedback:
    """Kind and clear, from the member's own notes, for review; none where the safety check speaks instead of an engine."""
    notes = clean("notes", notes, NOTE_LIMIT)
    check = await check_words(caller, notes)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        theirs = caller.view(session).empathy.partner_attempt
        if theirs is None:
            raise InvalidTransition("There is no statement about you to answer yet.")
        session, screened = await check.screen_aside(tx, session)
    help_lines = screened.help_for(caller.user.region)
    if screened.care is not None:
        return ProposedFeedback(None, help=help_lines)
    partner = partner_view(session, session.side_of(caller.user_id)).name
    prompt = tasks.FeedbackTask(
        me=caller.user.name, partner=partner, statement=theirs.content, notes_made=notes
    )
    return ProposedFeedback((await engine.answer(prompt)).proposed_feedback, help=help_lines)
