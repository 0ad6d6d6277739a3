"""The event stream: one per signed-in client, for all of the user's sessions.

The inbox is the truth; the stream is a reader of it that sleeps until somebody says there is more. While it sleeps it has
neither a timer nor a statement of its own: one sweep looks for all of them whether a call was lost, and says that we are
still here. Nothing is queued per reader: a slow one simply reads later, and one that does not read at all is let go."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Header, Query, Request, Response
from starlette.types import Receive, Scope, Send

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.events import NewEvents, events_after, latest_seq, who_has_news
from meetwithoutfear.api.auth import CallerHere
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.errors import Invalid, TooMany, TransientError
from meetwithoutfear.domain.wire import iso
from meetwithoutfear.store.database import Database, user_topic
from meetwithoutfear.store.inbox import InboxEvent

STREAMS_PER_USER = 20
DIGITS = 18

log = logging.getLogger(__name__)
router = routes_for_members("events")


@dataclass(frozen=True)
class Pace:
    """In seconds: how often to look without being called, how often to say that we are still here, and how long to wait for
    a reader that does not read."""

    poll: float = 5.0
    keep_alive: float = 15.0
    patience: float = 20.0


class Streams:
    """All that are open in this process. Stopped once, when the server is asked to stop: every stream ends at once and its
    client comes back elsewhere."""

    def __init__(self, store: Database, clock: Callable[[], datetime], pace: Pace) -> None:
        self.store, self.clock, self.pace = store, clock, pace
        self.by_user: dict[str, set[EventStream]] = defaultdict(set)
        self.is_stopped = False
        self.sweeping: asyncio.Task[None] | None = None
        store.wakeups.hearers.append(self.hear)

    def count(self, user_id: UUID) -> int:
        return len(self.by_user.get(user_topic(user_id), ()))

    def add(self, stream: EventStream) -> None:
        self.by_user[stream.topic].add(stream)
        if self.sweeping is None:
            self.sweeping = asyncio.create_task(self.sweep())

    def remove(self, stream: EventStream) -> None:
        self.by_user[stream.topic].discard(stream)
        if not self.by_user[stream.topic]:
            del self.by_user[stream.topic]
        if not self.by_user and self.sweeping is not None:
            self.sweeping.cancel()
            self.sweeping = None

    def all(self) -> list[EventStream]:
        return [stream for streams in self.by_user.values() for stream in streams]

    def hear(self, topic: str | None) -> None:
        for stream in self.all() if topic is None else list(self.by_user.get(topic, ())):
            stream.look()

    def stop(self) -> None:
        self.is_stopped = True
        for stream in self.all():
            stream.look()

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(min(self.pace.poll, self.pace.keep_alive))
            try:
                await self.look_for_lost_calls()
            except TransientError:
                log.warning("the database did not answer; trying again")

    async def look_for_lost_calls(self) -> None:
        asleep, now = [stream for stream in self.all() if stream.is_asleep], time.monotonic()
        known = {stream.caller.device_id: stream.seq for stream in asleep}
        woken = await who_has_news(self.store, known, self.clock())
        for stream in asleep:
            is_behind = stream.seq != known[stream.caller.device_id]
            if is_behind or stream.caller.device_id in woken or now - stream.wrote_at >= self.pace.keep_alive:
                stream.look()


STREAM_RESPONSES = {
    200: {
        "description": "Server-sent events: `id` is the inbox sequence, `data` the envelope",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'id: 42\ndata: {"id": 42, "channel": "meetwithoutfear:session:…", '
                '"type": "session.joined", "sessionId": "…", "data": {}, "at": "…"}\n\n',
            }
        },
    },
    **refusals(401),
}


@router.get("/events", response_class=Response, responses=STREAM_RESPONSES)
async def stream_events(
    caller: CallerHere,
    request: Request,
    after: Annotated[str | None, Query(max_length=DIGITS, pattern=r"^[0-9]+$")] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Everything the caller may know, as it happens. `Last-Event-ID` or `after` resumes; without a cursor, from now on."""
    streams: Streams = request.app.state.streams
    if streams.count(caller.user_id) >= STREAMS_PER_USER:
        raise TooMany("There are too many open streams for this account.", retryAfter=30)
    cursor = cursor_from(last_event_id or after)
    begin = await latest_seq(caller) if cursor is None else cursor
    return EventStream(caller, begin, streams)


def cursor_from(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Invalid.field("Last-Event-ID", "This is not a cursor of this stream.")
    return int(text)


class EventStream(Response):
    media_type = "text/event-stream"

    def __init__(self, caller: Caller, begin: int, streams: Streams) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.caller, self.seq, self.streams, self.topic = caller, begin, streams, user_topic(caller.user_id)
        self.is_over = self.is_called = False
        self.wrote_at = 0.0
        self.reading: asyncio.Task[None] | None = None

    @property
    def is_asleep(self) -> bool:
        return self.reading is None

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.send, self.waiting = send, asyncio.current_task()
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await self._write(b"retry: 1000\n\n")
        self.streams.add(self)
        self.look()
        try:
            await until_disconnected(receive)
        except asyncio.CancelledError:
            # Not from outside: it has been let go, and nobody waits for it any more.
            if not self.is_over or self.waiting is None or self.waiting.uncancel():
                raise
        finally:
            self.is_over = True
            self.streams.remove(self)
            if self.reading is not None:
                self.reading.cancel()
                await asyncio.gather(self.reading, return_exceptions=True)

    def look(self) -> None:
        """There may be more; or it is time to say that we are still here."""
        self.is_called = True
        if self.reading is None and not self.is_over:
            self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            await self._read_on()
        except (TimeoutError, OSError, TransientError):
            self._let_go()
        except Exception as bug:
            log.exception("a stream broke off", exc_info=bug)
            self._let_go()
        finally:
            self.reading = None

    async def _read_on(self) -> None:
        while self.is_called and not self.is_over:
            self.is_called = False
            found = (
                None
                if self.streams.is_stopped
                else await events_after(self.caller, self.seq, self.streams.clock())
            )
            if found is None:
                await self._write(b"", more=False)
                self._let_go()
            elif chunk := self._encoded(found):
                await self._write(chunk)
                self.is_called = True
            elif time.monotonic() - self.wrote_at >= self.streams.pace.keep_alive:
                await self._write(b": still here\n\n")

    async def _write(self, chunk: bytes, *, more: bool = True) -> None:
        async with asyncio.timeout(self.streams.pace.patience):
            await self.send({"type": "http.response.body", "body": chunk, "more_body": more})
        self.wrote_at = time.monotonic()

    def _let_go(self) -> None:
        self.is_over = True
        if self.waiting is not None:
            self.waiting.cancel()

    def _encoded(self, found: NewEvents) -> bytes:
        if found.reset_to is not None:
            self.seq = found.reset_to
            return f'id: {found.reset_to}\ndata: {{"type": "reset"}}\n\n'.encode()
        if found.events:
            self.seq = found.events[-1].seq
        return b"".join(encoded(event, self.caller.user_id) for event in found.events)


def encoded(event: InboxEvent, user_id: UUID) -> bytes:
    place = f"session:{event.session_id}" if event.session_id else f"user:{user_id}"
    envelope = {
        "id": event.seq,
        "channel": f"meetwithoutfear:{place}",
        "type": event.type,
        "sessionId": str(event.session_id) if event.session_id else None,
        "data": event.data,
        "at": iso(event.at),
    }
    return f"id: {event.seq}\ndata: {json.dumps(envelope, separators=(',', ':'))}\n\n".encode()


async def until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
