"""How good an engine's gap analysis is, on labelled cases. Labels are read for two things only: the chips a run is told to
give, and the expected answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.gap import Action, Severity
from meetwithoutfear.engines.embedded.guard import settle
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.evaluation import Progress, read_lines
from meetwithoutfear.prompts.two_sided import reconcile

ORDER = tuple(Severity)
GATE = (Severity.MODERATE, Severity.SIGNIFICANT)
TEXTS = ("id", "subject", "statement")
FEELING_LISTS = ("captured", "missed", "misattributed")


class Chips(StrEnum):
    NONE = "none"
    SUBJECT = "subject"
    BOTH = "both"


class Analyst(Protocol):
    @property
    def name(self) -> str: ...

    async def answer(self, prompt: reconcile.Input) -> reconcile.Output: ...


@dataclass(frozen=True)
class Judged:
    case: Mapping[str, Any]
    prompt: reconcile.Input
    answer: reconcile.Output

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
    def action(self) -> Action:
        """What the product would do with this answer."""
        return settle(self.prompt, self.answer).action


def read_gap_cases(file: Path) -> list[dict[str, Any]]:
    return read_lines(file, fault_of)


def fault_of(case: Mapping[str, Any]) -> str | None:
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
        judged.append(Judged(case, prompt, await analyst.answer(prompt)))
        progress(number, len(cases))
    return report_on(analyst.name, judged)


def prompt_for(case: Mapping[str, Any], chips: Chips) -> reconcile.Input:
    feelings = [] if chips is Chips.NONE else case["feelings"]
    guessed = (*case["captured"], *case["misattributed"]) if chips is Chips.BOTH else ()
    return reconcile.Input(
        guesser="A",
        subject="B",
        statement=case["statement"],
        guessed_feelings=guessed,
        messages=(case["subject"],),
        confirmed_feelings=tuple(one["feeling"] for one in feelings),
        strongest_feelings=tuple(one["feeling"] for one in feelings if one["core"]),
        iteration=1,
    )


def report_on(engine: str, judged: Sequence[Judged]) -> dict[str, Any]:
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
        "falseProceed": sum(one.action is Action.PROCEED and one.expected in GATE for one in judged),
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


def share(answers: Iterable[bool]) -> float | None:
    given = list(answers)
    return round(sum(given) / len(given), 4) if given else None


def f1(pairs: Sequence[tuple[set[str], set[str]]]) -> float | None:
    right = sum(len(got & wanted) for got, wanted in pairs)
    total = sum(len(got) + len(wanted) for got, wanted in pairs)
    return round(2 * right / total, 4) if total else None
