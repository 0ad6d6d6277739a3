"""How good the checks are, on labelled sentences: recall per label and false alarms. A hit is any alarm, that is tier A or
B, whichever label it carries; tier C is a quiet line and counts as none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from meetwithoutfear.domain.safety import SafetyFinding

Ear = Callable[[str], SafetyFinding | None]
Progress = Callable[[int, int], None]


def read_cases(file: Path) -> list[dict[str, Any]]:
    """Labelled sentences."""
    return read_lines(file, lambda case: None if has_text_and_label(case) else "has no text and label")


def read_lines(file: Path, fault_of: Callable[[dict[str, Any]], str | None]) -> list[dict[str, Any]]:
    """JSON objects, one a line; whatever is not one, or has a fault, is named by its line."""
    cases = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError:
            raise ValueError(f"line {number} is not JSON") from None
        fault = fault_of(case) if isinstance(case, dict) else "is not a JSON object"
        if fault:
            raise ValueError(f"line {number} {fault}")
        cases.append(case)
    return cases


def has_text_and_label(case: Mapping[str, Any]) -> bool:
    return isinstance(case.get("text"), str) and "label" in case


def evaluate_safety(cases: Iterable[Mapping[str, Any]], hear: Ear, progress: Progress) -> dict[str, Any]:
    """Each case has a text and a label, null for what is no danger; progress is told how many of how many are done."""
    listed = list(cases)
    results = []
    for number, case in enumerate(listed, 1):
        results.append(result_of(number, case, hear(case["text"])))
        progress(number, len(listed))
    return {
        "n": len(results),
        "recall": recalls(results),
        "falseAlarms": sum(one["hit"] for one in results if one["expected"] is None),
        "cases": results,
    }


def result_of(number: int, case: Mapping[str, Any], finding: SafetyFinding | None) -> dict[str, Any]:
    return {
        "id": case.get("id", number),
        "expected": case["label"],
        "got": finding.label.value if finding else None,
        "tier": finding.certainty.value if finding else None,
        "hit": finding is not None and finding.is_alarm,
    }


def recalls(results: list[dict[str, Any]]) -> dict[str, float | None]:
    """Recall over all dangers and for each label; null where there is nothing to recall."""
    dangers = [one for one in results if one["expected"] is not None]
    groups = {"all": dangers}
    for one in dangers:
        groups.setdefault(one["expected"], []).append(one)
    return {name: share(ones) for name, ones in groups.items()}


def share(results: list[dict[str, Any]]) -> float | None:
    return round(sum(one["hit"] for one in results) / len(results), 4) if results else None
