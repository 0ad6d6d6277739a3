"""Agreements: proposing, confirming, ending with one or without, and looking back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, model_validator

from meetwithoutfear.actions import agreements
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Time, Wire, YesOrNo
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.api.sessions import Session
from meetwithoutfear.domain.repair.agreement import (
    Agreement as Known,
)
from meetwithoutfear.domain.repair.agreement import (
    AgreementStatus,
    AgreementType,
    Done,
    LookBack,
    Terms,
    Wish,
)
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.text import NOTE_LIMIT, STRATEGY_LIMIT, TERM_LIMIT

Term = Annotated[str, Field(max_length=TERM_LIMIT)]
Day = Annotated[date | datetime, Field(examples=["2027-01-15"])]


def day_of(when: date | datetime | None) -> date | None:
    """A time names the day it falls on."""
    if isinstance(when, datetime):
        return when.astimezone(UTC).date()
    return when


class Agreement(Wire):
    id: Id
    type: AgreementType
    strategy_id: Id | None
    description: str
    duration: str | None
    measure_of_success: str | None
    status: AgreementStatus
    version: int
    worded_by_me: bool
    agreed_by_me: bool
    agreed_by_partner: bool
    agreed_at: Time | None
    follow_up_date: date | None

    @classmethod
    def of(cls, known: Known, side: Side) -> Agreement:
        return cls(
            id=known.id,
            type=known.type,
            strategy_id=known.strategy_id,
            description=known.terms.description,
            duration=known.terms.duration,
            measure_of_success=known.terms.measure,
            status=known.status,
            version=known.version,
            worded_by_me=known.proposed_by is side,
            agreed_by_me=side in known.agreed,
            agreed_by_partner=side.other in known.agreed,
            agreed_at=known.agreed_at,
            follow_up_date=known.terms.follow_up,
        )


class Agreements(Wire):
    agreements: list[Agreement]


class NewAgreement(Wire):
    strategy_id: Id | None = None
    description: Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)]
    type: AgreementType
    duration: Term | None = None
    measure_of_success: Term | None = None
    follow_up_date: Day | None = None


class NewAnswer(Wire):
    agreement: Agreement
    awaiting_partner_confirmation: bool
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


class Confirmed(Wire):
    agreement: Agreement
    session_can_resolve: bool
    help: Help | None


class ResolvedAnswer(Wire):
    resolved: bool
    resolved_at: Time
    agreements: list[Agreement]
    follow_up_scheduled: bool


class Closing(Wire):
    closed: bool
    asked_by_me: bool
    asked_by_partner: bool
    session: Session


class NewCheckIn(Wire):
    done: Done
    wish: Wish
    felt: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None
    share: YesOrNo = False


class OneCheckIn(Wire):
    done: Done
    wish: Wish | None
    felt: str | None
    shared: bool
    at: Time

    @classmethod
    def of(cls, word: LookBack, *, own: bool) -> OneCheckIn | None:
        if word.at is None or not (own or word.shared):
            return None
        return cls(
            done=word.done, wish=word.wish if own else None, felt=word.felt, shared=word.shared, at=word.at
        )


class CheckIns(Wire):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""

    agreement: Agreement
    mine: OneCheckIn | None
    partner: OneCheckIn | None
    help: Help | None = None


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["agreements"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/agreements", responses=refusals(401, 404))
async def every_agreement(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Agreements]:
    side, found = await agreements.list_agreements(caller, session_id)
    return Envelope(data=Agreements(agreements=[Agreement.of(each, side) for each in found]))


@router.post("/agreements", status_code=201, responses=refusals(401, 404, 409))
async def propose(session_id: SessionIdHere, body: NewAgreement, caller: CallerHere) -> Envelope[NewAnswer]:
    terms = Terms(body.description, body.duration, body.measure_of_success, day_of(body.follow_up_date))
    found = await agreements.propose_agreement(caller, session_id, body.type, terms, body.strategy_id)
    return Envelope(
        data=NewAnswer(
            agreement=Agreement.of(found.agreement, found.side),
            awaiting_partner_confirmation=found.agreement.status is AgreementStatus.PROPOSED,
            help=helping(found, caller),
        )
    )


@router.post("/agreements/{agreement_id}/confirm", responses=refusals(401, 404, 409))
async def confirm(
    session_id: SessionIdHere, agreement_id: str, body: Confirmation, caller: CallerHere
) -> Envelope[Confirmed]:
    """Yes; or other words, which the partner is asked about; or no, which lets it go."""
    wanted = parsed_id(agreement_id)
    if body.modification is not None:
        terms = Terms(body.modification, body.duration, body.measure_of_success, day_of(body.follow_up_date))
        found = await agreements.modify_agreement(caller, session_id, wanted, terms)
    elif body.confirmed:
        found = await agreements.confirm_agreement(caller, session_id, wanted)
    else:
        found = await agreements.drop_agreement(caller, session_id, wanted)
    return Envelope(
        data=Confirmed(
            agreement=Agreement.of(found.agreement, found.side),
            session_can_resolve=found.can_resolve,
            help=helping(found, caller),
        )
    )


@router.post("/resolve", responses=refusals(401, 404, 409))
async def resolve(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ResolvedAnswer]:
    acted = await agreements.resolve(caller, session_id)
    side, found = acted.side, [each for each in acted.session.agreements if each.stands]
    passed = acted.session.members[side].passed
    return Envelope(
        data=ResolvedAnswer(
            resolved=True,
            resolved_at=passed[Gate.RESOLVED],
            agreements=[Agreement.of(each, side) for each in found],
            follow_up_scheduled=any(each.terms.follow_up for each in found),
        )
    )


@router.post("/close", responses=refusals(401, 404, 409))
async def close(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Closing]:
    """The caller would end without an agreement. It happens when both have asked."""
    acted = await agreements.ask_to_close(caller, session_id)
    closing = acted.view.closing
    return Envelope(
        data=Closing(
            closed=closing.by_me and closing.by_partner,
            asked_by_me=closing.by_me,
            asked_by_partner=closing.by_partner,
            session=Session.of(acted.view),
        )
    )


@router.get("/agreements/{agreement_id}/check-in", responses=refusals(401, 404))
async def look_back(session_id: SessionIdHere, agreement_id: str, caller: CallerHere) -> Envelope[CheckIns]:
    return Envelope(
        data=check_ins(await agreements.look_at_agreement(caller, session_id, parsed_id(agreement_id)))
    )


@router.post("/agreements/{agreement_id}/check-in", responses=refusals(401, 404, 409))
async def check_in(
    session_id: SessionIdHere, agreement_id: str, body: NewCheckIn, caller: CallerHere
) -> Envelope[CheckIns]:
    word = LookBack(body.done, body.wish, body.felt, body.share)
    found = await agreements.check_in(caller, session_id, parsed_id(agreement_id), word)
    answer = check_ins(found)
    return Envelope(data=answer.model_copy(update={"help": helping(found, caller)}))


def check_ins(found: agreements.AgreementView) -> CheckIns:
    said = found.agreement.check_ins
    mine, theirs = said.get(found.side), said.get(found.side.other)
    return CheckIns(
        agreement=Agreement.of(found.agreement, found.side),
        mine=OneCheckIn.of(mine, own=True) if mine else None,
        partner=OneCheckIn.of(theirs, own=False) if theirs else None,
    )


def helping(found: agreements.AgreementView, caller: CallerHere) -> Help | None:
    return help_for(found.acted.screened, caller.user.region) if found.acted else None
