"""Stories whose server dies at a certain point: it is started again, and what was asked for is asked for once more."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import httpx
import sqlalchemy as sa

from meetwithoutfear.store.tables import jobs
from waiting import PATIENCE_SECONDS, wait_until


class Servers:
    """Forks a server when asked, and buries it."""

    def __init__(self) -> None:
        tests = Path(__file__).parent.parent
        self.process = subprocess.Popen(
            [sys.executable, "-m", "worker.dying_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(tests), *os.environ.get("PYTHONPATH", "").split()]),
            },
        )

    def ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        self.process.communicate(timeout=PATIENCE_SECONDS)


@dataclass
class Ground:
    """Two people who have been heard, in a file that each story begins with a copy of."""

    file: Path
    folder: Path
    servers: Servers
    tokens: dict[str, str]
    session_id: str


class Story:
    """The two of them and their server. Should it die, it is started again, and what was asked is asked once more, as any
    client does that knows what it wanted: with the same key."""

    kinds: ClassVar[tuple[str, ...]]
    """The work that has to be done before the story goes on."""

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
        self.http = httpx.Client(
            base_url=f"{ready.read_text()}/api/v1", timeout=PATIENCE_SECONDS, trust_env=False
        )

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
            return fact() and not self.live_jobs()

        wait_until(is_so, what)

    def live_jobs(self) -> bool:
        waiting = sa.select(jobs.c.id).where(jobs.c.state == "READY", jobs.c.kind.in_(self.kinds))
        return bool(looked_up(self.database_url, waiting)[0])

    def dies(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.end()


def free_what_the_dead_held(file: Path) -> None:
    """Leases run in real time; the dead need not be waited for."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE jobs SET leased_until = '2000-01-01 00:00:00.000000'"))
    engine.dispose()


def looked_up(url: str, *statements: sa.Select[Any]) -> list[list[Any]]:
    """Past the server, and quicker than through it."""
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            return [list(connection.execute(statement).all()) for statement in statements]
    finally:
        engine.dispose()
