"""From what was heard in two texts to a score on the scale of the set rule: ordered logistic regression.

Without chips the sets are guesses themselves, so the cuts are learnt from labelled cases. Every signal points the
same way (more of it, closer) and no weight may turn negative: naming more wrong feelings can then never help.
Fitting is a page of numpy, because evaluation refits it without the cases of the subject under test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear.domain.gap import ALIGNED, CLOSE, PARTLY, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

ORDER = (Severity.NONE, Severity.MINOR, Severity.MODERATE, Severity.SIGNIFICANT)
SHRINKAGE = 3.0
ROUNDS, STEP = 700, 0.03
MOMENTUM, DAMPING, TINY = 0.9, 0.999, 1e-8
# How far beyond the outer cuts the scale reaches 0 and 100.
REACH = 2.5

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Cases:
    """Labelled examples as numbers: they can be shipped without the texts they came from."""

    signals: Floats
    severity: NDArray[np.int64]
    weight: Floats
    subject: NDArray[np.str_]
    """A digest of the subject's text, to leave a subject's cases out."""

    def without(self, subject: str) -> Cases:
        kept = self.subject != subject
        return Cases(self.signals[kept], self.severity[kept], self.weight[kept], self.subject[kept])

    def joined(self, other: Cases) -> Cases:
        return Cases(
            np.vstack([self.signals, other.signals]),
            np.concatenate([self.severity, other.severity]),
            np.concatenate([self.weight, other.weight]),
            np.concatenate([self.subject, other.subject]),
        )


@dataclass(frozen=True)
class Scale:
    mean: Floats
    spread: Floats
    weights: Floats
    cuts: Floats
    """Descending: above the first no gap, below the last a significant one."""

    def score(self, signals: Sequence[float]) -> int:
        place = float((np.asarray(signals) - self.mean) / self.spread @ self.weights)
        aligned, close, partly = self.cuts
        anchors = [partly - REACH, partly, close, aligned, aligned + REACH]
        # Truncated, so that a place just under a cut stays under it.
        return int(np.interp(place, anchors, [0, PARTLY, CLOSE, ALIGNED, 100]) + TINY)


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
