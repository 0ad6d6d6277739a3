"""Alice and Bob further on: from having understood each other to the day they look back."""

from __future__ import annotations

from dataclasses import replace

from domain.pair import TERMS, Pair, revealed
from domain.story import NOW
from meetwithoutfear.domain.empathy.exchange import Verdict

WITH_A_DAY = replace(TERMS, follow_up=NOW.date())


def understood() -> Pair:
    """Each has found themselves in the other's guess: Stage 3 has opened."""
    pair = revealed()
    for person in (pair.alice, pair.bob):
        person.says(Verdict.ACCURATE)
    pair.forget()
    return pair


def side_by_side() -> Pair:
    """Both have shared needs, and each sees the other's."""
    pair = understood()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
        person.shares_needs()
    pair.forget()
    return pair


def compared() -> Pair:
    """Something stands on both lists, and nobody has said yet that it is so."""
    pair = side_by_side()
    pair.are_compared()
    pair.forget()
    return pair


def collecting() -> Pair:
    """Both stand by the same thing, and Stage 4 has opened."""
    pair = compared()
    pair.alice.confirms_ground()
    pair.bob.confirms_ground()
    pair.forget()
    return pair


def ranking() -> Pair:
    """Both were ready, and the pool lies open."""
    pair = collecting()
    to_the_ranking(pair)
    pair.forget()
    return pair


def to_the_ranking(pair: Pair) -> None:
    pair.alice.has_an_idea()
    pair.alice.is_ready()
    pair.bob.is_ready()


def to_the_agreement(pair: Pair) -> None:
    """From where Stage 4 has opened."""
    to_the_ranking(pair)
    pair.alice.ranks()
    pair.bob.ranks()
    pair.alice.proposes()
    pair.bob.agrees()


def ranked(*, meets: bool = True) -> Pair:
    """Both have ranked, and their lists meet; or they do not, and there is room for new ideas."""
    pair = ranking()
    pair.alice.ranks()
    pair.bob.ranks(meets=meets)
    pair.forget()
    return pair


def agreed(*, follow_up: bool = False) -> Pair:
    pair = ranked()
    pair.alice.proposes(WITH_A_DAY if follow_up else TERMS)
    pair.bob.agrees()
    pair.forget()
    return pair


def resolved() -> Pair:
    pair = agreed(follow_up=True)
    pair.alice.resolves()
    pair.forget()
    return pair
