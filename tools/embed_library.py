"""Writes the vectors of the library's micro-experiments: src/meetwithoutfear/data/library.npz.

`python tools/embed_library.py` after every change of experiments.json or the ear; a test notices a stale file.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np

from meetwithoutfear.domain.repair.pool import EXPERIMENTS
from meetwithoutfear.engines.embedded.ear import WITHOUT_EAR, load_ear
from meetwithoutfear.engines.embedded.library import FILE, embedded_text, texts_digest

DATA = Path(__file__).parents[1] / "src" / "meetwithoutfear" / "data"


def main() -> None:
    ear = load_ear()
    if ear is None:
        sys.exit(WITHOUT_EAR)
    vectors = ear.encode([embedded_text(experiment) for experiment in EXPERIMENTS])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, vectors=vectors.astype(np.float16), sources=np.array(texts_digest()))
    (DATA / FILE).write_bytes(buffer.getvalue())
    print(f"{FILE}: {len(EXPERIMENTS)} vectors, {len(buffer.getvalue())} bytes")


if __name__ == "__main__":
    main()
