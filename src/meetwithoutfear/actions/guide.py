"""Which prompt answers a member now, and what it may see: the member's own room of this session, and nothing else.

The route depends on the member's own stage and on how their own statement reads to them. What the engine offers besides
words (a draft, the question whether somebody feels heard) is read by the prompt's own rules; it never moves a gate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict
from uuid import UUID

from meetwithoutfear.domain.discretion.reading import tells, without
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.notices import ReplyNotes, Role
from meetwithoutfear.domain.repair.pool import hidden_of
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.engines.engine import Engine, Relay
from meetwithoutfear.prompts import chats, statements
from meetwithoutfear.prompts.prompt import ChatPrompt, Speaker, Turn
from meetwithoutfear.prompts.statements import DraftReply, Span
from meetwithoutfear.store.analysis import Guidance, load_guidance
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.exchange import load_draft, load_shared_feedback
from meetwithoutfear.store.rooms import (
    ChatTurn,
    Room,
    Summary,
    load_last_intensity,
    load_left_out,
    load_recent_turns,
    load_summary,
)
from meetwithoutfear.store.sessions import access_session

RECENT_TURNS = 24
LEFT_OUT = "…"

Prompt = ChatPrompt[Any]


class Known(TypedDict):
    """What every prompt for one member has in common."""

    me: str
    partner: str
    topic: str | None
    summary: str | None
    facts: tuple[str, ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Working:
    draft: Draft | None = None
    guidance: Guidance = field(default_factory=Guidance)
    feedback: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guide:
    store: Database
    engine: Engine

    async def prompt_for(self, user_id: UUID, session_id: UUID, chat: Chat, message_id: UUID) -> Prompt:
        async with self.store.read() as tx:
            session = await access_session(tx, user_id, session_id)
            side = session.side_of(user_id)
            room = Room(session.id, side)
            turns = await load_recent_turns(tx, room, chat, RECENT_TURNS, message_id)
            if chat is Chat.MAIN and session.phase is not None and session.status is not SessionStatus.ENDED:
                return await repair_prompt(tx, session, side, turns)
            # The journal is read by nothing but its own prompt, and its prompt reads nothing but the journal.
            summary = await load_summary(tx, room) if chat is Chat.MAIN else None
            intensity = await load_last_intensity(tx, room)
            working = await working_on(tx, session, side) if chat is Chat.MAIN else Working()
            hidden = await load_left_out(tx, room) if chat is Chat.MAIN else ()
        known = known_of(session, side, turns, summary)
        if hidden and is_guessing(session, side):
            known = kept_out_of(known, hidden)
        if chat is Chat.INNER:
            return chats.JournalChat(**known, intensity=intensity)
        return stage_prompt(session, side, known, working, intensity)

    def reply_to(self, prompt: Prompt) -> Relay:
        return Relay(self.engine, prompt)


def known_of(session: Session, side: Side, turns: list[ChatTurn], summary: Summary | None) -> Known:
    partner = session.partner_of(side)
    return Known(
        me=session.members[side].name,
        partner=partner.name if partner else session.partner_name,
        topic=session.topic,
        summary=summary.text if summary else None,
        facts=summary.facts if summary else (),
        turns=tuple(Turn(speaker_of(turn), turn.content) for turn in turns),
    )


def kept_out_of(known: Known, hidden: tuple[str, ...]) -> Known:
    """What somebody asked to leave out cannot come into a draft of theirs: whoever drafts does not read it. What they
    say right now is answered all the same."""
    *before, newest = known["turns"]
    turns = [Turn(turn.speaker, without(turn.text, hidden) or LEFT_OUT) for turn in before]
    summary = without(known["summary"], hidden) if known["summary"] else None
    facts = tuple(fact for fact in known["facts"] if not tells(fact, hidden))
    return {**known, "turns": (*turns, newest), "summary": summary or None, "facts": facts}


async def repair_prompt(tx: Tx, session: Session, side: Side, turns: list[ChatTurn]) -> Prompt:
    """What was told before Stage 4 is not read here, neither the words nor what was made of them."""
    partner = session.partner_of(side)
    assert session.phase is not None  # noqa: S101  # the caller has looked
    return chats.RepairChat(
        me=session.members[side].name,
        partner=partner.name if partner else session.partner_name,
        topic=session.topic,
        turns=tuple(
            Turn(speaker_of(turn), turn.content) for turn in turns if turn.stage == Stage.STRATEGIC_REPAIR
        ),
        common_ground=tuple(item.need for item in session.ground if item.is_common),
        phase=session.phase,
        own_ideas=tuple(idea.description for idea in hidden_of(session.pool, side)),
        intensity=await load_last_intensity(tx, Room(session.id, side)),
    )


async def working_on(tx: Tx, session: Session, side: Side) -> Working:
    """What the member has at hand while they put something into words."""
    mine, room = session.exchange.attempts[side], Room(session.id, side)
    if is_naming_needs(session, side):
        return Working(needs=tuple(need.need for need in session.needs_of(side)))
    if not is_guessing(session, side):
        return Working()
    draft = await load_draft(tx, room)
    if mine.reads_as is not Status.REFINING:
        return Working(draft)
    return Working(draft, await load_guidance(tx, room), await load_shared_feedback(tx, room))


def is_guessing(session: Session, side: Side) -> bool:
    """Judged on how the own statement reads to the member, so that no prompt can tell what they may not know."""
    in_stage = session.members[side].stage is Stage.PERSPECTIVE_STRETCH
    return in_stage and session.exchange.attempts[side].reads_as in {None, Status.REFINING}


def is_naming_needs(session: Session, side: Side) -> bool:
    me = session.members[side]
    return me.stage is Stage.NEED_MAPPING and Gate.NEEDS_SHARED not in me.passed


def stage_prompt(
    session: Session, side: Side, known: Known, working: Working, intensity: int | None
) -> Prompt:
    me = session.members[side]
    if session.status is SessionStatus.ENDED:
        return chats.JournalChat(**known, intensity=intensity)
    match me.stage:
        case Stage.ONBOARDING:
            return chats.InvitationChat(**known)
        case Stage.WITNESS:
            return chats.WitnessChat(**known, turn=me.turns, intensity=intensity)
        case _ if is_naming_needs(session, side):
            return chats.NeedsChat(**known, turn=me.turns, intensity=intensity, needs=working.needs)
        case _ if is_guessing(session, side):
            return guessing_prompt(session, side, known, working, intensity)
        case _:
            # There is nothing to work on but the waiting itself.
            return chats.JournalChat(**known, intensity=intensity)


def guessing_prompt(
    session: Session, side: Side, known: Known, working: Working, intensity: int | None
) -> Prompt:
    turn, mine = session.members[side].turns, session.exchange.attempts[side]
    draft = working.draft.content if working.draft else None
    if mine.reads_as is not Status.REFINING:
        return statements.PerspectiveChat(**known, turn=turn, intensity=intensity, draft=draft)
    return statements.InformedChat(
        **known,
        turn=turn,
        iteration=mine.iteration,
        statement=mine.statement,
        confirmed=tuple(Span(start, end) for start, end in working.guidance.confirmed),
        shared=tuple(offer.shared for offer in mine.shared_context),
        feedback=working.feedback,
        area=working.guidance.area,
        guidance=working.guidance.guidance,
        seed=working.guidance.seed,
        draft=draft,
        ready=working.draft is not None and working.draft.ready_to_share,
        intensity=intensity,
    )


def speaker_of(turn: ChatTurn) -> Speaker:
    return Speaker.MEMBER if turn.role is Role.USER else Speaker.GUIDE


def notes_of(prompt: Prompt, reply: Reply) -> ReplyNotes:
    """What the prompt's own rules let through of what the engine noted."""
    match prompt.parse(reply):
        case DraftReply(draft=draft, ready_to_share=ready, intensity=intensity):
            return ReplyNotes(draft=draft, ready_to_share=ready, intensity=intensity)
        case chats.WitnessReply(feel_heard_offered=offered, intensity=intensity):
            return ReplyNotes(feel_heard_offered=offered, intensity=intensity)
        case chats.PlainReply(intensity=intensity):
            return ReplyNotes(intensity=intensity)
        case chats.InvitationReply(proposed_message=words):
            return ReplyNotes(draft=words)
        case _:
            return ReplyNotes()
