"""Which feelings a text speaks of: those it names, those it denies, and those a trained head hears between the lines.

The head reads each sentence and each pair of neighbours; a feeling's probability is the mean of its best sentence
and its best pair. A named feeling counts as nearly certain, a denied one as absent.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear.domain.feelings import FEELINGS, Feeling
from meetwithoutfear.engines.embedded.clauses import plain, sentences, units
from meetwithoutfear.engines.embedded.encoder import DIMENSIONS, Encoder, Vectors
from meetwithoutfear.engines.embedded.negation import belongs_to_another, is_denied, is_missing, is_own_deed

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

KEYS = tuple(FEELINGS)
COLUMN = {key: column for column, key in enumerate(KEYS)}
NAMED, DENIED = 0.95, 0.02
# In a long text every sentence is in one pair instead of two, and in a very long one pairs no longer pay.
OVERLAPPING_UP_TO, PAIRS_UP_TO = 16, 60


@dataclass(frozen=True)
class Head:
    weights: NDArray[np.float64]
    """One row per input, the last for the constant; one column per feeling."""

    def probabilities(self, vectors: Vectors) -> NDArray[np.float64]:
        logits = vectors.astype(np.float64) @ self.weights[:-1] + self.weights[-1]
        return np.asarray(1 / (1 + np.exp(-logits)))


@dataclass(frozen=True)
class Reading:
    sentences: tuple[str, ...]
    vectors: Vectors
    """Of the sentences; without weights there are none."""
    by_sentence: NDArray[np.float64]
    overall: NDArray[np.float64]
    named: Mapping[str, str]
    """Feeling to the first sentence that names it."""
    denied: frozenset[str]

    def probability(self, feeling: str) -> float:
        return float(self.overall[COLUMN[feeling]])

    def ranked(self) -> list[str]:
        return [KEYS[column] for column in np.argsort(-self.overall, kind="stable")]

    def likely(self, threshold: float) -> list[str]:
        return [feeling for feeling in self.ranked() if self.probability(feeling) >= threshold]

    def evidence(self, feeling: str) -> str:
        """The sentence that speaks of the feeling most."""
        if feeling in self.named or not self.sentences:
            return self.named.get(feeling, "")
        return self.sentences[int(self.by_sentence[:, COLUMN[feeling]].argmax())]


@dataclass(frozen=True)
class Detector:
    head: Head
    encoder: Encoder | None

    def read(self, text: str, *, by_clause: bool = False, pairs_up_to: int = PAIRS_UP_TO) -> Reading:
        """By clause for a guess, which packs several feelings into one sentence."""
        found = tuple(sentences(plain(text)))
        named, denied = named_feelings(found)
        vectors, single, paired = self._heard(found, by_clause=by_clause, pairs=len(found) <= pairs_up_to)
        by_sentence = single[: len(found)].copy()
        for feeling, sentence in named.items():
            by_sentence[found.index(sentence), COLUMN[feeling]] = NAMED
        overall = (_peak(single) + _peak(paired)) / 2
        for feeling in denied:
            overall[COLUMN[feeling]] = min(overall[COLUMN[feeling]], DENIED)
        for feeling in named:
            overall[COLUMN[feeling]] = max(overall[COLUMN[feeling]], NAMED)
        return Reading(found, vectors, by_sentence, overall, named, denied)

    def _heard(
        self, found: Sequence[str], *, by_clause: bool, pairs: bool
    ) -> tuple[Vectors, NDArray[np.float64], NDArray[np.float64]]:
        if self.encoder is None:
            silence = np.zeros((len(found), len(KEYS)))
            return np.zeros((0, DIMENSIONS), np.float32), silence, silence
        parts = (
            [part for sentence in found for part in units(sentence) if part != sentence] if by_clause else []
        )
        vectors = self.encoder.encode([*found, *parts])
        single = self.head.probabilities(vectors)
        step = 1 if len(found) <= OVERLAPPING_UP_TO else 2
        neighbours = [f"{one} {two}" for one, two in pairwise(found)][::step]
        if not neighbours or not pairs:
            return vectors[: len(found)], single, single
        return vectors[: len(found)], single, self.head.probabilities(self.encoder.encode(neighbours))


def named_feelings(found: Sequence[str]) -> tuple[dict[str, str], frozenset[str]]:
    """Feelings the word lists find, with the sentence, and those that are only ever denied."""
    named: dict[str, str] = {}
    denied: set[str] = set()
    for sentence in found:
        for key, feeling in FEELINGS.items():
            said = {_said(feeling, sentence, match) for match in feeling.lexicon.finditer(sentence)}
            if True in said or _lacked(feeling, sentence):
                named.setdefault(key, sentence)
            elif False in said:
                denied.add(key)
    return named, frozenset(denied - named.keys())


def _said(feeling: Feeling, sentence: str, match: re.Match[str]) -> bool | None:
    """Named, denied, or (None) somebody else's."""
    if is_denied(sentence, *match.span()):
        return False
    elsewhere = is_own_deed if feeling.lacks else belongs_to_another
    return None if elsewhere(sentence, match.start()) else True


def _lacked(feeling: Feeling, sentence: str) -> bool:
    return feeling.lacks is not None and any(
        is_missing(sentence, match.start()) for match in feeling.lacks.finditer(sentence)
    )


def _peak(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows.max(axis=0) if len(rows) else np.zeros(len(KEYS))
