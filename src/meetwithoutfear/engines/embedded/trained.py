"""The numbers made by tools/train_head.py: two heads, the labelled cases as signals, and the scale fitted to them."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass

import numpy as np

from meetwithoutfear import data
from meetwithoutfear.engines.embedded.danger import DangerHead
from meetwithoutfear.engines.embedded.detect import Head
from meetwithoutfear.engines.embedded.severity import Cases, Scale

FILE = "head.npz"


@dataclass(frozen=True)
class Trained:
    head: Head
    danger: DangerHead
    cases: Cases
    scale: Scale
    sources: str
    """Digest of everything it was trained from, to notice a stale file."""


def load_trained() -> Trained:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return Trained(
            Head(file["head"].astype(np.float64)),
            DangerHead(file["danger"].astype(np.float64)),
            Cases(file["signals"], file["severity"], file["weight"], file["subject"]),
            Scale(file["mean"], file["spread"], file["weights"], file["cuts"]),
            str(file["sources"]),
        )


def packed(trained: Trained) -> bytes:
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
