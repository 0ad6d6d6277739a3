"""The pool of ideas. Nothing on the wire says whose an idea is, and every idea has the same fields."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from meetwithoutfear.actions import strategies
from meetwithoutfear.actions.execute import Acted
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Time, Wire
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.repair.pool import MOST_IDEAS
from meetwithoutfear.domain.repair.pool import Strategy as Idea
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
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


class Strategy(Wire):
    id: Id
    description: str
    needs_addressed: list[str]
    duration: str | None
    measure_of_success: str | None

    @classmethod
    def of(cls, idea: Idea) -> Strategy:
        return cls(
            id=idea.id,
            description=idea.description,
            needs_addressed=list(idea.needs),
            duration=idea.duration,
            measure_of_success=idea.measure,
        )


class Pool(Wire):
    """`hiddenIds`: those that only the caller sees as yet, and may still change."""

    strategies: list[Strategy]
    hidden_ids: list[Id]
    ai_suggestions_available: bool
    phase: Phase


class NewStrategy(Wire):
    description: Annotated[
        str,
        Field(min_length=1, max_length=STRATEGY_LIMIT, examples=["Ten minutes without phones after dinner"]),
    ]
    needs_addressed: Needs = Field(default_factory=list)
    duration: Annotated[str, Field(max_length=TERM_LIMIT, examples=["1 week"])] | None = None
    measure_of_success: Annotated[str, Field(max_length=TERM_LIMIT)] | None = None

    @property
    def idea(self) -> Idea:
        needs = tuple(self.needs_addressed)
        return Idea(NO_ID, self.description, needs, self.duration, self.measure_of_success)


class Refinement(Wire):
    original: str
    refined: str
    reason: str


class Proposed(Wire):
    strategy: Strategy
    total_strategies: int
    refinement: Refinement | None
    help: Help | None


class Asked(Wire):
    count: Annotated[int, Field(strict=True, ge=1, le=strategies.MOST_SUGGESTIONS)] = 3
    focus_needs: Needs = Field(default_factory=list)


class Suggestions(Wire):
    suggestions: list[Strategy]
    source: Literal["AI_GENERATED"] = "AI_GENERATED"


class Readiness(Wire):
    """`partnerReady`: they have said so in this round. Whether they have taken it back since is theirs to know."""

    ready: bool
    partner_ready: bool
    can_start_ranking: bool


class NewRanking(Wire):
    ranked_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_RANKED)]


class Ranked(Wire):
    submitted: bool
    submitted_at: Time
    partner_submitted: bool
    awaiting_reveal: bool


class Overlap(Wire):
    overlap: list[Strategy]
    phase: Phase


class PhaseAnswer(Wire):
    phase: Phase


router = APIRouter(
    prefix="/sessions/{session_id}/strategies",
    tags=["strategies"],
    route_class=SignedInRoute,
    dependencies=SECURITY,
)


@router.get("", responses=refusals(401, 404, 409))
async def pool(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Pool]:
    """The caller's own ideas while they are collected; the whole pool, unlabelled, from its release on."""
    seen = await strategies.look_at_pool(caller, session_id)
    mine = [idea for idea in seen.ideas if idea.round is None]
    collecting = seen.phase in {Phase.COLLECTING, Phase.NEGOTIATING}
    return Envelope(
        data=Pool(
            strategies=[Strategy.of(idea) for idea in seen.ideas],
            hidden_ids=[idea.id for idea in mine],
            ai_suggestions_available=collecting and len(mine) < MOST_IDEAS,
            phase=seen.phase,
        )
    )


@router.post("", status_code=201, responses=refusals(401, 404, 409))
async def propose(
    session_id: SessionIdHere, body: NewStrategy, caller: CallerHere, request: Request
) -> Envelope[Proposed]:
    await count_engine_call(request, caller)
    return proposed(
        await strategies.propose_idea(caller, request.app.state.engine, session_id, body.idea), caller
    )


@router.patch("/{strategy_id}", responses=refusals(401, 404, 409))
async def reword(
    session_id: SessionIdHere, strategy_id: str, body: NewStrategy, caller: CallerHere
) -> Envelope[Proposed]:
    idea = replace(body.idea, id=parsed_id(strategy_id))
    return proposed(await strategies.reword_idea(caller, session_id, idea), caller)


@router.delete("/{strategy_id}", **NO_CONTENT)
async def remove(session_id: SessionIdHere, strategy_id: str, caller: CallerHere) -> None:
    await strategies.remove_idea(caller, session_id, parsed_id(strategy_id))


@router.post("/suggest", responses=refusals(401, 404, 409))
async def suggest(session_id: SessionIdHere, body: Asked, caller: CallerHere) -> Envelope[Suggestions]:
    """From the common ground and the library of small experiments alone."""
    found = await strategies.suggest_ideas(caller, session_id, body.count, body.focus_needs)
    return Envelope(data=Suggestions(suggestions=[Strategy.of(idea) for idea in found]))


@router.post("/ready", responses=refusals(401, 404, 409))
async def ready(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Readiness]:
    return Envelope(data=readiness(await strategies.be_ready(caller, session_id)))


@router.post("/reopen", responses=refusals(401, 404, 409))
async def reopen(session_id: SessionIdHere, caller: CallerHere) -> Envelope[PhaseAnswer]:
    """Takes the own readiness back, or opens a released pool for new ideas."""
    acted = await strategies.reopen(caller, session_id)
    return Envelope(data=PhaseAnswer(phase=acted.session.phase or Phase.COLLECTING))


@router.post("/rank", responses=refusals(401, 404, 409))
async def rank(session_id: SessionIdHere, body: NewRanking, caller: CallerHere) -> Envelope[Ranked]:
    """Best first; what is left out is what the caller would rather not. Nobody else ever sees it."""
    acted = await strategies.rank(caller, session_id, body.ranked_ids)
    both = acted.session.phase is not Phase.RANKING
    return Envelope(
        data=Ranked(
            submitted=True,
            submitted_at=caller.now,
            partner_submitted=both or passed(acted, acted.side.other, Gate.RANKINGS_SUBMITTED),
            awaiting_reveal=not both,
        )
    )


@router.get("/overlap", responses=refusals(401, 404, 409))
async def overlap(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Overlap]:
    seen = await strategies.look_at_overlap(caller, session_id)
    return Envelope(data=Overlap(overlap=[Strategy.of(idea) for idea in seen.ideas], phase=seen.phase))


def proposed(found: strategies.IdeaView, caller: CallerHere) -> Envelope[Proposed]:
    better = found.refinement
    refinement = None
    if better is not None and better.refined:
        refinement = Refinement(original=found.idea.description, refined=better.refined, reason=better.reason)
    return Envelope(
        data=Proposed(
            strategy=Strategy.of(found.idea),
            total_strategies=found.total,
            refinement=refinement,
            help=help_for(found.acted.screened, caller.user.region),
        )
    )


def passed(acted: Acted, side: Side, gate: Gate) -> bool:
    return gate in acted.session.members[side].passed


def readiness(acted: Acted) -> Readiness:
    side = acted.side
    return Readiness(
        ready=passed(acted, side, Gate.STRATEGIES_SUBMITTED),
        partner_ready=Gate.STRATEGIES_SUBMITTED in acted.session.members[side.other].told,
        can_start_ranking=acted.session.phase is Phase.RANKING,
    )
