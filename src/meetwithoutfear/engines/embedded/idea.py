"""An idea in plain common style: with an end, as something one does oneself or both do, and without a hand to be known by.

Only what the idea says is said again. A demand that could not be turned into a proposal without changing it is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.domain.reframing import ABOUT_ANOTHER, needs_reframing
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.text import STRATEGY_LIMIT
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.intents import insult_in
from meetwithoutfear.engines.embedded.language import is_english
from meetwithoutfear.engines.embedded.wording import LINK, calmly

UNREADABLE = "I only understand English so far, so I leave this as it is."
NOT_MINE = "This is for somebody else to do. Perhaps there is a part of it that you could do yourself."
FINE = "It is clear as it is."
OWNED, BOUNDED, PLAIN = "It is something you do yourselves.", "It says how long.", "It is worded plainly."

MODAL = r"(?:should|must|have to|has to|need to|needs to|ought to|had better|could|can|might|will|would)"
OWN = re.compile(
    rf"^(?:maybe |perhaps |please |i think )*(i|we) {MODAL} (?:really |just |both )*", re.IGNORECASE
)
LETS = re.compile(
    r"^(?:maybe |perhaps )*(?:let(?:'s| us)|i(?:'d| would) (?:like|love) us to|i want us to|(?:how|what) about we) ",
    re.IGNORECASE,
)
OTHERS = re.compile(
    rf"^(?:maybe |perhaps |i think |i want |please )*(?:you|he|she|they|(?-i:[A-Z][a-z]+)) {MODAL} (?:really |just )*(.+)$",
    re.IGNORECASE,
)
TO_EACH_OTHER = re.compile(
    r"\b(listen|talk|speak|write|say hello|be honest|be kind|be patient) (to|with) me\b", re.IGNORECASE
)
WITH_ME = re.compile(r"\bwith me\b", re.IGNORECASE)
JOINT = re.compile(r"\b(?:each other|one another|together|we|both)\b", re.IGNORECASE)
# What only one of the two could do: said of both, it would be another idea, or an accusation.
ONE_SIDED = re.compile(
    r"\b(?:i|me|my|mine|myself|you|your|he|him|his|she|her|they|them|their|yourself|apologi[sz]e|admit|stop|quit|pay|"
    r"leave|move out|change|say sorry|grow up|promise|never|not|return|confess)\b",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"\b(?:for|over|within|in|during) (?:an?|one|two|three|four|five|six|seven|ten|\d+|the next|the coming|this|next)"
    r"(?: \w+)? ?(?:days?|weeks?|months?|weekends?|evenings?|times?|fortnight)\b|\b(?:until|till|by) \w+|"
    r"\b(?:this|next|on|coming) (?:\w+ )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|weekend|evening|month)\b"
    r"(?! \w+s\b)|\b(?:tonight|tomorrow|today|once|one time|twice|\w+ times)\b(?! (?:a|per|every) )",
    re.IGNORECASE,
)
USUAL = re.compile(
    r"\b(?:together|without|let's|each|other|talk\w*|eat\w*|walk\w*|cook\w*|dinner|breakfast|weeks?|weekly|minutes?|hours?|"
    r"days?|evenings?|mornings?|phones?|listen\w*|share|spend|thank\w*|write|sundays?|mondays?|saturdays?)\b",
    re.IGNORECASE,
)
STARTS_SMALL = re.compile(r"(?:we|each|both|every|one|the|no|when|on|in|at|before|after)\b", re.IGNORECASE)
EMPHASIS = re.compile(r"\b[A-Z]{4,}\b")
WEEKLY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekly|(?:every|each) (?:week|weekend|\w+day)|"
    r"(?:once|twice) a week)\b(?<!every day)(?<!each day)",
    re.IGNORECASE,
)
DECORATION = re.compile(r"[^\w\s.,;:?'\"()/%€$£&+–—-]")


@dataclass(frozen=True)
class Refined:
    text: str | None
    reason: str


def refine(description: str, duration: str | None) -> Refined:
    if not is_readable(description):
        return Refined(None, UNREADABLE)
    plainly = _plainly(description)
    owned = [_owned(sentence) for sentence in sentences(plainly)]
    if not owned or None in owned:
        return Refined(None, NOT_MINE if owned else FINE)
    text = " ".join(sentence for sentence in owned if sentence)
    bounded = text if duration or ENDS.search(text) else _with_an_end(text)
    said = [reason for reason, holds in ((OWNED, text != plainly), (BOUNDED, bounded != text)) if holds]
    if (
        bounded == description
        or len(bounded) > STRATEGY_LIMIT
        or crossing_check(bounded)
        or LINK.search(text)
    ):
        return Refined(None, FINE)
    return Refined(bounded, " ".join(said or [PLAIN]))


def is_readable(text: str) -> bool:
    """Ideas are often too short to be told for English by their small words."""
    return is_english(text) or bool(USUAL.search(text))


def is_for_another(sentence: str) -> bool:
    return not JOINT.search(sentence) and needs_reframing(sentence) == ABOUT_ANOTHER


def _plainly(description: str) -> str:
    """No shouting, no decoration, no spaces of one's own; each sentence with a capital and a stop."""
    words = EMPHASIS.sub(lambda word: word[0].lower(), calmly(description))
    words = re.sub(r"!+|…|\.{2,}", ".", plain(words))
    words = " ".join(DECORATION.sub(" ", words).split())
    return " ".join(_as_sentence(sentence) for sentence in sentences(words))


def _as_sentence(words: str) -> str:
    bare = re.sub(r"\bi\b", "I", re.sub(r"\s+([.,;:?])", r"\1", words.strip())).rstrip(" .,;:-–—")
    return f"{bare[:1].upper()}{bare[1:]}" + ("" if bare.endswith("?") else ".")


def _owned(sentence: str) -> str | None:
    """As a proposal; None when it is for somebody else to do and has to stay so."""
    if insult_in(sentence):
        return None
    if own := OWN.match(sentence):
        who = "I" if own[1].lower() == "i" else "We"
        return f"{who} will {sentence[own.end() :]}"
    if lets := LETS.match(sentence):
        return f"We will {sentence[lets.end() :]}"
    if others := OTHERS.match(sentence):
        deed = WITH_ME.sub("together", TO_EACH_OTHER.sub(r"\1 \2 each other", others[1]))
        return f"We will {deed}" if JOINT.search(deed) and not ONE_SIDED.search(deed) else None
    return None if is_for_another(sentence) else sentence


def _with_an_end(text: str) -> str:
    span = "two weeks" if WEEKLY.search(text) else "one week"
    if re.match(r"I\b", text):
        return f"For {span}, {text}"
    if STARTS_SMALL.match(text):
        return f"For {span}, {text[:1].lower()}{text[1:]}"
    return f"{text} This is for {span}."
