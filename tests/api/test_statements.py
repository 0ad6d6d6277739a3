"""How many SQL statements a request costs. The numbers are fixed: they fail when they grow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from meetwithoutfear.store.database import Database
from people import Person
from serving import Served

BACKGROUND = ("jobs.",)


@contextmanager
def counted(server: Served) -> Iterator[list[str]]:
    """BEGIN and COMMIT are not statements of ours, and the worker's polls are nobody's request."""
    store: Database = server.app.state.store
    seen: list[str] = []

    def note(_c: Any, _cursor: Any, statement: str, _p: Any, _context: Any, _many: Any) -> None:
        if not statement.startswith("BEGIN") and not any(word in statement for word in BACKGROUND):
            seen.append(statement)

    engines = {store.reader.sync_engine, store.writer.sync_engine}
    for engine in engines:
        sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        for engine in engines:
            sa.event.remove(engine, "before_cursor_execute", note)


def test_looking_at_a_session_takes_two_statements(server: Served, alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    with counted(server) as statements:
        alice.sees_session()
    assert len(statements) == 2, statements


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
