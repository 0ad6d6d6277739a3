"""What is measured, each in a process of its own: `python -m bench.servers references|ours ADDRESS PORT`.

The references answer as little as can be answered: bare ASGI, Starlette's JSON answer, the same with one SELECT, and a
transaction of two statements, as durable as ours. All of them are served as the product is."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiosqlite
import asyncpg
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from meetwithoutfear.config import load_settings
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.main import build_app, build_server
from meetwithoutfear.prompts.prompt import ChatPrompt

ANSWER = {"success": True, "data": {"status": "live"}}
TABLES = (
    "CREATE TABLE IF NOT EXISTS bench_counts (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS bench_lines (line TEXT NOT NULL)",
    "INSERT INTO bench_counts (id, n) VALUES (1, 0) ON CONFLICT DO NOTHING",
)
LOOK = "SELECT id, n FROM bench_counts WHERE id = 1"
ACT = ("UPDATE bench_counts SET n = n + 1 WHERE id = 1", "INSERT INTO bench_lines (line) VALUES ('said')")


class ScriptedEngine:
    """Says the same to everybody, at once."""

    name = "scripted"

    async def stream(self, _prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        for word in ("I ", "hear ", "you."):
            yield word

    async def answer(self, _prompt: Any) -> Any:  # noqa: ANN401  # nothing that is measured asks for more
        raise EngineError(CallOutcome.UNAVAILABLE)

    async def close(self) -> None:
        pass


class Sqlite:
    async def open(self, address: str) -> None:
        self.lock = asyncio.Lock()
        self.reader, self.writer = [await self._connect(address) for _ in range(2)]
        for statement in TABLES:
            await self.writer.execute(statement)

    async def _connect(self, address: str) -> aiosqlite.Connection:
        connection = await aiosqlite.connect(address.removeprefix("sqlite:///"), isolation_level=None)
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    async def look(self) -> object:
        return (await self.reader.execute_fetchall(LOOK))[0]  # type: ignore[index]

    async def act(self) -> None:
        async with self.lock:
            for statement in ("BEGIN IMMEDIATE", *ACT, "COMMIT"):
                await self.writer.execute(statement)

    async def close(self) -> None:
        await self.reader.close()
        await self.writer.close()


class Postgresql:
    async def open(self, address: str) -> None:
        self.pool = await asyncpg.create_pool(address, min_size=1, max_size=10)
        for statement in TABLES:
            await self.pool.execute(statement)

    async def look(self) -> object:
        return await self.pool.fetchrow(LOOK)

    async def act(self) -> None:
        async with self.pool.acquire() as connection, connection.transaction():
            for statement in ACT:
                await connection.execute(statement)

    async def close(self) -> None:
        await self.pool.close()


def references(address: str) -> ASGIApp:
    database = Sqlite() if address.startswith("sqlite") else Postgresql()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await database.open(address)
        yield
        await database.close()

    async def plain(_: Request) -> JSONResponse:
        return JSONResponse(ANSWER)

    async def look(_: Request) -> JSONResponse:
        await database.look()
        return JSONResponse(ANSWER)

    async def act(_: Request) -> JSONResponse:
        await database.act()
        return JSONResponse(ANSWER)

    routes = [Route("/json", plain), Route("/select", look), Route("/durable", act, methods=["POST"])]
    app = Starlette(routes=routes, lifespan=lifespan)
    head = {
        "type": "http.response.start",
        "status": 200,
        "headers": [(b"content-type", b"text/plain"), (b"content-length", b"2")],
    }

    async def bare(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/bare":
            await send(head)
            await send({"type": "http.response.body", "body": b"ok"})
        else:
            await app(scope, receive, send)

    return bare


def serve_references(address: str, port: int) -> None:
    config = uvicorn.Config(
        references(address), port=port, log_config=None, access_log=False, server_header=False
    )
    uvicorn.Server(config).run()


def serve_ours(address: str, port: int) -> None:
    """As `mwf serve` does, with an engine that costs nothing."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(
            {"MWF_DATA_DIR": folder, "MWF_DATABASE_URL": address, "MWF_RATE_LIMITS": "off"}
        )
        build_server(build_app(settings, engine=ScriptedEngine()), "127.0.0.1", port).run()


SERVE: dict[str, Callable[[str, int], None]] = {"references": serve_references, "ours": serve_ours}

if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    SERVE[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
