"""Who may read the files that hold what people said: nobody but the user who runs the server, whatever lay there before."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from meetwithoutfear.config import load_settings
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import is_current, migrate
from people import Person
from serving import mwf, mwf_process, wait_until_ready

DATABASE = ("meetwithoutfear.db", "meetwithoutfear.db-wal", "meetwithoutfear.db-shm")
UMASKS = [0o000, 0o022, 0o777]


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Children inherit it."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Open to everybody, as an operator may have made it."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def all_private(folder: Path) -> bool:
    return set(modes(folder).values()) == {0o600}


@pytest.mark.unmeasured
@pytest.mark.parametrize("mask", UMASKS)
def test_serving_keeps_every_file_to_itself(
    folder: Path, tmp_path: Path, mask: int, unused_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_port}"
    env = {"MWF_DATA_DIR": str(folder), "MWF_PORT": str(unused_port), "MWF_RATE_LIMITS": "off"}
    log = tmp_path / "server.log"
    log.touch(mode=0o600)
    with umask(mask), mwf_process("serve", env=env, log=log):
        wait_until_ready(url)
        Person(url, "Alice").registers().close()
        assert modes(folder) == dict.fromkeys((*DATABASE, "secret.key"), 0o600)
    assert all_private(folder)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "command", [["migrate"], ["doctor"], ["jobs", "list"], ["user", "link", "a@example.org"]]
)
def test_every_command_closes_what_it_makes_and_what_it_finds_open(folder: Path, command: list[str]) -> None:
    env = {"MWF_DATA_DIR": str(folder)}
    with umask(0):
        mwf(*command, env=env, cwd=folder)
        assert all_private(folder)
        for file in folder.iterdir():
            file.chmod(0o666)
        mwf(*command, env=env, cwd=folder)
    assert all_private(folder)


def test_a_database_that_was_open_to_others_is_closed_with_all_that_lies_beside_it(folder: Path) -> None:
    url, file = f"sqlite:///{folder / 'old.db'}", folder / "old.db"
    with umask(0), closing(sqlite3.connect(file)) as before:
        before.execute("PRAGMA journal_mode=WAL")
        before.execute("CREATE TABLE something (x)")
        assert modes(folder) == dict.fromkeys(("old.db", "old.db-wal", "old.db-shm"), 0o644)
        asyncio.run(read_once(url))
        assert all_private(folder)


async def read_once(url: str) -> None:
    store = Database(url)
    async with store.read():
        pass
    await store.close()


def test_a_question_about_the_schema_makes_no_open_file(folder: Path) -> None:
    with umask(0):
        assert not asyncio.run(is_current(f"sqlite:///{folder / 'new.db'}"))
    assert all_private(folder)


def test_another_connection_lets_go_of_no_lock(folder: Path) -> None:
    """Closing a file drops every lock that the process holds on it, whoever took them: so it is never opened here."""
    url = f"sqlite:///{folder / 'one.db'}"
    asyncio.run(migrate(url))
    with closing(sqlite3.connect(folder / "one.db", isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        held = locks_of_this_process()
        assert held
        asyncio.run(read_once(url))
        assert held <= locks_of_this_process()


def locks_of_this_process() -> set[str]:
    lines = Path("/proc/locks").read_text().splitlines()
    return {line.partition(":")[2].strip() for line in lines if f" {os.getpid()} " in line}


def test_a_key_that_was_open_to_others_is_closed_and_kept(folder: Path) -> None:
    key = load_settings({"MWF_DATA_DIR": str(folder)}).secret_key
    (folder / "secret.key").chmod(0o644)
    assert load_settings({"MWF_DATA_DIR": str(folder)}).secret_key == key
    assert modes(folder) == {"secret.key": 0o600}


def test_a_new_key_is_private_under_any_umask(tmp_path: Path) -> None:
    for mask in UMASKS:
        folder = tmp_path / str(mask)
        folder.mkdir()
        with umask(mask):
            assert load_settings({"MWF_DATA_DIR": str(folder)}).secret_key
        assert modes(folder) == {"secret.key": 0o600}
