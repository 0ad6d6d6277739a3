"""Somebody who changes their mind, as often as they like; the time it takes is the same however often that is."""

from __future__ import annotations

from typing import Any

from fakes import FakeClock
from people import Person

MOST = 3


def shares_need(person: Person, need_id: str, changes: int) -> None:
    person.shares_needs(need_id)
    for _ in range(changes):
        person.takes_back("NEED")
        person.shares_needs(need_id)


def gets_ready(person: Person, clock: FakeClock, changes: int) -> None:
    person.is_ready()
    for _ in range(changes):
        clock.passes(seconds=1)
        person.reopens()
        person.is_ready()
    clock.passes(seconds=MOST - changes)


def ranks_anew(person: Person, clock: FakeClock, changes: int) -> None:
    """Another order each time, and each twice."""
    ids: list[Any] = [idea["id"] for idea in person.sees_pool()["strategies"]]
    person.ranks(ids[0])
    for number in range(changes):
        clock.passes(seconds=1)
        for _ in range(2):
            person.ranks(*ids[number:])
    clock.passes(seconds=MOST - changes)
