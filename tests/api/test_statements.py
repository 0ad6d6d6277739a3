"""How many SQL statements a request costs. The numbers are fixed: they fail when they grow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from looking import rows
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.tables import jobs
from people import Person
from serving import Served
from waiting import wait_until

BACKGROUND = ("jobs.",)

pytestmark = pytest.mark.both_databases


@contextmanager
def counted(server: Served) -> Iterator[list[str]]:
    """BEGIN and COMMIT are not statements of ours, and the worker's polls are nobody's request, nor is the wake-up call of
    a transaction that did nothing else."""
    store: Database = server.app.state.store
    seen: list[str] = []
    idle: dict[Any, bool] = {}
    # What every server does once it has started is done first.
    server.rests()
    server.app.state.audit.is_on = False

    def begin(connection: Any) -> None:
        idle[connection] = True

    def note(connection: Any, _cursor: Any, statement: str, _p: Any, _context: Any, _many: Any) -> None:
        if statement.startswith("BEGIN") or any(word in statement for word in BACKGROUND):
            return
        if not (idle.get(connection) and "pg_notify" in statement):
            idle[connection] = False
            seen.append(statement)

    engines = store.pools
    for engine in engines:
        sa.event.listen(engine, "begin", begin)
        sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        for engine in engines:
            sa.event.remove(engine, "begin", begin)
            sa.event.remove(engine, "before_cursor_execute", note)


def test_looking_at_a_session_takes_two_statements(server: Served, alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    with counted(server) as statements:
        alice.sees_session()
    assert len(statements) == 2, statements


def test_a_whole_session_takes_two_statements_and_one_for_each_part_that_has_begun(
    server: Served, couple: tuple[Person, Person]
) -> None:
    alice, bob = couple

    def counts() -> int:
        with counted(server) as statements:
            alice.sees_session()
        return len(statements)

    alice.drafts("I imagine")
    assert counts() == 2
    alice.understands(bob)
    assert counts() == 3
    alice.stands_with(bob)
    assert counts() == 6


@pytest.mark.parametrize("number", [1, 30])
def test_the_list_takes_two_statements_however_long(server: Served, alice: Person, number: int) -> None:
    for _ in range(number):
        alice.starts_session()
    with counted(server) as statements:
        assert len(alice.sees_list()) == number
    assert len(statements) == 2, statements


def test_reading_a_chat_takes_two_statements(server: Served, alice: Person) -> None:
    alice.starts_session()
    with counted(server) as statements:
        alice.reads_chat()
    assert len(statements) == 2, statements


def offered(server: Served, couple: tuple[Person, Person]) -> tuple[Person, Person]:
    """A statement with an offer: everything that a status can have to look up is there."""
    alice, bob = couple
    server.engine.finds, server.engine.suggests = ["gaps"], "It has been a lonely year."
    alice.shares_statement("I imagine that you feel tired.")
    alice.comes_to("AWAITING_SHARING")
    return alice, bob


def test_the_exchange_and_what_waits_take_three_statements_and_the_badge_two(
    server: Served, couple: tuple[Person, Person]
) -> None:
    _, bob = offered(server, couple)
    for look, most in ((bob.sees_exchange, 3), (bob.sees_pending, 3), (bob.sees_badge, 2)):
        with counted(server) as statements:
            look()
        assert len(statements) <= most, statements


def test_the_badge_takes_two_statements_over_a_hundred_sessions(server: Served, alice: Person) -> None:
    for _ in range(100):
        alice.starts_session()
    with counted(server) as statements:
        assert alice.sees_badge()["total"] == 0
    assert len(statements) <= 2, statements


def test_a_whole_loop_takes_at_most_eighty_six_statements(
    server: Served, couple: tuple[Person, Person]
) -> None:
    """From the consent through an offer and a resubmission to READY, with the work of the reconciler. Three of them look
    whether the caller may act before a word is listened to, three find out what no draft may tell."""
    alice, bob = couple
    server.engine.finds = ["gaps", "gaps", "good"]
    server.engine.suggests = "It has been a lonely year."
    with counted(server) as statements:
        alice.shares_statement("I imagine that you feel tired.")
        rests(server)
        bob.answers_offer("accept", content="I was afraid all year.")
        rests(server)
        alice.resubmits("I imagine that you were afraid.")
        rests(server)
    assert alice.my_status() == "READY"
    assert len(statements) <= 86, [statement.split("\n")[0] for statement in statements]


def rests(server: Served) -> None:
    waiting = sa.select(jobs.c.id).where(
        jobs.c.state == "READY", jobs.c.kind.in_(["analyze", "refresh_guidance"])
    )
    wait_until(lambda: not rows(server.settings.database_url, waiting), "the reconciler has done its work")


def test_looking_at_needs_common_ground_and_the_pool_takes_at_most_three_statements(
    server: Served, grounded: tuple[Person, Person]
) -> None:
    alice, bob = grounded
    for one in (alice, bob):
        for number in range(5):
            one.has_idea(f"An idea, number {number}")
        one.is_ready()
    ranked = [idea["id"] for idea in alice.sees_pool()["strategies"]]
    for one in (alice, bob):
        one.ranks(*ranked)
    for _ in range(2):
        for look in (bob.sees_needs, bob.sees_ground, bob.sees_pool, bob.sees_overlap, bob.sees_agreements):
            with counted(server) as statements:
                look()
            assert len(statements) <= 3, (look, statements)
        alice.answers(alice.proposes("One of them")["id"], yes=False)
