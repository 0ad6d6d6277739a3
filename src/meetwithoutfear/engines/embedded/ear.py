"""What a small encoder of our own hears in a sentence: danger, feelings and whose they are, needs, what is meant by it.

The encoder (data/ear.onnx, 8 bits a weight) and its heads (data/ear.npz) are made together by tools/train_ear.py from the
sentences in tools/training; docs/ear-card.md says from which, how well, and where it fails. They are used only when their
hash is the pinned one. One text per run, not batches: activations are quantised over the whole batch, so in a batch the
vector of a sentence would depend on its neighbours.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear import data
from meetwithoutfear.domain.feelings import FEELINGS, NEEDS
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.engines.embedded.wordpieces import token_ids

Vectors: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]

EAR_FILE, HEADS_FILE = "ear.onnx", "ear.npz"
EAR_SHA256 = "ef95bdd6407a60b990c97d5dc20857aae3e23796ec51b198643b5fc43a5c07ba"
HEADS_SHA256 = "158edb66264d076cea43779911557ed8535c1a76348f66d411691641ae50d287"
DIMENSIONS = 384
REMEMBERED = 512
WITHOUT_EAR = "The language weights cannot be used: only feelings that are named are recognised."

MEANING = "meaning"
INTENTS = (
    "telling", "ask-product", "ask-privacy", "ask-advice", "ask-guide", "ask-meaning", "ask-partner", "complaint",
    "no-question", "thanks", "greeting", "done", "stuck", "correction", "yes", "no", "other-language", "help",
    "rhetorical", "quoted",
)  # fmt: skip
STANCES = ("felt", "denied", "asked", "ordered", "mocked", "own", "facts", "blame")
HEADS: Mapping[str, tuple[str, ...]] = {
    "danger": ("danger",),
    "label": tuple(Label),
    "feeling": tuple(FEELINGS),
    "denied": tuple(FEELINGS),
    "need": tuple(NEEDS),
    "holder": ("self", "other", "none"),
    "intent": INTENTS,
    "stance": STANCES,
    "coach": ("for the coach",),
}
"""What each head's columns stand for, in their order."""


class Ear:
    def __init__(self, session: Any, heads: Mapping[str, Floats]) -> None:  # noqa: ANN401  # onnxruntime ships no types
        self._session, self._heads = session, heads
        # A message is read by the safety check, the reply and the analysis in turn.
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._vector)

    def hear(self, texts: Sequence[str], head: str) -> Floats:
        """Before they are made chances of: a row for each text, a column for each name of the head."""
        weights = self._heads[head]
        return np.asarray(self._vectors(texts) @ weights[:-1] + weights[-1])

    def chances(self, texts: Sequence[str], head: str) -> Floats:
        """Each column by itself."""
        return np.asarray(1 / (1 + np.exp(-self.hear(texts, head))))

    def shares(self, texts: Sequence[str], head: str) -> Floats:
        """Of each column among the others, where only one can be true."""
        logits = self.hear(texts, head)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """By which texts that mean the same lie near each other."""
        found = self.hear(texts, MEANING)
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)

    def _vectors(self, texts: Sequence[str]) -> Floats:
        return np.array([self._remembered(text) for text in texts]).reshape(len(texts), DIMENSIONS)

    def _vector(self, text: str) -> Floats:
        ids = np.array([token_ids(text)], np.int64)
        return np.asarray(self._session.run(None, {"ids": ids})[0][0], np.float64)


def load_ear() -> Ear | None:
    """The ear, or None when the runtime is missing or the files are not the ones we know."""
    if find_spec("onnxruntime") is None:
        return None
    return build_ear(data.read_bytes(EAR_FILE), data.read_bytes(HEADS_FILE))


def build_ear(weights: bytes, heads: bytes) -> Ear | None:
    found = tuple(hashlib.sha256(content).hexdigest() for content in (weights, heads))
    if found != (EAR_SHA256, HEADS_SHA256):
        return None
    with np.load(io.BytesIO(heads), allow_pickle=False) as file:
        return Ear(open_session(weights), {name: file[name].astype(np.float64) for name in file.files})


def open_session(weights: bytes) -> Any:  # noqa: ANN401
    # Since 1.29 it reports every use to its maker, unless it is told not to before it is imported.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # half a second and 60 MB: only when it is needed

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
