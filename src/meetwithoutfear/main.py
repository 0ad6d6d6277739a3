"""The running product: the HTTP server with a worker inside, or a worker alone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import uvicorn
from fastapi import FastAPI

from meetwithoutfear.actions.engine_calls import CallRecord
from meetwithoutfear.actions.guide import Guide
from meetwithoutfear.actions.replies import Replies
from meetwithoutfear.api.app import create_app
from meetwithoutfear.config import Settings
from meetwithoutfear.engines.embedded.engine import LocalListener
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.engines.engine import Listener as Hearing
from meetwithoutfear.engines.models import build_engine
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import migrate
from meetwithoutfear.worker.build import build_worker
from meetwithoutfear.worker.worker import Worker

log = logging.getLogger(__name__)

GRACE_SECONDS = 10
RESTART_SECONDS = 1.0


def system_clock() -> datetime:
    return datetime.now(UTC)


def build_app(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = system_clock,
    with_worker: bool = True,
    store: Database | None = None,
    engine: Engine | None = None,
    listener: Hearing | None = None,
) -> FastAPI:
    store = store or Database(settings.database_url)
    store.tells_outside = settings.tells_outside
    record = CallRecord(store, clock)
    speaking = engine or build_engine(settings.engine, record)
    replies = Replies(store, Guide(store, speaking), clock)
    hearing = listener or LocalListener()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await migrate(settings.database_url)
        ready = asyncio.create_task(hearing.get_ready())
        async with store.wakeups.listening(store.url), record.writing(), contextlib.AsyncExitStack() as stack:
            if with_worker:
                await stack.enter_async_context(run_worker(build_worker(store, settings, clock, speaking)))
            yield
            await replies.close()
            await ready
        await speaking.close()
        await store.close()

    app = create_app(settings, store, clock, lifespan)
    app.state.replies, app.state.listener, app.state.engine = replies, hearing, speaking
    return app


@asynccontextmanager
async def run_worker(worker: Worker) -> AsyncIterator[None]:
    task = asyncio.create_task(keep_working(worker))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def keep_working(worker: Worker) -> None:
    """A bug in the loop must not end all work until somebody notices: it is reported, and the loop begins again."""
    while True:
        try:
            await worker.run()
        except Exception as bug:
            if is_ending():
                return
            log.exception("the worker stopped and is started again", exc_info=bug)
            await asyncio.sleep(RESTART_SECONDS)


def is_ending() -> bool:
    """Whether this task was asked to stop, even if what it was doing ended in an error instead."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Server(uvicorn.Server):
    """Ends event streams and replies before waiting for connections to close: they would keep them open."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        assert isinstance(app, FastAPI)  # noqa: S101  # as built below
        app.state.stopping.event.set()
        await app.state.replies.close()
        await super().shutdown(sockets)


def build_server(app: FastAPI, host: str, port: int) -> Server:
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
        lifespan="on",
    )
    return Server(config)


async def work_alone(settings: Settings, *, clock: Callable[[], datetime] = system_clock) -> None:
    await migrate(settings.database_url)
    store = Database(settings.database_url)
    store.tells_outside = settings.tells_outside
    record = CallRecord(store, clock)
    engine = build_engine(settings.engine, record)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with (
        store.wakeups.listening(store.url),
        record.writing(),
        run_worker(build_worker(store, settings, clock, engine)),
    ):
        await stop.wait()
    await engine.close()
    await store.close()
