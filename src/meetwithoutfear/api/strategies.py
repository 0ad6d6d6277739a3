"""The pool of ideas, as each of them sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Request
from pydantic import Field

from meetwithoutfear.actions import strategies
from meetwithoutfear.api.auth import MemberHere, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.api.route import refusals, routes_for_members
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


class Asked(Wire):
    count: Annotated[int, Field(strict=True, ge=1, le=strategies.MOST_SUGGESTIONS)] = 3
    focus_needs: Needs = Field(default_factory=list)


class Suggestions(Wire):
    suggestions: tuple[StrategyView, ...]
    source: Literal["AI_GENERATED"] = "AI_GENERATED"


class NewRanking(Wire):
    ranked_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_RANKED)]


router = routes_for_members("strategies", "/sessions/{session_id}/strategies")


@router.get("", responses=refusals(401, 404, 409))
async def pool(caller: MemberHere) -> PoolView:
    """The caller's own ideas while they are collected; the whole pool, unlabelled, from its release on."""
    return await strategies.look_at_pool(caller)


@router.post("", status_code=201)
async def propose(body: NewStrategy, caller: MemberHere, request: Request) -> IdeaView:
    await count_engine_call(request, caller)
    return await strategies.propose_idea(caller, request.app.state.engine, body.idea)


@router.patch("/{strategy_id}")
async def reword(strategy_id: str, body: NewStrategy, caller: MemberHere) -> IdeaView:
    idea = replace(body.idea, id=parsed_id(strategy_id))
    return await strategies.reword_idea(caller, idea)


@router.delete("/{strategy_id}")
async def remove(strategy_id: str, caller: MemberHere) -> None:
    await strategies.remove_idea(caller, parsed_id(strategy_id))


@router.post("/suggest")
async def suggest(body: Asked, caller: MemberHere) -> Suggestions:
    """From the common ground and the library of small experiments alone."""
    found = await strategies.suggest_ideas(caller, body.count, body.focus_needs)
    return Suggestions(suggestions=found)


@router.post("/ready")
async def ready(caller: MemberHere) -> ReadinessView:
    return await strategies.be_ready(caller)


@router.post("/reopen")
async def reopen(caller: MemberHere) -> PhaseView:
    """Takes the own readiness back, or opens a released pool for new ideas."""
    return await strategies.reopen(caller)


@router.post("/rank")
async def rank(body: NewRanking, caller: MemberHere) -> RankingView:
    """Best first; what is left out is what the caller would rather not. Nobody else ever sees it."""
    return await strategies.rank(caller, body.ranked_ids)


@router.get("/overlap", responses=refusals(401, 404, 409))
async def overlap(caller: MemberHere) -> OverlapView:
    return await strategies.look_at_overlap(caller)
