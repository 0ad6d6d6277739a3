"""The event stream: one per signed-in client, for all of the user's sessions.

The inbox is the truth; the stream is a reader of it that sleeps until somebody says there is more, or until it is time to
look anyway. Nothing is queued per reader: a slow one simply reads later, and one that does not read at all is let go."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Header, Query, Request, Response
from starlette.types import Receive, Scope, Send

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.events import NewEvents, events_after, latest_seq
from meetwithoutfear.api.auth import CallerHere
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.errors import Invalid, TooMany
from meetwithoutfear.domain.wire import iso
from meetwithoutfear.store.database import user_topic
from meetwithoutfear.store.inbox import InboxEvent

STREAMS_PER_USER = 20
DIGITS = 18

router = routes_for_members("events")


@dataclass(frozen=True)
class Pace:
    """In seconds: how often to look without being called, how often to say that we are still here, and how long to wait for
    a reader that does not read."""

    poll: float = 5.0
    keep_alive: float = 15.0
    patience: float = 20.0


class Stopping:
    """Set once, when the server is asked to stop: every stream ends at once and its client comes back elsewhere."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.streams: Counter[UUID] = Counter()


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
    streams = request.app.state.stopping.streams
    if streams[caller.user_id] >= STREAMS_PER_USER:
        raise TooMany("There are too many open streams for this account.", retryAfter=30)
    cursor = cursor_from(last_event_id or after)
    begin = await latest_seq(caller) if cursor is None else cursor
    return EventStream(
        caller, begin, request.app.state.stopping, request.app.state.pace, request.app.state.clock
    )


def cursor_from(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Invalid.field("Last-Event-ID", "This is not a cursor of this stream.")
    return int(text)


class EventStream(Response):
    media_type = "text/event-stream"

    def __init__(
        self, caller: Caller, begin: int, stopping: Stopping, pace: Pace, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.caller, self.seq, self.stopping, self.pace, self.clock = caller, begin, stopping, pace, clock
        # A cancellation that comes in the middle of a database call may be lost there: this is not.
        self.is_over = False

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        streams = self.stopping.streams
        streams[self.caller.user_id] += 1
        gone = asyncio.create_task(until_disconnected(receive))
        stop = asyncio.create_task(self.stopping.event.wait())
        told = asyncio.create_task(self._tell(send))
        try:
            await asyncio.wait({gone, stop, told}, return_when=asyncio.FIRST_COMPLETED)
            self.is_over = True
            if stop.done() and not gone.done():
                told.cancel()
                await asyncio.gather(told, return_exceptions=True)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self.is_over = True
            for task in (gone, stop, told):
                task.cancel()
            results = await asyncio.gather(gone, stop, told, return_exceptions=True)
            streams[self.caller.user_id] -= 1
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, TimeoutError | OSError):
                raise result

    async def _tell(self, send: Send) -> None:
        async def write(chunk: bytes, *, more: bool = True) -> None:
            message = {"type": "http.response.body", "body": chunk, "more_body": more}
            async with asyncio.timeout(self.pace.patience):
                await send(message)

        start = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        await send(start)
        await write(b"retry: 1000\n\n")
        with self.caller.store.wakeups.subscribed(user_topic(self.caller.user_id)) as woken:
            await self._read_on(woken, write)
        if not self.is_over:
            await write(b"", more=False)

    async def _read_on(self, woken: asyncio.Event, write: Callable[[bytes], Awaitable[None]]) -> None:
        quiet = 0.0
        while not self.is_over:
            woken.clear()
            found = await events_after(self.caller, self.seq, self.clock())
            if found is None:
                return
            chunk = self._encoded(found)
            if chunk:
                await write(chunk)
                quiet = 0.0
                continue
            wait = min(self.pace.poll, self.pace.keep_alive - quiet)
            try:
                async with asyncio.timeout(wait):
                    await woken.wait()
            except TimeoutError:
                quiet += wait
            if quiet >= self.pace.keep_alive:
                await write(b": still here\n\n")
                quiet = 0.0

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
