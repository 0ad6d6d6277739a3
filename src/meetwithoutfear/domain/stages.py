"""The five stages and the gates between them. A gate is a fact with a time; where a member stands follows from the gates
they have passed and is never stored beside them, so the two cannot disagree."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import IntEnum, StrEnum


class Stage(IntEnum):
    ONBOARDING = 0
    WITNESS = 1
    PERSPECTIVE_STRETCH = 2
    NEED_MAPPING = 3
    STRATEGIC_REPAIR = 4


class StageStatus(StrEnum):
    NOT_STARTED = "NOT_STARTED"
    IN_PROGRESS = "IN_PROGRESS"
    COMPLETED = "COMPLETED"


class Gate(StrEnum):
    COMPACT_SIGNED = "compactSigned"
    FELT_HEARD = "feelHeard"


GATES: Mapping[Stage, tuple[Gate, ...]] = {
    Stage.ONBOARDING: (Gate.COMPACT_SIGNED,),
    Stage.WITNESS: (Gate.FELT_HEARD,),
    Stage.PERSPECTIVE_STRETCH: (),
    Stage.NEED_MAPPING: (),
    Stage.STRATEGIC_REPAIR: (),
}

Passed = Mapping[Gate, datetime]


def is_completed(stage: Stage, passed: Passed) -> bool:
    """A stage without gates has no way out yet: it cannot be completed by default."""
    return bool(GATES[stage]) and all(gate in passed for gate in GATES[stage])


def current_stage(passed: Passed) -> Stage:
    return next((stage for stage in Stage if not is_completed(stage, passed)), Stage.STRATEGIC_REPAIR)


def stage_status(stage: Stage, passed: Passed) -> StageStatus:
    here = current_stage(passed)
    if stage < here or is_completed(stage, passed):
        return StageStatus.COMPLETED
    return StageStatus.IN_PROGRESS if stage == here else StageStatus.NOT_STARTED
