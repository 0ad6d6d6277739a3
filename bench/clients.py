"""Whoever asks: as many connections as wanted, each with its next request as soon as the last is answered. The client has to
cost less than what it measures, so it looks at nothing but the status and the length."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Call:
    """A request, ready to be sent; where it differs each time, with `%d` in its body for a number."""

    method: str
    path: str
    token: str | None = None
    body: object = None
    cold: bool = False
    """Nothing that was kept may answer it."""

    def encoded(self) -> bytes:
        head = [f"{self.method} {self.path} HTTP/1.1", "host: bench"]
        if self.token:
            head.append(f"authorization: Bearer {self.token}")
        if self.cold:
            head.append("cache-control: no-cache")
        if self.body is None:
            return ("\r\n".join(head) + "\r\n\r\n").encode()
        body = json.dumps(self.body)
        # The number that comes in has six digits.
        length = len(body) + 4 * body.count("%d")
        head += ["content-type: application/json", f"content-length: {length}"]
        return ("\r\n".join(head) + f"\r\n\r\n{body}").encode()


class Connection(asyncio.Protocol):
    def __init__(self, request: bytes, numbers: Iterator[int], many: int, took: list[float]) -> None:
        self.request, self.numbers, self.left, self.took = request, numbers, many, took
        self.buffer, self.asked_at = bytearray(), 0.0
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  # as every stream's is
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        self.asked_at = time.perf_counter()
        is_numbered = b"%d" in self.request
        self.transport.write(
            self.request.replace(b"%d", b"%06d" % next(self.numbers)) if is_numbered else self.request
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(HEAD_END)
        if end < 0:
            return
        head = bytes(self.buffer[:end]).lower()
        at = head.find(b"content-length: ")
        length = int(head[at + 16 : (head + b"\r").index(b"\r", at)]) if at >= 0 else 0
        if len(self.buffer) < end + 4 + length:
            return
        if not head.startswith(b"http/1.1 2"):
            self.done.set_exception(RuntimeError(bytes(self.buffer[:800]).decode()))
            return
        self.took.append(time.perf_counter() - self.asked_at)
        self.buffer.clear()
        self.left -= 1
        if self.left > 0:
            self.ask()
        else:
            self.done.set_result(None)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError("the server hung up"))


COUNT = itertools.count(1)


async def ask(port: int, calls: Sequence[Call], each: int) -> list[float]:
    """One connection for each of the calls; how long each answer took."""
    took: list[float] = []
    loop = asyncio.get_running_loop()
    made = [
        await loop.create_connection(
            lambda call=call: Connection(call.encoded(), COUNT, each, took),  # type: ignore[misc]
            "127.0.0.1",
            port,
        )
        for call in calls
    ]
    try:
        for _, connection in made:
            await connection.done
    finally:
        for transport, _ in made:
            transport.close()
    return took
