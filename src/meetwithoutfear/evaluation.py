"""How good the checks are, on labelled sentences: recall per label and false alarms. A hit is any alarm, that is tier A or
B, whichever label it carries; tier C is a quiet line and counts as none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from meetwithoutfear.domain.safety import check

Progress = Callable[[int, int], None]


def read_cases(file: Path) -> list[dict[str, Any]]:
    """JSON objects, one a line; whatever is not one is named by its line."""
    cases = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError:
            raise ValueError(f"line {number} is not JSON") from None
        if not isinstance(case, dict) or not isinstance(case.get("text"), str) or "label" not in case:
            raise ValueError(f"line {number} has no text and label")
        cases.append(case)
    return cases


def evaluate_safety(cases: Iterable[Mapping[str, Any]], progress: Progress) -> dict[str, Any]:
    """Each case has a text and a label, null for what is no danger; progress is told how many of how many are done."""
    listed = list(cases)
    results = []
    for number, case in enumerate(listed, 1):
        results.append(result_of(number, case))
        progress(number, len(listed))
    return {
        "n": len(results),
        "recall": recalls(results),
        "falseAlarms": sum(one["hit"] for one in results if one["expected"] is None),
        "cases": results,
    }


def result_of(number: int, case: Mapping[str, Any]) -> dict[str, Any]:
    finding = check(case["text"])
    return {
        "id": case.get("id", number),
        "expected": case["label"],
        "got": finding.label.value if finding else None,
        "tier": finding.tier.value if finding else None,
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
