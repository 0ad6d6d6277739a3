"""The pool of ideas, as each of them sees it; then agreements: proposing, confirming, ending with one or without, and
looking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Request
from pydantic import AfterValidator, Field, GetPydanticSchema, model_validator

from meetwithoutfear.actions import repair
from meetwithoutfear.actions.repair import CheckInsAnswer
from meetwithoutfear.api.auth import MemberHere, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.repair import view as v
from meetwithoutfear.domain.repair.agreement import AgreementType, Details, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.pool import Strategy
from meetwithoutfear.domain.text import (
    MOST_NEEDS_OF_A_STRATEGY,
    NEED_LIMIT,
    NOTE_LIMIT,
    STRATEGY_LIMIT,
    TERM_LIMIT,
)
from meetwithoutfear.domain.view import ClosingView

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
    count: Annotated[int, Field(strict=True, ge=1, le=repair.MOST_SUGGESTIONS)] = 3
    focus_needs: Needs = Field(default_factory=list)


class Suggestions(Wire):
    suggestions: tuple[v.StrategyView, ...]
    source: Literal["AI_GENERATED"] = "AI_GENERATED"


class NewRanking(Wire):
    ranked_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_RANKED)]


def day_of(when: date | datetime | None) -> date | None:
    """A time names the day it falls on."""
    if isinstance(when, datetime):
        return when.astimezone(UTC).date()
    return when


Said = Annotated[date | datetime, Field(examples=["2027-01-15"])]
Day = Annotated[
    date | None,
    GetPydanticSchema(lambda _, schema_of: schema_of(Annotated[Said | None, AfterValidator(day_of)])),
]


class EveryAgreement(Wire):
    agreements: tuple[v.AgreementView, ...]


@dataclass(frozen=True, kw_only=True)
class NewAgreement(Terms):
    __pydantic_config__ = Wire.model_config

    strategy_id: Id | None = None
    type: AgreementType
    follow_up_date: Day = None


@dataclass(frozen=True, kw_only=True)
class Confirmation(Details):
    """With a modification it is the caller's own new wording, which the other one is asked about."""

    __pydantic_config__ = Wire.model_config

    confirmed: YesOrNo
    modification: Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)] | None = None
    follow_up_date: Day = None

    @model_validator(mode="after")
    def says_one_thing(self) -> Confirmation:
        if self.modification is None and any(self.details.values()):
            raise ValueError("other terms come with a modification")
        return self


class NewCheckIn(Wire):
    done: Done
    wish: Wish
    felt: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None
    share: YesOrNo = False


router = routes_for_members("repair", "/sessions/{session_id}")


@router.get("/strategies", responses=refusals(401, 404, 409))
async def pool(caller: MemberHere) -> v.PoolView:
    """The caller's own ideas while they are collected; the whole pool, unlabelled, from its release on."""
    return await repair.look_at_pool(caller)


@router.post("/strategies", status_code=201)
async def propose(body: NewStrategy, caller: MemberHere, request: Request) -> v.IdeaView:
    await count_engine_call(request, caller)
    return await repair.propose_idea(caller, request.app.state.engine, body.idea)


@router.patch("/strategies/{strategy_id}")
async def reword(strategy_id: str, body: NewStrategy, caller: MemberHere) -> v.IdeaView:
    idea = replace(body.idea, id=parsed_id(strategy_id))
    return await repair.reword_idea(caller, idea)


@router.delete("/strategies/{strategy_id}")
async def remove(strategy_id: str, caller: MemberHere) -> None:
    await repair.remove_idea(caller, parsed_id(strategy_id))


@router.post("/strategies/suggest")
async def suggest(body: Asked, caller: MemberHere) -> Suggestions:
    """From the common ground and the library of small experiments alone."""
    found = await repair.suggest_ideas(caller, body.count, body.focus_needs)
    return Suggestions(suggestions=found)


@router.post("/strategies/ready")
async def ready(caller: MemberHere) -> v.ReadinessView:
    return await repair.be_ready(caller)


@router.post("/strategies/reopen")
async def reopen(caller: MemberHere) -> v.PhaseView:
    """Takes the own readiness back, or opens a released pool for new ideas."""
    return await repair.reopen(caller)


@router.post("/strategies/rank")
async def rank(body: NewRanking, caller: MemberHere) -> v.RankingView:
    """Best first; what is left out is what the caller would rather not. Nobody else ever sees it."""
    return await repair.rank(caller, body.ranked_ids)


@router.get("/strategies/overlap", responses=refusals(401, 404, 409))
async def overlap(caller: MemberHere) -> v.OverlapView:
    return await repair.look_at_overlap(caller)


@router.get("/agreements")
async def every_agreement(caller: MemberHere) -> EveryAgreement:
    return EveryAgreement(agreements=await repair.list_agreements(caller))


@router.post("/agreements", status_code=201)
async def propose_agreement(body: NewAgreement, caller: MemberHere) -> v.ProposalView:
    return await repair.propose_agreement(caller, body.type, body, body.strategy_id)


@router.post("/agreements/{agreement_id}/confirm")
async def confirm(agreement_id: str, body: Confirmation, caller: MemberHere) -> v.ConfirmationView:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, **body.details)
        return await repair.modify_agreement(caller, wanted, terms)
    if body.confirmed:
        return await repair.confirm_agreement(caller, wanted)
    return await repair.drop_agreement(caller, wanted)


@router.post("/resolve")
async def resolve(caller: MemberHere) -> v.ResolutionView:
    return await repair.resolve(caller)


@router.post("/close")
async def close(caller: MemberHere) -> ClosingView:
    """The caller would end without an agreement. It happens when both have asked."""
    return await repair.ask_to_close(caller)


@router.get("/agreements/{agreement_id}/check-in")
async def look_back(agreement_id: str, caller: MemberHere) -> CheckInsAnswer:
    return await repair.look_at_agreement(caller, parsed_id(agreement_id))


@router.post("/agreements/{agreement_id}/check-in")
async def check_in(agreement_id: str, body: NewCheckIn, caller: MemberHere) -> CheckInsAnswer:
    word = LookBack(body.done, body.wish, body.felt, body.share)
    return await repair.check_in(caller, parsed_id(agreement_id), word)
