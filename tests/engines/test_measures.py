"""The bars the engine has to clear, the numbers it ships with, and what it does without its weights."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import ChosenFeeling
from meetwithoutfear.domain.gap import Confidence, Recommendation, Severity
from meetwithoutfear.domain.safety import check
from meetwithoutfear.engines.embedded.ear import Ear
from meetwithoutfear.engines.embedded.evaluate import fit
from meetwithoutfear.engines.embedded.gap import GapInput, analyse
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.scale import Cases, Trained, load_trained
from meetwithoutfear.engines.embedded.talk import Talk
from meetwithoutfear.engines.embedded.witness import witness_reply
from meetwithoutfear.prompts.prompt import Speaker, Turn

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]


def training_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fit_scale", ROOT / "tools" / "fit_scale.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_shipped_numbers_come_from_the_sources_in_the_tree(trained: Trained) -> None:
    assert trained.sources == training_tool().sources_digest(), "run tools/fit_scale.py"


def test_packing_and_loading_changes_nothing(trained: Trained) -> None:
    pack = training_tool().pack_trained
    assert pack(load_trained()) == pack(trained)


@pytest.mark.soak
def test_fitting_again_gives_the_same_numbers(ear: Ear, trained: Trained) -> None:
    again = training_tool().train(ear)
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


def test_a_guess_that_names_the_fear_scores_far_above_one_that_accuses(reader: Reader) -> None:
    good = analyse(
        reader.detector,
        reader.scale,
        GapInput("I think my silence scares you, and you worry that I'll leave you.", (SUBJECT,)),
    )
    bad = analyse(
        reader.detector, reader.scale, GapInput("You are angry and you want to control me.", (SUBJECT,))
    )
    assert good.alignment_score > bad.alignment_score + 40
    assert bad.recommended_action is Recommendation.OFFER_SHARING
    assert any(item.feeling == "anger" and item.major for item in bad.misattributions)


def test_a_named_feeling_that_the_guess_leaves_out_rules_out_no_gap(reader: Reader) -> None:
    analysis = analyse(
        reader.detector,
        reader.scale,
        GapInput("You worry when I don't answer, and you check your phone.", (SUBJECT + " I feel ashamed.",)),
    )
    assert analysis.gap_severity is not Severity.NONE
    assert "inadequacy" in analysis.missed_feelings


def test_when_neither_text_names_a_feeling_the_engine_does_not_decide(reader: Reader) -> None:
    analysis = analyse(
        reader.detector,
        reader.scale,
        GapInput("You saw the van was gone.", ("The van was gone on Monday. I rang him twice.",)),
    )
    assert analysis.confidence is Confidence.LOW
    assert analysis.recommended_action is Recommendation.OFFER_OPTIONAL
    assert analysis.suggested_share_focus
    assert analysis.sharing_would_help


def test_chips_of_both_make_the_engine_sure(reader: Reader) -> None:
    given = GapInput("You were scared.", (SUBJECT,), (ChosenFeeling("fear", most=True),), ("fear",))
    analysis = analyse(reader.detector, reader.scale, given)
    assert analysis.confidence == Confidence.HIGH
    assert analysis.alignment_score == 100
    assert analysis.recommended_action is Recommendation.PROCEED
    assert analysis.suggested_share_focus is None
    assert analysis.guidance_type is None


def test_a_minor_gap_invites_to_share_only_for_something_central(reader: Reader) -> None:
    feelings = (ChosenFeeling("fear", most=True), ChosenFeeling("hurt"), ChosenFeeling("hope"))
    small = analyse(
        reader.detector, reader.scale, GapInput("You were scared.", (SUBJECT,), feelings, ("fear",))
    )
    assert small.gap_severity == Severity.MINOR
    assert small.suggested_share_focus is None
    core = (
        ChosenFeeling("fear", most=True),
        ChosenFeeling("hurt", most=True),
        ChosenFeeling("betrayal", most=True),
    )
    large = analyse(
        reader.detector,
        reader.scale,
        GapInput("You were scared and hurt.", (SUBJECT,), core, ("fear", "hurt")),
    )
    assert large.gap_severity is Severity.MINOR
    assert large.suggested_share_focus


def test_hints_for_the_guesser_come_from_closed_lists_and_hold_no_word_of_the_subject(
    reader: Reader,
) -> None:
    analysis = analyse(reader.detector, reader.scale, GapInput("You are bored with the shop.", (SUBJECT,)))
    for hint in (analysis.area_hint, analysis.guidance_type, analysis.prompt_seed):
        assert hint is not None
        assert type(hint)(str(hint)) is hint


def test_what_was_shared_since_counts_as_the_subjects_words(reader: Reader) -> None:
    given = GapInput("You were ashamed.", ("The van was gone.",), shared=("I was ashamed that I lost it.",))
    assert "inadequacy" in analyse(reader.detector, reader.scale, given).correctly_identified


def test_nothing_at_all_can_be_analysed_too(reader: Reader) -> None:
    analysis = analyse(reader.detector, reader.scale, GapInput("", ()))
    assert analysis.confidence is Confidence.LOW
    assert analysis.recommended_action is Recommendation.OFFER_OPTIONAL


def test_without_weights_the_engine_still_serves(bare_reader: Reader) -> None:
    text = witness_reply(
        bare_reader.detector,
        Talk((Turn(Speaker.MEMBER, "I feel betrayed by her."),), "Ruth"),
    ).text
    assert "you feel betrayed by her" in text
    analysis = analyse(
        bare_reader.detector, bare_reader.scale, GapInput("I think you feel betrayed.", ("I feel betrayed.",))
    )
    assert analysis.correctly_identified == ("betrayal",)
    assert bare_reader.danger.check("I want to kill myself.") is not None


def held_out() -> list[dict[str, str | None]]:
    """Neither the rules nor the head have seen these."""
    lines = (ROOT / "tests" / "data" / "safety.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["set"] != "rules"]


def rings(reader: Reader, text: str | None) -> bool:
    finding = reader.danger.check(str(text))
    return finding is not None and finding.is_alarm


def test_the_second_ear_finds_more_than_the_rules_and_seldom_cries_wolf(reader: Reader) -> None:
    danger = [case["text"] for case in held_out() if case["label"]]
    harmless = [case["text"] for case in held_out() if not case["label"]]
    by_rule = sum((found := check(str(text))) is not None and found.is_alarm for text in danger)
    assert sum(rings(reader, text) for text in danger) > by_rule
    assert sum(rings(reader, text) for text in harmless) <= 0.06 * len(harmless)


def test_ordinary_sentences_of_the_gap_cases_ring_no_alarm(reader: Reader) -> None:
    cases = map(
        json.loads, (ROOT / "tests" / "data" / "gap-cases.jsonl").read_text(encoding="utf-8").splitlines()
    )
    said = {s for case in cases for text in (case["subject"], case["statement"]) for s in sentences(text)}
    assert [text for text in said if rings(reader, text)] == []


def test_the_held_out_fifth_is_the_fifth_of_its_hashes() -> None:
    for name, fifth in (("tests/data/safety.jsonl", True), ("tools/training/safety.jsonl", False)):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            digest = hashlib.sha256(json.loads(line)["text"].encode()).hexdigest()
            assert (int(digest, 16) % 5 == 0) == fifth


def test_an_ordinary_evening_rings_in_no_language(reader: Reader) -> None:
    assert reader.danger.check("Ich habe die Kinder ins Bett gebracht und war sehr müde.") is None
    assert reader.danger.check("J'ai couché les enfants et j'étais très fatiguée hier soir.") is None


def test_a_story_about_others_is_not_the_writers_danger(reader: Reader) -> None:
    story = (
        "The detective found the knife under the stairs, and the husband said that he had hit her because she laughed. "
        "Nobody in the village believed him, and the trial went on until the spring of the next year."
    )
    assert reader.danger.check(story) == check(story)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("kind", "at_least", "at_most"),
    [
        ("en outright", 0.86, 1.0),
        ("en indirect", 0.4, 1.0),
        ("en lookalike", 0.0, 0.12),
        ("en dispute", 0.0, 0.05),
        ("de outright", 0.5, 1.0),
        ("de indirect", 0.15, 1.0),
        ("de dispute", 0.0, 0.05),
    ],
)
def test_what_was_heard_of_sentences_by_another_hand_is_heard_still(
    reader: Reader, kind: str, at_least: float, at_most: float
) -> None:
    """The figures are in docs/ear-card.md; these bounds lie a little below them, and no change is to fall through."""
    lines = (ROOT / "tests" / "data" / "held_out_danger.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [case["text"] for case in map(json.loads, lines) if f"{case['lang']} {case['kind']}" == kind]
    heard = sum(rings(reader, text) for text in texts)
    assert at_least * len(texts) <= heard <= at_most * len(texts)
