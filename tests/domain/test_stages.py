"""Where a member stands follows from the gates they have passed."""

from __future__ import annotations

import pytest

from domain.world import ALICE, NOW
from meetwithoutfear.domain.session import Member
from meetwithoutfear.domain.stages import (
    GATES,
    Gate,
    Passed,
    Stage,
    StageStatus,
    stage_status,
)

SIGNED = {Gate.COMPACT_SIGNED: NOW}
HEARD = {**SIGNED, Gate.FELT_HEARD: NOW}
OWN_PART_DONE = {**HEARD, Gate.EMPATHY_CONSENTED: NOW, Gate.EMPATHY_VALIDATED: NOW}


def alice_after(passed: Passed) -> Member:
    return Member(ALICE, "Alice", NOW, passed=passed)


def test_everybody_begins_with_the_compact() -> None:
    assert alice_after({}).stage is Stage.ONBOARDING
    assert [stage_status(stage, {}) for stage in Stage] == [
        StageStatus.IN_PROGRESS,
        *[StageStatus.NOT_STARTED] * 4,
    ]


def test_the_own_signature_alone_opens_the_witness_stage() -> None:
    assert alice_after(SIGNED).stage is Stage.WITNESS
    assert [stage_status(stage, SIGNED) for stage in Stage] == [
        StageStatus.COMPLETED,
        StageStatus.IN_PROGRESS,
        *[StageStatus.NOT_STARTED] * 3,
    ]


@pytest.mark.parametrize("gate", [Gate.EMPATHY_CONSENTED, Gate.EMPATHY_VALIDATED])
def test_half_of_the_own_part_is_not_the_own_part(gate: Gate) -> None:
    assert stage_status(Stage.PERSPECTIVE_STRETCH, {**HEARD, gate: NOW}) is StageStatus.IN_PROGRESS


def test_who_has_done_their_part_waits_for_a_gate_that_opens_for_both() -> None:
    assert stage_status(Stage.PERSPECTIVE_STRETCH, OWN_PART_DONE) is StageStatus.GATE_PENDING
    assert alice_after(OWN_PART_DONE).stage is Stage.PERSPECTIVE_STRETCH
    through = {**OWN_PART_DONE, Gate.EXCHANGE_COMPLETED: NOW}
    assert stage_status(Stage.PERSPECTIVE_STRETCH, through) is StageStatus.COMPLETED
    assert stage_status(Stage.NEED_MAPPING, through) is StageStatus.IN_PROGRESS


def test_every_stage_knows_its_gates_and_every_gate_belongs_to_one_stage() -> None:
    assert set(GATES) == set(Stage)
    gates = [gate for stage in Stage for gate in GATES[stage]]
    assert sorted(gates) == sorted(Gate)
