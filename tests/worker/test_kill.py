"""A server that is killed at any point of a whole loop: whoever comes back finds the same end, everything once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import sqlalchemy as sa

from meetwithoutfear.store.exchange_tables import attempts, consents, offers, results
from meetwithoutfear.store.tables import inbox, jobs, members, messages
from people import Person
from serving import served, settings_for
from waiting import wait_until

GUESS = "I imagine that you feel tired and alone with the house."
BETTER = "I imagine that nobody hears you when the door closes."
MORE = "When the door closes at night nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."


class Servers:
    """Forks a server when asked, and buries it."""

    def __init__(self) -> None:
        tests = Path(__file__).parent.parent
        self.process = subprocess.Popen(
            [sys.executable, "-m", "worker.dying_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tests)},
        )

    def ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        self.process.communicate(timeout=60)


@dataclass
class Ground:
    """Two people who have been heard, in a file that each story begins with a copy of."""

    file: Path
    folder: Path
    servers: Servers
    tokens: dict[str, str]
    session_id: str


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("killed")
    file = folder / "begin.db"
    with served(settings_for(f"sqlite:///{file}", folder)) as server:
        alice, bob = Person(server.url, "Alice").registers(), Person(server.url, "Bob").registers()
        bob.joins(alice.starts_session())
        alice.comes_to_guess()
        bob.comes_to_guess()
        tokens = {p.name: str(p.http.headers["Authorization"]) for p in (alice, bob)}
        for person in (alice, bob):
            person.close()
    servers = Servers()
    yield Ground(file, folder, servers, tokens, alice.session_id)
    servers.close()


class Story:
    """The two of them and their server. Should it die, it is started again, and what was asked is asked once more, as any
    client does that knows what it wanted: with the same key."""

    def __init__(self, ground: Ground, die_at: str = "") -> None:
        self.ground, self.name, self.die_at = ground, uuid4().hex, die_at
        self.file = ground.folder / f"{self.name}.db"
        shutil.copy(ground.file, self.file)
        self.log = ground.folder / f"{self.name}.log"
        self.database_url = f"sqlite:///{self.file}"
        self.deaths = 0
        self.start()

    def start(self) -> None:
        ready = self.ground.folder / f"{self.name}.{self.deaths}.ready"
        env = {
            "MWF_DATA_DIR": str(self.ground.folder / "data"),
            "MWF_DATABASE_URL": self.database_url,
            "MWF_RATE_LIMITS": "off",
        }
        die_at = "" if self.deaths else self.die_at
        order = {"env": env, "log": str(self.log), "ready": str(ready), "dieAt": die_at}
        self.pid = self.ground.servers.ask(order)["pid"]
        wait_until(ready.exists, "the server has started")
        self.http = httpx.Client(base_url=f"{ready.read_text()}/api/v1", timeout=60, trust_env=False)

    def end(self) -> int:
        self.http.close()
        return int(self.ground.servers.ask({"reap": self.pid})["signal"])

    def come_back(self) -> None:
        assert self.end() == signal.SIGKILL
        self.deaths += 1
        free_what_the_dead_held(self.file)
        self.start()

    def asks(self, who: str, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": self.ground.tokens[who], "Idempotency-Key": uuid4().hex}
        while True:
            try:
                url = f"/sessions/{self.ground.session_id}{path}"
                answer = self.http.request(method, url, json=body, headers=headers)
            except httpx.TransportError:
                self.come_back()
                continue
            assert answer.is_success, answer.text
            return answer.json()["data"]

    def waits(self, fact: Callable[[], bool], what: str) -> None:
        def is_so() -> bool:
            return fact() and not live_jobs(self.database_url)

        wait_until(is_so, what)

    def goes_on(self) -> None:
        def status(who: str) -> Any:
            attempt = self.asks(who, "GET", "/empathy/status")["myAttempt"]
            return attempt and attempt["status"]

        self.asks("Alice", "POST", "/empathy/consent", {"consent": True, "content": GUESS})
        self.waits(lambda: status("Alice") == "AWAITING_SHARING", "a gap is found")
        offer = self.asks("Bob", "GET", "/empathy/share-suggestion")["suggestion"]
        words = {"finalContent": MORE, "offerId": offer["offerId"]}
        self.asks("Bob", "POST", "/reconciler/refinement-chat/finalize", words)
        self.waits(lambda: status("Alice") == "REFINING", "it can be refined")
        self.asks("Alice", "POST", "/empathy/resubmit", {"content": BETTER})
        self.waits(lambda: status("Alice") == "READY", "it is ready")
        self.asks("Bob", "POST", "/empathy/consent", {"consent": True, "content": ABOUT_ALICE})
        self.waits(lambda: status("Bob") == "REVEALED", "both are revealed")
        self.asks("Alice", "POST", "/empathy/validate", {"rating": "ACCURATE"})
        self.asks("Bob", "POST", "/empathy/validate", {"rating": "PARTIAL"})

    def told(self) -> str:
        """How it ended: chats word for word, events by their kind, and the state of everything, without ids and times."""
        os.kill(self.pid, signal.SIGKILL)
        self.end()
        return end_of(self.database_url)


def free_what_the_dead_held(file: Path) -> None:
    """Leases run in real time; the dead need not be waited for."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE jobs SET leased_until = '2000-01-01 00:00:00.000000'"))
    engine.dispose()


def live_jobs(url: str) -> bool:
    waiting = sa.select(jobs.c.id).where(jobs.c.state == "READY", jobs.c.kind.in_(KINDS))
    return bool(looked_up(url, waiting)[0])


def looked_up(url: str, *statements: sa.Select[Any]) -> list[list[Any]]:
    """Past the server, and quicker than through it."""
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            return [list(connection.execute(statement).all()) for statement in statements]
    finally:
        engine.dispose()


KINDS = ["analyze", "refresh_guidance"]


def end_of(url: str) -> str:
    chats = sa.select(messages.c.side, messages.c.seq, messages.c.role, messages.c.content, messages.c.stage)
    events = sa.select(members.c.side, inbox.c.type).join(members, members.c.user_id == inbox.c.user_id)
    attempted = sa.select(
        *(attempts.c[name] for name in ("side", "status", "revision", "attempts", "verdict", "delivery"))
    )
    offered = sa.select(offers.c.iteration, offers.c.status, offers.c.shared, offers.c.suggestion)
    found = sa.select(results.c.side, results.c.iteration, results.c.action)
    agreed = sa.select(consents.c.side, consents.c.target_type, consents.c.content)
    waiting = sa.select(members.c.side, members.c.version, members.c.badge)
    ends = looked_up(
        url,
        chats.order_by(messages.c.side, messages.c.seq),
        events.order_by(members.c.side, inbox.c.type),
        attempted.order_by(attempts.c.side),
        offered.order_by(offers.c.iteration),
        found.order_by(results.c.side, results.c.iteration),
        agreed.order_by(consents.c.side, consents.c.content),
        waiting.order_by(members.c.side),
    )
    return "\n".join(repr(end) for end in ends)


@pytest.mark.slow
def test_a_server_killed_anywhere_in_the_loop_comes_to_the_same_end(ground: Ground) -> None:
    unharmed = Story(ground)
    unharmed.goes_on()
    end, points = unharmed.told(), unharmed.log.read_text().split("\n")[:-1]
    assert len(points) == len(set(points)) > 40
    died_at = set()
    for point in points:
        story = Story(ground, die_at=point)
        story.goes_on()
        assert story.deaths == 1, point
        assert story.told() == end, point
        died_at.add(point)
    assert died_at == set(points)
