"""Invitations to share a little more, and the coach that helps to find the words. Only the shared words are ever kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import coaching, offers
from meetwithoutfear.actions.coaching import Coaching
from meetwithoutfear.actions.offers import SharedMessage, SuggestionView
from meetwithoutfear.api.auth import MemberHere, parsed_id
from meetwithoutfear.api.conversation import STREAMS, count_engine_call, event
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.empathy.exchange import OfferStatus
from meetwithoutfear.domain.errors import Invalid, TransientError
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.text import COACH_LIMIT, MOST_COACH_TURNS, NOTE_LIMIT, SHARE_LIMIT
from meetwithoutfear.domain.wire import Own, plain
from meetwithoutfear.prompts.prompt import Speaker, Turn


class AnswerKind(StrEnum):
    ACCEPT = "accept"
    REFINE = "refine"
    DECLINE = "decline"


class NextAction(StrEnum):
    RERUN_RECONCILER = "rerun_reconciler"
    WAIT_FOR_PARTNER = "wait_for_partner"


class SuggestionAnswer(Wire):
    has_suggestion: bool
    suggestion: SuggestionView | None


class OfferAnswer(Wire):
    offer_id: str | None = None
    action: AnswerKind
    content: Annotated[str, Field(max_length=SHARE_LIMIT)] | None = None
    instructions: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


@dataclass(frozen=True)
class Responded(Helping):
    status: Own[OfferStatus]
    shared_message: SharedMessage | None = None
    proposed_content: Own[str | None] = None
    response: Own[str | None] = None


class CoachStart(Wire):
    offer_id: Id
    suggested_content: str | None
    suggested_reason: str
    area_hint: None = None
    offer_message: str
    current_draft: str | None
    iteration: int


class CoachTurn(Wire):
    role: Literal["user", "assistant"]
    content: Annotated[str, Field(min_length=1, max_length=COACH_LIMIT)]


class CoachTalk(Wire):
    messages: Annotated[list[CoachTurn], Field(min_length=1, max_length=MOST_COACH_TURNS)]


class FinalWords(Wire):
    final_content: Annotated[str, Field(min_length=1, max_length=SHARE_LIMIT)]
    offer_id: str


@dataclass(frozen=True)
class Finalized(Helping):
    message: Own[str]
    shared_message: SharedMessage
    next_action: Own[NextAction]


GREETING = (
    "What would you like your partner to know? Write it as it comes; we can look at the words together. Nothing of this is "
    "kept, and nothing goes out before you say so."
)
FINALIZED = "Your words are with your partner now."
SPEAKERS = {"user": Speaker.MEMBER, "assistant": Speaker.GUIDE}

router = routes_for_members("offers", "/sessions/{session_id}")


@router.get("/empathy/share-suggestion")
async def read_suggestion(caller: MemberHere) -> SuggestionAnswer:
    found = await offers.look_at_offer(caller)
    return SuggestionAnswer(has_suggestion=found is not None, suggestion=found)


@router.post("/empathy/share-suggestion/respond")
async def respond(body: OfferAnswer, caller: MemberHere, request: Request) -> Responded:
    """Accepting shares exactly `content`. Refining gives other words for review, and moves nothing; an order that cannot be
    followed, a question or a refusal is answered in `response`, without words to share."""
    offer_id = parsed_id(body.offer_id) if body.offer_id else None
    match body.action:
        case AnswerKind.ACCEPT:
            words = required("content", body.content)
            shared = await offers.share_context(caller, words, offer_id)
            return Responded(OfferStatus.ACCEPTED, shared.message, help=shared.help)
        case AnswerKind.REFINE:
            await count_engine_call(request, caller)
            asked = required("instructions", body.instructions)
            engine = request.app.state.engine
            said = await coaching.reword(caller, engine, asked)
            return Responded(OfferStatus.OFFERED, None, said.proposed, said.response, help=said.help)
        case AnswerKind.DECLINE:
            await offers.decline_offer(caller, offer_id)
            return Responded(OfferStatus.DECLINED)


@router.post("/reconciler/refinement-chat/start", responses=refusals(401, 404))
async def start_coaching(caller: MemberHere) -> CoachStart:
    found = await coaching.start_coaching(caller)
    return CoachStart(
        offer_id=found.offer_id,
        suggested_content=found.suggested_content,
        suggested_reason=found.reason,
        offer_message=GREETING,
        current_draft=found.suggested_content,
        iteration=found.iteration,
    )


@router.post("/reconciler/refinement-chat/message", response_class=Response, responses=STREAMS)
async def talk_with_coach(body: CoachTalk, caller: MemberHere, request: Request) -> Response:
    """The conversation lives in the client alone and comes along whole each time."""
    await count_engine_call(request, caller)
    said = [Turn(SPEAKERS[turn.role], turn.content) for turn in body.messages]
    talk = await coaching.coach(caller, request.app.state.engine, said)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events_of(talk), media_type="text/event-stream", headers=headers)


async def events_of(talk: Coaching) -> AsyncIterator[bytes]:
    try:
        async for words in talk.words():
            yield event("chunk", {"text": words})
    except TransientError:
        code, sentence = EngineUnavailable.code, "I could not answer just now. Please try again."
        yield event("error", {"code": code, "message": sentence})
        return
    proposed = {"proposedContent": talk.proposed} if talk.proposed else {}
    yield event("metadata", proposed)
    yield event("complete", {"response": talk.response, **proposed, "help": plain(talk.help)})


@router.post("/reconciler/refinement-chat/finalize")
async def finalize(body: FinalWords, caller: MemberHere) -> Finalized:
    """Shares exactly these words."""
    offer_id = parsed_id(body.offer_id)
    shared = await offers.share_context(caller, body.final_content, offer_id, coached=True)
    onward = NextAction.WAIT_FOR_PARTNER if shared.moved_on else NextAction.RERUN_RECONCILER
    return Finalized(FINALIZED, shared.message, onward, help=shared.help)


def required(name: str, text: str | None) -> str:
    if not text:
        raise Invalid.field(name, f"For this answer, {name} is needed.")
    return text
