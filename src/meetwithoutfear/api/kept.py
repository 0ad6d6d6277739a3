"""Answers that still hold, kept per user and given again in front of everything else.

Whatever is kept for somebody goes when their own inbox moves, when they act, when one of their devices or what they are
called changes, and when the clock alone makes it untrue; nothing that others do in secret drops it. It is kept only if
nothing of the kind has happened since before its reading began, and given only while wake-ups are known to come through.
Whoever says `Cache-Control: no-cache` is answered anew."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.identity import SEEN_AGAIN_AFTER
from meetwithoutfear.api.limits import PER_USER, Limits
from meetwithoutfear.domain.errors import TooMany
from meetwithoutfear.store.database import ANSWERS, USERS, Wakeups

HERE = "/api/v1/sessions/{session_id}"
KEPT_ROUTES = {
    HERE,
    f"{HERE}/empathy/status",
    f"{HERE}/messages",
    f"{HERE}/pending-actions",
    "/api/v1/sessions",
    "/api/v1/notifications/badge-count",
    "/api/v1/me",
}
CREDENTIALS = {b"authorization", b"cookie"}
MOST_BYTES = 64 * 1024 * 1024
MOST_OF_ONE = 64
OK = 200
MOST_MOVES = 100_000
OVERHEAD = 2048
"""Of an answer, beside its body."""

Headers = Sequence[tuple[bytes, bytes]]


@dataclass
class Reading:
    """A request on its way: nobody's until its caller is recognised by a route whose answers are kept."""

    since: int
    token: bytes
    is_kept: bool
    """Whoever wants it read anew does not take the place of what is kept: were that untrue, it would be hidden."""
    caller: Caller | None = None
    route: Any = None


@dataclass(frozen=True)
class KeptAnswer:
    headers: Headers
    body: bytes
    etag: bytes
    until: datetime | None
    route: Any


@dataclass(frozen=True)
class Door:
    """A sign-in, by its token's digest."""

    shelf: Shelf
    seen_at: datetime
    expires_at: datetime

    def is_open(self, now: datetime) -> bool:
        return now < self.expires_at and now - self.seen_at <= SEEN_AGAIN_AFTER


@dataclass
class Shelf:
    user: str
    answers: dict[tuple[str, bytes], KeptAnswer] = field(default_factory=dict)
    doors: set[bytes] = field(default_factory=set)
    size: int = 0


class Shelves:
    """What is kept, in this process's memory alone."""

    def __init__(self, most_bytes: int = MOST_BYTES, most_moves: int = MOST_MOVES) -> None:
        self.most_bytes, self.most_moves, self.size = most_bytes, most_moves, 0
        self.shelves: OrderedDict[str, Shelf] = OrderedDict()
        self.doors: dict[bytes, Door] = {}
        self.moves = 0
        self.moved: OrderedDict[str, int] = OrderedDict()
        self.forgotten = 0
        """Up to which move it is no longer known whose it was."""

    def hear(self, topic: str | None) -> None:
        """Something has happened to somebody; or nobody knows what, to whom."""
        if topic is None:
            self.moves += 1
            self.forgotten = self.moves
            for user in list(self.shelves):
                self.drop(user)
            return
        kind, _, user = topic.partition(":")
        if kind in {USERS, ANSWERS}:
            self.moves += 1
            self.moved[user] = self.moves
            self.moved.move_to_end(user)
            if len(self.moved) > self.most_moves:
                self.forgotten = self.moved.popitem(last=False)[1]
            self.drop(user)

    def drop(self, user: str) -> None:
        shelf = self.shelves.pop(user, None)
        if shelf is not None:
            self.size -= shelf.size
            for digest in shelf.doors:
                del self.doors[digest]

    def keep(self, reading: Reading, place: tuple[str, bytes], answer: KeptAnswer) -> None:
        caller = reading.caller
        if caller is None or not reading.is_kept:
            return
        user = str(caller.user_id)
        if reading.since < max(self.moved.get(user, 0), self.forgotten):
            return
        known = self.shelves.get(user)
        if known is not None and len(known.doors) >= MOST_OF_ONE and reading.token not in known.doors:
            self.drop(user)
        shelf = self.shelves.setdefault(user, Shelf(user))
        self.shelves.move_to_end(user)
        shelf.doors.add(reading.token)
        self.doors[reading.token] = Door(shelf, caller.signed_in.last_seen_at, caller.signed_in.expires_at)
        while place in shelf.answers or len(shelf.answers) >= MOST_OF_ONE:
            oldest = place if place in shelf.answers else next(iter(shelf.answers))
            self.count(shelf, -len(shelf.answers.pop(oldest).body) - OVERHEAD)
        shelf.answers[place] = answer
        self.count(shelf, len(answer.body) + OVERHEAD)
        while self.size > self.most_bytes:
            self.drop(next(iter(self.shelves)))

    def count(self, shelf: Shelf, size: int) -> None:
        shelf.size += size
        self.size += size


class KeptAnswers:
    def __init__(
        self,
        app: ASGIApp,
        *,
        shelves: Shelves,
        wakeups: Wakeups,
        clock: Callable[[], datetime],
        limits: Limits,
    ) -> None:
        self.app, self.shelves, self.wakeups = app, shelves, wakeups
        self.clock, self.limits = clock, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        # By whatever may say who it is, all of it: nobody else's request has the same.
        said = [each for each in scope["headers"] if each[0] in CREDENTIALS]
        digest = hashlib.sha256(repr(said).encode()).digest()
        place = scope["path"], scope["query_string"]
        is_asked_anew = b"no-cache" in headers.get(b"cache-control", b"")
        found = None if is_asked_anew else self.find(digest, place)
        if found is None or not await self.is_within_limits(digest):
            await self.read(
                Reading(self.shelves.moves, digest, not is_asked_anew), place, scope, receive, send
            )
            return
        scope["route"] = found.route
        await give(found, headers, send)

    def find(self, digest: bytes, place: tuple[str, bytes]) -> KeptAnswer | None:
        door = self.shelves.doors.get(digest)
        answer = door.shelf.answers.get(place) if door is not None else None
        if door is None or answer is None or not self.wakeups.are_alive():
            return None
        now = self.clock()
        holds = door.is_open(now) and (answer.until is None or now < answer.until)
        return answer if holds else None

    async def is_within_limits(self, digest: bytes) -> bool:
        """Who is not is refused further in."""
        try:
            await self.limits.hit(PER_USER, "user", self.shelves.doors[digest].shelf.user)
        except TooMany:
            return False
        return True

    async def read(
        self, reading: Reading, place: tuple[str, bytes], scope: Scope, receive: Receive, send: Send
    ) -> None:
        scope["reading"], begun = reading, list[Message]()

        async def listen(message: Message) -> None:
            if message.get("status") == OK and reading.caller is not None:
                begun.append(message)
            elif begun:
                answer = self.answer_of(reading, begun[0]["headers"], message["body"])
                self.shelves.keep(reading, place, answer)
                await give(answer, dict(scope["headers"]), send)
            else:
                await send(message)

        await self.app(scope, receive, listen)

    def answer_of(self, reading: Reading, headers: Headers, body: bytes) -> KeptAnswer:
        etag = b'"%b"' % hashlib.blake2b(body, digest_size=16).hexdigest().encode()
        until = reading.caller.lasting.until if reading.caller else None
        return KeptAnswer([*headers, (b"etag", etag)], body, etag, until, reading.route)


async def give(answer: KeptAnswer, asked: dict[bytes, bytes], send: Send) -> None:
    known = asked.get(b"if-none-match", b"")
    if known and answer.etag in {each.strip().removeprefix(b"W/") for each in known.split(b",")}:
        headers = [each for each in answer.headers if each[0] not in {b"content-length", b"content-type"}]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})
