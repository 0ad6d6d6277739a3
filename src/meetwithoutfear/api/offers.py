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
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.actions.offers import Shared, SharedMessage, SuggestionView
from meetwithoutfear.actions.safety import Screened
from meetwithoutfear.api.auth import CallerHere, SessionIdHere, parsed_id
from meetwithoutfear.api.conversation import STREAMS, count_engine_call, event
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.api.route import help_for, refusals, routes_for_members
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
async def read_suggestion(session_id: SessionIdHere, caller: CallerHere) -> SuggestionAnswer:
    found = await offers.look_at_offer(caller, session_id)
    return SuggestionAnswer(has_suggestion=found is not None, suggestion=found)


@router.post("/empathy/share-suggestion/respond")
async def respond(
    session_id: SessionIdHere, body: OfferAnswer, caller: CallerHere, request: Request
) -> Result[Responded]:
    """Accepting shares exactly `content`. Refining gives other words for review, and moves nothing; an order that cannot be
    followed, a question or a refusal is answered in `response`, without words to share."""
    offer_id = parsed_id(body.offer_id) if body.offer_id else None
    match body.action:
        case AnswerKind.ACCEPT:
            words = required("content", body.content)
            shared = await offers.share_context(caller, session_id, words, offer_id)
            return shared.put(to_responded)
        case AnswerKind.REFINE:
            await count_engine_call(request, caller)
            asked = required("instructions", body.instructions)
            engine = request.app.state.engine
            proposal = await coaching.reword(caller, engine, session_id, asked)
            answer = Responded(OfferStatus.OFFERED, None, proposal.words, proposal.response)
            return Result(answer, proposal.screened)
        case AnswerKind.DECLINE:
            await offers.decline_offer(caller, session_id, offer_id)
            return Result(Responded(OfferStatus.DECLINED), Screened())


def to_responded(shared: Shared) -> Responded:
    return Responded(OfferStatus.ACCEPTED, shared.message)


@router.post("/reconciler/refinement-chat/start", responses=refusals(401, 404))
async def start_coaching(session_id: SessionIdHere, caller: CallerHere) -> CoachStart:
    found = await coaching.start_coaching(caller, session_id)
    return CoachStart(
        offer_id=found.offer_id,
        suggested_content=found.content,
        suggested_reason=found.reason,
        offer_message=GREETING,
        current_draft=found.content,
        iteration=found.iteration,
    )


@router.post("/reconciler/refinement-chat/message", response_class=Response, responses=STREAMS)
async def talk_with_coach(
    session_id: SessionIdHere, body: CoachTalk, caller: CallerHere, request: Request
) -> Response:
    """The conversation lives in the client alone and comes along whole each time."""
    await count_engine_call(request, caller)
    said = [Turn(SPEAKERS[turn.role], turn.content) for turn in body.messages]
    talk = await coaching.coach(caller, request.app.state.engine, session_id, said)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events_of(talk, caller), media_type="text/event-stream", headers=headers)


async def events_of(talk: Coaching, caller: CallerHere) -> AsyncIterator[bytes]:
    try:
        async for words in talk.words():
            yield event("chunk", {"text": words})
    except TransientError:
        code, sentence = EngineUnavailable.code, "I could not answer just now. Please try again."
        yield event("error", {"code": code, "message": sentence})
        return
    helping = help_for(talk.screened, caller.user.region)
    proposed = {"proposedContent": talk.proposed} if talk.proposed else {}
    yield event("metadata", proposed)
    yield event("complete", {"response": talk.response, **proposed, "help": plain(helping)})


@router.post("/reconciler/refinement-chat/finalize")
async def finalize(session_id: SessionIdHere, body: FinalWords, caller: CallerHere) -> Result[Finalized]:
    """Shares exactly these words."""
    offer_id = parsed_id(body.offer_id)
    shared = await offers.share_context(caller, session_id, body.final_content, offer_id, coached=True)
    return shared.put(to_finalized)


def to_finalized(shared: Shared) -> Finalized:
    onward = NextAction.WAIT_FOR_PARTNER if shared.moved_on else NextAction.RERUN_RECONCILER
    return Finalized(FINALIZED, shared.message, onward)


def required(name: str, text: str | None) -> str:
    if not text:
        raise Invalid.field(name, f"For this answer, {name} is needed.")
    return text
