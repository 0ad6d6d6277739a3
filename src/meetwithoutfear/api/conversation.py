"""The conversation with the guide, and the private journal beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import conversation, empathy
from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.conversation import Said, Words
from meetwithoutfear.actions.sessions import continue_after_care
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.limits import PER_ENGINE_USER
from meetwithoutfear.api.models import Envelope, Id, Intensity, ListOf, Wire
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.api.sessions import Cursor, Limit, SessionAnswer, bad_cursor, session_answer
from meetwithoutfear.domain.conversation import ReplyNotes, ReplyState
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.text import MESSAGE_LIMIT
from meetwithoutfear.domain.wire import Time
from meetwithoutfear.store.chat import Message as StoredMessage


class Message(Wire):
    id: Id
    seq: int
    role: Role
    content: str
    stage: int
    created_at: Time
    reply_to: Id | None
    reply_state: ReplyState | None

    @classmethod
    def of(cls, message: StoredMessage, reader: UUID) -> Message:
        return cls(
            id=message.id,
            seq=message.seq,
            role=message.role,
            content=message.content.read_as(reader),
            stage=message.stage,
            created_at=message.created_at,
            reply_to=message.reply_to,
            reply_state=message.reply_state,
        )


class NewMessage(Wire):
    content: Annotated[
        str, Field(min_length=1, max_length=MESSAGE_LIMIT, examples=["We have hardly spoken since May."])
    ]
    emotional_intensity: Intensity | None = None


class Exchange(Wire):
    """A message and what the guide answered; `reply` is null when a repeated request finds it still in the making."""

    message: Message
    reply: Message | None
    draft: str | None
    ready_to_share: bool
    feel_heard_offered: bool
    intensity: int | None
    help: Help | None


class SeenUpTo(Wire):
    seq: Annotated[int, Field(strict=True, ge=1, le=2**53)]


class Stopped(Wire):
    stopped: bool


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["conversation"], route_class=SignedInRoute, dependencies=SECURITY
)
ANSWERS = refusals(401, 404, 409, 503)
STREAMS = {
    200: {
        "description": "Server-sent events: `metadata`, any number of `chunk`, then `complete` or `error`",
        "content": {"text/event-stream": {"schema": {}}},
    },
    **ANSWERS,
}


@router.get("/messages", responses=refusals(401, 404))
async def read_chat(
    session_id: SessionIdHere, caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> Envelope[ListOf[Message]]:
    """The caller's own chat: the newest page, in order; `nextCursor` leads to the one before it."""
    return await page_of(caller, session_id, Chat.MAIN, limit, cursor)


@router.post("/messages", status_code=201, responses=ANSWERS)
async def say(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Envelope[Exchange]:
    return await exchanged(await said(session_id, body, caller, request, Chat.MAIN), caller)


@router.post("/messages/stream", response_class=Response, responses=STREAMS)
async def say_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(session_id, body, caller, request, Chat.MAIN), caller)


@router.post("/messages/seen", **NO_CONTENT)
async def see(session_id: SessionIdHere, body: SeenUpTo, caller: CallerHere) -> None:
    """The app says that the conversation was shown up to there: the partner's words in it count as seen from then on.
    Reading the list marks nothing, so that what is not seen yet can still be taken back."""
    await empathy.see_messages(caller, session_id, body.seq)


@router.post("/messages/{message_id}/retry", responses=ANSWERS)
async def ask_again(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Envelope[Exchange]:
    return await exchanged(await asked_again(session_id, message_id, caller, request), caller)


@router.post("/messages/{message_id}/retry/stream", response_class=Response, responses=STREAMS)
async def ask_again_streaming(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Response:
    return streamed(await asked_again(session_id, message_id, caller, request), caller)


@router.post("/messages/{message_id}/stop", responses=refusals(401, 404))
async def stop(session_id: SessionIdHere, message_id: str, caller: CallerHere) -> Envelope[Stopped]:
    """What was said so far stays."""
    await conversation.stop_reply(caller, session_id, parsed_id(message_id))
    return Envelope(data=Stopped(stopped=True))


@router.get("/inner-thoughts", responses=refusals(401, 404))
async def read_journal(
    session_id: SessionIdHere, caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> Envelope[ListOf[Message]]:
    return await page_of(caller, session_id, Chat.INNER, limit, cursor)


@router.post("/inner-thoughts", status_code=201, responses=ANSWERS)
async def think(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Envelope[Exchange]:
    return await exchanged(await said(session_id, body, caller, request, Chat.INNER), caller)


@router.post("/inner-thoughts/stream", response_class=Response, responses=STREAMS)
async def think_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(session_id, body, caller, request, Chat.INNER), caller)


@router.post("/safety/continue", responses=refusals(401, 404, 409))
async def continue_anyway(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    """Ends care: the caller decides that the conversation goes on, and what would cross may cross again."""
    return session_answer(await continue_after_care(caller, session_id))


async def page_of(
    caller: Caller, session_id: UUID, chat: Chat, limit: int, cursor: str | None
) -> Envelope[ListOf[Message]]:
    before = seq_before(cursor) if cursor else None
    found = await conversation.read_chat(caller, session_id, chat, before, limit + 1)
    page = found[-limit:]
    more = str(page[0].seq) if len(found) > limit else None
    return Envelope(data=ListOf(items=[Message.of(item, caller.user_id) for item in page], next_cursor=more))


def seq_before(cursor: str) -> int:
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > 18:  # noqa: PLR2004  # what the database can count to
        raise bad_cursor()
    return int(cursor)


async def said(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request, chat: Chat
) -> Said:
    await count_engine_call(request, caller)
    words = Words(chat, body.content, body.emotional_intensity)
    return await conversation.say(caller, request.app.state.replies, session_id, words)


async def asked_again(session_id: UUID, message_id: str, caller: Caller, request: Request) -> Said:
    await count_engine_call(request, caller)
    return await conversation.ask_again(caller, request.app.state.replies, session_id, parsed_id(message_id))


async def count_engine_call(request: Request, caller: Caller) -> None:
    await request.app.state.limits.hit(PER_ENGINE_USER, "engine", str(caller.user_id))


async def exchanged(said: Said, caller: CallerHere) -> Envelope[Exchange]:
    if said.running:
        await said.running.finished()
    if has_failed(said):
        raise EngineUnavailable(str(said.message.id))
    return Envelope(data=exchange_of(said, caller))


def has_failed(said: Said) -> bool:
    return said.running is not None and said.running.state is ReplyState.FAILED


def exchange_of(said: Said, caller: CallerHere) -> Exchange:
    answered = said.running.answered if said.running else None
    reply = answered.message if answered else said.reply
    notes = answered.notes if answered else ReplyNotes()
    return Exchange(
        message=Message.of(said.message, caller.user_id),
        reply=Message.of(reply, caller.user_id) if reply else None,
        draft=notes.draft,
        ready_to_share=notes.ready_to_share,
        feel_heard_offered=notes.feel_heard_offered,
        intensity=notes.intensity,
        help=help_for(said.screened, caller.user.region),
    )


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
        yield event("complete", exchange_of(said, caller).model_dump(mode="json"))


def event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
