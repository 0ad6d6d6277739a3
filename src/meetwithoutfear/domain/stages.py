"""The five stages and the gates between them. A gate is a fact with a time; where a member stands follows from the gates
they have passed and is never stored beside them, so the two cannot disagree."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import IntEnum, StrEnum

REFINING_TAG = 21
"""Messages of Stage 2B carry this number: it is a part of Stage 2, not a stage."""


class Stage(IntEnum):
    ONBOARDING = 0
    WITNESS = 1
    PERSPECTIVE_STRETCH = 2
    NEED_MAPPING = 3
    STRATEGIC_REPAIR = 4


class Phase(StrEnum):
    """Of the last stage: where two people stand on their way to something they will try."""

    COLLECTING = "COLLECTING"
    RANKING = "RANKING"
    REVEALING = "REVEALING"
    NEGOTIATING = "NEGOTIATING"
    AGREED = "AGREED"


class StageStatus(StrEnum):
    NOT_STARTED = "NOT_STARTED"
    IN_PROGRESS = "IN_PROGRESS"
    GATE_PENDING = "GATE_PENDING"
    """The own part is done; it ends for both at once."""
    COMPLETED = "COMPLETED"


class Gate(StrEnum):
    COMPACT_SIGNED = "compactSigned"
    FELT_HEARD = "feelHeard"
    EMPATHY_CONSENTED = "empathyConsented"
    EMPATHY_VALIDATED = "empathyValidated"
    EXCHANGE_COMPLETED = "exchangeCompleted"
    NEEDS_CONFIRMED = "needsConfirmed"
    NEEDS_SHARED = "needsShared"
    NEEDS_REVEALED = "needsRevealed"
    COMMON_GROUND_CONFIRMED = "commonGroundConfirmed"
    COMMON_GROUND_REACHED = "commonGroundReached"
    STRATEGIES_SUBMITTED = "strategiesSubmitted"
    RANKINGS_SUBMITTED = "rankingsSubmitted"
    PROPOSALS_CREATED = "proposalsCreated"
    PROPOSALS_RANKED = "proposalsRanked"
    OVERLAP_IDENTIFIED = "overlapIdentified"
    AGREEMENT_REACHED = "agreementReached"
    FOLLOW_UP_SCHEDULED = "followUpScheduled"
    RESOLVED = "resolved"


JOINT = frozenset(
    {
        Gate.EXCHANGE_COMPLETED,
        Gate.NEEDS_REVEALED,
        Gate.COMMON_GROUND_REACHED,
        Gate.PROPOSALS_CREATED,
        Gate.PROPOSALS_RANKED,
        Gate.OVERLAP_IDENTIFIED,
        Gate.AGREEMENT_REACHED,
        Gate.FOLLOW_UP_SCHEDULED,
        Gate.RESOLVED,
    }
)

GATES: Mapping[Stage, tuple[Gate, ...]] = {
    Stage.ONBOARDING: (Gate.COMPACT_SIGNED,),
    Stage.WITNESS: (Gate.FELT_HEARD,),
    Stage.PERSPECTIVE_STRETCH: (
        Gate.EMPATHY_CONSENTED,
        Gate.EMPATHY_VALIDATED,
        Gate.EXCHANGE_COMPLETED,
    ),
    Stage.NEED_MAPPING: (
        Gate.NEEDS_CONFIRMED,
        Gate.NEEDS_SHARED,
        Gate.NEEDS_REVEALED,
        Gate.COMMON_GROUND_CONFIRMED,
        Gate.COMMON_GROUND_REACHED,
    ),
    Stage.STRATEGIC_REPAIR: (
        Gate.STRATEGIES_SUBMITTED,
        Gate.RANKINGS_SUBMITTED,
        Gate.PROPOSALS_CREATED,
        Gate.PROPOSALS_RANKED,
        Gate.OVERLAP_IDENTIFIED,
        Gate.AGREEMENT_REACHED,
        Gate.FOLLOW_UP_SCHEDULED,
        Gate.RESOLVED,
    ),
}
LAST_GATE: Mapping[Stage, Gate] = {stage: gates[-1] for stage, gates in GATES.items()}
"""A stage is left by its last gate. The others lead to it, but in the last stage not all of them on every way."""

Passed = Mapping[Gate, datetime]


def stage_status(stage: Stage, passed: Passed) -> StageStatus:
    if LAST_GATE[stage] in passed:
        return StageStatus.COMPLETED
    if any(gate not in passed for before, gate in LAST_GATE.items() if before < stage):
        return StageStatus.NOT_STARTED
    is_waiting = all(gate in passed for gate in GATES[stage] if gate not in JOINT)
    return StageStatus.GATE_PENDING if is_waiting else StageStatus.IN_PROGRESS
