"""Words that make a sentence somebody's private matter, and words that no draft carries. They stand in a file of data, so
that they can be read and extended without touching a rule; a star stands for any ending."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from enum import StrEnum

from meetwithoutfear import data
from meetwithoutfear.domain.discretion.reading import straight

LISTS = json.loads(data.read_text("sensitive.json"))


class Domain(StrEnum):
    AFFAIR = "affair"
    HEALTH = "health"
    LAW = "law"
    MONEY = "money"
    SUBSTANCES = "substances"
    SEX = "sex"


def any_word(words: Iterable[str]) -> re.Pattern[str]:
    """A star inside a word stands for itself: people mask what they would rather not write."""
    each = (re.escape(word.removesuffix("*")) + (r"\w*" if word.endswith("*") else "") for word in words)
    return re.compile(rf"(?<![\w'*])(?:{'|'.join(each)})(?![\w*])", re.IGNORECASE)


PRIVATE = {domain: any_word(LISTS["domains"][domain]) for domain in Domain}
NO_MATTER_OF_HEALTH = re.compile(
    r"\b(?:sick|ill) (?:of|at ease|will|and tired)\b|\bloves?ick\b", re.IGNORECASE
)
SWEARING, INSULTS, SARCASM, CHATTER = (
    any_word(LISTS[name]) for name in ("swearing", "insults", "sarcasm", "chatter")
)
MASKED = re.compile(r"(?<!\w)[a-z]{1,3}[*#@$%]{2,}[a-z]*|(?<!\w)[a-z]+\*+[a-z]+", re.IGNORECASE)


def domains_in(text: str) -> frozenset[Domain]:
    words = NO_MATTER_OF_HEALTH.sub(" ", straight(text))
    return frozenset(domain for domain, pattern in PRIVATE.items() if pattern.search(words))
