"""Measures the gap analysis of the embedded engine on labelled cases.

Labels are read for three things only: the chips a run is told to give, the expected answer, and, when cross-validating,
the severities of the other subjects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from meetwithoutfear.domain.gap import Action, GapAnalysis, Severity
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.encoder import load_encoder
from meetwithoutfear.engines.embedded.gap import ConfirmedFeeling, GapInput, analyse, read_both, signals
from meetwithoutfear.engines.embedded.severity import ORDER, Cases, Scale, fit
from meetwithoutfear.engines.embedded.trained import load_trained, subject_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Chips = Literal["none", "subject", "both"]
GATE = (Severity.MODERATE, Severity.SIGNIFICANT)


@dataclass(frozen=True)
class Outcome:
    case: dict[str, Any]
    analysis: GapAnalysis

    @property
    def expected(self) -> Severity:
        return Severity(self.case["severity"])

    @property
    def distance(self) -> int:
        return abs(ORDER.index(self.expected) - ORDER.index(self.analysis.gap_severity))


def evaluate_gap(
    cases: Sequence[dict[str, Any]],
    chips: Chips = "none",
    *,
    cross_validate: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    trained = load_trained()
    detector = Detector(trained.head, load_encoder())
    known = _joined(trained.cases, cases_from(detector, cases)) if cross_validate else trained.cases
    scales: dict[str, Scale] = {}
    outcomes = []
    for number, case in enumerate(cases, start=1):
        subject = subject_digest(case["subject"])
        if cross_validate and subject not in scales:
            scales[subject] = fit(known.without(subject))
        outcomes.append(
            Outcome(case, analyse(detector, scales.get(subject, trained.scale), _given(case, chips)))
        )
        if progress:
            progress(number, len(cases))
    return _report(outcomes)


def cases_from(detector: Detector, cases: Sequence[dict[str, Any]], weight: float = 1.0) -> Cases:
    return Cases(
        np.array([signals(read_both(detector, _given(case, "none"))) for case in cases]),
        np.array([ORDER.index(Severity(case["severity"])) for case in cases]),
        np.full(len(cases), weight),
        np.array([subject_digest(case["subject"]) for case in cases]),
    )


def _joined(shipped: Cases, fresh: Cases) -> Cases:
    """The file's cases replace those of the same subjects that shipped, so that none counts twice."""
    kept = shipped
    for subject in np.unique(fresh.subject):
        kept = kept.without(str(subject))
    return kept.joined(fresh)


def _given(case: dict[str, Any], chips: Chips) -> GapInput:
    confirmed = tuple(ConfirmedFeeling(f["feeling"], most=f["core"]) for f in case.get("feelings", ()))
    meant = (*case.get("captured", ()), *case.get("misattributed", ()))
    return GapInput(
        statement=case["statement"],
        subject_texts=(case["subject"],),
        confirmed=() if chips == "none" else confirmed,
        meant=meant if chips == "both" else (),
    )


def _report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "engine": "embedded",
        "n": len(outcomes),
        "exact": _share(o.distance == 0 for o in outcomes),
        "withinOne": _share(o.distance <= 1 for o in outcomes),
        "gate": _share((o.analysis.gap_severity in GATE) == (o.expected in GATE) for o in outcomes),
        "falseProceed": _share(
            o.analysis.recommended_action is Action.PROCEED and o.expected in GATE for o in outcomes
        ),
        "missedF1": _f1([(set(o.analysis.missed_feelings), set(o.case["missed"])) for o in outcomes]),
        "misattributionF1": _f1(
            [
                ({m.feeling for m in o.analysis.misattributions}, set(o.case["misattributed"]))
                for o in outcomes
            ]
        ),
        "cases": [
            {
                "id": o.case["id"],
                "expected": o.expected,
                "got": o.analysis.gap_severity,
                "score": o.analysis.alignment_score,
                "action": o.analysis.recommended_action,
            }
            for o in outcomes
        ],
    }


def _share(answers: Iterable[bool]) -> float:
    given = list(answers)
    return round(sum(given) / len(given), 4) if given else 0.0


def _f1(pairs: Sequence[tuple[set[str], set[str]]]) -> float:
    right = sum(len(got & wanted) for got, wanted in pairs)
    total = sum(len(got) + len(wanted) for got, wanted in pairs)
    return round(2 * right / total, 4) if total else 1.0
