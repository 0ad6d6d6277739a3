"""Couples to whom the same happens, but for what one of them calls it in the course of it. Whatever the other one can get
hold of is the same, up to the pool of ideas: answers with headers, versions, order, events."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from hearing import letters_of
from looking import headers_of
from people import Person

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
READS = (
    "", "/messages", "/empathy/status", "/pending-actions", "/timeline", "/compact/status", "/needs", "/common-ground",
)  # fmt: skip
LISTS = ("/sessions", "/notifications/badge-count", "/me/consents")
CHANGES = ((), ("FORMER_COUPLE", None, "FRIENDS"))


def test_what_one_calls_it_later_shows_in_nothing_the_other_can_get(
    person: Callable[[str], Person],
) -> None:
    for changes_it in ("Alice", "Bob"):
        seen = [
            all_the_other_can_get(person, f"{changes_it}{number}", changes_it, changes)
            for number, changes in enumerate(CHANGES)
        ]
        assert seen[0] == seen[1]


def all_the_other_can_get(
    person: Callable[[str], Person], key: str, changes_it: str, changes: tuple[str | None, ...]
) -> list[str]:
    alice, bob = person("Alice"), person("Bob")
    for somebody in (alice, bob):
        somebody.email = f"{key}.{somebody.email}"
        somebody.registers()
    bob.joins(alice.starts_session(relation="COUPLE"), relation="COUPLE")
    changing, other = (alice, bob) if changes_it == "Alice" else (bob, alice)
    for relation in changes:
        changing.calls_it(relation)
    for one in (alice, bob):
        one.comes_to_guess()
    alice.understands(bob)
    alice.stands_with(bob)
    for relation in changes[::-1]:
        changing.calls_it(relation)
    for one in (alice, bob):
        one.has_idea(f"{one.name} thinks of ten minutes without phones")
        one.is_ready()
    # In which order the pool is shown is drawn from random ids.
    pool = sorted(idea["description"] for idea in other.sees_pool()["strategies"])
    return in_order_of_appearance([*pool, *all_of(other)], key)


def all_of(other: Person) -> list[str]:
    return [*looks_of(other), *map(json.dumps, events_of(other))]


def looks_of(other: Person) -> list[str]:
    answers = [other.asks("GET", other.here(path)) for path in READS]
    answers += [other.asks("GET", path) for path in LISTS]
    return [f"{answer.status_code} {headers_of(answer)} {letters_of(answer)}" for answer in answers]


def events_of(other: Person) -> list[dict[str, Any]]:
    """All so far: with a pause at the end, so that it is known which one is the last."""
    other.pauses()
    events: list[dict[str, Any]] = []
    with other.listening(after=0) as listener:
        while not events or events[-1]["type"] != "session.paused":
            events.append(listener.next())
    return events


def in_order_of_appearance(texts: list[str], key: str) -> list[str]:
    """Ids and addresses differ; which is which does not."""
    known: dict[str, str] = {}
    return [
        ID.sub(lambda found: known.setdefault(found[0], f"id {len(known)}"), text.replace(key, ""))
        for text in texts
    ]
