"""The exchange against an oracle that was written from its description and knows nothing of the code: whatever is asked, in
whatever order, the same answers and the same state at every step."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.exchange_oracle import Oracle
from domain.exchange_world import Fault, World
from meetwithoutfear.domain.empathy.commands import Conclude
from meetwithoutfear.domain.empathy.events import (
    BreakerTripped,
    Consented,
    ContextShared,
    FeedbackShared,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferSuperseded,
    Resubmitted,
    Revealed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Exchange, Facts, Reason, Status
from meetwithoutfear.domain.empathy.machine import TRANSITIONS
from meetwithoutfear.domain.empathy.moves import AttemptEvent, ExchangeCommand
from meetwithoutfear.domain.side import Side

SOAK = 10 if os.environ.get("MWF_SOAK") else 1
STEPS, LENGTH, LEAST = 250_000 * SOAK, 120, 100 * SOAK
TEXTS = ("one", "two", "three", "four", "five", "six")
OUTCOMES = ("PROCEED", "OPTIONAL", "OPTIONAL_FOCUS", "SHARING")
EAGERNESS, MOST, ENOUGH = 5, 3, 0.1
Step = tuple[str, str, dict[str, Any]]
AnyWorld = TypeVar("AnyWorld", bound=World)
RATINGS = [
    {"rating": rating, "shared": shared}
    for rating in ("ACCURATE", "PARTIAL", "MISSES")
    for shared in (True, False)
]


@cache
def at_any_time(who: str) -> list[Step]:
    without = "hear wait keep fetch decline expire lapse skip pause resume resume revoke"
    withdrawn: Step = ("revoke_context", who, {})
    return [
        *((name, who, {"text": text}) for name in ("consent", "resubmit", "accept") for text in TEXTS[:3]),
        *((name, who, {}) for name in without.split()),
        *(("validate", who, how) for how in RATINGS),
        *[withdrawn] * 8,
    ]


def anything(world: World, who: str) -> list[Step]:
    attempt = world.attempt(who)
    late = {"revision": attempt.revision - 1, "iteration": attempt.iteration, "outcome": "PROCEED"}
    return [
        *at_any_time(who),
        ("analyse", who, late),
        ("give_up", who, {"revision": attempt.revision - 1, "iteration": attempt.iteration}),
        *[("see", who, {})] * curiosity(world, who),
        *[("revoke", who, {})] * (4 if attempt.attempts >= MOST else 2),
    ]


def curiosity(world: World, who: str) -> int:
    """Rare is what was left unseen for long: then somebody looks."""
    unseen = any(offer.delivery is Delivery.DELIVERED for offer in world.attempt(who).shared_context)
    return 60 if unseen and world.attempt(who).status is not Status.REFINING else 4


def leading_on(world: World, who: str, other: str) -> list[Step]:
    """What brings this direction further; `other` is its subject."""
    attempt = world.attempt(who)
    told = {"revision": attempt.revision, "iteration": attempt.iteration}
    judged: list[Step] = [("validate", other, how) for how in RATINGS]
    worded: list[Step] = [("resubmit", who, {"text": text}) for text in TEXTS]
    match attempt.status:
        case None:
            agreed: list[Step] = [("consent", who, {"text": text}) for text in TEXTS]
            return [("hear", who, {}), ("resume", who, {}), ("revoke_context", other, {}), *agreed]
        case Status.HELD:
            return [("hear", other, {})]
        case Status.ANALYZING:
            gaps: list[Step] = [("analyse", who, {**told, "outcome": "SHARING"})] * 8
            found: list[Step] = [("analyse", who, {**told, "outcome": outcome}) for outcome in OUTCOMES]
            return [*gaps, *found, *[("wait", who, {}), ("keep", who, {})] * 3, ("give_up", who, told)]
        case Status.AWAITING_SHARING:
            shared: list[Step] = [("accept", other, {"text": text}) for text in TEXTS]
            return [*shared, ("fetch", other, {}), ("decline", other, {}), ("expire", who, {})]
        case Status.REFINING:
            back: list[Step] = [("revoke_context", other, {}), ("revoke", who, {})]
            after = [*judged, ("skip", other, {}), *back] if attempt.revealed else back[:1]
            return [*worded, *worded, ("keep", who, {}), *[("lapse", who, {})] * 3, *after]
        case Status.REVEALED:
            misses: list[Step] = [("validate", other, {"rating": "MISSES", "shared": True})] * 8
            return [*judged, *misses, ("skip", other, {})]
        case _:
            return [("resume", who, {}), ("resume", other, {})]


def possible(world: World) -> list[Step]:
    steps: list[Step] = []
    for who, other in (("A", "B"), ("B", "A")):
        steps += anything(world, who) + leading_on(world, who, other) * EAGERNESS
    return steps


def compare(world: World, oracle: Oracle, step: Step, told: list[str]) -> None:
    name, who, how = step
    ours, theirs = world.do(name, who, **how), oracle.do(name, who, **how)
    told.append(f"{who} {name} {how} -> {theirs}")
    assert ours == theirs, "\n".join([*told, f"but we say {ours}"])
    assert world.snapshot() == oracle.snapshot(), "\n".join(told)


@settings(
    max_examples=100 * SOAK,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=LENGTH))
def test_the_machine_and_the_oracle_agree_and_a_difference_is_told_as_a_short_story(
    choices: list[int],
) -> None:
    world, oracle, told = World(), Oracle(), list[str]()
    for choice in choices:
        steps = possible(world)
        compare(world, oracle, steps[choice % len(steps)], told)


def walks(seed: int, steps: int, fault: Fault | None = None) -> Iterator[World]:
    return walks_through(lambda: World(fault or Fault()), seed, steps)


def walks_through(new: Callable[[], AnyWorld], seed: int, steps: int) -> Iterator[AnyWorld]:
    """So many steps in all; where both are validated there is little left to see, and soon another walk begins."""
    chance, taken = random.Random(seed), 0
    while taken < steps:
        world, oracle, told = new(), Oracle(), list[str]()
        while len(told) < LENGTH and not (world.exchange.is_mutual and chance.random() < ENOUGH):
            compare(world, oracle, chance.choice(possible(world)), told)
        taken += len(told)
        yield world


@pytest.mark.slow
def test_every_row_of_the_table_and_every_reason_is_taken_often() -> None:
    rows: Counter[tuple[Status | None, type[AttemptEvent]]] = Counter(dict.fromkeys(TRANSITIONS, 0))
    reasons: Counter[Reason] = Counter(dict.fromkeys(Reason, 0))
    for world in walks(1, STEPS):
        rows.update(world.rows)
        reasons.update(world.reasons)
    print({f"{status} {event.__name__}": taken for (status, event), taken in rows.items()})  # noqa: T201  # to be seen
    print({str(reason): taken for reason, taken in reasons.items()})  # noqa: T201
    assert set(rows) == set(TRANSITIONS)
    assert {row: taken for row, taken in rows.items() if taken < LEAST} == {}
    assert min(reasons.values()) >= LEAST


def changing(event_type: type[AttemptEvent], **fields: Any) -> Fault:
    def change(_before: Attempt, after: Attempt, event: AttemptEvent) -> Attempt:
        return replace(after, **fields) if isinstance(event, event_type) else after

    return Fault(attempt=change)


def instead(event_type: type[AttemptEvent], other: Any) -> Fault:
    return Fault(event=lambda event: other(event) if isinstance(event, event_type) else event)


def for_any_revision(command: ExchangeCommand, exchange: Exchange) -> ExchangeCommand:
    if not isinstance(command, Conclude):
        return command
    return replace(command, revision=exchange.attempts[command.direction].revision)


def uncounted(before: Attempt, after: Attempt, event: AttemptEvent) -> Attempt:
    return replace(after, attempts=before.attempts) if isinstance(event, Resubmitted) else after


def endless(before: Attempt, after: Attempt, event: AttemptEvent) -> Attempt:
    return replace(after, rounds=before.rounds) if isinstance(event, FeedbackShared) else after


FAULTS = {
    "only one side is revealed": instead(
        Revealed, lambda event: event if event.direction is Side.INVITER else None
    ),
    "a pause does not hold the reveal": Fault(facts=lambda facts: replace(facts, paused=frozenset())),
    "a resubmission is not counted": Fault(attempt=uncounted),
    "the breaker never trips": instead(
        BreakerTripped, lambda event: Resubmitted(event.direction, event.statement)
    ),
    "an outcome for old words counts": Fault(command=for_any_revision),
    "declining shares": instead(OfferDeclined, lambda event: ContextShared(event.direction, "")),
    "an expiry is told as a near understanding": changing(OfferExpired, reason=Reason.CLOSE),
    "a verdict kept private reopens the statement": instead(
        Missed, lambda event: FeedbackShared(event.direction)
    ),
    "rounds after the reveal never end": Fault(attempt=endless),
    "withdrawing starts the count anew": changing(Withdrawn, attempts=0),
    "a withdrawn statement leaves its offer open": instead(OfferSuperseded, lambda _event: None),
    "other words do not make a revision": changing(Consented, revision=1),
    "it is analysed before the subject was heard": Fault(
        facts=lambda facts: Facts(heard=facts.heard | set(Side), paused=facts.paused)
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_planted_fault_is_caught(fault: Fault) -> None:
    with pytest.raises((AssertionError, KeyError)):
        list(walks(2, STEPS // 8, fault))


@pytest.mark.unmeasured
def test_two_willing_people_reach_the_next_stage_from_anywhere() -> None:
    for world in walks(3, STEPS // 16):
        for who in "AB":
            world.do("hear", who)
            world.do("resume", who)
        for number in count():
            if world.exchange.is_mutual:
                break
            assert number < 60, world.snapshot()
            willing(world)


def willing(world: World) -> None:
    for who, other in (("A", "B"), ("B", "A")):
        attempt = world.attempt(who)
        told = {"revision": attempt.revision, "iteration": attempt.iteration, "outcome": "SHARING"}
        world.do("consent", who, text=f"a guess, number {attempt.revision}")
        world.do("analyse", who, **told)
        world.do("accept", other, text=f"a little more, after {attempt.revision}")
        world.do("resubmit", who, text=f"a better guess, number {attempt.revision}")
        world.do("validate", other, rating="PARTIAL", shared=False)
