"""Alice and Bob further on: from having understood each other to the day they look back."""

from __future__ import annotations

from domain.pair import Pair, revealed
from meetwithoutfear.domain.empathy.exchange import Verdict


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


def collecting() -> Pair:
    """Both stand by the same thing, and Stage 4 has opened."""
    pair = side_by_side()
    pair.are_compared()
    pair.alice.confirms_ground()
    pair.bob.confirms_ground(common=True)
    pair.forget()
    return pair


def ranking() -> Pair:
    """Both were ready, and the pool lies open."""
    pair = collecting()
    pair.alice.is_ready()
    pair.bob.is_ready()
    pair.forget()
    return pair


def ranked(*, meets: bool = True) -> Pair:
    """Both have ranked, and their lists meet; or they do not, and there is room for new ideas."""
    pair = ranking()
    pair.alice.ranks()
    pair.bob.ranks(meets=meets)
    pair.forget()
    return pair


def agreed(*, follow_up: bool = False) -> Pair:
    pair = ranked()
    pair.alice.proposes()
    pair.bob.agrees(follow_up=follow_up)
    pair.forget()
    return pair


def resolved() -> Pair:
    pair = agreed(follow_up=True)
    pair.alice.resolves()
    pair.forget()
    return pair
