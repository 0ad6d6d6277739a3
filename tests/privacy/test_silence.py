"""To the guesser, an invitation that waits, one that was declined and one that ran out are the same, byte by byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from looking import headers_of
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask
from people import Person
from serving import Served
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
READS = (
    "", "/messages", "/inner-thoughts", "/empathy/status", "/empathy/partner", "/empathy/draft",
    "/empathy/share-suggestion", "/pending-actions", "/timeline", "/compact/status", "/feelings/suggested", "/emotions",
)  # fmt: skip
LISTS = ("/sessions", "/notifications/badge-count", "/me/consents")
WISHES: tuple[tuple[str, Any], ...] = (
    ("/empathy/keep", None),
    ("/empathy/skip-refinement", None),
    ("/empathy/resubmit", {"content": "Something else altogether."}),
    ("/empathy/consent", {"consent": True, "content": "Something else altogether."}),
    ("/empathy/refine", {"message": "I wonder."}),
    ("/empathy/validate", {"rating": "ACCURATE"}),
    ("/reconciler/refinement-chat/start", None),
    ("/messages", {"content": "I wonder how long this takes."}),
    ("/empathy/draft", {"content": "Something else altogether."}),
)
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TWO_SIDED = GapTask | ShareTask


def test_nothing_tells_a_decline_or_an_expiry_from_waiting(
    person: Callable[[str], Person], server: Served
) -> None:
    server.engine.judges = lambda _prompt: "gaps"
    couples = [couple(person, number) for number in range(3)]
    (_, waits), (_, says_no), (_, stays_silent) = couples
    says_no.declines_offer()
    for _ in range(10):
        server.clock.passes(hours=19)
        waits.is_offered()
    wait_until(lambda: stays_silent.sees("has run out by itself"), "the offer has run out")
    assert waits.is_offered() is not None

    server.rests()
    first = [all_that_can_be_had(alice, server, looks=1) for alice, _ in couples]
    assert first[0] == first[1] == first[2]
    for _ in range(9):
        server.clock.passes(hours=19)
        waits.is_offered()
    assert waits.is_offered() is not None
    server.rests()
    later = [all_that_can_be_had(alice, server, looks=2) for alice, _ in couples]
    assert later[0] == later[1] == later[2]
    assert later[0] != first[0]
    for alice, _ in couples:
        assert "FINISH_ALONE" in alice.sees_session()["turn"]["actions"]


def couple(person: Callable[[str], Person], number: int) -> tuple[Person, Person]:
    alice, bob = person("Alice"), person("Bob")
    for somebody in (alice, bob):
        somebody.email = f"{number}.{somebody.email}"
        somebody.registers()
    bob.joins(alice.starts_session())
    alice.comes_to_guess()
    bob.comes_to_guess()
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    return alice, bob


def all_that_can_be_had(alice: Person, server: Served, looks: int) -> list[str]:
    """Every answer with its headers, every event, everything an engine is asked for her."""
    asked = len(server.engine.asked)
    answers = [alice.asks("GET", alice.here(path)) for path in READS]
    answers += [alice.asks("GET", path) for path in LISTS]
    answers += [alice.asks("POST", alice.here(path), body) for path, body in WISHES]
    seen = [f"{answer.status_code} {headers_of(answer)} {answer.text}" for answer in answers]
    seen += [json.dumps(event) for event in events_of(alice, looks)]
    prompts = [prompt for prompt in server.engine.asked[asked:] if not isinstance(prompt, TWO_SIDED)]
    seen += [str(prompt.render().dynamic) for prompt in prompts]
    return in_order_of_appearance(seen)


def events_of(alice: Person, looks: int) -> list[dict[str, Any]]:
    """All so far: with each look she pauses and comes back, so that it is known which one is the last."""
    alice.pauses()
    alice.resumes()
    events: list[dict[str, Any]] = []
    with alice.listening(after=0) as listener:
        while [event["type"] for event in events].count("session.resumed") < looks:
            events.append(listener.next())
    return events


def in_order_of_appearance(texts: list[str]) -> list[str]:
    """Ids differ; which is which does not."""
    known: dict[str, str] = {}
    return [ID.sub(lambda found: known.setdefault(found[0], f"id {len(known)}"), text) for text in texts]
