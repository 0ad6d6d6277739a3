"""What an event of Stage 3 changes in a session."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from meetwithoutfear.domain.members import acted, through, without
from meetwithoutfear.domain.needs.events import (
    CommonGroundFound,
    CommonGroundReached,
    Event,
    GroundConfirmed,
    GroundProposed,
    NeedsRevealed,
    NeedsReviewed,
    NeedsShared,
    NeedWithdrawn,
)
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.stages import Gate


def evolve(session: Session, event: Event, now: datetime) -> Session:
    match event:
        case CommonGroundFound():
            return replace(session, ground_at=now).with_both(lambda member: replace(member, reminders=0))
        case NeedsRevealed():
            return session.with_both(lambda member: news(member, Gate.NEEDS_REVEALED, now))
        case CommonGroundReached():
            opened = session.with_both(lambda member: through(Gate.COMMON_GROUND_REACHED, member, now))
            return replace(opened, phase=Phase.COLLECTING).with_both(
                lambda member: replace(member, reminders=0)
            )
        case _:
            me = acted(session.members[event.side], now)
            return session.with_member(event.side, after(me, event, now))


def after(
    me: Member,
    event: NeedsReviewed | NeedsShared | NeedWithdrawn | GroundProposed | GroundConfirmed,
    now: datetime,
) -> Member:
    match event:
        case NeedsReviewed(_, confirmed):
            return standing(me, Gate.NEEDS_CONFIRMED, now, stands=confirmed)
        case NeedsShared():
            return with_told(standing(me, Gate.NEEDS_SHARED, now, stands=True), Gate.NEEDS_SHARED)
        case NeedWithdrawn(_, left):
            seen = Gate.NEEDS_REVEALED in me.passed
            return me if left or seen else replace(me, passed=without(me.passed, Gate.NEEDS_SHARED))
        case GroundProposed():
            return me
        case GroundConfirmed(_, confirmed):
            return standing(me, Gate.COMMON_GROUND_CONFIRMED, now, stands=confirmed)
        case _:
            assert_never(event)


def standing(me: Member, gate: Gate, now: datetime, *, stands: bool) -> Member:
    """A gate keeps the time at which it was first passed."""
    if not stands:
        return replace(me, passed=without(me.passed, gate))
    return replace(me, passed={**me.passed, gate: me.passed.get(gate, now)})


def with_told(me: Member, gate: Gate) -> Member:
    """The first time the other one learns of it."""
    return replace(me, told=me.told | {gate})


def news(member: Member, gate: Gate, now: datetime) -> Member:
    return replace(member, passed={**member.passed, gate: now}, reminders=0)
