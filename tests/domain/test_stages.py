"""Where a member stands follows from the gates they have passed."""

from __future__ import annotations

import pytest

from domain.story import NOW
from meetwithoutfear.domain.stages import (
    GATES,
    Gate,
    Stage,
    StageStatus,
    current_stage,
    is_completed,
    stage_status,
)

SIGNED = {Gate.COMPACT_SIGNED: NOW}


def test_everybody_begins_with_the_compact() -> None:
    assert current_stage({}) is Stage.ONBOARDING
    assert [stage_status(stage, {}) for stage in Stage] == [
        StageStatus.IN_PROGRESS,
        *[StageStatus.NOT_STARTED] * 4,
    ]


def test_the_own_signature_alone_opens_the_witness_stage() -> None:
    assert current_stage(SIGNED) is Stage.WITNESS
    assert [stage_status(stage, SIGNED) for stage in Stage] == [
        StageStatus.COMPLETED,
        StageStatus.IN_PROGRESS,
        *[StageStatus.NOT_STARTED] * 3,
    ]


def test_every_stage_knows_its_gates_and_every_gate_belongs_to_one_stage() -> None:
    assert set(GATES) == set(Stage)
    gates = [gate for stage in Stage for gate in GATES[stage]]
    assert sorted(gates) == sorted(Gate)


@pytest.mark.parametrize("stage", [stage for stage in Stage if not GATES[stage]])
def test_a_stage_without_a_gate_is_never_completed_by_default(stage: Stage) -> None:
    assert not is_completed(stage, SIGNED)
