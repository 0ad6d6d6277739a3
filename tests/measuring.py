"""Coverage of the tests that are measured, within a run of all of them.

Measuring doubles the time of whatever runs meanwhile, the libraries included, and most lines are reached by many tests. So
only our own modules are measured while they are imported, by one of the workers, and then one test after the other, unless
it is marked as one whose lines others reach as well. The gates of tools/run_tests.py ask for what these reach."""

from __future__ import annotations

import atexit
import importlib
import os
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from coverage import Coverage

UNMEASURED = ("postgresql", "browser", "slow", "unmeasured")
REACHED_BY_OTHERS = (
    "api/test_accounts", "api/test_agreements", "api/test_care", "api/test_changes_of_mind", "api/test_deletion",
    "api/test_discretion", "api/test_empathy", "api/test_identity", "api/test_invitations", "api/test_limits",
    "api/test_needs", "api/test_pages", "api/test_reconciler", "api/test_refusals", "api/test_relation",
    "api/test_seen", "api/test_statements", "api/test_strategies",
    "domain/test_empathy_view", "domain/test_exchange_oracle", "domain/test_never_stuck", "domain/test_session_walks",
    "domain/test_telling_walks", "domain/test_wandering", "engines/test_answers",
    "privacy/test_authorship", "privacy/test_change_of_mind", "privacy/test_silence", "privacy/test_traces",
    "store/test_migrations", "test_gap_traps", "worker/test_notify", "worker/test_summary",
)  # fmt: skip
"""Modules of which, measured one by one, hardly a line was theirs alone."""
HEAVY = (
    "alembic",
    "asyncpg",
    "fastapi",
    "numpy",
    "onnxruntime",
    "sqlalchemy.ext.asyncio",
    "typer",
    "uvicorn",
)
NO_MODULES = ("meetwithoutfear.__main__", "meetwithoutfear.store.migrations")
"""Run as programs, by those who test them."""
IN_PROCESSES = "COVERAGE_PROCESS_CONFIG"
"""Set by coverage, and read by every Python that starts."""

FIRST_WORKER = "gw0"

running: Coverage | None = None
config = ""


def begin() -> None:
    """Before anything of ours is imported. The controller of a run imports tests, but runs none."""
    global running, config  # noqa: PLW0603  # one per process
    if os.environ.get("MWF_MEASURED") != "1" or "PYTEST_XDIST_WORKER" not in os.environ:
        return
    for name in HEAVY:
        importlib.import_module(name)
    running = Coverage()
    running.start()
    if os.environ["PYTEST_XDIST_WORKER"] != FIRST_WORKER:
        running.stop()
    import meetwithoutfear  # noqa: PLC0415

    for module in pkgutil.walk_packages(meetwithoutfear.__path__, "meetwithoutfear."):
        if not module.name.startswith(NO_MODULES):
            importlib.import_module(module.name)
    config = os.environ[IN_PROCESSES]
    rest()
    atexit.register(running.save)


def rest() -> None:
    if running:
        running.stop()
        os.environ.pop(IN_PROCESSES, None)


@contextmanager
def measured(item: pytest.Item) -> Iterator[None]:
    is_reached = item.path.with_suffix("").as_posix().endswith(REACHED_BY_OTHERS)
    if running is None or is_reached or any(item.get_closest_marker(mark) for mark in UNMEASURED):
        yield
        return
    os.environ[IN_PROCESSES] = config
    running.start()
    yield
    rest()


begin()
