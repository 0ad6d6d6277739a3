"""The card "What I heard": the member's own words in short, and feelings to tick, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.engines.embedded.clauses import in_the_subjects_voice, sentences
from meetwithoutfear.engines.embedded.detect import named_feelings
from meetwithoutfear.engines.embedded.gap import GUESSED
from meetwithoutfear.engines.embedded.intents import Intent, intent_of
from meetwithoutfear.engines.embedded.language import NOTICE, is_english
from meetwithoutfear.engines.embedded.mirror import echo_of
from meetwithoutfear.engines.embedded.talk import phrases

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector

CHIPS = 8
LINES = 4


@dataclass(frozen=True)
class WhatIHeard:
    summary: str
    chips: tuple[str, ...]
    """Feelings to offer first; the rest of the vocabulary stays behind a button."""
    more: tuple[str, ...]


def what_i_heard(detector: Detector, texts: tuple[str, ...]) -> WhatIHeard:
    reading = detector.read("\n".join(texts))
    ranked = [feeling for feeling in reading.ranked() if feeling not in reading.denied]
    chips = tuple(ranked[:CHIPS])
    more = tuple(feeling for feeling in FEELINGS if feeling not in chips)
    return WhatIHeard(_summary(detector, texts), chips, more)


def chips_for_statement(detector: Detector, statement: str) -> tuple[str, ...]:
    """The feelings a guess speaks of, spelled out or not, for the guesser to confirm."""
    return tuple(detector.read(in_the_subjects_voice(statement), by_clause=True).likely(GUESSED))


def names_a_feeling(statement: str) -> bool:
    """If not, the guesser is asked for one."""
    named, _ = named_feelings(tuple(sentences(in_the_subjects_voice(statement))))
    return bool(named)


def _summary(detector: Detector, texts: tuple[str, ...]) -> str:
    bank = phrases()["heard"]
    if not is_english(" ".join(texts)):
        return NOTICE
    echoes = [echo_of(detector.read(text)) for text in texts if intent_of(text) is Intent.TELL]
    lines = [f"{echo.text[:1].upper()}{echo.text[1:]}." for echo in echoes if echo and not echo.quoted]
    return " ".join((bank["open"], *list(dict.fromkeys(lines))[-LINES:])) if lines else bank["none"]
