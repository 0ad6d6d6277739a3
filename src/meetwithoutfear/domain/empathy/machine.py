"""The only way to change an exchange. TRANSITIONS is data: an event that has no row there cannot occur, and no other code
sets a status. What follows from a step by itself is `settle`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from meetwithoutfear.domain.empathy import events as e
from meetwithoutfear.domain.empathy.commands import ExchangeCommand
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Exchange, Facts, Status
from meetwithoutfear.domain.errors import InvalidTransition, Paused, SafetyHold

NONE, HELD, ANALYZING, AWAITING_SHARING = None, Status.HELD, Status.ANALYZING, Status.AWAITING_SHARING
REFINING, READY, REVEALED, VALIDATED = Status.REFINING, Status.READY, Status.REVEALED, Status.VALIDATED

TRANSITIONS: Mapping[tuple[Status | None, type[AttemptEvent]], Status | None] = {
    (NONE, e.Consented): HELD,
    (NONE, e.Resubmitted): ANALYZING,
    (NONE, e.BreakerTripped): READY,
    (HELD, e.Consented): HELD,
    (HELD, e.AnalysisBegan): ANALYZING,
    (ANALYZING, e.AnalysisPassed): READY,
    (ANALYZING, e.GapsFound): AWAITING_SHARING,
    (ANALYZING, e.AnalysisStuck): ANALYZING,
    (ANALYZING, e.WentUnanalysed): READY,
    (AWAITING_SHARING, e.OfferFetched): AWAITING_SHARING,
    (AWAITING_SHARING, e.OfferSuperseded): AWAITING_SHARING,
    (AWAITING_SHARING, e.ContextShared): REFINING,
    (AWAITING_SHARING, e.OfferDeclined): READY,
    (AWAITING_SHARING, e.OfferExpired): READY,
    (REFINING, e.Resubmitted): ANALYZING,
    (REFINING, e.BreakerTripped): READY,
    (REFINING, e.Revised): REVEALED,
    (REFINING, e.Kept): READY,
    (REFINING, e.StoodBy): REVEALED,
    (REFINING, e.ContextWithdrawn): READY,
    (REFINING, e.Validated): VALIDATED,
    (READY, e.Revealed): REVEALED,
    (REVEALED, e.Validated): VALIDATED,
    (REVEALED, e.FeedbackShared): REFINING,
    (REVEALED, e.Missed): REVEALED,
    **{(status, e.Withdrawn): NONE for status in (HELD, ANALYZING, AWAITING_SHARING, REFINING, READY)},
    **{(status, e.LateWithdrawn): status for status in (REFINING, REVEALED, VALIDATED)},
    (REVEALED, e.StatementSeen): REVEALED,
    **{(status, e.ContextSeen): status for status in (NONE, REFINING, READY, REVEALED, VALIDATED)},
    **{(status, e.OldContextWithdrawn): status for status in (NONE, *Status) if status is not HELD},
}


def decide(exchange: Exchange, facts: Facts, command: ExchangeCommand) -> list[AttemptEvent]:
    """What comes of a command, checked against the table. In care nothing crosses, and no gate moves either."""
    events = command.decide(exchange, facts)
    refuse_unless_possible(exchange, events)
    if events and command.waits_in_care and command.actor in facts.in_care:
        raise SafetyHold
    if events and command.crosses and command.actor in facts.paused:
        raise Paused
    return events


def refuse_unless_possible(exchange: Exchange, events: Iterable[AttemptEvent]) -> None:
    """Each has its row in the table, after the ones before it."""
    statuses = {side: attempt.status for side, attempt in exchange.attempts.items()}
    for event in events:
        row = statuses[event.direction], type(event)
        if row not in TRANSITIONS:
            raise InvalidTransition
        statuses[event.direction] = TRANSITIONS[row]


def apply_event(exchange: Exchange, event: AttemptEvent, now: datetime) -> Exchange:
    before = exchange.attempts[event.direction]
    status = TRANSITIONS[before.status, type(event)]
    moved = replace(before, status=status, since=before.since if status is before.status else now)
    attempt = event.apply(moved, now)
    if attempt.reads_as is not before.reads_as:
        attempt = replace(attempt, reads_since=now)
    return Exchange({**exchange.attempts, event.direction: attempt})


def settle(exchange: Exchange, facts: Facts) -> list[AttemptEvent]:
    """What follows by itself from how things stand now; nothing, once they are settled."""
    begun = [
        e.AnalysisBegan(side)
        for side, attempt in exchange.attempts.items()
        if attempt.status is HELD and side.other in facts.heard
    ]
    ready = all(attempt.status is READY for attempt in exchange.attempts.values())
    # The reveal waits for nobody in care: the other one would notice. Whoever is finds it afterwards.
    return [*begun, *(e.Revealed(side) for side in exchange.attempts if ready and not facts.paused)]
