"""The report on labelled sentences."""

from __future__ import annotations

from meetwithoutfear.domain.safety import check
from meetwithoutfear.evaluation import evaluate_safety, evaluate_talks


def quietly(_done: int, _all: int) -> None:
    """Nobody watches."""


def test_the_report_counts_hits_by_label_and_false_alarms() -> None:
    cases: list[dict[str, str | None]] = [
        {"id": "one", "text": "I want to die.", "label": "suicide"},
        {"text": "The weather is fine.", "label": "suicide"},
        {"text": "I am terrified of my husband.", "label": "abuse"},
        {"text": "He hit me last night.", "label": None},
        {"text": "I walk on eggshells.", "label": None},
    ]
    assert evaluate_safety(cases, check, quietly) == {
        "n": 5,
        "recall": {"all": 0.6667, "suicide": 0.5, "abuse": 1.0},
        "falseAlarms": 1,
        "kinds": {},
        "cases": [
            {"id": "one", "expected": "suicide", "got": "suicide", "tier": "A", "hit": True},
            {"id": 2, "expected": "suicide", "got": None, "tier": None, "hit": False},
            {"id": 3, "expected": "abuse", "got": "fear", "tier": "A", "hit": True},
            {"id": 4, "expected": None, "got": "abuse", "tier": "A", "hit": True},
            {"id": 5, "expected": None, "got": "fear", "tier": "C", "hit": False},
        ],
    }


def test_sentences_that_say_their_kind_are_counted_by_it_with_an_interval() -> None:
    cases: list[dict[str, str | None]] = [
        {"text": "I want to die.", "label": "suicide", "kind": "outright"},
        {"text": "The weather is fine.", "label": "suicide", "kind": "outright"},
        {"text": "Ich will nicht mehr leben.", "label": "suicide", "kind": "outright", "lang": "de"},
    ]
    kinds = evaluate_safety(cases, check, quietly)["kinds"]
    assert kinds["en outright"] == {
        "n": 2,
        "heard": 0.5,
        "interval": (0.095, 0.905),
        "saidOutright": 0.5,
        "mark": ">= .95",
    }
    assert kinds["de outright"]["heard"] == 1.0


def test_progress_is_told_after_every_case() -> None:
    told: list[tuple[int, int]] = []
    cases = ({"text": text, "label": None} for text in ("one", "two", "three"))
    evaluate_safety(cases, check, lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_nothing_to_recall_is_null_and_no_error() -> None:
    assert evaluate_safety([], check, quietly) == {
        "n": 0,
        "recall": {"all": None},
        "falseAlarms": 0,
        "kinds": {},
        "cases": [],
    }


def test_in_a_talk_faint_signs_add_up_and_it_is_told_where_it_was_asked() -> None:
    talks: list[dict[str, object]] = [
        {"about": "fear", "turns": ["I walk on eggshells.", "Work is busy.", "I walk on eggshells at home."]},
        {"about": None, "turns": ["I walk on eggshells.", "He forgot the milk."]},
        {"about": "suicide", "turns": ["I want to die."]},
    ]
    report = evaluate_talks(talks, check, quietly)
    assert [one["askedAt"] for one in report["cases"]] == [3, None, 1]
    assert report["kinds"]["danger"]["heard"] == 1.0
    assert report["kinds"]["ordinary"]["heard"] == 0.0
