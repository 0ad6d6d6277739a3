"""Universal needs under a member's words, each with quotes that stand in them letter for letter.

A need is proposed because a feeling was heard that usually points to it, or because the member asked for it outright
("I want to be asked"). No quote, no need.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS, NEEDS, NeedCategory
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.detect import COLUMN, NAMED

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector

AT_MOST, QUOTES = 8, 3
HEARD = 0.35
SAID, ASKED = 1.0, 1.5
WORDING = {
    "to be heard": "to be heard",
    "to matter": "to matter",
    "self-worth": "to feel that I am enough",
    "space": "some space of my own",
    "rest": "rest",
    "ease": "some ease",
    "hope": "something to hope for",
    "consideration": "to be considered",
    "inclusion": "to be included",
    "shared responsibility": "to share the load",
    "agency": "a say in what happens",
    "care": "to be cared about",
}
ASKS_FOR = {
    "to be heard": r"listen(?:ed)? to|be heard|hear me|understand me",
    "respect": r"respect(?:ed)?\b|taken seriously|take me seriously|as an equal",
    "consideration": r"be asked|ask me|be told|consult",
    "appreciation": r"thank(?:s| you|ed)|appreciat|notice what|see what i",
    "shared responsibility": (
        r"share (?:the|it)|pull (?:his|her|their) weight|do (?:his|her|their) (?:share|"
        r"part)|help(?: me| with)?\b|pitch in"
    ),
    "rest": r"\brest\b|\bsleep\b|a break|time off|a day off",
    "closeness": (
        r"be close|closer|hold me|be held|spend (?:more )?time|sit (?:down )?(?:with|next)|"
        r"near (?:him|her|them)|a hug"
    ),
    "reassurance": r"know (?:that )?we(?:'re| are) (?:ok|okay|fine|good)|be sure|reassur|know where (?:i|we) stand",
    "honesty": r"the truth|be honest|honest(?:y)? with|no more lies|tell me the truth",
    "trust": r"trust (?:him|her|them|you|me|again)",
    "autonomy": r"decide (?:for )?myself|my own (?:choices|life|person|decisions)|be free|freedom",
    "space": r"\bspace\b|room (?:to|of my own)|be alone|some time (?:to|for) myself|my door",
    "fairness": r"\bfair(?:ness)?\b|equal(?:ly)?\b|fifty-fifty",
    "clarity": r"know what|understand what|a straight answer|clear(?:ly)?\b",
    "belonging": r"belong|be part of|be included|be invited",
    "peace": r"\bpeace\b|quiet|no more (?:fighting|arguing)",
    "acceptance": r"accept(?:ed)? (?:me|as)|be myself|good enough",
}
WISH = (
    r"\b(?:i (?:just |only |really |still )?(?:want|need|wish|would like|would love)|i'd (?:just |really )?(?:like|love)|"
    r"all i want(?:ed)?|i wanted|i needed)\b"
)
WISHES = {need: re.compile(rf"{WISH}.*?(?:{words})", re.IGNORECASE) for need, words in ASKS_FOR.items()}


@dataclass(frozen=True)
class ProposedNeed:
    need: str
    category: NeedCategory
    description: str
    evidence: tuple[str, ...]
    confidence: float


def extract_needs(detector: Detector, texts: tuple[str, ...]) -> tuple[ProposedNeed, ...]:
    """The needs the words speak for most, at most eight."""
    quotes: dict[str, dict[str, float]] = {}
    for text in texts:
        _collect(detector, text, quotes)
    ranked = sorted(quotes, key=lambda need: -sum(quotes[need].values()))
    return tuple(_proposed(need, quotes[need]) for need in ranked[:AT_MOST])


def _collect(detector: Detector, text: str, quotes: dict[str, dict[str, float]]) -> None:
    originals = sentences(text)
    reading = detector.read(text)
    for place, sentence in enumerate(originals):
        for need, pattern in WISHES.items():
            if pattern.search(plain(sentence)):
                quotes.setdefault(need, {})[sentence] = ASKED
        for feeling in FEELINGS.values():
            chance = float(reading.by_sentence[place, COLUMN[feeling.key]])
            if chance >= HEARD and feeling.key not in reading.denied:
                for rank, need in enumerate(feeling.needs[:2]):
                    weight = (SAID if chance >= NAMED else chance) / (1 + rank)
                    found = quotes.setdefault(need, {})
                    found[sentence] = max(found.get(sentence, 0.0), weight)


def _proposed(need: str, found: dict[str, float]) -> ProposedNeed:
    best = sorted(found, key=lambda sentence: -found[sentence])[:QUOTES]
    return ProposedNeed(
        need=WORDING.get(need, need),
        category=NEEDS[need],
        description="Your own words point to it.",
        evidence=tuple(best),
        confidence=round(min(0.95, sum(found.values()) / (1 + sum(found.values()))), 2),
    )
