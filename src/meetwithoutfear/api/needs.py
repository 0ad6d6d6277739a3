"""Needs and common ground, as the views of the domain have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from meetwithoutfear.actions import needs
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Wire, YesOrNo
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    GroundKind,
    NeedConfirmation,
    NeedWording,
)
from meetwithoutfear.domain.needs.view import ComparisonView, GroundItemView, GroundView, NeedView
from meetwithoutfear.domain.text import DESCRIPTION_LIMIT, NEED_LIMIT

NeedText = Annotated[str, Field(min_length=1, max_length=NEED_LIMIT, examples=["to be heard"])]
Description = Annotated[str, Field(max_length=DESCRIPTION_LIMIT)]


class OwnNeeds(Wire):
    needs: tuple[NeedView, ...]
    help: Help | None = None


class NewNeed(Wire):
    need: NeedText
    category: NeedCategory
    description: Description = ""


class OneNeed(Wire):
    need: NeedView
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


@dataclass(frozen=True)
class GroundAnswer(GroundView):
    help: Help | None = None


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
    item: GroundItemView
    help: Help | None = None


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["needs"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/needs", responses=refusals(401, 404))
async def own_needs(session_id: SessionIdHere, caller: CallerHere) -> Envelope[OwnNeeds]:
    return Envelope(data=OwnNeeds(needs=await needs.look_at_needs(caller, session_id)))


@router.post("/needs/extract", responses=refusals(401, 404, 409, 503))
async def extract(session_id: SessionIdHere, caller: CallerHere, request: Request) -> Envelope[OwnNeeds]:
    """What the guide hears under the caller's own words. Confirmed needs are kept."""
    await count_engine_call(request, caller)
    return reviewed(await needs.extract_needs(caller, request.app.state.engine, session_id), caller)


@router.post("/needs", status_code=201, responses=refusals(401, 404, 409))
async def add(session_id: SessionIdHere, body: NewNeed, caller: CallerHere) -> Envelope[OneNeed]:
    found = await needs.add_need(caller, session_id, body.need, body.category, body.description)
    return one(found, caller)


@router.patch("/needs/{need_id}", responses=refusals(401, 404, 409))
async def reword(
    session_id: SessionIdHere, need_id: str, body: ChangedNeed, caller: CallerHere
) -> Envelope[OneNeed]:
    wording = NeedWording(body.need, body.category, body.description)
    return one(await needs.reword_need(caller, session_id, parsed_id(need_id), wording), caller)


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
async def compare(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ComparisonView]:
    return Envelope(data=await needs.compare_needs(caller, session_id))


@router.post("/needs/comparison/seen", **NO_CONTENT)
async def see_comparison(session_id: SessionIdHere, caller: CallerHere) -> None:
    """The app says that both lists were shown: the partner's needs count as seen from then on."""
    await needs.see_comparison(caller, session_id)


@router.get("/common-ground", responses=refusals(401, 404))
async def common_ground(session_id: SessionIdHere, caller: CallerHere) -> Envelope[GroundAnswer]:
    return Envelope(data=GroundAnswer(**vars(await needs.look_at_ground(caller, session_id))))


@router.post("/common-ground/confirm", responses=refusals(401, 404, 409))
async def confirm_ground(
    session_id: SessionIdHere, body: GroundWords, caller: CallerHere
) -> Envelope[GroundAnswer]:
    said = {word.common_ground_id: word.confirmed for word in body.confirmations}
    return Envelope(data=GroundAnswer(**vars(await needs.confirm_ground(caller, session_id, said))))


@router.post("/common-ground/propose", status_code=201, responses=refusals(401, 404, 409))
async def propose_ground(
    session_id: SessionIdHere, body: NewGround, caller: CallerHere
) -> Envelope[OneGround]:
    wording = NeedWording(body.need, body.category, body.description)
    found = await needs.propose_ground(caller, session_id, wording, body.kind)
    return Envelope(data=OneGround(item=found.view, help=help_for(found.screened, caller.user.region)))


def reviewed(found: needs.NeedsResult, caller: CallerHere) -> Envelope[OwnNeeds]:
    return Envelope(data=OwnNeeds(needs=found.view, help=help_for(found.screened, caller.user.region)))


def one(found: Result[NeedView], caller: CallerHere) -> Envelope[OneNeed]:
    return Envelope(data=OneNeed(need=found.view, help=help_for(found.screened, caller.user.region)))
