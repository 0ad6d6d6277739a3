"""From what was heard in two texts to a score: the labelled cases as numbers, and the scale fitted to them.

tools/fit_scale.py writes both; without a subject's own cases it can be fitted anew (`evaluate.py`).
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear import data
from meetwithoutfear.domain.gap import ALIGNED, CLOSE, PARTLY
from meetwithoutfear.engines.embedded.ear import Floats

FILE = "scale.npz"
# How far beyond the outer cuts the scale reaches 0 and 100.
REACH, TINY = 2.5, 1e-8


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

    def join(self, other: Cases) -> Cases:
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


@dataclass(frozen=True)
class Trained:
    cases: Cases
    scale: Scale
    sources: str
    """Digest of everything it was fitted to, to notice a stale file."""


def load_trained() -> Trained:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return Trained(
            Cases(file["signals"], file["severity"], file["weight"], file["subject"]),
            Scale(file["mean"], file["spread"], file["weights"], file["cuts"]),
            str(file["sources"]),
        )


def subject_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
