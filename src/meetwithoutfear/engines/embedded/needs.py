"""Universal needs under a member's words, each with quotes that stand in them letter for letter.

A need is proposed because a feeling was heard that usually points to it, or because the member asked for it outright
("I want to be asked"). No quote, no need.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS, NEEDS, WORDING, NeedCategory
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.detect import COLUMN, NAMED
from meetwithoutfear.engines.embedded.intents import insult_in
from meetwithoutfear.engines.embedded.language import is_english
from meetwithoutfear.prompts.needs import MOST_NEEDS, QUOTE_LIMIT, SHORTEST_QUOTE, same_wording

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector

QUOTES = 3
HEARD, FAINTLY_HEARD = 0.35, 0.2
ENOUGH = 2
SAID, ASKED = 1.0, 1.5
ASKS_FOR = {
    "to be heard": r"listen(?:ed)? to|be heard|hear me|understand me",
    "respect": r"respect(?:ed)?\b|taken seriously|take me seriously|as an equal",
    "consideration": r"be asked|ask me|be told|consult",
    "appreciation": r"thank(?:s| you|ed)|appreciat|notice[ds]?\b|see what i|be seen|be valued",
    "shared responsibility": (
        r"share (?:the|it)|carry (?:it|this) together|pull (?:his|her|their) weight|do (?:his|her|their) (?:share|"
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
    "clarity": r"clarity|know where (?:i|things) stand|know what|understand what|a straight answer|clear(?:ly)?\b",
    "belonging": r"belong|be part of|be included|be invited",
    "peace": r"\bpeace\b|quiet|no more (?:fighting|arguing)",
    "acceptance": r"accept(?:ed)? (?:me|as)|be myself|good enough",
    "privacy": r"privacy|(?:keep|have) (?:some|a few|my) \w+ to myself",
    "support": r"\bsupport(?:ed)?\b|not (?:be |to be )?alone with",
    "agency": r"\ba say\b|(?:decide|choose) (?:it )?together|part of (?:the|these|those) decisions",
}
LEAD_IN = re.compile(r"\bi (?:think|suppose|imagine|guess|believe|know|see)\b", re.IGNORECASE)
GUESSED_AT = re.compile(r"\b(?:you|he|she|they)\b", re.IGNORECASE)
ONESELF = re.compile(r"\b(?:i|i'm|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
WISH = (
    r"\b(?:i (?:just |only |really |still )?(?:want|need|wish|would like|would love)|i'd (?:just |really )?(?:like|love)|"
    r"all i want(?:ed)?|i wanted|i needed)\b"
)
SPOKEN_OF = {need: re.compile(words, re.IGNORECASE) for need, words in ASKS_FOR.items()}
WISHES = {need: re.compile(rf"{WISH}.*?(?:{words})", re.IGNORECASE) for need, words in ASKS_FOR.items()}


@dataclass(frozen=True)
class ProposedNeed:
    need: str
    category: NeedCategory
    evidence: tuple[str, ...]
    confidence: float


def extract_needs(
    detector: Detector, texts: tuple[str, ...], kept: tuple[str, ...] = ()
) -> tuple[ProposedNeed, ...]:
    """The needs the words speak for most, at most eight; where hardly one is heard, the faint ones count too."""
    known = {same_wording(wording) for wording in kept}
    readable = [text for text in texts if is_english(text)]
    quotes: dict[str, dict[str, float]] = {}
    for threshold in (HEARD, FAINTLY_HEARD):
        for text in readable:
            _collect(detector, text, threshold, quotes)
        if len(quotes) >= ENOUGH:
            break
    found = [need for need in quotes if not known & {need, same_wording(WORDING[need])}]
    ranked = sorted(found, key=lambda need: -sum(quotes[need].values()))
    return tuple(_proposed(need, quotes[need]) for need in _carried(ranked, quotes))


def needs_named_in(wording: str) -> set[str]:
    """The universal needs that a wording of one speaks of."""
    words = plain(wording)
    exact = {need for need in NEEDS if same_wording(words) in {need, same_wording(WORDING[need])}}
    return exact | {need for need, pattern in SPOKEN_OF.items() if pattern.search(words)}


def _carried(ranked: list[str], quotes: dict[str, dict[str, float]]) -> list[str]:
    """One sentence may speak for two needs; a third would only make the list longer."""
    chosen: list[str] = []
    for need in ranked:
        spent = [sum(quote in quotes[other] for other in chosen) >= ENOUGH for quote in quotes[need]]
        if not all(spent):
            chosen.append(need)
    return chosen[:MOST_NEEDS]


def _collect(detector: Detector, text: str, threshold: float, quotes: dict[str, dict[str, float]]) -> None:
    reading = detector.read(text)
    for place, sentence in enumerate(sentences(text)):
        if insult_in(sentence) or len(sentence) < SHORTEST_QUOTE or _is_about_another(sentence):
            continue
        quote = _quotable(sentence)
        for need, pattern in WISHES.items():
            if pattern.search(plain(sentence)):
                quotes.setdefault(need, {})[quote] = ASKED
        for feeling in FEELINGS.values():
            chance = float(reading.by_sentence[place, COLUMN[feeling.key]])
            if chance >= threshold and feeling.key not in reading.denied:
                for rank, need in enumerate(feeling.needs[:2]):
                    weight = (SAID if chance >= NAMED else chance) / (1 + rank)
                    found = quotes.setdefault(need, {})
                    found[quote] = max(found.get(quote, 0.0), weight)


def _is_about_another(sentence: str) -> bool:
    """A guess at what somebody else feels says nothing of one's own needs."""
    words = LEAD_IN.sub("", plain(sentence))
    return GUESSED_AT.search(words) is not None and ONESELF.search(words) is None


def _quotable(sentence: str) -> str:
    return sentence if len(sentence) <= QUOTE_LIMIT else sentence[:QUOTE_LIMIT].strip()


def _proposed(need: str, found: dict[str, float]) -> ProposedNeed:
    best = sorted(found, key=lambda sentence: -found[sentence])[:QUOTES]
    weight = sum(found.values())
    return ProposedNeed(
        need=WORDING[need],
        category=NEEDS[need],
        evidence=tuple(best),
        confidence=round(min(0.95, weight / (1 + weight)), 2),
    )
