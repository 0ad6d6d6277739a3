"""Which feelings a text speaks of: those it names, those it denies, and those a trained head hears between the lines;
and whether it speaks of danger.

The head reads each sentence and each pair of neighbours; a feeling's probability is the mean of its best sentence and
its best pair. A named feeling counts as nearly certain, a denied one as absent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, Feeling
from meetwithoutfear.domain.safety import Certainty, SafetyFinding, check
from meetwithoutfear.engines.embedded.denial import belongs_to_another, is_denied, is_missing, is_own_deed
from meetwithoutfear.engines.embedded.encoder import DIMENSIONS, LABELS, Encoder, Floats, Head, Vectors
from meetwithoutfear.engines.embedded.sentences import is_english, plain, units

KEYS = tuple(FEELINGS)
COLUMN = {key: column for column, key in enumerate(KEYS)}
NAMED, DENIED = 0.95, 0.02
# In a long text every sentence is in one pair instead of two, and in a very long one pairs no longer pay.
OVERLAPPING_UP_TO, PAIRS_UP_TO = 16, 60
# Chosen by cross-validation over the training sentences: at .9 three ordinary sentences in a thousand ring, at .7 ten.
NEARLY_SURE, SUSPECTS = 0.9, 0.7


@dataclass(frozen=True)
class FeelingReading:
    sentences: tuple[str, ...]
    vectors: Vectors
    """Of the sentences; without weights there are none."""
    by_sentence: Floats
    overall: Floats
    named: Mapping[str, str]
    """Feeling to the first sentence that names it."""
    denied: frozenset[str]

    def probability(self, feeling: str) -> float:
        return float(self.overall[COLUMN[feeling]])

    def by_likelihood(self) -> list[str]:
        return [KEYS[column] for column in np.argsort(-self.overall, kind="stable")]

    def likely(self, threshold: float) -> list[str]:
        return [feeling for feeling in self.by_likelihood() if self.probability(feeling) >= threshold]

    def evidence(self, feeling: str) -> str:
        """The sentence that speaks of the feeling most."""
        if feeling in self.named or not self.sentences:
            return self.named.get(feeling, "")
        return self.sentences[int(self.by_sentence[:, COLUMN[feeling]].argmax())]


@dataclass(frozen=True)
class Detector:
    head: Head
    encoder: Encoder | None

    def rank(self, texts: Sequence[str]) -> tuple[str, ...]:
        """All feelings there are, the likeliest first; what was denied comes last."""
        heard = self.read("\n".join(texts))
        return tuple(sorted(heard.by_likelihood(), key=lambda feeling: feeling in heard.denied))

    def read(self, text: str, *, by_clause: bool = False, pairs_up_to: int = PAIRS_UP_TO) -> FeelingReading:
        """By clause for a guess, which packs several feelings into one sentence."""
        found = tuple(sentences(plain(text)))
        named, denied = named_feelings(found)
        vectors, single, paired = self._listen(found, by_clause=by_clause, pairs=len(found) <= pairs_up_to)
        by_sentence = single[: len(found)].copy()
        for feeling, sentence in named.items():
            by_sentence[found.index(sentence), COLUMN[feeling]] = NAMED
        overall = (_peak(single) + _peak(paired)) / 2
        for feeling in denied:
            overall[COLUMN[feeling]] = min(overall[COLUMN[feeling]], DENIED)
        for feeling in named:
            overall[COLUMN[feeling]] = max(overall[COLUMN[feeling]], NAMED)
        return FeelingReading(found, vectors, by_sentence, overall, named, denied)

    def _listen(
        self, found: Sequence[str], *, by_clause: bool, pairs: bool
    ) -> tuple[Vectors, Floats, Floats]:
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
            said = {_sense_of(feeling, sentence, match) for match in feeling.lexicon.finditer(sentence)}
            if True in said or _is_lacking(feeling, sentence):
                named.setdefault(key, sentence)
            elif False in said:
                denied.add(key)
    return named, frozenset(denied - named.keys())


def _sense_of(feeling: Feeling, sentence: str, match: re.Match[str]) -> bool | None:
    """Named, denied, or (None) somebody else's."""
    if is_denied(sentence, *match.span()):
        return False
    elsewhere = is_own_deed if feeling.lacks else belongs_to_another
    return None if elsewhere(sentence, match.start()) else True


def _is_lacking(feeling: Feeling, sentence: str) -> bool:
    return feeling.lacks is not None and any(
        is_missing(sentence, match.start()) for match in feeling.lacks.finditer(sentence)
    )


def _peak(rows: Floats) -> Floats:
    return rows.max(axis=0) if len(rows) else np.zeros(len(KEYS))


@dataclass(frozen=True)
class DangerEar:
    """The second ear of the safety check: a trained head for what the patterns have no words for.

    It only ever adds. Where the patterns of the domain find something grave, that stands; otherwise a sentence the head is
    nearly sure of counts as tier B, and a sentence it merely suspects as tier C. It knows English alone.
    """

    head: Head
    encoder: Encoder | None

    def check(self, text: str) -> SafetyFinding | None:
        finding = check(text)
        said = sentences(plain(text))
        if self.encoder is None or not said or (finding and finding.is_alarm) or not is_english(text):
            return finding
        logits = self.head.logits(self.encoder.encode(said))
        worst = int(logits[:, 0].argmax())
        chance, label = float(1 / (1 + np.exp(-logits[worst, 0]))), LABELS[int(logits[worst, 1:].argmax())]
        if chance >= NEARLY_SURE:
            return SafetyFinding(label, Certainty.B)
        return finding or (SafetyFinding(label, Certainty.C) if chance >= SUSPECTS else None)
