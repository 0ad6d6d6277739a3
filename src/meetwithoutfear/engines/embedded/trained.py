"""The numbers made by tools/train_head.py and tools/train_coach.py: three heads on sentence vectors, the labelled
cases as signals, and the scale fitted to them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear import data
from meetwithoutfear.domain.gap import ALIGNED, CLOSE, PARTLY
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.engines.embedded.encoder import Vectors

FILE, COACH_FILE = "head.npz", "coach.npz"
LABELS = (Label.CHILD, Label.SUICIDE, Label.ABUSE, Label.SELFHARM, Label.HARM_OTHERS)
# How far beyond the outer cuts the scale reaches 0 and 100.
REACH, TINY = 2.5, 1e-8

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class FeelingHead:
    weights: Floats
    """One row per input, the last for the constant; one column per feeling."""

    def probabilities(self, vectors: Vectors) -> Floats:
        logits = vectors.astype(np.float64) @ self.weights[:-1] + self.weights[-1]
        return np.asarray(1 / (1 + np.exp(-logits)))


@dataclass(frozen=True)
class DangerHead:
    weights: Floats
    """As the feelings' head; the first column is any danger at all, the others are the labels in their order."""

    def hear(self, vectors: Vectors) -> tuple[float, Label]:
        logits = vectors.astype(np.float64) @ self.weights[:-1] + self.weights[-1]
        worst = int(logits[:, 0].argmax())
        return float(1 / (1 + np.exp(-logits[worst, 0]))), LABELS[int(logits[worst, 1:].argmax())]


@dataclass(frozen=True)
class CoachHead:
    weights: Floats

    def doubts(self, vector: Vectors) -> float:
        """How likely a sentence with this vector is for the coach."""
        logit = vector.astype(np.float64) @ self.weights[:-1] + self.weights[-1]
        return float(1 / (1 + np.exp(-logit)))


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
    head: FeelingHead
    danger: DangerHead
    cases: Cases
    scale: Scale
    sources: str
    """Digest of everything it was trained from, to notice a stale file."""


def load_trained() -> Trained:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return Trained(
            FeelingHead(file["head"].astype(np.float64)),
            DangerHead(file["danger"].astype(np.float64)),
            Cases(file["signals"], file["severity"], file["weight"], file["subject"]),
            Scale(file["mean"], file["spread"], file["weights"], file["cuts"]),
            str(file["sources"]),
        )


def pack_trained(trained: Trained) -> bytes:
    buffer = io.BytesIO()
    cases, scale = trained.cases, trained.scale
    np.savez_compressed(
        buffer,
        head=trained.head.weights.astype(np.float32),
        danger=trained.danger.weights.astype(np.float32),
        signals=cases.signals,
        severity=cases.severity,
        weight=cases.weight,
        subject=cases.subject,
        mean=scale.mean,
        spread=scale.spread,
        weights=scale.weights,
        cuts=scale.cuts,
        sources=np.array(trained.sources),
    )
    return buffer.getvalue()


def subject_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_coach_head() -> CoachHead:
    with np.load(io.BytesIO(data.read_bytes(COACH_FILE)), allow_pickle=False) as file:
        return CoachHead(file["weights"].astype(np.float64))


def pack_coach_head(weights: Floats) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, weights=weights.astype(np.float32))
    return buffer.getvalue()
