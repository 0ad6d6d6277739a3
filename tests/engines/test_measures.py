"""The bars the engine has to clear, the numbers it ships with, and what it does without its weights."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from meetwithoutfear.domain.gap import Action, Confidence, Severity
from meetwithoutfear.engines.embedded.encoder import MiniLM
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.embedded.evaluate import evaluate_gap
from meetwithoutfear.engines.embedded.gap import ConfirmedFeeling, GapInput
from meetwithoutfear.engines.embedded.severity import Cases, fit
from meetwithoutfear.engines.embedded.talk import Talk, Turn
from meetwithoutfear.engines.embedded.trained import Trained, load_trained, packed

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def training_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_head", ROOT / "tools" / "train_head.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_from_text_alone_cross_validated_the_gap_bars_hold() -> None:
    told: list[tuple[int, int]] = []
    report = evaluate_gap(
        lines("gap-cases.jsonl"), cross_validate=True, progress=lambda *step: told.append(step)
    )
    assert report["n"] == 48
    assert report["exact"] >= 0.65
    assert report["withinOne"] >= 0.95
    assert report["gate"] >= 0.90
    assert report["falseProceed"] == 0
    assert told[-1] == (48, 48)


def test_with_both_members_chips_the_set_rule_is_nearly_always_right() -> None:
    report = evaluate_gap(lines("gap-cases.jsonl"), "both")
    assert report["exact"] >= 0.87
    assert report["falseProceed"] == 0
    assert report["missedF1"] >= 0.95


def test_the_subjects_chips_find_what_was_missed() -> None:
    assert evaluate_gap(lines("gap-cases.jsonl"), "subject")["missedF1"] >= 0.9


def test_a_report_has_the_fields_that_were_promised() -> None:
    report = evaluate_gap(lines("gap-cases.jsonl")[:3], "both")
    assert list(report) == [
        "engine", "n", "exact", "withinOne", "gate", "falseProceed", "missedF1", "misattributionF1", "cases",
    ]  # fmt: skip
    assert list(report["cases"][0]) == ["id", "expected", "got", "score", "action"]


def test_the_evaluation_reads_labels_for_nothing_but_chips_and_answers() -> None:
    cases = lines("gap-cases.jsonl")[:6]
    blank = [
        {**case, "feelings": [], "captured": [], "denied": ["anger"], "severity": "minor"} for case in cases
    ]
    got = [[case["score"] for case in evaluate_gap(given)["cases"]] for given in (cases, blank)]
    assert got[0] == got[1]


def test_the_report_is_on_stdout_and_the_progress_on_stderr() -> None:
    command = [
        sys.executable,
        "-m",
        "meetwithoutfear.engines.embedded.evaluate",
        "gap",
        str(DATA / "gap-cases.jsonl"),
        "--chips",
        "both",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["n"] == 48
    assert "48/48" in done.stderr


def test_the_shipped_numbers_come_from_the_sources_in_the_tree(trained: Trained) -> None:
    assert trained.sources == training_tool().sources_digest(), "run tools/train_head.py"


def test_packing_and_loading_changes_nothing(trained: Trained) -> None:
    assert packed(load_trained()) == packed(trained)


@pytest.mark.slow
def test_training_again_gives_the_same_numbers(encoder: MiniLM, trained: Trained) -> None:
    again = training_tool().train(encoder)
    assert np.allclose(again.head.weights, trained.head.weights, atol=0.05)
    assert np.allclose(again.danger.weights, trained.danger.weights, atol=0.05)
    assert np.allclose(again.scale.weights, trained.scale.weights, atol=0.05)
    assert np.allclose(again.scale.cuts, trained.scale.cuts, atol=0.05)


def test_the_scale_finds_the_order_in_its_cases_and_forbids_negative_weights() -> None:
    chance = np.random.default_rng(5)
    closeness = chance.uniform(0, 1, 200)
    misleading = -closeness + chance.normal(0, 0.1, 200)
    severity = np.digitize(-closeness, [-0.75, -0.5, -0.25])
    cases = Cases(np.stack([closeness, misleading], 1), severity, np.ones(200), np.full(200, "x"))
    scale = fit(cases)
    assert (scale.weights >= 0).all()
    assert scale.weights[1] == 0
    assert [scale.score((place, 0.0)) >= cut for place, cut in ((0.95, 80), (0.62, 60), (0.38, 30))] == [
        True
    ] * 3
    assert scale.score((0.02, 0.0)) < 30


SUBJECT = (
    "When she goes silent I panic. I'm not angry, I'm scared she will leave. I check my phone all night."
)


def test_a_guess_that_names_the_fear_scores_far_above_one_that_accuses(engine: EmbeddedEngine) -> None:
    good = engine.analyse_gap(
        GapInput("I think my silence scares you, and you worry that I'll leave you.", (SUBJECT,))
    )
    bad = engine.analyse_gap(GapInput("You are angry and you want to control me.", (SUBJECT,)))
    assert good.alignment_score > bad.alignment_score + 40
    assert bad.recommended_action is Action.OFFER_SHARING
    assert any(item.feeling == "anger" and item.major for item in bad.misattributions)


def test_a_named_feeling_that_the_guess_leaves_out_rules_out_no_gap(engine: EmbeddedEngine) -> None:
    analysis = engine.analyse_gap(
        GapInput("You worry when I don't answer, and you check your phone.", (SUBJECT + " I feel ashamed.",))
    )
    assert analysis.gap_severity is not Severity.NONE
    assert "inadequacy" in analysis.missed_feelings


def test_when_neither_text_names_a_feeling_the_engine_does_not_decide(engine: EmbeddedEngine) -> None:
    analysis = engine.analyse_gap(
        GapInput("You saw the van was gone.", ("The van was gone on Monday. I rang him twice.",))
    )
    assert analysis.confidence is Confidence.LOW
    assert analysis.recommended_action is Action.OFFER_OPTIONAL
    assert analysis.suggested_share_focus
    assert analysis.sharing_would_help


def test_chips_of_both_make_the_engine_sure(engine: EmbeddedEngine) -> None:
    given = GapInput("You were scared.", (SUBJECT,), (ConfirmedFeeling("fear", most=True),), ("fear",))
    analysis = engine.analyse_gap(given)
    assert (analysis.confidence, analysis.alignment_score) == (Confidence.HIGH, 100)
    assert analysis.recommended_action is Action.PROCEED
    assert analysis.suggested_share_focus is None
    assert analysis.guidance_type is None


def test_a_minor_gap_invites_to_share_only_for_something_central(engine: EmbeddedEngine) -> None:
    feelings = (ConfirmedFeeling("fear", most=True), ConfirmedFeeling("hurt"), ConfirmedFeeling("hope"))
    small = engine.analyse_gap(GapInput("…", (SUBJECT,), feelings, ("fear",)))
    assert (small.gap_severity, small.suggested_share_focus) == (Severity.MINOR, None)
    core = (
        ConfirmedFeeling("fear", most=True),
        ConfirmedFeeling("hurt", most=True),
        ConfirmedFeeling("betrayal", most=True),
    )
    large = engine.analyse_gap(GapInput("…", (SUBJECT,), core, ("fear", "hurt")))
    assert large.gap_severity is Severity.MINOR
    assert large.suggested_share_focus


def test_hints_for_the_guesser_come_from_closed_lists_and_hold_no_word_of_the_subject(
    engine: EmbeddedEngine,
) -> None:
    analysis = engine.analyse_gap(GapInput("You are bored with the shop.", (SUBJECT,)))
    for hint in (analysis.area_hint, analysis.guidance_type, analysis.prompt_seed):
        assert hint is not None
        assert type(hint)(str(hint)) is hint


def test_what_was_shared_since_counts_as_the_subjects_words(engine: EmbeddedEngine) -> None:
    given = GapInput("You were ashamed.", ("The van was gone.",), shared=("I was ashamed that I lost it.",))
    assert "inadequacy" in engine.analyse_gap(given).correctly_identified


def test_nothing_at_all_can_be_analysed_too(engine: EmbeddedEngine) -> None:
    analysis = engine.analyse_gap(GapInput("", ()))
    assert analysis.confidence is Confidence.LOW
    assert analysis.recommended_action is Action.OFFER_OPTIONAL


def test_a_shared_text_yields_only_the_feelings_it_names_itself(engine: EmbeddedEngine) -> None:
    assert engine.feelings_in("I was ashamed. They sold the boat.") == ("inadequacy",)


def test_without_weights_the_engine_says_so_and_still_serves(bare_engine: EmbeddedEngine) -> None:
    assert bare_engine.degraded
    text = bare_engine.witness(Talk((Turn("member", "I feel betrayed by her."),), "Ruth")).text
    assert "you feel betrayed by her" in text
    analysis = bare_engine.analyse_gap(GapInput("I think you feel betrayed.", ("I feel betrayed.",)))
    assert analysis.correctly_identified == ("betrayal",)
    assert bare_engine.check_safety("I want to kill myself.") is not None


def test_with_weights_nothing_is_missing(engine: EmbeddedEngine) -> None:
    assert engine.degraded is None
