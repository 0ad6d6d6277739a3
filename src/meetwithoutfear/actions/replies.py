"""Replies in the making.

A reply is made by a task of its own, not by the request that asked for it: the person may close the phone, and the reply
is there when they come back, on every device. While it is made, a lease in the database says so; should this process die,
the lease runs out, a watchdog job notices, and the message can be asked about again. Nothing a member wrote depends on any
of this: their message was saved before the first byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.guide import is_guessing, prompt_for
from meetwithoutfear.domain.commands import EndReply
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.errors import DomainError, TransientError
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Line, ReplyNotes, ReplyState
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.engines.engine import Engine, Relay
from meetwithoutfear.store import chat as chats
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.exchange import save_draft
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import access_session, save

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 5.0
LONGEST_SECONDS = 180.0


@dataclass(frozen=True)
class ReplyRequest:
    """A member's message that waits for a reply, and the lease under which it is made."""

    user_id: UUID
    session_id: UUID
    message_id: UUID
    chat: Chat
    stage: int
    lease: UUID


@dataclass(frozen=True)
class ReplyResult:
    """`message` is missing when there were no words, only a draft or nothing at all."""

    message: chats.Message | None
    notes: ReplyNotes


class LostReply(Exception):
    """Somebody else is making this reply now."""


@dataclass
class RunningReply:
    asked: ReplyRequest
    chunks: list[str] = field(default_factory=list)
    state: ReplyState = ReplyState.PENDING
    answered: ReplyResult | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, chunk: str) -> None:
        if chunk:
            self.chunks.append(chunk)
            self._announce()

    def end(self, state: ReplyState, answered: ReplyResult | None) -> None:
        self.state, self.answered = state, answered
        self._announce()

    def _announce(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def follow(self) -> AsyncIterator[str]:
        """Everything from the beginning, for whoever comes, whenever they come."""
        seen = 0
        while True:
            changed = self._changed
            while seen < len(self.chunks):
                yield self.chunks[seen]
                seen += 1
            if self.state is not ReplyState.PENDING:
                return
            await changed.wait()

    async def finished(self) -> None:
        async for _ in self.follow():
            pass


class Replies:
    def __init__(self, store: Database, engine: Engine, clock: Callable[[], datetime]) -> None:
        self.store, self.engine, self.clock = store, engine, clock
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, asked: ReplyRequest) -> RunningReply:
        running = RunningReply(asked)
        task = asyncio.create_task(self._make(running))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return running

    async def close(self) -> None:
        """When the server stops: what is unfinished can be asked for again."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _make(self, running: RunningReply) -> None:
        asked, state, answered = running.asked, ReplyState.FAILED, None
        try:
            state, answered = await self._answer(running)
        except (TransientError, DomainError, LostReply, TimeoutError) as trouble:
            about = {"messageId": str(asked.message_id), "failure": type(trouble).__name__}
            log.warning("a reply failed", extra=about)
            await self._give_up(asked)
        except asyncio.CancelledError:
            await asyncio.shield(self._give_up(asked))
            raise
        except Exception as bug:
            log.exception("a reply failed", extra={"messageId": str(asked.message_id)}, exc_info=bug)
            await self._give_up(asked)
        finally:
            running.end(state, answered)

    async def _answer(self, running: RunningReply) -> tuple[ReplyState, ReplyResult | None]:
        asked = running.asked
        with self.store.wakeups.subscribed(chats.stop_topic(asked.message_id)) as woken:
            prompt = await prompt_for(
                self.store, asked.user_id, asked.session_id, asked.chat, asked.message_id
            )
            relay = Relay(self.engine, prompt)
            state = await self._listen(running, relay, woken)
        notes = prompt.parse(relay.reply)
        message = await self._end(asked, state, relay.reply.text.strip(), notes)
        return state, ReplyResult(message, notes)

    async def _listen(self, running: RunningReply, relay: Relay, woken: asyncio.Event) -> ReplyState:
        """Until the guide has finished, or the member has heard enough."""
        speaking = asyncio.create_task(self._speak(running, relay))
        watching = asyncio.create_task(self._watch(running.asked, woken))
        both = (speaking, watching)
        try:
            await asyncio.wait(both, timeout=LONGEST_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if speaking.done():
                speaking.result()
                return ReplyState.DONE
            if watching.done():
                watching.result()
                return ReplyState.STOPPED
            raise TimeoutError
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _speak(self, running: RunningReply, relay: Relay) -> None:
        async for words in relay:
            running.add(words)

    async def _watch(self, asked: ReplyRequest, woken: asyncio.Event) -> None:
        """Keeps the lease, and returns when the member wants no more. A wake-up call is only a reason to look."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await woken.wait()
            woken.clear()
            with contextlib.suppress(TransientError):
                async with self.store.write() as tx:
                    if not await chats.renew_reply(tx, asked.message_id, asked.lease):
                        raise LostReply
                    if await chats.is_stop_asked(tx, asked.message_id):
                        return

    async def _end(
        self, asked: ReplyRequest, state: ReplyState, words: str, notes: ReplyNotes | None = None
    ) -> chats.Message | None:
        async with self.store.acting_for(asked.user_id).write() as tx:
            session = await access_session(tx, asked.user_id, asked.session_id, lock=True)
            side = session.side_of(asked.user_id)
            if not await chats.end_reply(tx, asked.message_id, asked.lease, state):
                raise LostReply
            line = Line(side, words, asked.stage, chat=asked.chat, reply_to=asked.message_id)
            placed = [chats.NewLine(private_id(), line)] if words else []
            events = decide(session, EndReply(side, asked.chat, asked.message_id))
            await save(tx, session, events, self.clock(), said=placed)
            if notes and notes.draft and asked.chat is Chat.MAIN and is_guessing(session, side):
                # So that it is there on every device, and the guide remembers what it has proposed.
                draft = Draft(notes.draft, notes.ready_to_share, (), self.clock())
                await save_draft(tx, Room(session.id, side), draft, own=False)
            saved = [
                await chats.access_message(tx, asked.user_id, asked.session_id, item.id) for item in placed
            ]
        return saved[0] if saved else None

    async def _give_up(self, asked: ReplyRequest) -> None:
        """Should this fail as well, the watchdog will find the message without anybody at work on it."""
        with contextlib.suppress(TransientError, DomainError, LostReply):
            await self._end(asked, ReplyState.FAILED, "")
