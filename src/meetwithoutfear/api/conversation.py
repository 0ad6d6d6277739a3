"""The conversation with the guide, and the private journal beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any
from uuid import UUID

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import conversation, empathy
from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.conversation import Said, Words, spoken_view
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.actions.replies import Replies
from meetwithoutfear.actions.sessions import continue_after_care
from meetwithoutfear.api.auth import CallerHere, SessionIdHere, parsed_id
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.limits import PER_ENGINE_USER
from meetwithoutfear.api.models import Intensity, ListOf, Wire
from meetwithoutfear.api.route import Responses, help_for, refusals, routes_for_members
from meetwithoutfear.api.sessions import Cursor, Limit, SessionAnswer, bad_cursor
from meetwithoutfear.domain.conversation import MessageView, SpokenView
from meetwithoutfear.domain.notices import ReplyState
from meetwithoutfear.domain.text import MESSAGE_LIMIT
from meetwithoutfear.domain.wire import plain

Read = Callable[[Caller, UUID, int | None, int], Awaitable[list[MessageView]]]
Say = Callable[[Caller, Replies, UUID, Words], Awaitable[Said]]


class NewMessage(Wire):
    content: Annotated[
        str, Field(min_length=1, max_length=MESSAGE_LIMIT, examples=["We have hardly spoken since May."])
    ]
    emotional_intensity: Intensity | None = None


class SeenUpTo(Wire):
    seq: Annotated[int, Field(strict=True, ge=1, le=2**53)]


class Stopped(Wire):
    stopped: bool


router = routes_for_members("conversation", "/sessions/{session_id}")
STREAMS: Responses = {
    200: {
        "description": "Server-sent events: `metadata`, any number of `chunk`, then `complete` or `error`",
        "content": {"text/event-stream": {"schema": {}}},
    },
}


@router.get("/messages")
async def read_chat(
    session_id: SessionIdHere, caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> ListOf[MessageView]:
    """The caller's own chat: the newest page, in order; `nextCursor` leads to the one before it."""
    return await page_of(conversation.read_conversation, caller, session_id, limit, cursor)


@router.post("/messages", status_code=201)
async def say(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Result[SpokenView]:
    return await to_spoken(await said(conversation.say, session_id, body, caller, request), caller)


@router.post("/messages/stream", response_class=Response, responses=STREAMS)
async def say_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(conversation.say, session_id, body, caller, request), caller)


@router.post("/messages/seen")
async def see(session_id: SessionIdHere, body: SeenUpTo, caller: CallerHere) -> None:
    """The app says that the conversation was shown up to there: the partner's words in it count as seen from then on.
    Reading the list marks nothing, so that what is not seen yet can still be taken back."""
    await empathy.see_messages(caller, session_id, body.seq)


@router.post("/messages/{message_id}/retry")
async def ask_again(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Result[SpokenView]:
    return await to_spoken(await asked_again(session_id, message_id, caller, request), caller)


@router.post("/messages/{message_id}/retry/stream", response_class=Response, responses=STREAMS)
async def ask_again_streaming(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Response:
    return streamed(await asked_again(session_id, message_id, caller, request), caller)


@router.post("/messages/{message_id}/stop", responses=refusals(401, 404))
async def stop(session_id: SessionIdHere, message_id: str, caller: CallerHere) -> Stopped:
    """What was said so far stays."""
    await conversation.stop_reply(caller, session_id, parsed_id(message_id))
    return Stopped(stopped=True)


@router.get("/inner-thoughts")
async def read_journal(
    session_id: SessionIdHere, caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> ListOf[MessageView]:
    return await page_of(conversation.read_journal, caller, session_id, limit, cursor)


@router.post("/inner-thoughts", status_code=201)
async def think(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Result[SpokenView]:
    return await to_spoken(await said(conversation.think, session_id, body, caller, request), caller)


@router.post("/inner-thoughts/stream", response_class=Response, responses=STREAMS)
async def think_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(conversation.think, session_id, body, caller, request), caller)


@router.post("/safety/continue")
async def continue_anyway(session_id: SessionIdHere, caller: CallerHere) -> SessionAnswer:
    """Ends care: the caller decides that the conversation goes on, and what would cross may cross again."""
    return SessionAnswer(session=await continue_after_care(caller, session_id))


async def page_of(
    read: Read, caller: Caller, session_id: UUID, limit: int, cursor: str | None
) -> ListOf[MessageView]:
    before = seq_before(cursor) if cursor else None
    found = await read(caller, session_id, before, limit + 1)
    page = found[-limit:]
    more = str(page[0].seq) if len(found) > limit else None
    return ListOf(items=page, next_cursor=more)


def seq_before(cursor: str) -> int:
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > 18:  # noqa: PLR2004  # what the database can count to
        raise bad_cursor()
    return int(cursor)


async def said(say: Say, session_id: UUID, body: NewMessage, caller: Caller, request: Request) -> Said:
    await count_engine_call(request, caller)
    words = Words(body.content, body.emotional_intensity)
    return await say(caller, request.app.state.replies, session_id, words)


async def asked_again(session_id: UUID, message_id: str, caller: Caller, request: Request) -> Said:
    await count_engine_call(request, caller)
    return await conversation.ask_again(caller, request.app.state.replies, session_id, parsed_id(message_id))


async def count_engine_call(request: Request, caller: Caller) -> None:
    await request.app.state.limits.hit(PER_ENGINE_USER, "engine", str(caller.user_id))


async def to_spoken(said: Said, caller: Caller) -> Result[SpokenView]:
    if said.running:
        await said.running.finished()
    if has_failed(said):
        raise EngineUnavailable(str(said.message.id))
    return spoken_view(said, caller.user_id)


def has_failed(said: Said) -> bool:
    return said.running is not None and said.running.state is ReplyState.FAILED


def streamed(said: Said, caller: CallerHere) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events_of(said, caller), media_type="text/event-stream", headers=headers)


async def events_of(said: Said, caller: CallerHere) -> AsyncIterator[bytes]:
    yield event("metadata", {"messageId": str(said.message.id), "seq": said.message.seq})
    if said.running:
        async for chunk in said.running.follow():
            yield event("chunk", {"text": chunk})
    elif said.reply:
        yield event("chunk", {"text": said.reply.content.read_as(caller.user_id)})
    if has_failed(said):
        code, words = EngineUnavailable.code, EngineUnavailable.sentence
        yield event("error", {"code": code, "message": words, "messageId": str(said.message.id)})
    else:
        found = spoken_view(said, caller.user_id)
        helping = help_for(found.screened, caller.user.region)
        answer = plain(found.view)
        del answer["help"]
        yield event("complete", {**answer, "help": plain(helping)})


def event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
