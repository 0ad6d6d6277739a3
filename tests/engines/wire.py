"""A provider on loopback: an HTTP server that plays one prepared answer per request and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Protocol

from meetwithoutfear.engines.engine import EngineSettings


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class End(Enum):
    PROPER = auto()
    DROPPED = auto()
    """The connection breaks before the body is complete."""
    HANGING = auto()
    """Nothing more comes, but nobody hangs up."""


@dataclass(frozen=True)
class Response:
    status: int = 200
    content_type: str = "application/json"
    body: tuple[bytes, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    end: End = End.PROPER


Answer = Callable[[Request], Response]


class Provider(Protocol):
    """How one provider words the same things."""

    key: str

    def settings(self, url: str) -> EngineSettings: ...

    def said(self, *pieces: str) -> Answer: ...

    def broken_off(self, *pieces: str) -> Answer:
        """The stream ends in good order, only too early."""

    def called(self, arguments: object) -> Answer:
        """A tool call; a string is taken as the raw text of the arguments."""

    def garbled(self) -> Answer: ...

    def failed(self, status: int) -> Answer: ...

    def system(self, body: dict[str, Any]) -> list[tuple[str, bool]]:
        """The instructions in a request, and whether each is marked for the cache."""

    def limit(self, body: dict[str, Any]) -> int: ...


def ending(answer: Answer, end: End) -> Answer:
    def cut(request: Request) -> Response:
        response = answer(request)
        kept = response.body if end is End.HANGING else response.body[: len(response.body) // 2 + 1]
        return replace(response, body=kept, end=end)

    return cut


def byte_by_byte(answer: Answer) -> Answer:
    def slow(request: Request) -> Response:
        response = answer(request)
        return replace(response, body=tuple(bytes([byte]) for byte in b"".join(response.body)))

    return slow


def silent(_: Request) -> Response:
    return Response(end=End.HANGING)


class Wire:
    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []
        self._connections: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            server.close()
            for connection in list(self._connections):
                connection.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._talk(reader, writer))
        self._connections.add(connection)
        with suppress(asyncio.CancelledError, ConnectionError, asyncio.IncompleteReadError):
            await connection
        self._connections.discard(connection)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            request = await read_request(reader)
            self.requests.append(request)
            await play(self.answers.pop(0)(request), reader, writer)


async def play(response: Response, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = [f"HTTP/1.1 {response.status} Played", f"content-type: {response.content_type}"]
    head += [f"{name}: {value}" for name, value in response.headers.items()]
    if response.body:
        writer.write("\r\n".join([*head, "transfer-encoding: chunked", "", ""]).encode())
    for piece in response.body:
        writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        await writer.drain()
    match response.end:
        case End.PROPER:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        case End.DROPPED:
            writer.transport.abort()
        case End.HANGING:
            await reader.read()


async def read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(head[0].split()[1], headers, json.loads(body or b"{}"))
