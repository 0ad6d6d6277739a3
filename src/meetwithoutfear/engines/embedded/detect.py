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

from meetwithoutfear.domain.discretion.reading import is_german, sentences
from meetwithoutfear.domain.feelings import FEELINGS, Feeling
from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check
from meetwithoutfear.domain.safety.check import APART
from meetwithoutfear.engines.embedded.denial import belongs_to_another, is_denied, is_missing, is_own_deed
from meetwithoutfear.engines.embedded.ear import DIMENSIONS, INTENTS, STANCES, Ear, Floats, Vectors
from meetwithoutfear.engines.embedded.sentences import is_english, plain, units
from meetwithoutfear.engines.embedded.talk import Intent, intent_of

KEYS = tuple(FEELINGS)
LABELS = tuple(Label)
OWN = re.compile(
    r"\b(?:i|im|me|my|mine|myself|we|us|ours?|ich|mir|mich|mein\w*|wir|uns|unser\w*)\b", re.IGNORECASE
)
SHORT, OWN_SHARE = 25, 0.02
COLUMN = {key: column for column, key in enumerate(KEYS)}
NAMED, DENIED = 0.95, 0.02
SURELY_MEANT = 0.6
# Everything else is a part of telling, or said in words that the patterns know.
MEANT = {
    "ask-product": Intent.HOW,
    "ask-privacy": Intent.PRIVACY,
    "ask-advice": Intent.ADVICE,
    "ask-guide": Intent.ABOUT_GUIDE,
    "ask-meaning": Intent.MEANING,
    "ask-partner": Intent.PARTNER_SIDE,
    "complaint": Intent.RESIST,
    "no-question": Intent.RESIST,
    "other-language": Intent.LANGUAGE,
    "help": Intent.GET_HELP,
}
# In a long text every sentence is in one pair instead of two, and in a very long one pairs no longer pay.
OVERLAPPING_UP_TO, PAIRS_UP_TO = 16, 60
# Chosen on voices that were not learnt from: there no dispute of 289 rings, and some thirteen of 299 harmless sentences that
# were made to sound like danger. What sounds like control is the most like a quarrel, and takes more.
NEARLY_SURE, SUSPECTS = 0.95, 0.8
SURE_OF = {Label.COERCION: 0.985}


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
    ear: Ear | None

    def intent(self, message: str) -> Intent:
        """By the words where they are plain, and else as the ear takes it, where it is sure."""
        said = intent_of(message)
        if said is not Intent.TELL or self.ear is None or not is_english(message):
            return said
        chances = self.ear.shares([message], "intent")[0]
        likeliest = int(chances.argmax())
        return MEANT.get(INTENTS[likeliest], said) if chances[likeliest] >= SURELY_MEANT else said

    def felt(self, statement: str) -> float:
        """How far a guess sounds felt, in the sentence where it does most; without an ear only its words tell."""
        said = sentences(plain(statement))
        if self.ear is None or not said or not is_english(statement):
            return 1.0
        return float(self.ear.shares(said, "stance")[:, STANCES.index("felt")].max())

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
        if self.ear is None:
            silence = np.zeros((len(found), len(KEYS)))
            return np.zeros((0, DIMENSIONS), np.float32), silence, silence
        parts = (
            [part for sentence in found for part in units(sentence) if part != sentence] if by_clause else []
        )
        vectors, single = self.ear.encode(found), self.ear.chances([*found, *parts], "feeling")
        step = 1 if len(found) <= OVERLAPPING_UP_TO else 2
        neighbours = [f"{one} {two}" for one, two in pairwise(found)][::step]
        if not neighbours or not pairs:
            return vectors, single, single
        return vectors, single, self.ear.chances(neighbours, "feeling")


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
    """The second ear of the safety check: what no pattern has words for, in English and in German.

    It only ever adds. Where the patterns of the domain find something grave, that stands; otherwise a sentence the ear is
    nearly sure of counts as tier B, and one it merely suspects as tier C. It reads each sentence and each pair of
    neighbours, since a hint is often made of two.
    """

    ear: Ear | None

    def check(self, text: str) -> SafetyFinding | None:
        finding = check(text)
        said = sentences(plain(text))
        if self.ear is None or not said or (finding and finding.is_alarm) or not can_hear(text):
            return finding
        parts = [*said, *(f"{one} {two}" for one, two in pairwise(said))]
        chances = self.ear.chances(parts, "danger")[:, 0]
        worst = int(chances.argmax())
        label = LABELS[int(self.ear.hear([parts[worst]], "label")[0].argmax())]
        if chances[worst] >= SURE_OF.get(label, NEARLY_SURE):
            return heard(label)
        return finding or (SafetyFinding(label, Certainty.C) if chances[worst] >= SUSPECTS else None)


def can_hear(text: str) -> bool:
    """In a language that it was taught, and of the writer's own life: a longer text without I and my is somebody's story."""
    length = len(text.split())
    is_own = length <= SHORT or len(OWN.findall(text)) >= OWN_SHARE * length
    return is_own and (is_english(text) or is_german(text))


def heard(label: Label) -> SafetyFinding:
    """What sounds like control is mostly a quarrel where the two are no couple, as in the rules."""
    if label is not Label.COERCION:
        return SafetyFinding(label, Certainty.B)
    faint = SafetyFinding(label, Certainty.C, adds_up=False)
    return SafetyFinding(label, Certainty.B, lighter=faint, lighter_for=APART)
