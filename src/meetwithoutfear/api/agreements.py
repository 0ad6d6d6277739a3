"""Agreements: proposing, confirming, ending with one or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import Field, model_validator

from meetwithoutfear.actions import agreements
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.api.auth import CallerHere, SessionIdHere, parsed_id
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.repair.agreement import AgreementType, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.view import (
    AgreementView,
    CheckInsView,
    ConfirmationView,
    ProposalView,
    ResolutionView,
)
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, TERM_LIMIT
from meetwithoutfear.domain.view import ClosingView

Term = Annotated[str, Field(max_length=TERM_LIMIT)]
Day = Annotated[date | datetime, Field(examples=["2027-01-15"])]


def day_of(when: date | datetime | None) -> date | None:
    """A time names the day it falls on."""
    if isinstance(when, datetime):
        return when.astimezone(UTC).date()
    return when


class EveryAgreement(Wire):
    agreements: tuple[AgreementView, ...]


class NewAgreement(Wire):
    strategy_id: Id | None = None
    description: Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)]
    type: AgreementType
    duration: Term | None = None
    measure_of_success: Term | None = None
    follow_up_date: Day | None = None


class Confirmation(Wire):
    """With a modification it is the caller's own new wording, which the other one is asked about."""

    confirmed: YesOrNo
    modification: Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)] | None = None
    duration: Term | None = None
    measure_of_success: Term | None = None
    follow_up_date: Day | None = None

    @model_validator(mode="after")
    def says_one_thing(self) -> Confirmation:
        if self.modification is None and (self.duration or self.measure_of_success or self.follow_up_date):
            raise ValueError("other terms come with a modification")
        return self


class NewCheckIn(Wire):
    done: Done
    wish: Wish
    felt: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None
    share: YesOrNo = False


@dataclass(frozen=True)
class CheckInsAnswer(CheckInsView, Helping):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""


router = routes_for_members("agreements", "/sessions/{session_id}")


@router.get("/agreements")
async def every_agreement(session_id: SessionIdHere, caller: CallerHere) -> EveryAgreement:
    return EveryAgreement(agreements=await agreements.list_agreements(caller, session_id))


@router.post("/agreements", status_code=201)
async def propose(session_id: SessionIdHere, body: NewAgreement, caller: CallerHere) -> Result[ProposalView]:
    terms = Terms(body.description, body.duration, body.measure_of_success, day_of(body.follow_up_date))
    return await agreements.propose_agreement(caller, session_id, body.type, terms, body.strategy_id)


@router.post("/agreements/{agreement_id}/confirm")
async def confirm(
    session_id: SessionIdHere, agreement_id: str, body: Confirmation, caller: CallerHere
) -> Result[ConfirmationView]:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, body.duration, body.measure_of_success, day_of(body.follow_up_date))
        return await agreements.modify_agreement(caller, session_id, wanted, terms)
    if body.confirmed:
        return await agreements.confirm_agreement(caller, session_id, wanted)
    return await agreements.drop_agreement(caller, session_id, wanted)


@router.post("/resolve")
async def resolve(session_id: SessionIdHere, caller: CallerHere) -> ResolutionView:
    return await agreements.resolve(caller, session_id)


@router.post("/close")
async def close(session_id: SessionIdHere, caller: CallerHere) -> ClosingView:
    """The caller would end without an agreement. It happens when both have asked."""
    return await agreements.ask_to_close(caller, session_id)


@router.get("/agreements/{agreement_id}/check-in")
async def look_back(session_id: SessionIdHere, agreement_id: str, caller: CallerHere) -> CheckInsAnswer:
    return check_ins(await agreements.look_at_agreement(caller, session_id, parsed_id(agreement_id)))


@router.post("/agreements/{agreement_id}/check-in")
async def check_in(
    session_id: SessionIdHere, agreement_id: str, body: NewCheckIn, caller: CallerHere
) -> Result[CheckInsAnswer]:
    word = LookBack(body.done, body.wish, body.felt, body.share)
    return (await agreements.check_in(caller, session_id, parsed_id(agreement_id), word)).put(check_ins)


def check_ins(seen: CheckInsView) -> CheckInsAnswer:
    return CheckInsAnswer(**vars(seen))
