"""Fixtures. `database_url` is a fresh migrated SQLite file and, again, a fresh PostgreSQL database."""

from __future__ import annotations

import gc
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from databases import Postgresql, Sqlite, postgresql_server
from fakes import FakeClock
from meetwithoutfear.store.database import Database
from people import Person
from serving import Served, served, settings_for

# On a busy machine anything may take long, and that is no fault of what is tested.
settings.register_profile(
    "patient", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def pytest_collection_finish() -> None:
    """What was imported stays to the end: looking through it for garbage over and over took a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    with postgresql_server() as server:
        databases = Postgresql(server)
        yield databases
        databases.drop_template()


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    return Sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite").fresh(tmp_path)
        return
    databases: Postgresql = request.getfixturevalue("postgresql")
    with databases.fresh() as url:
        yield url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Database]:
    store = Database(database_url)
    async with store.wakeups.listening(store.url):
        yield store
    await store.close()


@pytest.fixture
async def sqlite_store(sqlite: Sqlite, tmp_path: Path) -> AsyncIterator[Database]:
    store = Database(sqlite.fresh(tmp_path))
    yield store
    await store.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path), clock) as running:
        yield running


@pytest.fixture
def person(server: Served) -> Iterator[Callable[[str], Person]]:
    with ExitStack() as stack:

        def appears(name: str) -> Person:
            somebody = Person(server.url, name)
            stack.callback(somebody.close)
            return somebody

        yield appears


@pytest.fixture
def couple(alice: Person, bob: Person) -> tuple[Person, Person]:
    """Both have been heard, and neither has written down a guess yet."""
    bob.joins(alice.starts_session())
    return alice.comes_to_guess(), bob.comes_to_guess()


@pytest.fixture
def alice(person: Callable[[str], Person]) -> Person:
    return person("Alice").registers()


@pytest.fixture
def bob(person: Callable[[str], Person]) -> Person:
    return person("Bob").registers()


@pytest.fixture
def eve(person: Callable[[str], Person]) -> Person:
    return person("Eve").registers()


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
