"""The conversation with the guide, and the private journal beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import conversation, empathy
from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.conversation import Said, spoken_view
from meetwithoutfear.actions.sessions import continue_after_care
from meetwithoutfear.api.auth import CallerHere, MemberHere, parsed_id
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.limits import PER_ENGINE_USER
from meetwithoutfear.api.models import Intensity, ListOf, Wire
from meetwithoutfear.api.route import Responses, refusals, routes_for_members
from meetwithoutfear.api.sessions import Cursor, Limit, SessionAnswer, bad_cursor
from meetwithoutfear.domain.notices import MessageView, ReplyState, SpokenView
from meetwithoutfear.domain.text import MESSAGE_LIMIT
from meetwithoutfear.domain.wire import plain


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
async def read_chat(caller: MemberHere, limit: Limit = 50, cursor: Cursor = None) -> ListOf[MessageView]:
    """The caller's own chat: the newest page, in order; `nextCursor` leads to the one before it."""
    return await page_of(caller, limit, cursor)


@router.post("/messages", status_code=201)
async def say(body: NewMessage, caller: MemberHere, request: Request) -> SpokenView:
    return await to_spoken(await said(body, caller, request), caller)


@router.post("/messages/stream", response_class=Response, responses=STREAMS)
async def say_streaming(body: NewMessage, caller: MemberHere, request: Request) -> Response:
    return streamed(await said(body, caller, request), caller)


@router.post("/messages/seen")
async def see(body: SeenUpTo, caller: MemberHere) -> None:
    """The app says that the conversation was shown up to there: the partner's words in it count as seen from then on.
    Reading the list marks nothing, so that what is not seen yet can still be taken back."""
    await empathy.see_messages(caller, body.seq)


@router.post("/messages/{message_id}/retry")
async def ask_again(message_id: str, caller: MemberHere, request: Request) -> SpokenView:
    return await to_spoken(await asked_again(message_id, caller, request), caller)


@router.post("/messages/{message_id}/retry/stream", response_class=Response, responses=STREAMS)
async def ask_again_streaming(message_id: str, caller: MemberHere, request: Request) -> Response:
    return streamed(await asked_again(message_id, caller, request), caller)


@router.post("/messages/{message_id}/stop", responses=refusals(401, 404))
async def stop(message_id: str, caller: MemberHere) -> Stopped:
    """What was said so far stays."""
    await conversation.stop_reply(caller, parsed_id(message_id))
    return Stopped(stopped=True)


@router.get("/inner-thoughts")
async def read_journal(caller: MemberHere, limit: Limit = 50, cursor: Cursor = None) -> ListOf[MessageView]:
    return await page_of(caller, limit, cursor, journal=True)


@router.post("/inner-thoughts", status_code=201)
async def think(body: NewMessage, caller: MemberHere, request: Request) -> SpokenView:
    return await to_spoken(await said(body, caller, request, journal=True), caller)


@router.post("/inner-thoughts/stream", response_class=Response, responses=STREAMS)
async def think_streaming(body: NewMessage, caller: MemberHere, request: Request) -> Response:
    return streamed(await said(body, caller, request, journal=True), caller)


@router.post("/safety/continue")
async def continue_anyway(caller: MemberHere) -> SessionAnswer:
    """Ends care: the caller decides that the conversation goes on, and what would cross may cross again."""
    return SessionAnswer(session=await continue_after_care(caller))


async def page_of(
    caller: Here, limit: int, cursor: str | None, *, journal: bool = False
) -> ListOf[MessageView]:
    before = seq_before(cursor) if cursor else None
    found = await conversation.read_chat(caller, before, limit + 1, journal=journal)
    page = found[-limit:]
    more = str(page[0].seq) if len(found) > limit else None
    return ListOf(items=page, next_cursor=more)


def seq_before(cursor: str) -> int:
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > 18:  # noqa: PLR2004  # what the database can count to
        raise bad_cursor()
    return int(cursor)


async def said(body: NewMessage, caller: Here, request: Request, *, journal: bool = False) -> Said:
    await count_engine_call(request, caller)
    replies, intensity = request.app.state.replies, body.emotional_intensity
    return await conversation.say(caller, replies, body.content, intensity, journal=journal)


async def asked_again(message_id: str, caller: Here, request: Request) -> Said:
    await count_engine_call(request, caller)
    return await conversation.ask_again(caller, request.app.state.replies, parsed_id(message_id))


async def count_engine_call(request: Request, caller: Caller) -> None:
    await request.app.state.limits.hit(PER_ENGINE_USER, "engine", str(caller.user_id))


async def to_spoken(said: Said, caller: Caller) -> SpokenView:
    if said.running:
        await said.running.finished()
    if has_failed(said):
        raise EngineUnavailable(str(said.message.id))
    return spoken_view(said, caller)


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
        answer = plain(spoken_view(said, caller))
        help_lines = answer.pop("help")
        yield event("complete", {**answer, "help": help_lines})


def event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
