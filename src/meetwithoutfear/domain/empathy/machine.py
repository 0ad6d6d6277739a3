"""The only way to change an exchange. TRANSITIONS is data: an event that has no row there cannot occur, and no other code
sets a status. What follows from a step by itself is `settle`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeGuard

from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Command,
    Consent,
    Resubmit,
    Validate,
)
from meetwithoutfear.domain.empathy.deciding import proposed
from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    AnalysisPassed,
    AnalysisStuck,
    BreakerTripped,
    Consented,
    ContextSeen,
    ContextShared,
    ContextWithdrawn,
    Event,
    FeedbackShared,
    GapsFound,
    Kept,
    LateWithdrawn,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    OfferSuperseded,
    OldContextWithdrawn,
    Resubmitted,
    Revealed,
    Revised,
    StatementSeen,
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.evolving import after
from meetwithoutfear.domain.empathy.exchange import Exchange, Facts, Status
from meetwithoutfear.domain.errors import Paused, SafetyHold

NONE, HELD, ANALYZING, AWAITING_SHARING = None, Status.HELD, Status.ANALYZING, Status.AWAITING_SHARING
REFINING, READY, REVEALED, VALIDATED = Status.REFINING, Status.READY, Status.REVEALED, Status.VALIDATED

TRANSITIONS: Mapping[tuple[Status | None, type[Event]], Status | None] = {
    (NONE, Consented): HELD,
    (NONE, Resubmitted): ANALYZING,
    (NONE, BreakerTripped): READY,
    (HELD, Consented): HELD,
    (HELD, AnalysisBegan): ANALYZING,
    (ANALYZING, AnalysisPassed): READY,
    (ANALYZING, GapsFound): AWAITING_SHARING,
    (ANALYZING, AnalysisStuck): ANALYZING,
    (ANALYZING, WentUnanalysed): READY,
    (AWAITING_SHARING, OfferFetched): AWAITING_SHARING,
    (AWAITING_SHARING, OfferSuperseded): AWAITING_SHARING,
    (AWAITING_SHARING, ContextShared): REFINING,
    (AWAITING_SHARING, OfferDeclined): READY,
    (AWAITING_SHARING, OfferExpired): READY,
    (REFINING, Resubmitted): ANALYZING,
    (REFINING, BreakerTripped): READY,
    (REFINING, Revised): REVEALED,
    (REFINING, Kept): READY,
    (REFINING, StoodBy): REVEALED,
    (REFINING, ContextWithdrawn): READY,
    (REFINING, Validated): VALIDATED,
    (READY, Revealed): REVEALED,
    (REVEALED, Validated): VALIDATED,
    (REVEALED, FeedbackShared): REFINING,
    (REVEALED, Missed): REVEALED,
    **{(status, Withdrawn): NONE for status in (HELD, ANALYZING, AWAITING_SHARING, REFINING, READY)},
    **{(status, LateWithdrawn): status for status in (REFINING, REVEALED, VALIDATED)},
    (REVEALED, StatementSeen): REVEALED,
    **{(status, ContextSeen): status for status in (NONE, REFINING, READY, REVEALED, VALIDATED)},
    **{(status, OldContextWithdrawn): status for status in (NONE, *Status) if status is not HELD},
}


def decide(exchange: Exchange, facts: Facts, command: Command) -> list[Event]:
    events = proposed(exchange, facts, command)
    if events and waits_for_care(command) and command.side in facts.in_care:
        raise SafetyHold
    if events and crosses(command) and command.side in facts.paused:
        raise Paused
    return events


def waits_for_care(
    command: Command,
) -> TypeGuard[Consent | Resubmit | AcceptOffer | Validate | AcceptDifference]:
    """In care nothing crosses, and no gate moves either."""
    return isinstance(command, Consent | Resubmit | AcceptOffer | Validate | AcceptDifference)


def crosses(command: Command) -> TypeGuard[Consent | Resubmit | AcceptOffer | Validate]:
    """Whether the command would bring the member's own words to the partner."""
    if isinstance(command, Validate):
        return command.shared
    return isinstance(command, Consent | Resubmit | AcceptOffer)


def evolve(exchange: Exchange, event: Event, now: datetime) -> Exchange:
    before = exchange.attempts[event.direction]
    status = TRANSITIONS[before.status, type(event)]
    moved = replace(before, status=status, since=before.since if status is before.status else now)
    attempt = after(moved, event, now)
    if attempt.reads_as is not before.reads_as:
        attempt = replace(attempt, reads_since=now)
    return replace(exchange, attempts={**exchange.attempts, event.direction: attempt})


def settle(exchange: Exchange, facts: Facts) -> list[Event]:
    """What follows by itself from how things stand now; nothing, once they are settled."""
    begun = [
        AnalysisBegan(side)
        for side, attempt in exchange.attempts.items()
        if attempt.status is HELD and side.other in facts.heard
    ]
    ready = all(attempt.status is READY for attempt in exchange.attempts.values())
    # The reveal waits for nobody in care: the other one would notice. Whoever is finds it afterwards.
    return [*begun, *(Revealed(side) for side in exchange.attempts if ready and not facts.paused)]
