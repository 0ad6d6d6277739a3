"""Wake-up calls: "user X has something new", "there is a job". They carry no data, so a lost one costs a poll and nothing
else. Within a process they are asyncio events; between processes PostgreSQL's NOTIFY carries them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import asyncpg
from sqlalchemy.engine import URL

log = logging.getLogger(__name__)

CHANNEL = "mwf"
RECONNECT_SECONDS = 1.0
PROBE_SECONDS = 5.0


class Wakeups:
    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    @contextlib.contextmanager
    def subscribed(self, topic: str) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        self._waiting[topic].add(event)
        try:
            yield event
        finally:
            self._waiting[topic].discard(event)
            if not self._waiting[topic]:
                del self._waiting[topic]

    def wake(self, topics: Iterable[str]) -> None:
        for topic in topics:
            for event in self._waiting.get(topic, ()):
                event.set()

    def wake_everyone(self) -> None:
        self.wake(list(self._waiting))

    @contextlib.asynccontextmanager
    async def listening(self, url: URL) -> AsyncIterator[None]:
        """Relays what other processes notify. On SQLite there is one process, and nothing to relay."""
        if url.get_backend_name() != "postgresql":
            yield
            return
        relay = asyncio.create_task(self._relay(url))
        try:
            yield
        finally:
            relay.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await relay

    async def _relay(self, url: URL) -> None:
        dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                await self._listen(dsn)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as trouble:
                log.warning(
                    "listening for wake-ups was interrupted", extra={"trouble": type(trouble).__name__}
                )
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self, dsn: str) -> None:
        connection = await asyncpg.connect(dsn)
        try:
            await connection.add_listener(CHANNEL, self._heard)
            # Whatever was notified while nobody listened is caught up by looking once.
            self.wake_everyone()
            while True:
                await asyncio.sleep(PROBE_SECONDS)
                await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _heard(self, _connection: Any, _pid: int, _channel: str, topic: Any) -> None:  # noqa: ANN401
        self.wake([str(topic)])
