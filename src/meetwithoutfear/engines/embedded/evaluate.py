"""The embedded engine under test on labelled cases: its scale is fitted anew without the subject it is asked about.
Of the labels only the severities of the other subjects are read here.

The scale is an ordered logistic regression from what was heard in two texts to the score of the set rule. Without
chips the sets are guesses themselves, so the cuts are learnt from labelled cases. Every signal points the same way
(more of it, closer) and no weight may turn negative: naming more wrong feelings can then never help. Fitting is a
page of numpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meetwithoutfear.domain.gap import GapAnalysis, Severity
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.ear import Floats, load_ear
from meetwithoutfear.engines.embedded.gap import GapInput, answer_gap, read_words, signals
from meetwithoutfear.engines.embedded.scale import TINY, Cases, Scale, load_trained, subject_digest
from meetwithoutfear.engines.engine import EngineName
from meetwithoutfear.prompts.two_sided import GapTask

SEVERITIES = (Severity.NONE, Severity.MINOR, Severity.MODERATE, Severity.SIGNIFICANT)
SHRINKAGE = 3.0
ROUNDS, STEP = 700, 0.03
MOMENTUM, DAMPING = 0.9, 0.999


class CrossValidated:
    """Answers as the embedded engine would, had it never seen this subject's cases."""

    name = EngineName.EMBEDDED.value

    def __init__(self, cases: Sequence[Mapping[str, Any]]) -> None:
        trained = load_trained()
        self._detector = Detector(load_ear())
        self._known = (
            _join_fresh(trained.cases, cases_from(self._detector, cases)) if cases else trained.cases
        )
        self._scales: dict[str, Scale] = {}

    async def answer(self, prompt: GapTask) -> GapAnalysis:
        subject = subject_digest("\n".join(prompt.messages))
        if subject not in self._scales:
            self._scales[subject] = fit(self._known.without(subject))
        return prompt.parse(answer_gap(self._detector, self._scales[subject], prompt))


def cases_from(detector: Detector, cases: Sequence[Mapping[str, Any]], weight: float = 1.0) -> Cases:
    given = [GapInput(case["statement"], (case["subject"],)) for case in cases]
    return Cases(
        np.array([signals(read_words(detector, one)) for one in given]),
        np.array([SEVERITIES.index(Severity(case["severity"])) for case in cases]),
        np.full(len(cases), weight),
        np.array([subject_digest(case["subject"]) for case in cases]),
    )


def _join_fresh(shipped: Cases, fresh: Cases) -> Cases:
    """The file's cases replace those of the same subjects that shipped, so that none counts twice."""
    kept = shipped
    for subject in np.unique(fresh.subject):
        kept = kept.without(str(subject))
    return kept.join(fresh)


def fit(cases: Cases) -> Scale:
    total = cases.weight.sum()
    mean = cases.weight @ cases.signals / total
    spread = np.sqrt(cases.weight @ (cases.signals - mean) ** 2 / total) + TINY
    inputs = (cases.signals - mean) / spread
    count = inputs.shape[1]
    values = np.concatenate([np.full(count, 0.1), [1.0, 0.0, -1.0]])
    drift, size = np.zeros_like(values), np.zeros_like(values)
    for turn in range(1, ROUNDS + 1):
        slope = _slope(values, inputs, cases) / total
        drift = MOMENTUM * drift + (1 - MOMENTUM) * slope
        size = DAMPING * size + (1 - DAMPING) * slope**2
        move = (drift / (1 - MOMENTUM**turn)) / (np.sqrt(size / (1 - DAMPING**turn)) + TINY)
        values = values - STEP * move
        values[:count] = np.maximum(0, values[:count])
    return Scale(mean, spread, values[:count], values[count:])


def _slope(values: Floats, inputs: Floats, cases: Cases) -> Floats:
    count = inputs.shape[1]
    place = inputs @ values[:count]
    slope = np.zeros_like(values)
    slope[:count] = SHRINKAGE * values[:count]
    for number, cut in enumerate(values[count:]):
        error = (1 / (1 + np.exp(cut - place)) - (cases.severity <= number)) * cases.weight
        slope[:count] += error @ inputs
        slope[count + number] -= error.sum()
    return slope
