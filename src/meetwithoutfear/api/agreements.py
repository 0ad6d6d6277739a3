"""Agreements: proposing, confirming, ending with one or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, GetPydanticSchema, model_validator

from meetwithoutfear.actions import agreements
from meetwithoutfear.actions.agreements import CheckInsAnswer
from meetwithoutfear.api.auth import MemberHere, parsed_id
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.domain.repair.agreement import AgreementType, Details, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.view import (
    AgreementView,
    ConfirmationView,
    ProposalView,
    ResolutionView,
)
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT
from meetwithoutfear.domain.view import ClosingView


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
    agreements: tuple[AgreementView, ...]


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


router = routes_for_members("agreements", "/sessions/{session_id}")


@router.get("/agreements")
async def every_agreement(caller: MemberHere) -> EveryAgreement:
    return EveryAgreement(agreements=await agreements.list_agreements(caller))


@router.post("/agreements", status_code=201)
async def propose(body: NewAgreement, caller: MemberHere) -> ProposalView:
    return await agreements.propose_agreement(caller, body.type, body, body.strategy_id)


@router.post("/agreements/{agreement_id}/confirm")
async def confirm(agreement_id: str, body: Confirmation, caller: MemberHere) -> ConfirmationView:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, **body.details)
        return await agreements.modify_agreement(caller, wanted, terms)
    if body.confirmed:
        return await agreements.confirm_agreement(caller, wanted)
    return await agreements.drop_agreement(caller, wanted)


@router.post("/resolve")
async def resolve(caller: MemberHere) -> ResolutionView:
    return await agreements.resolve(caller)


@router.post("/close")
async def close(caller: MemberHere) -> ClosingView:
    """The caller would end without an agreement. It happens when both have asked."""
    return await agreements.ask_to_close(caller)


@router.get("/agreements/{agreement_id}/check-in")
async def look_back(agreement_id: str, caller: MemberHere) -> CheckInsAnswer:
    return await agreements.look_at_agreement(caller, parsed_id(agreement_id))


@router.post("/agreements/{agreement_id}/check-in")
async def check_in(agreement_id: str, body: NewCheckIn, caller: MemberHere) -> CheckInsAnswer:
    word = LookBack(body.done, body.wish, body.felt, body.share)
    return await agreements.check_in(caller, parsed_id(agreement_id), word)
