"""What an event changes in a member."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.empathy.events import (
    BreakerTripped,
    Consented,
    ContextShared,
    ContextWithdrawn,
    FeedbackShared,
    GapsFound,
    Kept,
    LateWithdrawn,
    Missed,
    OfferDeclined,
    OfferFetched,
    OldContextWithdrawn,
    Resubmitted,
    Revealed,
    Revised,
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.empathy.exchange import Reason
from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CareEnded,
    CareTaken,
    CompactSigned,
    FeltHeard,
    FinishedAlone,
    Left,
    LookedAt,
    PauseBegan,
    PauseEnded,
    RelationStated,
    Reminded,
    ReplyEnded,
    Spoke,
)
from meetwithoutfear.domain.pending import marked_seen
from meetwithoutfear.domain.session import Chat, Member
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Passed

Talked = Spoke | AskedAgain | ReplyEnded
Resting = CareTaken | CareEnded | PauseBegan | PauseEnded | Archived | FinishedAlone
Own = Talked | Resting | CompactSigned | FeltHeard | Reminded | LookedAt | RelationStated | Left

ACTS_OF_GUESSER = (
    Consented
    | Resubmitted
    | BreakerTripped
    | Revised
    | Kept
    | StoodBy
    | WentUnanalysed
    | Withdrawn
    | LateWithdrawn
)
ACTS_OF_SUBJECT = (
    OfferFetched
    | ContextShared
    | OfferDeclined
    | ContextWithdrawn
    | OldContextWithdrawn
    | Validated
    | FeedbackShared
    | Missed
)
NEW_FOR_SUBJECT = GapsFound | Revealed | Revised | StoodBy


def after(member: Member, event: Own, now: datetime) -> Member:
    match event:
        case Spoke() | AskedAgain() | ReplyEnded():
            return after_talking(member, event, now)
        case CompactSigned():
            return through(Gate.COMPACT_SIGNED, acted(member, now), now)
        case FeltHeard():
            return through(Gate.FELT_HEARD, acted(member, now), now)
        case Reminded():
            return replace(member, reminders=member.reminders + 1)
        case RelationStated(_, relation):
            return replace(member, relation=relation, first_relation=member.first_relation or relation)
        case Left():
            return replace(member, left_at=now, relation=None, first_relation=None)
        case LookedAt(_, item_id):
            return replace(member, pending=marked_seen(member.pending, item_id, now))
        case _:
            return after_resting(acted(member, now), event, now)


def after_resting(member: Member, event: Resting, now: datetime) -> Member:
    match event:
        case CareTaken(_, care):
            return replace(member, care=care)
        case CareEnded():
            return replace(member, care=None, cleared_at=now)
        case PauseBegan():
            return replace(member, paused_at=now)
        case PauseEnded():
            return replace(member, paused_at=None)
        case Archived():
            return replace(member, archived_at=now)
        case FinishedAlone():
            return replace(member, finished_at=now)
        case _:
            assert_never(event)


def after_talking(member: Member, event: Talked, now: datetime) -> Member:
    match event:
        case Spoke(_, chat, message_id, awaits_reply):
            counts = chat is Chat.MAIN and member.care is None
            member = replace(acted(member, now), turns=member.turns + counts)
            return answering(member, chat, message_id if awaits_reply else None)
        case AskedAgain(_, chat, message_id):
            return answering(acted(member, now), chat, message_id)
        case ReplyEnded(_, chat):
            return answering(member, chat, None)
        case _:
            assert_never(event)


def after_exchange(side: Side, member: Member, event: EmpathyEvent, now: datetime) -> Member:
    if side is event.direction:
        return after_guessing(member, event, now)
    if isinstance(event, Validated):
        member = replace(member, passed={**member.passed, Gate.EMPATHY_VALIDATED: now})
    if isinstance(event, ACTS_OF_SUBJECT):
        return acted(member, now)
    return replace(member, reminders=0) if isinstance(event, NEW_FOR_SUBJECT) else member


def after_guessing(member: Member, event: EmpathyEvent, now: datetime) -> Member:
    match event:
        case Consented() | Resubmitted() | BreakerTripped():
            first = member.passed.get(Gate.EMPATHY_CONSENTED, now)
            member = replace(member, passed={**member.passed, Gate.EMPATHY_CONSENTED: first})
        case Withdrawn():
            member = replace(member, passed=without(member.passed, Gate.EMPATHY_CONSENTED))
        case Kept(_, Reason.LAPSED) | StoodBy(_, True):
            return member
        case ContextShared() | FeedbackShared():
            # Turns count anew from the moment there is something to refine with.
            return replace(member, turns=0, reminders=0)
        case _:
            pass
    return acted(member, now) if isinstance(event, ACTS_OF_GUESSER) else member


def without(passed: Passed, *gates: Gate) -> Passed:
    return {known: at for known, at in passed.items() if known not in gates}


def acted(member: Member, now: datetime) -> Member:
    return replace(member, acted_at=now, reminders=0)


def through(gate: Gate, member: Member, now: datetime) -> Member:
    """Turns count from the beginning of a stage."""
    return replace(member, passed={**member.passed, gate: now}, turns=0)


def answering(member: Member, chat: Chat, message_id: UUID | None) -> Member:
    others = {place: awaited for place, awaited in member.answering.items() if place is not chat}
    return replace(member, answering=others if message_id is None else {**others, chat: message_id})
