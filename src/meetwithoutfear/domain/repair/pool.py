"""The pool of ideas. Whose an idea is stays with its writer: until the pool is released each sees only their own, afterwards
both see the same unlabelled ideas, each in an order of their own that has nothing to do with how they came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from uuid import UUID

from meetwithoutfear.domain.errors import Invalid, NotFound
from meetwithoutfear.domain.feelings import NEEDS, NeedCategory
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.vocabulary import read_json
from meetwithoutfear.domain.wire import decoder

MOST_IDEAS = 12
FEWEST_FROM_LIBRARY = 3
MEASURE = 8
DEFAULT_DURATION = "2 weeks"
"""As most experiments of the library have it."""
DEFAULT_MEASURE = "Did we do it? How did it feel?"


class Origin(StrEnum):
    MEMBER = "MEMBER"
    SUGGESTED = "AI_SUGGESTED"


@dataclass(frozen=True)
class Strategy:
    id: UUID
    description: str = field(repr=False)
    needs: tuple[str, ...] = field(default=(), repr=False)
    duration: str | None = field(default=None, repr=False)
    measure: str | None = field(default=None, repr=False)
    origin: Origin = Origin.MEMBER
    owner: Side | None = None
    """Whose it is while it is hidden: its writer's, or whoever asked for the suggestion. Nobody's: put in by the library."""
    round: int | None = None
    """The round it was released in."""
    experiment: str | None = None
    withdrawn: bool = False

    @property
    def is_spare(self) -> bool:
        """Laid down by the library for a release that has not come."""
        return self.owner is None and self.round is None

    @property
    def words(self) -> str:
        return "\n".join((self.description, *self.needs, self.duration or "", self.measure or ""))


Pool = tuple[Strategy, ...]
Rankings = Mapping[tuple[int, Side], tuple[UUID, ...]]
"""Best first, by round and member; what is left out is what the member would rather not."""


def released(pool: Pool) -> Pool:
    return tuple(idea for idea in pool if idea.round is not None and not idea.withdrawn)


def hidden_of(pool: Pool, side: Side) -> Pool:
    return tuple(idea for idea in pool if idea.round is None and idea.owner is side)


def visible_to(pool: Pool, side: Side) -> Pool:
    """Ordered by a digest that only the viewer's side and the random ids enter: stable, and telling nothing."""
    seen = (*released(pool), *hidden_of(pool, side))
    return tuple(sorted(seen, key=lambda idea: sha256(f"{side}:{idea.id}".encode()).digest()))


def find_own(pool: Pool, side: Side, strategy_id: UUID) -> Strategy:
    """Only what is still hidden, and the member's, can be changed."""
    found = next((idea for idea in hidden_of(pool, side) if idea.id == strategy_id), None)
    if found is None:
        raise NotFound
    return found


def library_share(pool: Pool) -> int:
    """How many ideas of the library a release needs besides those that were asked for: as many as there are of the members'
    own in it, three at least, and so many that the whole comes in full measures. The size of a pool would otherwise tell
    how many of its ideas are the other one's."""
    waiting = [idea for idea in pool if idea.round is None and idea.owner is not None]
    own = sum(idea.origin is Origin.MEMBER for idea in waiting)
    least = max(2 * own, own + FEWEST_FROM_LIBRARY, len(waiting))
    return -(-least // MEASURE) * MEASURE - len(waiting)


def choose_spare(pool: Pool, offered: Iterable[Strategy]) -> Pool:
    """Of what the library offers, as much as a release needs and nothing that is there already."""
    known = {idea.experiment for idea in pool if idea.owner or idea.round}
    fresh = [idea for idea in offered if idea.experiment not in known]
    return tuple(fresh[: library_share(pool)])


def release(pool: Pool, number: int, needs: Sequence[str]) -> Pool:
    """Everything that was hidden lies open from now on, all of it filled in alike."""
    return tuple(
        replace(fill(idea, needs), round=number) if idea.round is None and not idea.withdrawn else idea
        for idea in pool
    )


def fill(idea: Strategy, needs: Sequence[str]) -> Strategy:
    """Every idea in the pool says the same things; what was left open says what all would. The library's own words for
    needs, two with each experiment, would tell its ideas from the members', and with two people that is whose they are."""
    named = idea.needs if idea.origin is Origin.MEMBER else ()
    return replace(
        idea,
        needs=named or tuple(needs[:1]),
        duration=idea.duration or DEFAULT_DURATION,
        measure=idea.measure or DEFAULT_MEASURE,
    )


def check_ranking(pool: Pool, ranked: Sequence[UUID]) -> None:
    if len(set(ranked)) != len(ranked):
        raise Invalid.field("rankedIds", "An idea can have only one place.")
    if not {idea.id for idea in released(pool)}.issuperset(ranked):
        raise Invalid.field("rankedIds", "One of these is not in the pool.")


def overlap(one: Sequence[UUID], other: Sequence[UUID]) -> frozenset[UUID]:
    """Fallback bargaining: both go down their lists side by side until the parts they have come past share something. So the
    one who gets the lower wish gets the highest possible, and no other idea is better for both."""
    for depth in range(1, max(len(one), len(other)) + 1):
        shared = frozenset(one[:depth]) & frozenset(other[:depth])
        if shared:
            return shared
    return frozenset()


@dataclass(frozen=True)
class Wanted:
    """An item of confirmed common ground: all that a search in the library may know."""

    need: str
    category: NeedCategory | None
    description: str


@dataclass(frozen=True)
class Experiment:
    """Of the library (data/experiments.json): a small thing two people can try, worded so that either may have proposed it.
    Nobody's words are in it."""

    key: str
    description: str
    needs: tuple[str, ...]
    relations: frozenset[Relation]
    duration: str
    measure: str
    """The question each asks themselves at the end."""
    if_then: str

    @property
    def categories(self) -> frozenset[NeedCategory]:
        return frozenset(NEEDS[need] for need in self.needs)


EXPERIMENTS: tuple[Experiment, ...] = tuple(map(decoder(Experiment), read_json("experiments.json")))
