"""The pool of ideas: who sees what of it, what a ranking is, and where two of them meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations
from uuid import UUID, uuid4

import pytest

from domain.world import INVITEE, INVITER
from meetwithoutfear.domain.errors import Invalid, NotFound
from meetwithoutfear.domain.repair.pool import (
    DEFAULT_DURATION,
    DEFAULT_MEASURE,
    Origin,
    Strategy,
    check_ranking,
    fill,
    find_own,
    hidden_of,
    library_share,
    overlap,
    released,
    visible_to,
)

IDS = tuple(UUID(int=number) for number in range(1, 6))
Ranking = tuple[UUID, ...]


def idea(number: int, **more: object) -> Strategy:
    return Strategy(UUID(int=number), f"idea {number}", **more)  # type: ignore[arg-type]


HERS, HIS = idea(1, owner=INVITER), idea(2, owner=INVITEE)
OF_THE_LIBRARY = idea(3, origin=Origin.SUGGESTED)
OPEN, GONE = idea(4, owner=INVITEE, round=1), idea(5, owner=INVITER, round=1, withdrawn=True)
POOL = (HERS, HIS, OF_THE_LIBRARY, OPEN, GONE)


def ids_of(ideas: Iterable[Strategy]) -> set[UUID]:
    return {each.id for each in ideas}


def test_until_the_release_each_sees_their_own_and_what_lies_open() -> None:
    assert released(POOL) == (OPEN,)
    assert hidden_of(POOL, INVITER) == (HERS,)
    assert ids_of(visible_to(POOL, INVITER)) == ids_of([HERS, OPEN])
    assert ids_of(visible_to(POOL, INVITEE)) == ids_of([HIS, OPEN])


def test_the_order_is_stable_for_each_and_has_nothing_to_do_with_how_the_ideas_came_about() -> None:
    pool = tuple(Strategy(uuid4(), "idea", round=1) for _ in range(12))
    seen = visible_to(pool, INVITER)
    assert visible_to(pool[::-1], INVITER) == seen
    assert ids_of(seen) == ids_of(pool)
    assert seen not in (pool, pool[::-1])
    assert visible_to(pool, INVITEE) != seen


def test_only_what_is_hidden_and_ones_own_can_be_changed() -> None:
    assert find_own(POOL, INVITER, HERS.id) == HERS
    for other in (HIS, OF_THE_LIBRARY, OPEN, GONE):
        with pytest.raises(NotFound):
            find_own(POOL, INVITER, other.id)


@pytest.mark.parametrize(
    ("own", "suggested", "missing"), [(0, 0, 8), (2, 1, 5), (4, 0, 4), (5, 0, 11), (5, 5, 6), (1, 8, 7)]
)
def test_a_release_has_as_many_ideas_of_the_library_as_of_the_members_in_full_measures(
    own: int, suggested: int, missing: int
) -> None:
    mine = [Strategy(uuid4(), "idea", owner=INVITER) for _ in range(own)]
    asked_for = [Strategy(uuid4(), "idea", origin=Origin.SUGGESTED, owner=INVITEE) for _ in range(suggested)]
    spare = Strategy(uuid4(), "idea", origin=Origin.SUGGESTED)
    assert library_share((*mine, *asked_for, spare, OPEN)) == missing


def test_every_idea_says_the_same_things_and_what_was_written_stays() -> None:
    open_ended = fill(HERS, ["to be heard", "rest"])
    assert open_ended.needs == ("to be heard",)
    assert open_ended.duration == DEFAULT_DURATION
    assert open_ended.measure == DEFAULT_MEASURE
    written = idea(9, needs=("rest", "ease"), duration="ten days", measure="Did I sleep?")
    assert fill(written, ["to be heard"]) == written


def test_all_the_words_of_an_idea_are_its_writers() -> None:
    written = idea(9, needs=("rest",), duration="ten days", measure="Did I sleep?")
    assert written.words == "idea 9\nrest\nten days\nDid I sleep?"
    assert HERS.words.strip() == "idea 1"


def test_an_idea_of_the_library_names_the_common_ground_as_any_other_would() -> None:
    suggested = idea(3, origin=Origin.SUGGESTED, needs=("rest", "ease"), duration="10 days", measure="Did I?")
    assert fill(suggested, ["to be heard"]) == replace(suggested, needs=("to be heard",))


def test_a_ranking_names_ideas_of_the_pool_once_each() -> None:
    other = idea(6, round=1)
    pool = (*POOL, other)
    check_ranking(pool, [other.id, OPEN.id])
    for wrong in ([OPEN.id, OPEN.id], [HERS.id], [GONE.id], [uuid4()]):
        with pytest.raises(Invalid):
            check_ranking(pool, wrong)


def rankings_of(ids: Sequence[UUID]) -> list[Ranking]:
    """Every ordered subset, the empty one too."""
    return [chosen for length in range(len(ids) + 1) for chosen in permutations(ids, length)]


def best_for_the_worse_off(one: Ranking, other: Ranking) -> frozenset[UUID]:
    """Written from what fallback bargaining promises, not from how it is done: of the ideas that stand on both lists, those
    whose worse place is the best."""
    worse = {each: max(one.index(each), other.index(each)) for each in one if each in other}
    return frozenset(each for each in worse if worse[each] == min(worse.values()))


def is_beaten(item: UUID, one: Ranking, other: Ranking) -> bool:
    """Whether some idea on both lists is better for both."""
    here, there = one.index(item), other.index(item)
    return any(one.index(each) < here and other.index(each) < there for each in one if each in other)


@pytest.mark.parametrize("size", range(6))
def test_rankings_meet_where_the_worse_off_fares_best_and_nothing_is_better_for_both(size: int) -> None:
    """All pairs of rankings of all pools of up to five ideas: 106,276 for five."""
    every, pairs = rankings_of(IDS[:size]), 0
    for one in every:
        for other in every:
            met = overlap(one, other)
            assert met == best_for_the_worse_off(one, other)
            assert not any(is_beaten(item, one, other) for item in met)
            assert bool(met) == bool(set(one) & set(other))
            pairs += 1
    assert pairs == (1, 2, 5, 16, 65, 326)[size] ** 2


@pytest.mark.parametrize("size", range(6))
def test_it_is_the_same_whoever_is_named_first(size: int) -> None:
    every = rankings_of(IDS[:size])
    assert all(overlap(one, other) == overlap(other, one) for one in every for other in every)
