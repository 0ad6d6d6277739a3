"""Invitations to share a little more, and the coach that helps to find the words. Only the shared words are ever kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from enum import StrEnum
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from meetwithoutfear.actions import coaching, offers
from meetwithoutfear.actions.coaching import Coaching
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.conversation import STREAMS, count_engine_call, event
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.domain.empathy.exchange import OfferStatus
from meetwithoutfear.domain.errors import Invalid, TransientError
from meetwithoutfear.domain.text import COACH_LIMIT, MOST_COACH_TURNS, NOTE_LIMIT, SHARE_LIMIT
from meetwithoutfear.domain.wire import Time
from meetwithoutfear.prompts.prompt import Speaker, Turn


class AnswerKind(StrEnum):
    ACCEPT = "accept"
    REFINE = "refine"
    DECLINE = "decline"


class NextAction(StrEnum):
    RERUN_RECONCILER = "rerun_reconciler"
    WAIT_FOR_PARTNER = "wait_for_partner"


class Suggestion(Wire):
    offer_id: Id
    guesser_name: str
    suggested_content: str | None
    reason: str
    iteration: int
    expires_at: Time | None


class SuggestionAnswer(Wire):
    has_suggestion: bool
    suggestion: Suggestion | None


class OfferAnswer(Wire):
    offer_id: str | None = None
    action: AnswerKind
    content: Annotated[str, Field(max_length=SHARE_LIMIT)] | None = None
    instructions: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class SharedMessage(Wire):
    id: Id
    content: str
    created_at: Time

    @classmethod
    def of(cls, shared: offers.Shared, caller: CallerHere) -> SharedMessage:
        message = shared.message
        return cls(
            id=message.id, content=message.content.read_as(caller.user_id), created_at=message.created_at
        )


class Responded(Wire):
    status: OfferStatus
    shared_message: SharedMessage | None = None
    proposed_content: str | None = None
    response: str | None = None
    help: Help | None = None


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


class Finalized(Wire):
    message: str
    shared_message: SharedMessage
    next_action: NextAction
    help: Help | None


GREETING = (
    "What would you like your partner to know? Write it as it comes; we can look at the words together. Nothing of this is "
    "kept, and nothing goes out before you say so."
)
FINALIZED = "Your words are with your partner now."
SPEAKERS = {"user": Speaker.MEMBER, "assistant": Speaker.GUIDE}

router = APIRouter(
    prefix="/sessions/{session_id}", tags=["offers"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/empathy/share-suggestion", responses=refusals(401, 404))
async def read_suggestion(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SuggestionAnswer]:
    found = await offers.look_at_offer(caller, session_id)
    if found is None:
        return Envelope(data=SuggestionAnswer(has_suggestion=False, suggestion=None))
    suggestion = Suggestion(
        offer_id=found.offer_id,
        guesser_name=found.guesser_name,
        suggested_content=found.content,
        reason=found.reason,
        iteration=found.iteration,
        expires_at=found.expires_at,
    )
    return Envelope(data=SuggestionAnswer(has_suggestion=True, suggestion=suggestion))


@router.post("/empathy/share-suggestion/respond", responses=refusals(401, 404, 409, 503))
async def respond(
    session_id: SessionIdHere, body: OfferAnswer, caller: CallerHere, request: Request
) -> Envelope[Responded]:
    """Accepting shares exactly `content`. Refining gives other words for review, and moves nothing; an order that cannot be
    followed, a question or a refusal is answered in `response`, without words to share."""
    offer_id = parsed_id(body.offer_id) if body.offer_id else None
    match body.action:
        case AnswerKind.ACCEPT:
            words = required("content", body.content)
            shared = await offers.share_context(caller, session_id, words, offer_id)
            helping = help_for(shared.acted.screened, caller.user.region)
            message = SharedMessage.of(shared, caller)
            answer = Responded(status=OfferStatus.ACCEPTED, shared_message=message, help=helping)
        case AnswerKind.REFINE:
            await count_engine_call(request, caller)
            asked = required("instructions", body.instructions)
            engine = request.app.state.engine
            proposal = await coaching.reword(caller, engine, session_id, asked)
            helping = help_for(proposal.screened, caller.user.region)
            answer = Responded(
                status=OfferStatus.OFFERED,
                proposed_content=proposal.words,
                response=proposal.response,
                help=helping,
            )
        case AnswerKind.DECLINE:
            await offers.decline_offer(caller, session_id, offer_id)
            answer = Responded(status=OfferStatus.DECLINED)
    return Envelope(data=answer)


@router.post("/reconciler/refinement-chat/start", responses=refusals(401, 404))
async def start_coaching(session_id: SessionIdHere, caller: CallerHere) -> Envelope[CoachStart]:
    found = await coaching.start_coaching(caller, session_id)
    return Envelope(
        data=CoachStart(
            offer_id=found.offer_id,
            suggested_content=found.content,
            suggested_reason=found.reason,
            offer_message=GREETING,
            current_draft=found.content,
            iteration=found.iteration,
        )
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
    about = helping.model_dump(mode="json") if helping else None
    proposed = {"proposedContent": talk.proposed} if talk.proposed else {}
    yield event("metadata", proposed)
    yield event("complete", {"response": talk.response, **proposed, "help": about})


@router.post("/reconciler/refinement-chat/finalize", responses=refusals(401, 404, 409))
async def finalize(session_id: SessionIdHere, body: FinalWords, caller: CallerHere) -> Envelope[Finalized]:
    """Shares exactly these words."""
    offer_id = parsed_id(body.offer_id)
    shared = await offers.share_context(caller, session_id, body.final_content, offer_id, coached=True)
    onward = NextAction.WAIT_FOR_PARTNER if shared.moved_on else NextAction.RERUN_RECONCILER
    return Envelope(
        data=Finalized(
            message=FINALIZED,
            shared_message=SharedMessage.of(shared, caller),
            next_action=onward,
            help=help_for(shared.acted.screened, caller.user.region),
        )
    )


def required(name: str, text: str | None) -> str:
    if not text:
        raise Invalid.field(name, f"For this answer, {name} is needed.")
    return text
