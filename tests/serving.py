"""The product, served over real HTTP: in a thread with a fake clock, or as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from databases import lent_database
from fakes import FakeClock, ScriptedEngine
from looking import rows
from meetwithoutfear.api.events import Pace
from meetwithoutfear.config import Settings, load_settings
from meetwithoutfear.main import build_app, build_server
from meetwithoutfear.store.database import JOBS_TOPIC
from meetwithoutfear.store.tables import jobs
from waiting import wait_until

PATIENCE_SECONDS = 240


class Audited:
    """Asks for whatever may have been kept a second time, to be read anew: the two must be the same. Something may happen in
    between; then they are asked for again."""

    def __init__(self, app: ASGIApp, found: AuditFindings) -> None:
        self.app, self.found = app, found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_plain = scope["type"] == "http" and scope["method"] == "GET" and not has_body(scope)
        if not is_plain or not self.found.is_on:
            await self.app(scope, receive, send)
            return
        answer, is_over = await self._asked(scope, receive, send)
        if is_over:
            return
        for _ in range(5):
            fresh, _ = await self._asked(scope, receive, send, (b"cache-control", b"no-cache"))
            if answer[1:] == fresh[1:]:
                break
            await asyncio.sleep(0.05)
            answer, _ = await self._asked(scope, receive, send)
        else:
            self.found.stale.append((scope["path"], answer, fresh))
        self.found.compared += 1
        for message in answer:
            await send(message)

    async def _asked(
        self, scope: Scope, receive: Receive, send: Send, *more: tuple[bytes, bytes]
    ) -> tuple[list[Message], bool]:
        """All of the answer; or nothing more of it, where it is of another kind and has gone out."""
        again = {**scope, "headers": [*scope["headers"], *more], "state": dict(scope.get("state", {}))}
        held: list[Message] = []

        async def listen(message: Message) -> None:
            if held or any(name == b"etag" for name, _ in message.get("headers", ())):
                held.append(message)
            else:
                await send(message)

        asked = False

        async def receive_once() -> Message:
            nonlocal asked
            if asked:
                return await receive()
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        await self.app(again, receive_once, listen)
        return held, not held


def has_body(scope: Scope) -> bool:
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


@dataclass
class AuditFindings:
    is_on: bool = True
    compared: int = 0
    stale: list[Any] = field(default_factory=list)


class Served:
    def __init__(
        self, url: str, clock: FakeClock, settings: Settings, app: Any, engine: ScriptedEngine
    ) -> None:
        self.url = url
        self.clock = clock
        self.engine = engine
        self.settings = settings
        self.app = app

    def rests(self) -> None:
        """Until all work that is due by now has been done."""
        due = sa.select(jobs.c.id).where(jobs.c.state == "READY", jobs.c.run_at <= self.clock())
        wait_until(lambda: not rows(self.settings.database_url, due), "all work is done")


def settings_for(database_url: str, folder: Path, **more: str) -> Settings:
    environment = {
        "MWF_DATA_DIR": str(folder / "data"),
        "MWF_DATABASE_URL": database_url,
        "MWF_RATE_LIMITS": "off",
        **more,
    }
    return load_settings(environment)


@contextmanager
def served(
    settings: Settings,
    clock: FakeClock | None = None,
    *,
    pace: Pace | None = None,
    engine: ScriptedEngine | None = None,
) -> Iterator[Served]:
    clock, engine = clock or FakeClock(), engine or ScriptedEngine()
    with lent_database(settings.database_url) as store:
        app = build_app(settings, clock=clock, engine=engine, store=store)
        audit = app.state.audit = AuditFindings()
        app.add_middleware(Audited, found=audit)
        app.state.streams.pace = pace or Pace(poll=0.5, keep_alive=1.0, patience=5.0)
        server = build_server(app, "127.0.0.1", 0)
        loops: list[asyncio.AbstractEventLoop] = []

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            await server.serve()
            # A browser connects ahead of need, also while the server closes: nobody else would hang up.
            if late := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(late, timeout=PATIENCE_SECONDS)
            for connection in list(server.server_state.connections):
                if connection.transport is not None:
                    connection.transport.close()
            await asyncio.sleep(0)

        def look_for_work() -> None:
            loops[0].call_soon_threadsafe(store.wakeups.wake, [JOBS_TOPIC])

        thread = threading.Thread(target=lambda: asyncio.run(serve()), name="server")
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive(), "the server starts")
            assert server.started, "the server did not start"
            port = server.servers[0].sockets[0].getsockname()[1]
            clock.tells.append(look_for_work)
            yield Served(f"http://127.0.0.1:{port}", clock, settings, app, engine)
        finally:
            if look_for_work in clock.tells:
                clock.tells.remove(look_for_work)
            server.should_exit = True
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive(), "the server did not stop"
            assert not audit.stale, audit.stale[0]


@cache
def forks() -> subprocess.Popen[str]:
    """Ends with us: nobody writes to it any more."""
    program = Path(__file__).with_name("command_forks.py")
    return subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def mwf(*arguments: str, env: Mapping[str, str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command, run to its end in a process of its own. Where processes are measured, it is one from the beginning."""
    whole = {**os.environ, **env}
    if "COVERAGE_PROCESS_CONFIG" in os.environ:
        command = [sys.executable, "-m", "meetwithoutfear", *arguments]
        return subprocess.run(
            command, env=whole, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        code = ask_for(arguments, whole, cwd, stdout=str(out), stderr=str(err))
        return subprocess.CompletedProcess(arguments, code, out.read_text(), err.read_text())


def ask_for(arguments: Sequence[str], env: Mapping[str, str], cwd: Path | None, **more: str) -> int:
    server = forks()
    assert server.stdin is not None
    assert server.stdout is not None
    order = {"arguments": arguments, "env": dict(env), "cwd": str(cwd or Path.cwd()), **more}
    server.stdin.write(json.dumps(order) + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


@dataclass(frozen=True)
class Process:
    """A command that runs until it is told to end, or killed."""

    pid: int
    end: Path

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def poll(self) -> int | None:
        return int(self.end.read_text()) if self.end.exists() else None

    def wait(self) -> int | None:
        wait_until(self.end.exists, "the process has ended")
        return self.poll()


@contextmanager
def mwf_process(*arguments: str, env: Mapping[str, str], log: Path) -> Iterator[Process]:
    # It ends by a signal and could not say what it has measured.
    inherited = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}
    log.touch()
    with tempfile.TemporaryDirectory() as folder:
        end = Path(folder, "end")
        pid = ask_for(arguments, {**inherited, **env}, None, stdout=str(log), stderr=str(log), end=str(end))
        process = Process(pid, end)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait()


def wait_until_ready(url: str) -> None:
    with httpx.Client(timeout=PATIENCE_SECONDS, trust_env=False) as http:

        def answers() -> bool:
            try:
                return http.get(f"{url}/api/v1/health/ready").status_code == httpx.codes.OK
            except httpx.HTTPError:
                return False

        wait_until(answers, "the server answers")
