"""The report on labelled sentences."""

from __future__ import annotations

from meetwithoutfear.domain.safety import check
from meetwithoutfear.evaluation import evaluate_safety


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
        "cases": [
            {"id": "one", "expected": "suicide", "got": "suicide", "tier": "A", "hit": True},
            {"id": 2, "expected": "suicide", "got": None, "tier": None, "hit": False},
            {"id": 3, "expected": "abuse", "got": "fear", "tier": "A", "hit": True},
            {"id": 4, "expected": None, "got": "abuse", "tier": "A", "hit": True},
            {"id": 5, "expected": None, "got": "fear", "tier": "C", "hit": False},
        ],
    }


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
        "cases": [],
    }
