"""Fixtures. `database_url` is a fresh migrated SQLite file and, again, a fresh PostgreSQL database."""

from __future__ import annotations

import difflib
import gc
import os
import shutil
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import measuring  # before anything of ours: it measures the imports
from databases import Postgresql, Sqlite, postgresql_server
from drawing import SEED, is_drawn_on_postgresql
from fakes import FakeClock
from meetwithoutfear.store.database import Database
from pasts import STAGES, Past, Pasts
from people import Person
from ports import free_port
from recorder import Recording
from serving import Served, served, settings_for

Couple = tuple[Person, Person]
RECORDINGS = Path(__file__).parent / "data" / "recording"
PAST = pytest.StashKey[Past]()
OURS = {"server", "person", "alice", "bob", "eve", "clock"}

# On a busy machine anything may take long, and that is no fault of what is tested.
settings.register_profile(
    "patient", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--drawn",
        action="store_true",
        help="leave the rest to make soak: on PostgreSQL what does not differ there, but for a drawn share",
    )


def pytest_report_header() -> str:
    return f"drawn by MWF_TEST_SEED={SEED}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = {item for item in items if config.getoption("drawn") and item.get_closest_marker("soak")}
    for item in items:
        if "postgresql" not in kinds_of_database(item):
            continue
        item.add_marker("postgresql")
        differs = item.get_closest_marker("both_databases") or "postgresql" in item.fixturenames  # type: ignore[attr-defined]
        if config.getoption("drawn") and not differs and not is_drawn_on_postgresql(item.nodeid):
            left.add(item)
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]
    turns = {module: turn for turn, module in enumerate(modules_in_turn(items))}
    items.sort(key=lambda item: turns[item.path])


def modules_in_turn(items: list[pytest.Item]) -> list[Path]:
    """One worker runs a module, whose fixtures are then made once. What takes long begins first, every other one in a
    browser: more of them at a time would only wait for each other. The rules come last, and fill up the time."""
    slow, browser = ({item.path for item in items if item.get_closest_marker(m)} for m in ("slow", "browser"))
    rules = {item.path for item in items if item.path.parent.name in {"domain", "prompts"}}
    modules = list(dict.fromkeys(item.path for item in items))
    seen = [module for module in modules if module in browser]
    served = sorted((m for m in modules if m not in browser | rules), key=lambda m: m not in slow)
    mixed = [module for pair in zip_longest(seen, served) for module in pair if module is not None]
    return [*mixed, *(module for module in modules if module in rules)]


def kinds_of_database(item: pytest.Item) -> set[str]:
    """By the parameters it was made from, and by the fixtures it asks for."""
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {value for value in parameters if isinstance(value, str)} | set(item.fixturenames)  # type: ignore[attr-defined]


def pytest_collection_finish() -> None:
    """What was imported stays to the end: looking through it for garbage over and over took a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    with measuring.measured(item):
        return (yield)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    with postgresql_server() as server:
        databases = Postgresql(server)
        yield databases
        databases.drop_kept()


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    return Sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def pasts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Pasts]:
    """Of either kind of database."""

    @cache
    def of(kind: str) -> Pasts:
        return Pasts(request.getfixturevalue(kind), tmp_path_factory.mktemp("pasts"))

    return of


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(
    request: pytest.FixtureRequest, pasts: Callable[[str], Pasts], tmp_path: Path
) -> Iterator[str]:
    """Whoever makes a server of their own also lives from the beginning: theirs may differ from ours."""
    made = pasts(request.param)
    is_ours = OURS.isdisjoint(vars(request.module))
    past = made.of(request.fixturenames if is_ours else ())
    request.node.stash[PAST] = past
    if past.data:
        shutil.copytree(past.data, tmp_path / "data")
    with made.databases.copy(past.database) as url:
        yield url


@pytest.fixture
def past(request: pytest.FixtureRequest, database_url: str) -> Past:
    found: Past = request.node.stash[PAST]
    return found


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Database]:
    store = Database(database_url)
    async with store.hear_others():
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
def alice(person: Callable[[str], Person], past: Past) -> Person:
    return appeared(person("Alice"), past)


@pytest.fixture
def bob(person: Callable[[str], Person], past: Past) -> Person:
    return appeared(person("Bob"), past)


@pytest.fixture
def eve(person: Callable[[str], Person], past: Past) -> Person:
    return appeared(person("Eve"), past)


def appeared(person: Person, past: Past) -> Person:
    return person if past.brings(person) else person.registers()


@pytest.fixture
def couple(alice: Person, bob: Person, past: Past) -> Couple:
    """Both have been heard, and neither has written down a guess yet."""
    return come_to("couple", alice, bob, past)


@pytest.fixture
def understood(alice: Person, bob: Person, past: Past) -> Couple:
    """They have understood each other: it is about needs."""
    return come_to("understood", alice, bob, past)


@pytest.fixture
def grounded(alice: Person, bob: Person, past: Past) -> Couple:
    """They stand on something together: it is about something to try."""
    return come_to("grounded", alice, bob, past)


@pytest.fixture
def ranked(alice: Person, bob: Person, past: Past) -> Couple:
    """They have ranked, and their lists meet."""
    return come_to("ranked", alice, bob, past)


def come_to(stage: str, alice: Person, bob: Person, past: Past) -> Couple:
    """Lived now, where no past was brought."""
    for name, story in STAGES.items():
        if not past.has_come_to(name):
            story(alice, bob)
        if name == stage:
            break
    return alice, bob


@pytest.fixture
def unused_port() -> int:
    return free_port()


@pytest.fixture
def recording(server: Served, request: pytest.FixtureRequest) -> Iterator[Recording]:
    """Compared with the one that is kept, which reads like a story. `MWF_RECORD=1` writes it anew: only where a change of
    what people see is meant, in a commit that says what changed and why."""
    made = Recording(server)
    yield made
    made.close()
    kept = RECORDINGS / f"{request.node.originalname.removeprefix('test_')}.txt"
    if os.environ.get("MWF_RECORD"):
        kept.write_text(made.text)
    before = kept.read_text()
    changes = difflib.unified_diff(before.splitlines(), made.text.splitlines(), "kept", "now", lineterm="")
    assert before == made.text, "\n".join(list(changes)[:200])
