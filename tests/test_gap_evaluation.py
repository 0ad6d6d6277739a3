"""The bars of the gap analysis, and the report on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meetwithoutfear.domain.gap import GapAnalysis, Stance
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.embedded.evaluate import CrossValidated
from meetwithoutfear.engines.embedded.stance import read_statement
from meetwithoutfear.engines.engine import EngineCall
from meetwithoutfear.evaluation import Chips, evaluate_gap, read_gap_cases
from meetwithoutfear.prompts.two_sided import GapTask
from prompts.samples import GOOD_ANALYSIS
from serving import mwf

pytestmark = pytest.mark.anyio

FILE = Path(__file__).parent / "data" / "gap-cases.jsonl"
CASES = read_gap_cases(FILE)


def quietly(_done: int, _all: int) -> None:
    """Nobody watches."""


async def measured(chips: Chips, cases: list[dict[str, Any]] = CASES) -> dict[str, Any]:
    calls: list[EngineCall] = []
    return await evaluate_gap(cases, EmbeddedEngine(calls.append), chips, quietly)


async def test_from_text_alone_cross_validated_the_bars_hold() -> None:
    told: list[tuple[int, int]] = []
    report = await evaluate_gap(CASES, CrossValidated(CASES), Chips.NONE, lambda *step: told.append(step))
    assert report["n"] == 48
    assert report["exact"] >= 0.65
    assert report["withinOne"] >= 0.95
    assert report["gate"] >= 0.90
    assert report["falseProceed"] == 0
    assert told[-1] == (48, 48)


async def test_with_both_members_chips_the_set_rule_is_nearly_always_right() -> None:
    report = await measured(Chips.BOTH)
    assert report["exact"] >= 0.87
    assert report["falseProceed"] == 0
    assert report["missedF1"] >= 0.95


async def test_the_subjects_chips_find_what_was_missed() -> None:
    assert (await measured(Chips.SUBJECT))["missedF1"] >= 0.9


async def test_a_report_has_the_fields_that_were_promised() -> None:
    report = await measured(Chips.BOTH, CASES[:3])
    assert list(report) == [
        "engine", "n", "exact", "withinOne", "gate", "falseProceed", "missedF1", "misattributionF1", "cases",
    ]  # fmt: skip
    assert list(report["cases"][0]) == ["id", "expected", "got", "score", "action"]


async def test_labels_are_read_for_nothing_but_chips_and_the_expected_answer() -> None:
    blank = [{**case, "feelings": [], "captured": [], "severity": "minor"} for case in CASES[:6]]
    got = [
        [case["score"] for case in (await measured(Chips.NONE, given))["cases"]]
        for given in (CASES[:6], blank)
    ]
    assert got[0] == got[1]


async def test_an_engine_that_lets_everything_pass_is_found_out() -> None:
    class Yes:
        name = "yes"

        async def answer(self, prompt: GapTask) -> GapAnalysis:
            fine = {"alignmentScore": 100, "gapSeverity": "none", "missedFeelings": [], "misattributions": []}
            return prompt.parse({**GOOD_ANALYSIS, **fine, "recommendedAction": None})

    report = await evaluate_gap(CASES, Yes(), Chips.NONE, quietly)
    grave = [case for case in CASES if case["severity"] in {"moderate", "significant"}]
    passing = {Stance.AFFIRMED, Stance.UNCLEAR}
    unguarded = sum(read_statement(case["statement"]).stance() in passing for case in grave)
    assert report["engine"] == "yes"
    assert report["falseProceed"] == unguarded
    assert unguarded > 0.9 * len(grave)


async def test_nothing_to_measure_is_no_error() -> None:
    report = await evaluate_gap([], CrossValidated([]), Chips.NONE, quietly)
    assert report["n"] == 0
    assert report["exact"] is None
    assert report["falseProceed"] == 0
    assert report["cases"] == []


@pytest.mark.unmeasured
def test_the_report_is_on_stdout_and_the_progress_on_stderr(tmp_path: Path) -> None:
    done = mwf("eval", "gap", str(FILE), "--engine", "embedded", "--chips", "both", env={}, cwd=tmp_path)
    assert json.loads(done.stdout)["n"] == 48
    assert "100%" in done.stderr


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"subject": None}, "line 2 has no subject"),
        ({"severity": "grave"}, "line 2 has no severity of none, minor, moderate, significant"),
        ({"missed": ["melancholy"]}, "line 2 has no list of known feelings as missed"),
        ({"feelings": ["fear"]}, "line 2 has no list of {feeling, core} as feelings"),
        ({"feelings": [{"feeling": "x", "core": True}]}, "line 2 has an unknown feeling"),
    ],
)
def test_a_case_with_a_fault_is_named_by_its_line(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(case) for case in (CASES[0], {**CASES[1], **change})))
    with pytest.raises(ValueError, match=fault.replace("{", r"\{")):
        read_gap_cases(file)


@pytest.mark.unmeasured
@pytest.mark.parametrize("content", [b"[]", b"not json", b"\xff\xfe"])
def test_a_file_of_something_else_ends_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(content)
    done = mwf("eval", "gap", str(file), env={}, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("line 1 is not")


@pytest.mark.unmeasured
def test_only_the_embedded_engine_can_be_cross_validated(tmp_path: Path) -> None:
    env = {"MWF_ENGINE": "anthropic", "MWF_ENGINE_KEY": "k"}
    done = mwf("eval", "gap", str(FILE), "--cross-validate", env=env, cwd=tmp_path)
    assert done.returncode == 1
    assert "Only the embedded engine can be cross-validated" in done.stderr
