"""Somebody who uses the product over HTTP, as any client could."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any

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
        found = self.status()
        end = time.monotonic() + PATIENCE_SECONDS
        while found not in statuses:
            if time.monotonic() > end:
                raise DemoFailed(f"{self.name} waits in vain: {found}")
            time.sleep(POLL_SECONDS)
            found = self.status()
        return found or ""

    def is_told_of_ground(self) -> Any:  # noqa: ANN401
        end = time.monotonic() + PATIENCE_SECONDS
        while not (found := self.gets("/common-ground"))["analysisComplete"]:
            if time.monotonic() > end:
                raise DemoFailed(f"{self.name} waits in vain for common ground")
            time.sleep(POLL_SECONDS)
        return found["commonGround"]
