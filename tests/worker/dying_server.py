"""Real server processes that can be told to die at a certain point. The points are named by those who pass them: every
commit, before and after, by the function whose transaction it is; every engine call, before and after, by its prompt.

Run as a program it forks a server for each line it reads: what is slow to import is imported once, and whoever dies is a
process of its own."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fakes import FakeClock, ScriptedEngine
from meetwithoutfear.config import load_settings
from meetwithoutfear.domain.discretion.turns import Part, parts_of
from meetwithoutfear.domain.repair.pool import EXPERIMENTS, Experiment
from meetwithoutfear.domain.safety import SafetyFinding
from meetwithoutfear.main import build_app, build_server, keep_working
from meetwithoutfear.prompts.prompt import Task
from meetwithoutfear.prompts.two_sided import GapTask
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.worker.handlers import build_worker

AROUND = {"Worker._give_back", "Worker._keep_leases", "CallRecord._write"}
"""What a worker does around its work, whenever it gets to it."""


@dataclass
class Points:
    """Writes down each point as it is passed, and dies at the one it was told."""

    log: Path
    die_at: str
    passed: Counter[str] = field(default_factory=Counter)

    def pass_by(self, name: str) -> None:
        self.passed[name] += 1
        point = f"{name} #{self.passed[name]}"
        with self.log.open("a") as out:
            out.write(f"{point}\n")
        if point == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)


class WatchedStore(Database):
    def __init__(self, url: str, points: Points) -> None:
        super().__init__(url)
        self.points = points

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        whose = sys._getframe(2).f_code.co_qualname  # who opens the transaction names its points
        async with super().write() as tx:
            yield tx
            self._pass(f"before the commit of {whose}")
        self._pass(f"after the commit of {whose}")

    def _pass(self, point: str) -> None:
        if not any(point.endswith(name) for name in AROUND):
            self.points.pass_by(point)


class WatchedEngine(ScriptedEngine):
    """Finds gaps in a first guess about somebody, and none in what comes after."""

    def __init__(self, points: Points) -> None:
        super().__init__()
        self.points = points
        self.judges = first_guesses_have_gaps
        self.suggests = "It has been a lonely year."

    async def answer(self, prompt: Task[Any]) -> Any:
        name = type(prompt).__module__.rpartition(".")[2]
        self.points.pass_by(f"before the engine's {name}")
        answer = await super().answer(prompt)
        self.points.pass_by(f"after the engine's {name}")
        return answer


def first_guesses_have_gaps(prompt: GapTask) -> str:
    return "gaps" if prompt.iteration == 1 and prompt.guesser == "Alice" else "good"


class Quiet:
    """Hears nothing: what these people write is harmless, and the weights would take a second to load."""

    async def get_ready(self) -> None:
        pass

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(words[:0])

    async def suggest_experiments(self, *_: object, count: int, **_rest: object) -> tuple[Experiment, ...]:
        return EXPERIMENTS[:count]

    async def reads_turn(self, text: str, partner: str) -> tuple[Part, ...]:
        return parts_of(text, partner)

    async def hears_danger(self, text: str) -> SafetyFinding | None:  # noqa: ARG002  # as every listener is asked
        return None


async def serve(order: dict[str, str]) -> None:
    settings = load_settings({**order["env"]})  # type: ignore[dict-item]
    points, clock = Points(Path(order["log"]), order["dieAt"]), FakeClock()
    store, engine = WatchedStore(settings.database_url, points), WatchedEngine(points)
    app = build_app(settings, clock=clock, with_worker=False, store=store, engine=engine, listener=Quiet())
    worker = build_worker(store, settings, clock, engine)
    worker.recurring, worker.poll_seconds = (), 0.05
    server = build_server(app, "127.0.0.1", 0)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    working = asyncio.create_task(keep_working(worker))
    port = server.servers[0].sockets[0].getsockname()[1]
    ready = Path(order["ready"])
    ready.with_suffix(".new").write_text(f"http://127.0.0.1:{port}")
    ready.with_suffix(".new").rename(ready)
    await serving
    working.cancel()


def main() -> None:
    gc.freeze()  # shared by all of them, and nobody's garbage
    for line in sys.stdin:
        order = json.loads(line)
        if "reap" in order:
            _, status = os.waitpid(order["reap"], 0)
            print(json.dumps({"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0}), flush=True)  # noqa: T201
            continue
        child = os.fork()
        if child == 0:
            asyncio.run(serve(order))
            os._exit(0)
        print(json.dumps({"pid": child}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
