"""The conversation with the guide, and the private journal beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import conversation
from meetwithoutfear.actions.conversation import Said
from meetwithoutfear.actions.replies import Answered
from meetwithoutfear.actions.safety import Screened
from meetwithoutfear.actions.sessions import continue_after_hold
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.help import Help
from meetwithoutfear.api.limits import PER_ENGINE_USER
from meetwithoutfear.api.models import Envelope, Id, ListOf, Time, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.api.sessions import (
    Cursor,
    Limit,
    Message,
    SessionAnswer,
    chat_page,
    seq_before,
    session_answer,
)
from meetwithoutfear.domain.conversation import ReplyNotes
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.text import MESSAGE_LIMIT, NOTE_LIMIT
from meetwithoutfear.store.rooms import ChosenFeeling
from meetwithoutfear.store.rooms import Emotion as StoredEmotion

STRONG = 8
CHIPS = 8
Intensity = Annotated[int, Field(ge=1, le=10, examples=[6])]


class NewMessage(Wire):
    content: Annotated[str, Field(min_length=1, max_length=MESSAGE_LIMIT, examples=["We have hardly spoken since May."])]
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


class Feeling(Wire):
    feeling: str
    family: str


class SuggestedFeelings(Wire):
    feelings: list[Feeling]
    more: list[Feeling]


class ConfirmedFeeling(Wire):
    feeling: Annotated[str, Field(max_length=40, examples=["hurt"])]
    most: bool = False


class FeelHeard(Wire):
    confirmed: bool
    feelings: Annotated[list[ConfirmedFeeling], Field(max_length=27)] = []
    words: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class HeardStatus(Wire):
    confirmed: bool
    confirmed_at: Time | None
    stage: int
    partner_completed: bool
    help: Help | None


class NewEmotion(Wire):
    intensity: Intensity
    context: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class Emotion(Wire):
    id: Id
    intensity: int
    context: str | None
    created_at: Time

    @classmethod
    def of(cls, emotion: StoredEmotion) -> Emotion:
        return cls(
            id=emotion.id, intensity=emotion.intensity, context=emotion.context, created_at=emotion.created_at
        )


class EmotionAnswer(Wire):
    emotion: Emotion
    suggest_pause: bool
    help: Help | None


class Stopped(Wire):
    stopped: bool


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["conversation"], route_class=SignedInRoute, dependencies=SECURITY
)
ANSWERS = refusals(401, 404, 409, 503)
STREAMS = {
    200: {
        "description": "Server-sent events: `metadata`, any number of `chunk`, then `complete` or `error`",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    **ANSWERS,
}


@router.post("/messages", status_code=201, responses=ANSWERS)
async def say(session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request) -> Envelope[Exchange]:
    return await exchanged(await said(session_id, body, caller, request, Chat.MAIN), caller)


@router.post("/messages/stream", response_class=Response, responses=STREAMS)
async def say_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(session_id, body, caller, request, Chat.MAIN), caller)


@router.post("/messages/{message_id}/retry", responses=ANSWERS)
async def ask_again(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Envelope[Exchange]:
    replies = request.app.state.replies
    again = await conversation.ask_again(caller, replies, session_id, parsed_id(message_id))
    return await exchanged(again, caller)


@router.post("/messages/{message_id}/retry/stream", response_class=Response, responses=STREAMS)
async def ask_again_streaming(
    session_id: SessionIdHere, message_id: str, caller: CallerHere, request: Request
) -> Response:
    replies = request.app.state.replies
    return streamed(await conversation.ask_again(caller, replies, session_id, parsed_id(message_id)), caller)


@router.post("/messages/{message_id}/stop", responses=refusals(401, 404))
async def stop(session_id: SessionIdHere, message_id: str, caller: CallerHere) -> Envelope[Stopped]:
    """What was said so far stays."""
    await conversation.stop_reply(caller, session_id, parsed_id(message_id))
    return Envelope(data=Stopped(stopped=True))


@router.get("/inner-thoughts", responses=refusals(401, 404))
async def read_journal(
    session_id: SessionIdHere, caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> Envelope[ListOf[Message]]:
    before = seq_before(cursor) if cursor else None
    found = await conversation.read_journal(caller, session_id, before, limit + 1)
    return chat_page(found, limit, caller.user_id)


@router.post("/inner-thoughts", status_code=201, responses=ANSWERS)
async def think(session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request) -> Envelope[Exchange]:
    return await exchanged(await said(session_id, body, caller, request, Chat.INNER), caller)


@router.post("/inner-thoughts/stream", response_class=Response, responses=STREAMS)
async def think_streaming(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request
) -> Response:
    return streamed(await said(session_id, body, caller, request, Chat.INNER), caller)


@router.get("/feelings/suggested", responses=refusals(401, 404))
async def suggest_feelings(
    session_id: SessionIdHere, caller: CallerHere, request: Request
) -> Envelope[SuggestedFeelings]:
    """What the guide believes to have heard, most likely first; all others behind them."""
    words = await conversation.own_stage_1_words(caller, session_id)
    ranked = await request.app.state.listener.suggested_feelings(words)
    feelings = [Feeling(feeling=key, family=FEELINGS[key].family) for key in ranked]
    return Envelope(data=SuggestedFeelings(feelings=feelings[:CHIPS], more=feelings[CHIPS:]))


@router.post("/feel-heard", responses=refusals(401, 404, 409))
async def feel_heard(session_id: SessionIdHere, body: FeelHeard, caller: CallerHere) -> Envelope[HeardStatus]:
    chosen = chosen_feelings(body.feelings)
    heard = await conversation.feel_heard(
        caller, session_id, confirmed=body.confirmed, feelings=chosen, words=body.words
    )
    view = heard.view
    partner_completed = view.partner.stage is not None and view.partner.stage > Stage.WITNESS
    return Envelope(
        data=HeardStatus(
            confirmed=heard.confirmed,
            confirmed_at=view.me.passed.get(Gate.FELT_HEARD),
            stage=view.me.stage,
            partner_completed=partner_completed,
            help=help_for(heard.screened, caller.user.region),
        )
    )


@router.post("/emotions", status_code=201, responses=refusals(401, 404, 409))
async def tell_intensity(session_id: SessionIdHere, body: NewEmotion, caller: CallerHere) -> Envelope[EmotionAnswer]:
    """How strong it is right now. Strong feelings suggest a pause; nothing is ever forbidden by them."""
    emotion, screened = await conversation.tell_intensity(caller, session_id, body.intensity, body.context)
    suggest = emotion.intensity >= STRONG
    helping = help_for(screened, caller.user.region)
    return Envelope(data=EmotionAnswer(emotion=Emotion.of(emotion), suggest_pause=suggest, help=helping))


@router.get("/emotions", responses=refusals(401, 404))
async def list_intensities(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ListOf[Emotion]]:
    found = await conversation.list_intensities(caller, session_id)
    return Envelope(data=ListOf(items=[Emotion.of(emotion) for emotion in found], next_cursor=None))


@router.post("/safety/continue", responses=refusals(401, 404, 409))
async def continue_anyway(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    """Lifts the hold that words of fear have put on what the caller would send on."""
    return session_answer(await continue_after_hold(caller, session_id))


async def said(
    session_id: SessionIdHere, body: NewMessage, caller: CallerHere, request: Request, chat: Chat
) -> Said:
    await request.app.state.limits.hit(PER_ENGINE_USER, "engine", str(caller.user_id))
    replies = request.app.state.replies
    return await conversation.say(caller, replies, session_id, chat, body.content, body.emotional_intensity)


async def exchanged(said: Said, caller: CallerHere) -> Envelope[Exchange]:
    answered = await said.running.outcome() if said.running else None
    if said.running and answered is None:
        raise EngineUnavailable(str(said.message.id))
    return Envelope(data=exchange_of(said, answered, caller))


def exchange_of(said: Said, answered: Answered | None, caller: CallerHere) -> Exchange:
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
    answered = said.running.answered if said.running else None
    if said.running and answered is None:
        code, words = EngineUnavailable.code, EngineUnavailable.sentence
        yield event("error", {"code": code, "message": words, "messageId": str(said.message.id)})
    else:
        yield event("complete", exchange_of(said, answered, caller).model_dump(mode="json"))


def event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def chosen_feelings(feelings: list[ConfirmedFeeling]) -> list[ChosenFeeling]:
    unknown = [choice.feeling for choice in feelings if choice.feeling not in FEELINGS]
    if unknown:
        raise Invalid.field("feelings", "One of these is not a feeling we know the name of.")
    by_key = {choice.feeling: ChosenFeeling(choice.feeling, choice.most) for choice in feelings}
    return list(by_key.values())


def help_for(screened: Screened, region: str | None) -> Help | None:
    return Help.of(screened.finding, region) if screened.finding else None
