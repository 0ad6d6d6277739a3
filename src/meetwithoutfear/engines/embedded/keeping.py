"""What is kept of messages that are no longer read: the member's own sentences that weigh most, letter for letter, and
short clauses of theirs that tell what happened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.engines.embedded.clauses import clauses, plain, sentences
from meetwithoutfear.engines.embedded.detect import NAMED
from meetwithoutfear.engines.embedded.intents import Intent, insult_in, intent_of
from meetwithoutfear.engines.embedded.reflect import PAST

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector

SUMMARY_LENGTH, LONGEST_SENTENCE = 1000, 300
FACTS, SHORTEST_FACT, LONGEST_FACT = 12, 4, 14
WISH = re.compile(
    r"\bI(?:'d| would)? (?:just |only |really )?(?:want|need|wish|like|miss|hope)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Kept:
    summary: str
    facts: tuple[str, ...]


def keep(detector: Detector, own: tuple[str, ...], summary: str | None, facts: tuple[str, ...]) -> Kept:
    told = [s for text in (summary or "", *own) for s in sentences(text)]
    candidates = [s for s in dict.fromkeys(told) if len(s) <= LONGEST_SENTENCE] or [
        s[:LONGEST_SENTENCE] for s in told
    ]
    heaviest = sorted(candidates, key=lambda sentence: -_weight(detector, sentence))
    chosen: set[str] = set()
    for sentence in heaviest:
        if sum(len(one) + 2 for one in chosen) + len(sentence) < SUMMARY_LENGTH:
            chosen.add(sentence)
    return Kept(" ".join(_ended(s) for s in candidates if s in chosen), _facts(own, facts))


def _weight(detector: Detector, sentence: str) -> float:
    reading = detector.read(sentence)
    heard = float(reading.overall.max(initial=0.0))
    is_request = intent_of(sentence) is not Intent.TELL
    return (
        heard
        + (NAMED if reading.named else 0)
        + (NAMED / 2 if WISH.search(plain(sentence)) else 0)
        - 2 * is_request
    )


def _facts(own: tuple[str, ...], earlier: tuple[str, ...]) -> tuple[str, ...]:
    """The newest, and the earlier ones while there is room."""
    parts = [
        part.strip(" .!") for text in own for s in sentences(text) for part in clauses(s) if "?" not in part
    ]
    found = [
        p
        for p in parts
        if SHORTEST_FACT <= len(p.split()) <= LONGEST_FACT and PAST.search(p) and not insult_in(p)
    ]
    return tuple(dict.fromkeys((*earlier, *found)))[-FACTS:]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
