"""Feelings to tick: those a member's own words speak of, and those a guess names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meetwithoutfear.engines.embedded.clauses import in_the_subjects_voice, sentences
from meetwithoutfear.engines.embedded.detect import named_feelings
from meetwithoutfear.engines.embedded.gap import GUESSED

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector


def ranked_feelings(detector: Detector, texts: tuple[str, ...]) -> tuple[str, ...]:
    """All feelings there are, the likeliest first; what was denied comes last."""
    heard = detector.read("\n".join(texts))
    return tuple(sorted(heard.ranked(), key=lambda feeling: feeling in heard.denied))


def chips_for_statement(detector: Detector, statement: str) -> tuple[str, ...]:
    """The feelings a guess speaks of, spelled out or not, for the guesser to confirm."""
    return tuple(detector.read(in_the_subjects_voice(statement), by_clause=True).likely(GUESSED))


def names_a_feeling(statement: str) -> bool:
    """If not, the guesser is asked for one."""
    named, _ = named_feelings(tuple(sentences(in_the_subjects_voice(statement))))
    return bool(named)
