"""Where the demo is played, and by whom: a server of its own on this computer, with a database of its own, and people who
use the product over HTTP, as any client could."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from meetwithoutfear.config import Settings
from meetwithoutfear.main import Server, build_app, build_server

PASSWORD = "a quiet evening"  # noqa: S105  # printed for whoever looks at the demo
PATIENCE_SECONDS = 120
POLL_SECONDS = 0.1


class DemoFailed(Exception):
    """The server said no where the story needs a yes."""


class Guest:
    def __init__(self, port: int, name: str) -> None:
        self.name, self.email = name, f"{name.lower()}@demo.example.org"
        self.server = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self.headers = {"Content-Type": "application/json"}
        self.session_id = ""

    def does(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # JSON
        sent = None if body is None else json.dumps(body)
        self.server.request(method, f"/api/v1{path}", sent, self.headers)
        answer = self.server.getresponse()
        text = answer.read()
        if answer.status >= http.client.BAD_REQUEST:
            raise DemoFailed(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)["data"] if text else None

    def gets(self, path: str) -> Any:  # noqa: ANN401
        return self.does("GET", f"/sessions/{self.session_id}{path}")

    def posts(self, path: str, body: object = None) -> Any:  # noqa: ANN401
        return self.does("POST", f"/sessions/{self.session_id}{path}", body)

    def registers(self) -> None:
        account = {"email": self.email, "password": PASSWORD, "name": self.name}
        token = self.does("POST", "/auth/register", account)["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def status(self) -> str | None:
        mine = self.gets("/empathy/status")["myAttempt"]
        return mine["status"] if mine else None

    def comes_to(self, *statuses: str) -> str:
        return str(self.waits_for(self.status, lambda status: status in statuses))

    def is_told_of_ground(self) -> Any:  # noqa: ANN401
        found = self.waits_for(lambda: self.gets("/common-ground"), lambda told: told["analysisComplete"])
        return found["commonGround"]

    def waits_for(self, look: Callable[[], Any], is_there: Callable[[Any], bool]) -> Any:  # noqa: ANN401
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_there(found := look()):
            if time.monotonic() > end:
                raise DemoFailed(f"{self.name} waits in vain: {found}")
            time.sleep(POLL_SECONDS)
        return found


def own_settings(settings: Settings, folder: Path, port: int) -> Settings:
    """Nothing of the demo comes near anybody's real data, and no limit slows it down."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return replace(
        settings,
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'demo.db'}",
        base_url=f"http://localhost:{port}" if port else settings.base_url,
        smtp_url=None,
        rate_limits=False,
    )


@contextmanager
def serve_demo(settings: Settings, port: int) -> Iterator[tuple[Server, int]]:
    server = build_server(build_app(settings), "127.0.0.1", port)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), name="demo server")
    thread.start()
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not server.started and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        if not server.started:
            raise DemoFailed("The server did not start.")
        yield server, server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
