"""Agreements: proposing, confirming, ending with one or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, GetPydanticSchema, model_validator

from meetwithoutfear.actions import agreements
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.api.auth import CallerHere, SessionIdHere, parsed_id
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.repair.agreement import AgreementType, Details, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.view import (
    AgreementView,
    CheckInsView,
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


@dataclass(frozen=True)
class CheckInsAnswer(CheckInsView, Helping):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""


router = routes_for_members("agreements", "/sessions/{session_id}")


@router.get("/agreements")
async def every_agreement(session_id: SessionIdHere, caller: CallerHere) -> EveryAgreement:
    return EveryAgreement(agreements=await agreements.list_agreements(caller, session_id))


@router.post("/agreements", status_code=201)
async def propose(session_id: SessionIdHere, body: NewAgreement, caller: CallerHere) -> Result[ProposalView]:
    return await agreements.propose_agreement(caller, session_id, body.type, body, body.strategy_id)


@router.post("/agreements/{agreement_id}/confirm")
async def confirm(
    session_id: SessionIdHere, agreement_id: str, body: Confirmation, caller: CallerHere
) -> Result[ConfirmationView]:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, **body.details)
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
