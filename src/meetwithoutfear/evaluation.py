"""How good the checks are, on labelled cases.

Safety: recall per label and false alarms, on sentences. A hit is any alarm, that is tier A or B, whichever label it
carries; tier C is a quiet line and counts as none. Cases that say their kind are counted by it, each with the interval in
which the share lies nineteen times out of twenty. Gap: how near an engine's analysis comes. Labels are read for two things
only: the chips a run is told to give, and the expected answer."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.gap import GapAnalysis, Recommendation, Severity
from meetwithoutfear.domain.safety import Certainty, SafetyFinding
from meetwithoutfear.domain.safety.signs import Sign, weigh
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts.two_sided import GapTask

Ear = Callable[[str], SafetyFinding | None]
Progress = Callable[[int, int], None]

ORDER = tuple(Severity)
GATE = (Severity.MODERATE, Severity.SIGNIFICANT)
TEXTS = ("id", "subject", "statement")
# What the check is to reach, by language and kind of sentence.
MARKS = {
    "en outright": ">= .95",
    "en indirect": ">= .50",
    "en lookalike": "<= .03",
    "en dispute": "<= .03, none said outright",
    "de outright": ">= .90",
    "de indirect": ">= .40",
}
TALK_MARKS = {"danger": ">= .90", "ordinary": "<= .03"}
FEELING_LISTS = ("captured", "missed", "misattributed")


def read_cases(file: Path) -> list[dict[str, Any]]:
    """Labelled sentences, or labelled talks."""

    def fault_of(case: Mapping[str, Any]) -> str | None:
        if isinstance(case.get("turns"), list):
            is_fine = "about" in case and all(isinstance(turn, str) for turn in case["turns"])
            return None if is_fine else "has no turns and about"
        return None if isinstance(case.get("text"), str) and "label" in case else "has no text and label"

    cases = read_lines(file, fault_of)
    if len({"turns" in case for case in cases}) > 1:
        raise ValueError("sentences and talks do not go into one file")
    return cases


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
        "kinds": kinds_in(listed, results),
        "cases": results,
    }


def evaluate_talks(cases: Sequence[Mapping[str, Any]], hear: Ear, progress: Progress) -> dict[str, Any]:
    """Talks of one person with the guide, and what danger they are about, null for none: in how many is it asked about,
    and at which turn first? Faint signs add up as they do in a session."""
    results = []
    for number, case in enumerate(cases, 1):
        turn = first_asked(case["turns"], hear)
        results.append({"id": case.get("id", number), "about": case["about"], "askedAt": turn})
        progress(number, len(cases))
    groups = {
        "danger": [one for one in results if one["about"] is not None],
        "ordinary": [one for one in results if one["about"] is None],
    }
    return {
        "n": len(results),
        "kinds": {
            name: {
                "n": len(ones),
                "heard": share(one["askedAt"] is not None for one in ones),
                "interval": interval(sum(one["askedAt"] is not None for one in ones), len(ones)),
                "saidOutright": None,
                "mark": TALK_MARKS[name],
            }
            for name, ones in groups.items()
            if ones
        },
        "cases": results,
    }


def first_asked(turns: Sequence[str], hear: Ear) -> int | None:
    signs: list[Sign] = []
    for number, turn in enumerate(turns, 1):
        finding = hear(turn)
        if finding is None:
            continue
        finding = weigh(finding, signs, None)
        if finding.is_alarm:
            return number
        if finding.adds_up:
            signs.append(Sign(finding.label, finding.certainty, datetime.now(UTC)))
    return None


def kinds_in(
    cases: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """How many of each kind were heard: of dangers as many as can be, of everything else as few."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for case, result in zip(cases, results, strict=True):
        if "kind" in case:
            groups.setdefault(f"{case.get('lang', 'en')} {case['kind']}", []).append(result)
    return {
        kind: {
            "n": len(ones),
            "heard": share(one["hit"] for one in ones),
            "interval": interval(sum(one["hit"] for one in ones), len(ones)),
            "saidOutright": share(one["tier"] == Certainty.A for one in ones),
            "mark": MARKS.get(kind),
        }
        for kind, ones in sorted(groups.items())
    }


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's, at 95 %."""
    z, found = 1.96, hits / of
    middle, spread = found + z * z / (2 * of), z * math.sqrt(found * (1 - found) / of + z * z / (4 * of * of))
    return round((middle - spread) / (1 + z * z / of), 3), round((middle + spread) / (1 + z * z / of), 3)


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
    return {name: share(one["hit"] for one in ones) for name, ones in groups.items()}


def share(answers: Iterable[bool]) -> float | None:
    given = list(answers)
    return round(sum(given) / len(given), 4) if given else None


class Chips(StrEnum):
    NONE = "none"
    SUBJECT = "subject"
    BOTH = "both"


class Analyst(Protocol):
    @property
    def name(self) -> str: ...

    async def answer(self, prompt: GapTask) -> GapAnalysis: ...


@dataclass(frozen=True)
class GapResult:
    case: Mapping[str, Any]
    prompt: GapTask
    answer: GapAnalysis

    @property
    def expected(self) -> Severity:
        return Severity(self.case["severity"])

    @property
    def got(self) -> Severity:
        return Severity(self.answer.gap_severity.value)

    @property
    def distance(self) -> int:
        return abs(ORDER.index(self.expected) - ORDER.index(self.got))

    @property
    def action(self) -> Recommendation:
        """What the product would do with this answer."""
        from meetwithoutfear.engines.embedded.stance import settle  # noqa: PLC0415  # heavy, and for this alone

        return settle(self.prompt, self.answer).action


def read_gap_cases(file: Path) -> list[dict[str, Any]]:
    return read_lines(file, gap_fault_of)


def gap_fault_of(case: Mapping[str, Any]) -> str | None:
    for name in TEXTS:
        if not isinstance(case.get(name), str):
            return f"has no {name}"
    if case.get("severity") not in list(Severity):
        return f"has no severity of {', '.join(Severity)}"
    for name in FEELING_LISTS:
        if not is_list_of_feelings(case.get(name)):
            return f"has no list of known feelings as {name}"
    named = case.get("feelings")
    if not isinstance(named, list) or not all(isinstance(f, dict) and "core" in f for f in named):
        return "has no list of {feeling, core} as feelings"
    return None if is_list_of_feelings([f.get("feeling") for f in named]) else "has an unknown feeling"


def is_list_of_feelings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(key, str) and key in FEELINGS for key in value)


async def evaluate_gap(
    cases: Sequence[Mapping[str, Any]], analyst: Analyst | Engine, chips: Chips, progress: Progress
) -> dict[str, Any]:
    judged = []
    for number, case in enumerate(cases, 1):
        prompt = prompt_for(case, chips)
        judged.append(GapResult(case, prompt, await analyst.answer(prompt)))
        progress(number, len(cases))
    return report_gap(analyst.name, judged)


def prompt_for(case: Mapping[str, Any], chips: Chips) -> GapTask:
    feelings = [] if chips is Chips.NONE else case["feelings"]
    guessed = (*case["captured"], *case["misattributed"]) if chips is Chips.BOTH else ()
    return GapTask(
        guesser="A",
        subject="B",
        statement=case["statement"],
        guessed_feelings=guessed,
        messages=(case["subject"],),
        confirmed_feelings=tuple(one["feeling"] for one in feelings),
        strongest_feelings=tuple(one["feeling"] for one in feelings if one["core"]),
        iteration=1,
    )


def report_gap(engine: str, judged: Sequence[GapResult]) -> dict[str, Any]:
    missed = [(set(one.answer.missed_feelings), set(one.case["missed"])) for one in judged]
    wrong = [
        ({item.feeling for item in one.answer.misattributions}, set(one.case["misattributed"]))
        for one in judged
    ]
    return {
        "engine": engine,
        "n": len(judged),
        "exact": share(one.distance == 0 for one in judged),
        "withinOne": share(one.distance <= 1 for one in judged),
        "gate": share((one.got in GATE) == (one.expected in GATE) for one in judged),
        "falseProceed": sum(one.action is Recommendation.PROCEED and one.expected in GATE for one in judged),
        "missedF1": f1(missed),
        "misattributionF1": f1(wrong),
        "cases": [
            {
                "id": one.case["id"],
                "expected": one.expected,
                "got": one.got,
                "score": one.answer.alignment_score,
                "action": one.action,
            }
            for one in judged
        ],
    }


def f1(pairs: Sequence[tuple[set[str], set[str]]]) -> float | None:
    right = sum(len(got & wanted) for got, wanted in pairs)
    total = sum(len(got) + len(wanted) for got, wanted in pairs)
    return round(2 * right / total, 4) if total else None
