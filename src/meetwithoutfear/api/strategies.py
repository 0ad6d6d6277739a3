"""The pool of ideas, as each of them sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from meetwithoutfear.actions import strategies
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Wire
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.domain.repair.pool import Strategy
from meetwithoutfear.domain.repair.view import (
    IdeaView,
    OverlapView,
    PhaseView,
    PoolView,
    RankingView,
    ReadinessView,
    StrategyView,
)
from meetwithoutfear.domain.text import (
    MOST_NEEDS_OF_A_STRATEGY,
    NEED_LIMIT,
    STRATEGY_LIMIT,
    TERM_LIMIT,
)

Needs = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=NEED_LIMIT, examples=["to be heard"])]],
    Field(max_length=MOST_NEEDS_OF_A_STRATEGY),
]
MOST_RANKED = 200
NO_ID = UUID(int=0)
"""Of an idea that is still to get one."""


class NewStrategy(Wire):
    description: Annotated[
        str,
        Field(min_length=1, max_length=STRATEGY_LIMIT, examples=["Ten minutes without phones after dinner"]),
    ]
    needs_addressed: Needs = Field(default_factory=list)
    duration: Annotated[str, Field(max_length=TERM_LIMIT, examples=["1 week"])] | None = None
    measure_of_success: Annotated[str, Field(max_length=TERM_LIMIT)] | None = None

    @property
    def idea(self) -> Strategy:
        needs = tuple(self.needs_addressed)
        return Strategy(NO_ID, self.description, needs, self.duration, self.measure_of_success)


@dataclass(frozen=True)
class IdeaAnswer(IdeaView):
    help: Help | None


class Asked(Wire):
    count: Annotated[int, Field(strict=True, ge=1, le=strategies.MOST_SUGGESTIONS)] = 3
    focus_needs: Needs = Field(default_factory=list)


class Suggestions(Wire):
    suggestions: tuple[StrategyView, ...]
    source: Literal["AI_GENERATED"] = "AI_GENERATED"


class NewRanking(Wire):
    ranked_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_RANKED)]


router = APIRouter(
    prefix="/sessions/{session_id}/strategies",
    tags=["strategies"],
    route_class=SignedInRoute,
    dependencies=SECURITY,
)


@router.get("", responses=refusals(401, 404, 409))
async def pool(session_id: SessionIdHere, caller: CallerHere) -> Envelope[PoolView]:
    """The caller's own ideas while they are collected; the whole pool, unlabelled, from its release on."""
    return Envelope(data=await strategies.look_at_pool(caller, session_id))


@router.post("", status_code=201, responses=refusals(401, 404, 409))
async def propose(
    session_id: SessionIdHere, body: NewStrategy, caller: CallerHere, request: Request
) -> Envelope[IdeaAnswer]:
    await count_engine_call(request, caller)
    return answer_with(
        await strategies.propose_idea(caller, request.app.state.engine, session_id, body.idea), caller
    )


@router.patch("/{strategy_id}", responses=refusals(401, 404, 409))
async def reword(
    session_id: SessionIdHere, strategy_id: str, body: NewStrategy, caller: CallerHere
) -> Envelope[IdeaAnswer]:
    idea = replace(body.idea, id=parsed_id(strategy_id))
    return answer_with(await strategies.reword_idea(caller, session_id, idea), caller)


@router.delete("/{strategy_id}", **NO_CONTENT)
async def remove(session_id: SessionIdHere, strategy_id: str, caller: CallerHere) -> None:
    await strategies.remove_idea(caller, session_id, parsed_id(strategy_id))


@router.post("/suggest", responses=refusals(401, 404, 409))
async def suggest(session_id: SessionIdHere, body: Asked, caller: CallerHere) -> Envelope[Suggestions]:
    """From the common ground and the library of small experiments alone."""
    found = await strategies.suggest_ideas(caller, session_id, body.count, body.focus_needs)
    return Envelope(data=Suggestions(suggestions=found))


@router.post("/ready", responses=refusals(401, 404, 409))
async def ready(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ReadinessView]:
    return Envelope(data=await strategies.be_ready(caller, session_id))


@router.post("/reopen", responses=refusals(401, 404, 409))
async def reopen(session_id: SessionIdHere, caller: CallerHere) -> Envelope[PhaseView]:
    """Takes the own readiness back, or opens a released pool for new ideas."""
    return Envelope(data=await strategies.reopen(caller, session_id))


@router.post("/rank", responses=refusals(401, 404, 409))
async def rank(session_id: SessionIdHere, body: NewRanking, caller: CallerHere) -> Envelope[RankingView]:
    """Best first; what is left out is what the caller would rather not. Nobody else ever sees it."""
    return Envelope(data=await strategies.rank(caller, session_id, body.ranked_ids))


@router.get("/overlap", responses=refusals(401, 404, 409))
async def overlap(session_id: SessionIdHere, caller: CallerHere) -> Envelope[OverlapView]:
    return Envelope(data=await strategies.look_at_overlap(caller, session_id))


def answer_with(found: Result[IdeaView], caller: CallerHere) -> Envelope[IdeaAnswer]:
    helping = help_for(found.screened, caller.user.region)
    return Envelope(data=IdeaAnswer(**vars(found.view), help=helping))
