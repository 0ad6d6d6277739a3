"""The exchange against an oracle that was written from its description and knows nothing of the code: whatever is asked, in
whatever order, the same answers and the same state at every step."""

from __future__ import annotations

import os
from collections import Counter
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.exchange_walks import (
    LENGTH,
    ExchangeWalk,
    events_of,
    is_mutual,
    of_the_exchange_alone,
    quick_walks,
)
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Reason, Status
from meetwithoutfear.domain.machine import STATEMENTS

SOAK = 10 if os.environ.get("MWF_SOAK") else 1
STEPS, LEAST = 250_000 * SOAK, 100 * SOAK


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
    walk = of_the_exchange_alone()
    for choice in choices:
        steps = walk.possible()
        walk.compare(*steps[choice % len(steps)])


@pytest.mark.slow
def test_every_row_of_the_table_and_every_reason_is_taken_often() -> None:
    rows: Counter[tuple[Status | None, type[AttemptEvent]]] = Counter(dict.fromkeys(STATEMENTS, 0))
    reasons: Counter[Reason] = Counter(dict.fromkeys(Reason, 0))
    for walk in quick_walks(1, STEPS):
        for event, before, after in events_of(walk):
            rows[before.status, type(event)] += 1
            if after.status is Status.READY and before.status is not Status.READY and after.reason:
                reasons[after.reason] += 1
    print({f"{status} {event.__name__}": taken for (status, event), taken in rows.items()})  # noqa: T201  # to be seen
    print({str(reason): taken for reason, taken in reasons.items()})  # noqa: T201
    assert set(rows) == set(STATEMENTS)
    assert {row: taken for row, taken in rows.items() if taken < LEAST} == {}
    assert min(reasons.values()) >= LEAST


@pytest.mark.unmeasured
def test_two_willing_people_reach_the_next_stage_from_anywhere() -> None:
    for walk in quick_walks(3, STEPS // 16):
        for who in "AB":
            walk.do("hear", who)
            walk.do("resume", who)
        for number in count():
            if is_mutual(walk.exchange):
                break
            assert number < 60, walk.snapshot()
            willing(walk)


def willing(walk: ExchangeWalk) -> None:
    for who, other in (("A", "B"), ("B", "A")):
        attempt = walk.attempt(who)
        told = {"revision": attempt.revision, "iteration": attempt.iteration, "outcome": "SHARING"}
        walk.do("consent", who, text=f"a guess, number {attempt.revision}")
        walk.do("analyse", who, **told)
        walk.do("accept", other, text=f"a little more, after {attempt.revision}")
        walk.do("resubmit", who, text=f"a better guess, number {attempt.revision}")
        walk.do("validate", other, rating="PARTIAL", shared=False)
