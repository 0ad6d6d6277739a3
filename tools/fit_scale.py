"""Fits the scale of the gap analysis: src/meetwithoutfear/data/scale.npz, from tools/training/pairs.jsonl and
tests/data/gap-cases.jsonl as the ear hears them. `python tools/fit_scale.py` writes the file, the same one each time;
evaluation refits it without the subject under test.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from meetwithoutfear import data
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.ear import EAR_SHA256, HEADS_SHA256, WITHOUT_EAR, Ear, load_ear
from meetwithoutfear.engines.embedded.evaluate import cases_from, fit
from meetwithoutfear.engines.embedded.scale import FILE, Trained

ROOT = Path(__file__).parents[1]
PAIRS = ROOT / "tools" / "training" / "pairs.jsonl"
CASES = ROOT / "tests" / "data" / "gap-cases.jsonl"
# Our own pairs are written to be hard, so each counts for less than a case of the reference set.
PAIR_WEIGHT = 0.25


def main() -> None:
    ear = load_ear()
    if ear is None:
        sys.exit(WITHOUT_EAR)
    content = pack_trained(train(ear))
    target = ROOT / "src" / "meetwithoutfear" / "data" / FILE
    target.write_bytes(content)
    print(f"{target.relative_to(ROOT)}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


def train(ear: Ear) -> Trained:
    detector = Detector(ear)
    pairs = cases_from(detector, read_lines(PAIRS), weight=PAIR_WEIGHT)
    cases = pairs.join(cases_from(detector, read_lines(CASES)))
    return Trained(cases, fit(cases), sources_digest())


def pack_trained(trained: Trained) -> bytes:
    buffer = io.BytesIO()
    cases, scale = trained.cases, trained.scale
    np.savez_compressed(
        buffer,
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


def sources_digest() -> str:
    digest = hashlib.sha256(f"{EAR_SHA256} {HEADS_SHA256}".encode())
    for content in (data.read_bytes("feelings.json"), PAIRS.read_bytes(), CASES.read_bytes()):
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main()
