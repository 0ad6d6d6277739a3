"""Answers that are kept: always what a fresh reading would say, never somebody else's, and nothing shows that they are."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI

from drawing import SEED
from fakes import FakeClock
from hearing import Refused
from meetwithoutfear.api.kept import MOST_OF_ONE, OVERHEAD, KeptAnswer, KeptAnswers, Reading, Shelves
from meetwithoutfear.api.limits import Limits
from meetwithoutfear.store.database import JOBS_TOPIC, Wakeups, answers_topic, user_topic
from meetwithoutfear.store.people import SignedIn, User
from people import Person
from serving import Served, served, settings_for
from waiting import wait_until

pytestmark = pytest.mark.both_databases
Couple = tuple[Person, Person]
At = Callable[[Served, Person], Person]
NOW = datetime(2026, 11, 15, tzinfo=UTC)
FRESH = {"cache-control": "no-cache"}


def places(person: Person) -> list[str]:
    here = [person.here(path) for path in ("", "/empathy/status", "/messages", "/pending-actions")]
    return [*here, "/sessions", "/notifications/badge-count", "/me"]


def answers(person: Person, **headers: str) -> list[Any]:
    found = [person.asks("GET", path, headers=headers) for path in places(person)]
    return [(answer.status_code, answer.headers.get("etag"), answer.content) for answer in found]


def shelf_of(server: Served, person: Person) -> Any:
    user_id = person.does("GET", "/me")["user"]["id"]
    return server.app.state.shelves.shelves[user_id]


@pytest.fixture
def at() -> Iterator[Callable[[Served, Person], Person]]:
    """The same person, at another process."""
    with ExitStack() as stack:

        def appears(process: Served, person: Person) -> Person:
            there = Person(process.url, person.name)
            stack.callback(there.close)
            there.session_id = person.session_id
            there.carries(person.http.headers["Authorization"].removeprefix("Bearer "))
            return there

        yield appears


@pytest.fixture
def processes(server: Served, database_url: str, tmp_path: Path, clock: FakeClock) -> Iterator[list[Served]]:
    """Three on PostgreSQL. On SQLite there is one."""
    with ExitStack() as stack:
        others = 2 if database_url.startswith("postgresql") else 0
        settings = settings_for(database_url, tmp_path)
        yield [server, *(stack.enter_context(served(settings, clock)) for _ in range(others))]


ACTS: tuple[Callable[[Person], object], ...] = (
    lambda one: one.says("We have hardly spoken since May."),
    lambda one: one.thinks("I would not tell anybody."),
    lambda one: one.drafts("I imagine that you are tired."),
    lambda one: one.shares_statement("I imagine that you feel left alone with it."),
    lambda one: one.calls_it("COUPLE"),
    lambda one: one.pauses(),
    lambda one: one.resumes(),
    lambda one: one.has_on_screen(),
    lambda one: one.opens_share_tab(),
    lambda one: one.answers_offer("accept", content="I was afraid all year."),
    lambda one: one.answers_offer("decline"),
    lambda one: one.resubmits("I imagine that you were afraid."),
    lambda one: one.keeps_statement(),
    lambda one: one.validates("ACCURATE"),
    lambda one: one.adds_need("to be heard"),
    lambda one: one.shares_needs(),
    lambda one: one.does("PATCH", "/me", {"name": f"{one.name} the {random.randint(1, 9)}th"}),
)


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_after_any_act_of_anybody_what_was_kept_is_what_is_read_anew(
    processes: list[Served], at: At, couple: Couple, clock: FakeClock, number: int
) -> None:
    """At once in the process that acted, within a second in the others; and when only time passes."""
    drawn = random.Random(f"{SEED} {number}")
    for process in processes:
        # Here the comparing is done by the test.
        process.app.state.audit.is_on = False
        process.engine.finds, process.engine.suggests = ["gaps"] * 3, "It has been a lonely year."
    everywhere = [[at(process, one) for one in couple] for process in processes]
    for _ in range(8):
        for one in itertools.chain(*everywhere):
            answers(one)
        acting = drawn.choice(everywhere)
        try:
            drawn.choice(ACTS)(drawn.choice(acting))
        except (Refused, AssertionError):
            clock.passes(days=drawn.choice([0.02, 1, 8]))
        # Somebody may be at work on it meanwhile: then it is looked at once more.
        assert all(any(is_true(one) for _ in range(4)) for one in acting)
        for one in itertools.chain(*everywhere):
            wait_until(partial(is_true, one), "it is known everywhere")


def is_true(person: Person) -> bool:
    return answers(person) == answers(person, **FRESH)


def test_in_the_process_that_acted_nothing_older_is_answered(server: Served, couple: Couple) -> None:
    alice, bob = couple
    for number in range(5):
        before = answers(alice), answers(bob)
        assert (answers(alice), answers(bob)) == before
        alice.drafts(f"I imagine {number}")
        draft = alice.sees_session()["draft"]
        assert draft
        assert draft["content"] == f"I imagine {number}"
        alice.says(f"That was day {number}.")
        assert alice.sees(f"That was day {number}.")


def test_what_somebody_does_in_secret_drops_nothing_of_the_others(server: Served, couple: Couple) -> None:
    alice, bob = couple
    server.rests()
    tags = [etag for _, etag, _ in answers(bob)]
    shelf = shelf_of(server, bob)
    kept = dict(shelf.answers)
    alice.drafts("I imagine that you are tired.")
    alice.thinks("I would not tell anybody.")
    alice.says("We have hardly spoken since May.")
    alice.calls_it("COUPLE")
    alice.has_on_screen()
    server.rests()
    assert shelf_of(server, bob) is shelf
    assert all(shelf.answers[place] is answer for place, answer in kept.items())
    assert [etag for _, etag, _ in answers(bob)] == tags


def test_a_changed_name_is_seen_by_both(couple: Couple) -> None:
    alice, bob = couple
    answers(alice), answers(bob)
    alice.does("PATCH", "/me", {"name": "Alicia"})
    assert bob.sees_session()["partner"]["name"] == "Alicia"
    assert alice.does("GET", "/me")["user"]["name"] == "Alicia"


def test_two_people_never_share_an_entry(couple: Couple, eve: Person) -> None:
    alice, bob = couple
    for _ in range(2):
        assert alice.does("GET", "/me")["user"]["name"] == "Alice"
        assert bob.does("GET", "/me")["user"]["name"] == "Bob"
    eve.session_id = alice.session_id
    answers(alice)
    assert [eve.asks("GET", path).status_code for path in places(eve)[:4]] == [404] * 4
    eve.http.headers["Authorization"] = "Bearer of nothing"
    assert {eve.asks("GET", path).status_code for path in places(eve)} == {401}


def test_a_revoked_token_is_refused_at_once_here_and_soon_elsewhere(
    processes: list[Served], at: At, couple: Couple
) -> None:
    alice, _ = couple
    elsewhere = [at(process, alice) for process in processes[1:]]
    for one in (alice, *elsewhere):
        answers(one)
    alice.does("POST", "/auth/logout")
    assert {status for status, *_ in answers(alice)} == {401}
    for one in elsewhere:
        wait_until(partial(is_refused, one), "it is known")


def is_refused(person: Person) -> bool:
    return {status for status, *_ in answers(person)} == {401}


def test_a_sign_in_that_runs_out_opens_nothing_that_was_kept(alice: Person, clock: FakeClock) -> None:
    assert alice.does("GET", "/me")
    clock.passes(days=91)
    assert alice.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")


def test_whoever_has_the_same_already_is_sent_nothing(alice: Person) -> None:
    alice.starts_session()
    answer = alice.asks("GET", alice.here())
    same = alice.asks("GET", alice.here(), headers={"if-none-match": answer.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert same.headers["cache-control"] == "no-store"
    alice.pauses()
    other = alice.asks("GET", alice.here(), headers={"if-none-match": answer.headers["etag"]})
    assert other.status_code == 200
    assert other.headers["etag"] != answer.headers["etag"]


def test_a_session_that_is_deleted_is_not_answered(couple: Couple) -> None:
    alice, bob = couple
    answers(alice), answers(bob)
    alice.leaves()
    assert alice.is_refused("GET", alice.here())[0] == 404
    assert bob.sees_session()["partner"]["joined"] is False


def reading(shelves: Shelves, user_id: UUID, token: bytes = b"token") -> Reading:
    user = User(
        user_id, "a@example.org", "A", None, None, None, email_proven=True, has_password=True, inherited=False
    )
    signed_in: Any = SignedIn(user, uuid4(), NOW, NOW + timedelta(days=1))
    caller: Any = SimpleNamespace(user_id=user_id, signed_in=signed_in)
    return Reading(shelves.moves, token, is_kept=True, caller=caller)


def answer(size: int = 100) -> KeptAnswer:
    return KeptAnswer([], b"x" * size, b"tag", None, None)


PLACE = ("/api/v1/me", b"")


def test_what_was_read_before_something_happened_is_not_kept() -> None:
    shelves, one, other = Shelves(), uuid4(), uuid4()
    begun, of_other = reading(shelves, one), reading(shelves, other, b"other")
    shelves.hear(answers_topic(one))
    shelves.keep(begun, PLACE, answer())
    assert shelves.doors == {}
    shelves.keep(of_other, PLACE, answer())
    assert set(shelves.doors) == {b"other"}
    shelves.keep(reading(shelves, one), PLACE, answer())
    assert set(shelves.doors) == {b"other", b"token"}
    shelves.hear(user_topic(one))
    assert set(shelves.doors) == {b"other"}
    shelves.hear(JOBS_TOPIC)
    assert set(shelves.doors) == {b"other"}
    begun = reading(shelves, one)
    shelves.hear(None)
    shelves.keep(begun, PLACE, answer())
    assert (shelves.doors, shelves.size) == ({}, 0)


def test_what_happened_long_ago_is_forgotten_without_harm() -> None:
    shelves, one = Shelves(most_moves=3), uuid4()
    begun = reading(shelves, one)
    shelves.hear(answers_topic(one))
    for _ in range(3):
        shelves.hear(answers_topic(uuid4()))
    assert len(shelves.moved) == 3
    shelves.keep(begun, PLACE, answer())
    assert shelves.doors == {}


def test_what_is_kept_has_an_end() -> None:
    shelves = Shelves(most_bytes=4 * (OVERHEAD + 100))
    people = [uuid4() for _ in range(6)]
    for number, one in enumerate(people):
        shelves.keep(reading(shelves, one, b"%d" % number), PLACE, answer())
        assert shelves.size == sum(shelf.size for shelf in shelves.shelves.values()) <= shelves.most_bytes
    assert list(shelves.shelves) == [str(one) for one in people[2:]]
    assert set(shelves.doors) == {b"2", b"3", b"4", b"5"}
    roomy, one = Shelves(), uuid4()
    for number in range(MOST_OF_ONE + 5):
        roomy.keep(reading(roomy, one), ("/api/v1/sessions", b"limit=%d" % number), answer())
    assert len(roomy.shelves[str(one)].answers) == MOST_OF_ONE
    assert roomy.size == MOST_OF_ONE * (OVERHEAD + 100)
    for number in range(MOST_OF_ONE + 5):
        roomy.keep(reading(roomy, one, b"%d" % number), PLACE, answer())
        assert set(roomy.doors) == roomy.shelves[str(one)].doors
    assert len(roomy.doors) <= MOST_OF_ONE


@pytest.mark.anyio
async def test_while_nobody_knows_whether_calls_come_through_everything_is_read_anew() -> None:
    shelves, wakeups, one = Shelves(), Wakeups(), uuid4()
    shelves.keep(reading(shelves, one), PLACE, answer())
    kept = KeptAnswers(
        FastAPI(), shelves=shelves, wakeups=wakeups, clock=lambda: NOW, limits=Limits(enabled=False)
    )
    assert kept.find(b"token", PLACE) is None
    wakeups.note_alive()
    assert kept.find(b"token", PLACE) is not None
