"""The running product: the HTTP server with a worker inside, or a worker alone; its logs, and its record of engine calls."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import socket
import sys
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime

import uvicorn
from fastapi import FastAPI

from meetwithoutfear.actions.replies import Replies
from meetwithoutfear.api.app import create_app
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.engines.embedded.engine import LocalListener
from meetwithoutfear.engines.engine import Engine, EngineCall
from meetwithoutfear.engines.engine import Listener as Hearing
from meetwithoutfear.engines.models import build_engine
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.migrate import migrate
from meetwithoutfear.store.notes import note_call
from meetwithoutfear.worker.handlers import build_worker
from meetwithoutfear.worker.worker import Worker

log = logging.getLogger(__name__)

GRACE_SECONDS = 10
RESTART_SECONDS = 1.0
LAST_WORDS_SECONDS = 5.0
ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def system_clock() -> datetime:
    return datetime.now(UTC)


class CallRecord:
    """Of the calls of engines: collected where they happen, written a little later, never in anybody's way."""

    def __init__(self, store: Database, clock: Callable[[], datetime]) -> None:
        self.store, self.clock = store, clock
        self.waiting: asyncio.Queue[EngineCall] = asyncio.Queue()

    def __call__(self, call: EngineCall) -> None:
        self.waiting.put_nowait(call)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._write())
        try:
            yield
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS_SECONDS):
                    await self.waiting.join()
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _write(self) -> None:
        while True:
            call = await self.waiting.get()
            try:
                async with self.store.write() as tx:
                    await note_call(tx, asdict(call), self.clock())
            except TransientError:
                log.warning("a call was not recorded: the database did not answer")
            except Exception as bug:
                log.exception("a call was not recorded", exc_info=bug)
            finally:
                self.waiting.task_done()


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
    replies = Replies(store, speaking, clock)
    hearing = listener or LocalListener()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await migrate(settings.database_url)
        ready = asyncio.create_task(hearing.get_ready())
        async with store.hear_others(), record.writing(), contextlib.AsyncExitStack() as stack:
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
        app.state.streams.stop()
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
        store.hear_others(),
        record.writing(),
        run_worker(build_worker(store, settings, clock, engine)),
    ):
        await stop.wait()
    await engine.close()
    await store.close()


class JsonLines(logging.Formatter):
    """Structured logs: one JSON object a line, ids and closed vocabularies only. Of an exception the kind and the places are
    written, never its message: it may quote what somebody wrote."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in ORDINARY}
        if record.exc_info and record.exc_info[0]:
            line["failure"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
        return json.dumps(line, default=str)


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # Libraries stay quiet whatever the level: at their most talkative they print the values of statements.
    for own in ("meetwithoutfear", "uvicorn"):
        logging.getLogger(own).setLevel(level.upper())
