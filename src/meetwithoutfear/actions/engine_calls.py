"""Keeps the record of engine calls: collected where they happen, written a little later, never in anybody's way."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import datetime

from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.engines.engine import EngineCall
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.findings import note_call

log = logging.getLogger(__name__)

LAST_WORDS_SECONDS = 5.0


class CallRecord:
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
