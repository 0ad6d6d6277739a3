"""Agreements: proposing, confirming, ending with one or without, and looking back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, model_validator

from meetwithoutfear.actions import agreements
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Wire, YesOrNo
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.api.sessions import Session
from meetwithoutfear.domain.repair.agreement import AgreementType, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.view import (
    AgreementView,
    CheckInsView,
    ConfirmationView,
    ProposalView,
    ResolutionView,
)
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, TERM_LIMIT

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


@dataclass(frozen=True)
class ProposalAnswer(ProposalView):
    help: Help | None


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


@dataclass(frozen=True)
class ConfirmationAnswer(ConfirmationView):
    help: Help | None


class ClosingAnswer(Wire):
    closed: bool
    asked_by_me: bool
    asked_by_partner: bool
    session: Session


class NewCheckIn(Wire):
    done: Done
    wish: Wish
    felt: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None
    share: YesOrNo = False


@dataclass(frozen=True)
class CheckInsAnswer(CheckInsView):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""

    help: Help | None = None


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["agreements"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/agreements", responses=refusals(401, 404))
async def every_agreement(session_id: SessionIdHere, caller: CallerHere) -> Envelope[EveryAgreement]:
    return Envelope(data=EveryAgreement(agreements=await agreements.list_agreements(caller, session_id)))


@router.post("/agreements", status_code=201, responses=refusals(401, 404, 409))
async def propose(
    session_id: SessionIdHere, body: NewAgreement, caller: CallerHere
) -> Envelope[ProposalAnswer]:
    terms = Terms(body.description, body.duration, body.measure_of_success, day_of(body.follow_up_date))
    found = await agreements.propose_agreement(caller, session_id, body.type, terms, body.strategy_id)
    helping = help_for(found.screened, caller.user.region)
    return Envelope(data=ProposalAnswer(**vars(found.view), help=helping))


@router.post("/agreements/{agreement_id}/confirm", responses=refusals(401, 404, 409))
async def confirm(
    session_id: SessionIdHere, agreement_id: str, body: Confirmation, caller: CallerHere
) -> Envelope[ConfirmationAnswer]:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, body.duration, body.measure_of_success, day_of(body.follow_up_date))
        found = await agreements.modify_agreement(caller, session_id, wanted, terms)
    elif body.confirmed:
        found = await agreements.confirm_agreement(caller, session_id, wanted)
    else:
        found = await agreements.drop_agreement(caller, session_id, wanted)
    helping = help_for(found.screened, caller.user.region)
    return Envelope(data=ConfirmationAnswer(**vars(found.view), help=helping))


@router.post("/resolve", responses=refusals(401, 404, 409))
async def resolve(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ResolutionView]:
    return Envelope(data=await agreements.resolve(caller, session_id))


@router.post("/close", responses=refusals(401, 404, 409))
async def close(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ClosingAnswer]:
    """The caller would end without an agreement. It happens when both have asked."""
    seen = await agreements.ask_to_close(caller, session_id)
    closing = seen.closing
    return Envelope(
        data=ClosingAnswer(
            closed=closing.by_me and closing.by_partner,
            asked_by_me=closing.by_me,
            asked_by_partner=closing.by_partner,
            session=Session.of(seen),
        )
    )


@router.get("/agreements/{agreement_id}/check-in", responses=refusals(401, 404))
async def look_back(
    session_id: SessionIdHere, agreement_id: str, caller: CallerHere
) -> Envelope[CheckInsAnswer]:
    seen = await agreements.look_at_agreement(caller, session_id, parsed_id(agreement_id))
    return Envelope(data=CheckInsAnswer(**vars(seen)))


@router.post("/agreements/{agreement_id}/check-in", responses=refusals(401, 404, 409))
async def check_in(
    session_id: SessionIdHere, agreement_id: str, body: NewCheckIn, caller: CallerHere
) -> Envelope[CheckInsAnswer]:
    word = LookBack(body.done, body.wish, body.felt, body.share)
    found = await agreements.check_in(caller, session_id, parsed_id(agreement_id), word)
    helping = help_for(found.screened, caller.user.region)
    return Envelope(data=CheckInsAnswer(**vars(found.view), help=helping))
