"""Which prompt answers a member now, and what it may see: the member's own room of this session, and nothing else.

The route depends on the member's own stage and on how their own statement reads to them. What the engine offers besides
words (a draft, the question whether somebody feels heard) is read by the prompt's own rules; it never moves a gate."""

from __future__ import annotations

from typing import TypedDict
from uuid import UUID

from meetwithoutfear.domain.discretion.reading import tells, without
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.repair.pool import hidden_of
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Phase, Stage
from meetwithoutfear.prompts import chats, statements
from meetwithoutfear.prompts.prompt import ChatPrompt, Speaker, Turn
from meetwithoutfear.prompts.statements import Span
from meetwithoutfear.store import rooms
from meetwithoutfear.store.analysis import load_guidance
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.exchange import load_draft, load_shared_feedback
from meetwithoutfear.store.sessions import access_session

RECENT_TURNS = 24
LEFT_OUT = "…"


class Known(TypedDict):
    """What every prompt for one member has in common."""

    me: str
    partner: str
    topic: str | None
    summary: str | None
    facts: tuple[str, ...]
    turns: tuple[Turn, ...]


async def prompt_for(
    store: Database, user_id: UUID, session_id: UUID, chat: Chat, message_id: UUID
) -> ChatPrompt:
    async with store.read() as tx:
        session = await access_session(tx, user_id, session_id)
        side = session.side_of(user_id)
        room = rooms.Room(session.id, side)
        turns = await rooms.load_recent_turns(tx, room, chat, RECENT_TURNS, message_id)
        intensity = await rooms.load_last_intensity(tx, room)
        if chat is Chat.INNER:
            # The journal is read by nothing but its own prompt, and its prompt reads nothing but the journal.
            return chats.JournalChat(**known_of(session, side, turns, None), intensity=intensity)
        if session.phase is not None and session.status is not SessionStatus.ENDED:
            return repair_prompt(session, session.phase, side, turns, intensity)
        known = known_of(session, side, turns, await rooms.load_summary(tx, room))
        if is_guessing(session, side) and (hidden := await rooms.load_left_out(tx, room)):
            known = kept_out_of(known, hidden)
        return await stage_prompt(tx, session, side, known, intensity)


def known_of(
    session: Session, side: Side, turns: list[rooms.ChatTurn], summary: rooms.Summary | None
) -> Known:
    partner = session.members.get(side.other)
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


def repair_prompt(
    session: Session, phase: Phase, side: Side, turns: list[rooms.ChatTurn], intensity: int | None
) -> ChatPrompt:
    """What was told before Stage 4 is not read here, neither the words nor what was made of them."""
    known = known_of(session, side, [turn for turn in turns if turn.stage == Stage.STRATEGIC_REPAIR], None)
    return chats.RepairChat(
        me=known["me"],
        partner=known["partner"],
        topic=known["topic"],
        turns=known["turns"],
        common_ground=tuple(item.need for item in session.ground if item.is_common),
        phase=phase,
        own_ideas=tuple(idea.description for idea in hidden_of(session.pool, side)),
        intensity=intensity,
    )


def is_guessing(session: Session, side: Side) -> bool:
    """Judged on how the own statement reads to the member, so that no prompt can tell what they may not know."""
    in_stage = session.members[side].stage is Stage.PERSPECTIVE_STRETCH
    return in_stage and session.exchange.attempts[side].reads_as in {None, Status.REFINING}


async def stage_prompt(
    tx: Tx, session: Session, side: Side, known: Known, intensity: int | None
) -> ChatPrompt:
    me = session.members[side]
    match me.stage:
        case _ if session.status is SessionStatus.ENDED:
            return chats.JournalChat(**known, intensity=intensity)
        case Stage.ONBOARDING:
            return chats.InvitationChat(**known)
        case Stage.WITNESS:
            return chats.WitnessChat(**known, turn=me.turns, intensity=intensity)
        case Stage.NEED_MAPPING if Gate.NEEDS_SHARED not in me.passed:
            needs = tuple(need.need for need in session.needs_of(side))
            return chats.NeedsChat(**known, turn=me.turns, intensity=intensity, needs=needs)
        case _ if is_guessing(session, side):
            return await guessing_prompt(tx, session, side, known, intensity)
        case _:
            # There is nothing to work on but the waiting itself.
            return chats.JournalChat(**known, intensity=intensity)


async def guessing_prompt(
    tx: Tx, session: Session, side: Side, known: Known, intensity: int | None
) -> ChatPrompt:
    room, turn, mine = (
        rooms.Room(session.id, side),
        session.members[side].turns,
        session.exchange.attempts[side],
    )
    draft = await load_draft(tx, room)
    words = draft.content if draft else None
    if mine.reads_as is not Status.REFINING:
        return statements.PerspectiveChat(**known, turn=turn, intensity=intensity, draft=words)
    found = await load_guidance(tx, room)
    return statements.InformedChat(
        **known,
        turn=turn,
        iteration=mine.iteration,
        statement=mine.statement,
        confirmed=tuple(Span(start, end) for start, end in found.confirmed),
        shared=tuple(offer.shared for offer in mine.shared_context),
        feedback=await load_shared_feedback(tx, room),
        area=found.area,
        guidance=found.guidance,
        seed=found.seed,
        draft=words,
        ready=draft is not None and draft.ready_to_share,
        intensity=intensity,
    )


def speaker_of(turn: rooms.ChatTurn) -> Speaker:
    return Speaker.MEMBER if turn.role is Role.USER else Speaker.GUIDE
