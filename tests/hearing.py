"""What comes in over an open stream: a reply as it is made, and what a member is told of."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from typing import Any

import httpx

from waiting import PATIENCE_SECONDS


def letters_of(answer: httpx.Response) -> str:
    """As it came. Only in which order the pool is shown is drawn from random ids: in a session it is told by its words."""
    found = answer.json() if answer.headers.get("content-type", "").startswith("application/json") else {}
    data = found.get("data")
    pool = data["session"].get("pool") if isinstance(data, dict) and "session" in data else None
    if not pool:
        return answer.text
    pool["strategies"].sort(key=itemgetter("description"))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


class Refused(AssertionError):
    """A story expected a yes and heard a no."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(
            f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}"
        )
        self.answer = answer


def events_in(answer: httpx.Response) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        if line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


class Listener:
    """One open event stream, read by a thread of its own."""

    def __init__(self, http: httpx.Client, after: int | None) -> None:
        self.heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.last_id = after
        headers = {"Last-Event-ID": str(after)} if after is not None else {}
        request = http.build_request("GET", "/events", headers=headers)
        self.answer = http.send(request, stream=True)
        if not self.answer.is_success:
            self.answer.read()
            raise Refused(self.answer)
        # The first line says that the stream is open: whatever happens from now on will be heard.
        self.lines = self.answer.iter_lines()
        assert next(self.lines).startswith("retry:")
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        try:
            for line in self.lines:
                if line.startswith("id:"):
                    self.last_id = int(line[3:])
                if line.startswith("data:"):
                    self.heard.put(json.loads(line[5:]))
        except httpx.HTTPError:
            pass
        self.heard.put(None)

    def next(self, timeout: float = PATIENCE_SECONDS) -> dict[str, Any]:
        event = self.heard.get(timeout=timeout)
        assert event is not None, "the stream has ended"
        return event

    def hears(self, kind: str) -> dict[str, Any]:
        while True:
            event = self.next()
            if event["type"] == kind:
                return event

    def hears_the_end(self) -> None:
        while self.heard.get(timeout=PATIENCE_SECONDS) is not None:
            pass

    def close(self) -> None:
        # Closing from here only marks it; shutting the socket down wakes the reader.
        stream = self.answer.extensions["network_stream"]
        sock = stream.get_extra_info("socket")
        with suppress(OSError):
            sock.shutdown(2)
        self.thread.join(PATIENCE_SECONDS)
        self.answer.close()
