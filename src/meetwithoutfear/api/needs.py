"""Needs and common ground. A need on the wire carries its quotes for its writer alone."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from meetwithoutfear.actions import needs
from meetwithoutfear.actions.execute import Acted
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Time, Wire, YesOrNo
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    CommonGround,
    GroundKind,
    Need,
    NeedConfirmation,
    NeedWording,
    Source,
    find_need,
)
from meetwithoutfear.domain.reframing import needs_reframing
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import DESCRIPTION_LIMIT, NEED_LIMIT

NeedText = Annotated[str, Field(min_length=1, max_length=NEED_LIMIT, examples=["to be heard"])]
Description = Annotated[str, Field(max_length=DESCRIPTION_LIMIT)]


class OwnNeed(Wire):
    """`needsReframing`: a gentle suggestion where the wording is a demand or about the other person."""

    id: Id
    need: str
    category: NeedCategory
    description: str
    evidence: list[str]
    confirmed: bool
    source: Source
    confidence: float | None
    shared: bool
    needs_reframing: str | None

    @classmethod
    def of(cls, need: Need) -> OwnNeed:
        return cls(
            id=need.id,
            need=need.need,
            category=need.category,
            description=need.description,
            evidence=list(need.evidence),
            confirmed=need.confirmed,
            source=need.source,
            confidence=need.confidence,
            shared=need.is_shared,
            needs_reframing=needs_reframing(need.need),
        )


class OwnNeeds(Wire):
    needs: list[OwnNeed]
    help: Help | None = None


class NewNeed(Wire):
    need: NeedText
    category: NeedCategory
    description: Description = ""


class OneNeed(Wire):
    need: OwnNeed
    help: Help | None = None


class ChangedNeed(Wire):
    need: NeedText | None = None
    category: NeedCategory | None = None
    description: Description | None = None


class NeedWord(Wire):
    need_id: Id
    confirmed: YesOrNo
    adjustment: NeedText | None = None


class NeedWords(Wire):
    confirmations: Annotated[list[NeedWord], Field(min_length=1, max_length=MOST_NEEDS)]


class ChosenNeeds(Wire):
    need_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_NEEDS)]


class SharedNeed(Wire):
    id: Id
    need: str
    category: NeedCategory
    description: str


class Comparison(Wire):
    mine: list[SharedNeed]
    partner: list[SharedNeed]


class GroundItem(Wire):
    id: Id
    need: str
    category: NeedCategory | None
    description: str
    kind: GroundKind
    proposed_by_me: bool
    confirmed_by_me: bool
    confirmed_by_partner: bool
    confirmed_at: Time | None

    @classmethod
    def of(cls, item: CommonGround, side: Side) -> GroundItem:
        return cls(
            id=item.id,
            need=item.need,
            category=item.category,
            description=item.description,
            kind=item.kind,
            proposed_by_me=item.proposed_by is side,
            confirmed_by_me=side in item.confirmed,
            confirmed_by_partner=side.other in item.confirmed,
            confirmed_at=max(item.confirmed.values()) if item.is_common else None,
        )


class Ground(Wire):
    common_ground: list[GroundItem]
    analysis_complete: bool
    both_confirmed: bool
    help: Help | None = None

    @classmethod
    def of(cls, seen: needs.GroundView) -> Ground:
        items = [GroundItem.of(item, seen.side) for item in seen.ground]
        both = any(item.is_common for item in seen.ground)
        return cls(common_ground=items, analysis_complete=seen.analysis_complete, both_confirmed=both)


class GroundWord(Wire):
    common_ground_id: Id
    confirmed: YesOrNo


class GroundWords(Wire):
    confirmations: Annotated[list[GroundWord], Field(min_length=1, max_length=MOST_GROUND)]


class NewGround(Wire):
    """Of kind SEEN it needs no words of its own: we see each other's needs."""

    need: Annotated[str, Field(max_length=NEED_LIMIT)] = ""
    category: NeedCategory | None = None
    description: Description = ""
    kind: GroundKind = GroundKind.NEED


class OneGround(Wire):
    item: GroundItem
    help: Help | None = None


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["needs"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/needs", responses=refusals(401, 404))
async def own_needs(session_id: SessionIdHere, caller: CallerHere) -> Envelope[OwnNeeds]:
    found = await needs.look_at_needs(caller, session_id)
    return Envelope(data=OwnNeeds(needs=[OwnNeed.of(need) for need in found]))


@router.post("/needs/extract", responses=refusals(401, 404, 409, 503))
async def extract(session_id: SessionIdHere, caller: CallerHere, request: Request) -> Envelope[OwnNeeds]:
    """What the guide hears under the caller's own words. Confirmed needs are kept."""
    await count_engine_call(request, caller)
    return reviewed(await needs.extract_needs(caller, request.app.state.engine, session_id), caller)


@router.post("/needs", status_code=201, responses=refusals(401, 404, 409))
async def add(session_id: SessionIdHere, body: NewNeed, caller: CallerHere) -> Envelope[OneNeed]:
    found = await needs.add_need(caller, session_id, body.need, body.category, body.description)
    return one(found, caller, parsed_id(found.ids["needId"]))


@router.patch("/needs/{need_id}", responses=refusals(401, 404, 409))
async def reword(
    session_id: SessionIdHere, need_id: str, body: ChangedNeed, caller: CallerHere
) -> Envelope[OneNeed]:
    wanted = parsed_id(need_id)
    wording = NeedWording(body.need, body.category, body.description)
    found = await needs.reword_need(caller, session_id, wanted, wording)
    return one(found, caller, wanted)


@router.delete("/needs/{need_id}", **NO_CONTENT)
async def remove(session_id: SessionIdHere, need_id: str, caller: CallerHere) -> None:
    await needs.remove_need(caller, session_id, parsed_id(need_id))


@router.post("/needs/confirm", responses=refusals(401, 404, 409))
async def confirm(session_id: SessionIdHere, body: NeedWords, caller: CallerHere) -> Envelope[OwnNeeds]:
    said = [NeedConfirmation(word.need_id, word.confirmed, word.adjustment) for word in body.confirmations]
    return reviewed(await needs.confirm_needs(caller, session_id, said), caller)


@router.post("/needs/consent", responses=refusals(401, 404, 409))
async def share(session_id: SessionIdHere, body: ChosenNeeds, caller: CallerHere) -> Envelope[OwnNeeds]:
    """Shares exactly these, as they are worded; never the quotes under them."""
    return reviewed(await needs.share_needs(caller, session_id, body.need_ids), caller)


@router.get("/needs/comparison", responses=refusals(401, 404, 409))
async def compare(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Comparison]:
    seen = await needs.compare_needs(caller, session_id)
    mine, theirs = ([shared_need(need) for need in each] for each in (seen.mine, seen.theirs))
    return Envelope(data=Comparison(mine=mine, partner=theirs))


@router.post("/needs/comparison/seen", **NO_CONTENT)
async def see_comparison(session_id: SessionIdHere, caller: CallerHere) -> None:
    """The app says that both lists were shown: the partner's needs count as seen from then on."""
    await needs.see_comparison(caller, session_id)


@router.get("/common-ground", responses=refusals(401, 404))
async def common_ground(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Ground]:
    return Envelope(data=Ground.of(await needs.look_at_ground(caller, session_id)))


@router.post("/common-ground/confirm", responses=refusals(401, 404, 409))
async def confirm_ground(
    session_id: SessionIdHere, body: GroundWords, caller: CallerHere
) -> Envelope[Ground]:
    said = {word.common_ground_id: word.confirmed for word in body.confirmations}
    return Envelope(data=Ground.of(await needs.confirm_ground(caller, session_id, said)))


@router.post("/common-ground/propose", status_code=201, responses=refusals(401, 404, 409))
async def propose_ground(
    session_id: SessionIdHere, body: NewGround, caller: CallerHere
) -> Envelope[OneGround]:
    wording = NeedWording(body.need, body.category, body.description)
    acted = await needs.propose_ground(caller, session_id, wording, body.kind)
    item = needs.find_item(acted, parsed_id(acted.ids["itemId"]))
    helping = help_for(acted.screened, caller.user.region)
    return Envelope(data=OneGround(item=GroundItem.of(item, acted.side), help=helping))


def reviewed(found: Acted, caller: CallerHere) -> Envelope[OwnNeeds]:
    helping, own = help_for(found.screened, caller.user.region), found.session.needs_of(found.side)
    return Envelope(data=OwnNeeds(needs=[OwnNeed.of(need) for need in own], help=helping))


def one(found: Acted, caller: CallerHere, need_id: UUID) -> Envelope[OneNeed]:
    """What was removed since is not there for a repeat of the request either."""
    helping, own = help_for(found.screened, caller.user.region), found.session.needs_of(found.side)
    return Envelope(data=OneNeed(need=OwnNeed.of(find_need(own, need_id)), help=helping))


def shared_need(need: Need) -> SharedNeed:
    return SharedNeed(id=need.id, need=need.need, category=need.category, description=need.description)
