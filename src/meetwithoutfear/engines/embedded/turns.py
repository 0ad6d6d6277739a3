"""What is said to the write coach, heard with two ears: the grammar of the domain, and a trained head for what its patterns
have no words for. The head only ever doubts: a sentence it takes for the coach's is asked about, never proposed."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from meetwithoutfear import data
from meetwithoutfear.domain.discretion.reading import ENGLISH, is_german, plain_words
from meetwithoutfear.domain.discretion.turns import TO_PARTNER, Part, PartKind, parts_of
from meetwithoutfear.engines.embedded.clauses import plain
from meetwithoutfear.engines.embedded.language import is_english

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meetwithoutfear.engines.embedded.encoder import Encoder

FILE = "coach.npz"
# Chosen by cross-validation over the training sentences.
DOUBTS, DOUBTS_OF_BOTH = 0.5, 0.8
ENOUGH_ENGLISH = 2
MYSELF = re.compile(r"\b(?:i|me|my|we|us|our)\b")
OTHER = re.compile(r"\b(?:you|your|he|she|they|him|her|them|his|their)\b")


@dataclass(frozen=True)
class CoachHead:
    weights: NDArray[np.float64]

    def doubts(self, encoder: Encoder, sentence: str) -> float:
        """How likely the sentence is for the coach."""
        vector = encoder.encode([plain(sentence)])[0].astype(np.float64)
        return float(1 / (1 + np.exp(-(vector @ self.weights[:-1] + self.weights[-1]))))


def load_coach_head() -> CoachHead:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return CoachHead(file["weights"].astype(np.float64))


def packed(weights: NDArray[np.float64]) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, weights=weights.astype(np.float32))
    return buffer.getvalue()


def read_turn(head: CoachHead, encoder: Encoder | None, message: str, partner: str = "") -> tuple[Part, ...]:
    return tuple(doubted(head, encoder, part) for part in parts_of(message, partner))


def doubted(head: CoachHead, encoder: Encoder | None, part: Part) -> Part:
    """What is in no language that is read here is asked about, too."""
    if part.kind is not PartKind.CONTENT or part.content is None or is_german(part.text):
        return part
    words = plain_words(part.content)
    unread = not is_english(part.text) and len(ENGLISH.findall(words)) < ENOUGH_ENGLISH
    if unread or (encoder is not None and head.doubts(encoder, part.content) > bar_for(words)):
        return replace(part, kind=PartKind.UNCLEAR)
    return part


def bar_for(words: str) -> float:
    """Where the grammar is sure that it is said to the partner, or speaks of both, it takes more to doubt it."""
    if not MYSELF.search(words):
        return DOUBTS
    return DOUBTS_OF_BOTH if TO_PARTNER.search(words) or OTHER.search(words) else DOUBTS
