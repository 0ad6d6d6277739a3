"""A first wording of what the subject might share: one to three of their own sentences, spoken to the partner.

Nothing is invented and nothing softened: sentences are chosen, and "she" becomes "you". Sentences that attack, threaten
or ask rhetorically are passed over; what remains is the subject's to change. What is a secret or somebody else's matter is
no longer among the words that come in here (domain/discretion).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.discretion.drafting import is_rude
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.engines.embedded.address import as_written, is_of_others, pronoun_for, to_partner
from meetwithoutfear.engines.embedded.detect import COLUMN, NAMED
from meetwithoutfear.engines.embedded.intents import insult_in

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector, Reading

MOST_SENTENCES = 3
LONGEST = 400
FROM_WITHIN = re.compile(
    r"\bI(?:'m| am| feel| felt| was| need| want| wish| miss| keep| can't| just| used to)\b"
)
SHORTEST_WORDS = 3
BLAME = re.compile(
    r"\byou (?:always|never|make me|made me|don't even|don't ever|only ever|just don't)\b|"
    r"\bit's (?:all )?your fault\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ShareInput:
    subject_texts: tuple[str, ...]
    feelings: tuple[str, ...]
    """What the guess missed, the most important first."""
    partner_name: str = ""


@dataclass(frozen=True)
class ShareDraft:
    text: str
    sources: tuple[str, ...]
    """The subject's sentences it was made from."""


def suggest_share(detector: Detector, given: ShareInput) -> ShareDraft | None:
    """None when no sentence fits: then the offer goes out with a plain question."""
    reading = detector.read("\n".join(given.subject_texts))
    pronoun = pronoun_for(given.subject_texts)
    fit = {
        place: _fit(reading, place, given.feelings)
        for place, sentence in enumerate(reading.sentences)
        if _may_cross(sentence, pronoun, given.partner_name)
    }
    best = sorted(fit, key=lambda place: -fit[place])[:MOST_SENTENCES]
    telling = [place for place in best if fit[place] >= fit[best[0]] / 3]
    while telling:
        sources = tuple(reading.sentences[place] for place in sorted(telling))
        text = " ".join(to_partner(as_written(sentence), pronoun, given.partner_name) for sentence in sources)
        if len(text) <= LONGEST:
            return ShareDraft(text, sources)
        telling.pop()
    return None


def _may_cross(sentence: str, pronoun: str, name: str) -> bool:
    if sentence.endswith("?") or len(sentence.split()) < SHORTEST_WORDS or insult_in(sentence):
        return False
    if is_of_others(sentence) or is_rude(sentence):
        return False
    addressed = to_partner(as_written(sentence), pronoun, name)
    return crossing_check(addressed) is None and not BLAME.search(addressed)


def _fit(reading: Reading, place: int, feelings: tuple[str, ...]) -> float:
    """How much a sentence tells of what was missed, and whether it tells it from within."""
    row = reading.by_sentence[place]
    wanted = [f for f in feelings if FEELINGS[f].family != POSITIVE] or reading.ranked()[:2]
    score = max(float(row[COLUMN[f]]) / (1 + 0.3 * rank) for rank, f in enumerate(wanted))
    named = any(FEELINGS[f].lexicon.search(reading.sentences[place]) for f in wanted)
    return (
        score + (0.3 if FROM_WITHIN.search(reading.sentences[place]) else 0.0) + (NAMED / 2 if named else 0.0)
    )
