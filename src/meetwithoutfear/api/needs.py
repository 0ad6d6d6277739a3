"""Needs and common ground, as the views of the domain have them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import Field

from meetwithoutfear.actions import needs
from meetwithoutfear.actions.needs import GroundAnswer, OneGround, OneNeed, OwnNeeds
from meetwithoutfear.api.auth import MemberHere, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    GroundKind,
    NeedConfirmation,
    NeedWording,
)
from meetwithoutfear.domain.needs.view import ComparisonView
from meetwithoutfear.domain.text import DESCRIPTION_LIMIT, NEED_LIMIT

NeedText = Annotated[str, Field(min_length=1, max_length=NEED_LIMIT, examples=["to be heard"])]
Description = Annotated[str, Field(max_length=DESCRIPTION_LIMIT)]


class NewNeed(Wire):
    need: NeedText
    category: NeedCategory
    description: Description = ""


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


router = routes_for_members("needs", "/sessions/{session_id}")


@router.get("/needs")
async def own_needs(caller: MemberHere) -> OwnNeeds:
    return await needs.look_at_needs(caller)


@router.post("/needs/extract")
async def extract(caller: MemberHere, request: Request) -> OwnNeeds:
    """What the guide hears under the caller's own words. Confirmed needs are kept."""
    await count_engine_call(request, caller)
    return await needs.extract_needs(caller, request.app.state.engine)


@router.post("/needs", status_code=201)
async def add(body: NewNeed, caller: MemberHere) -> OneNeed:
    return await needs.add_need(caller, body.need, body.category, body.description)


@router.patch("/needs/{need_id}")
async def reword(need_id: str, body: ChangedNeed, caller: MemberHere) -> OneNeed:
    wording = NeedWording(body.need, body.category, body.description)
    return await needs.reword_need(caller, parsed_id(need_id), wording)


@router.delete("/needs/{need_id}")
async def remove(need_id: str, caller: MemberHere) -> None:
    await needs.remove_need(caller, parsed_id(need_id))


@router.post("/needs/confirm")
async def confirm(body: NeedWords, caller: MemberHere) -> OwnNeeds:
    said = [NeedConfirmation(word.need_id, word.confirmed, word.adjustment) for word in body.confirmations]
    return await needs.confirm_needs(caller, said)


@router.post("/needs/consent")
async def share(body: ChosenNeeds, caller: MemberHere) -> OwnNeeds:
    """Shares exactly these, as they are worded; never the quotes under them."""
    return await needs.share_needs(caller, body.need_ids)


@router.get("/needs/comparison", responses=refusals(401, 404, 409))
async def compare(caller: MemberHere) -> ComparisonView:
    return await needs.compare_needs(caller)


@router.post("/needs/comparison/seen")
async def see_comparison(caller: MemberHere) -> None:
    """The app says that both lists were shown: the partner's needs count as seen from then on."""
    await needs.see_comparison(caller)


@router.get("/common-ground")
async def common_ground(caller: MemberHere) -> GroundAnswer:
    return await needs.look_at_ground(caller)


@router.post("/common-ground/confirm")
async def confirm_ground(body: GroundWords, caller: MemberHere) -> GroundAnswer:
    said = {word.common_ground_id: word.confirmed for word in body.confirmations}
    return await needs.confirm_ground(caller, said)


@router.post("/common-ground/propose", status_code=201)
async def propose_ground(body: NewGround, caller: MemberHere) -> OneGround:
    wording = NeedWording(body.need, body.category, body.description)
    return await needs.propose_ground(caller, wording, body.kind)
