"""Needs and common ground, as the views of the domain have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Request
from pydantic import Field

from meetwithoutfear.actions import needs
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.api.auth import CallerHere, SessionIdHere, parsed_id
from meetwithoutfear.api.conversation import count_engine_call
from meetwithoutfear.api.models import Id, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.help import Helping
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


@dataclass(frozen=True)
class OwnNeeds(Helping):
    needs: tuple[NeedView, ...]


class NewNeed(Wire):
    need: NeedText
    category: NeedCategory
    description: Description = ""


@dataclass(frozen=True)
class OneNeed(Helping):
    need: NeedView


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
class GroundAnswer(GroundView, Helping):
    """Nothing of it is said in words: no help comes with it."""


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


@dataclass(frozen=True)
class OneGround(Helping):
    item: GroundItemView


router = routes_for_members("needs", "/sessions/{session_id}")


@router.get("/needs")
async def own_needs(session_id: SessionIdHere, caller: CallerHere) -> OwnNeeds:
    return OwnNeeds(needs=await needs.look_at_needs(caller, session_id))


@router.post("/needs/extract")
async def extract(session_id: SessionIdHere, caller: CallerHere, request: Request) -> Result[OwnNeeds]:
    """What the guide hears under the caller's own words. Confirmed needs are kept."""
    await count_engine_call(request, caller)
    return (await needs.extract_needs(caller, request.app.state.engine, session_id)).put(OwnNeeds)


@router.post("/needs", status_code=201)
async def add(session_id: SessionIdHere, body: NewNeed, caller: CallerHere) -> Result[OneNeed]:
    found = await needs.add_need(caller, session_id, body.need, body.category, body.description)
    return found.put(OneNeed)


@router.patch("/needs/{need_id}")
async def reword(
    session_id: SessionIdHere, need_id: str, body: ChangedNeed, caller: CallerHere
) -> Result[OneNeed]:
    wording = NeedWording(body.need, body.category, body.description)
    return (await needs.reword_need(caller, session_id, parsed_id(need_id), wording)).put(OneNeed)


@router.delete("/needs/{need_id}")
async def remove(session_id: SessionIdHere, need_id: str, caller: CallerHere) -> None:
    await needs.remove_need(caller, session_id, parsed_id(need_id))


@router.post("/needs/confirm")
async def confirm(session_id: SessionIdHere, body: NeedWords, caller: CallerHere) -> Result[OwnNeeds]:
    said = [NeedConfirmation(word.need_id, word.confirmed, word.adjustment) for word in body.confirmations]
    return (await needs.confirm_needs(caller, session_id, said)).put(OwnNeeds)


@router.post("/needs/consent")
async def share(session_id: SessionIdHere, body: ChosenNeeds, caller: CallerHere) -> Result[OwnNeeds]:
    """Shares exactly these, as they are worded; never the quotes under them."""
    return (await needs.share_needs(caller, session_id, body.need_ids)).put(OwnNeeds)


@router.get("/needs/comparison", responses=refusals(401, 404, 409))
async def compare(session_id: SessionIdHere, caller: CallerHere) -> ComparisonView:
    return await needs.compare_needs(caller, session_id)


@router.post("/needs/comparison/seen")
async def see_comparison(session_id: SessionIdHere, caller: CallerHere) -> None:
    """The app says that both lists were shown: the partner's needs count as seen from then on."""
    await needs.see_comparison(caller, session_id)


@router.get("/common-ground")
async def common_ground(session_id: SessionIdHere, caller: CallerHere) -> GroundAnswer:
    return GroundAnswer(**vars(await needs.look_at_ground(caller, session_id)))


@router.post("/common-ground/confirm")
async def confirm_ground(session_id: SessionIdHere, body: GroundWords, caller: CallerHere) -> GroundAnswer:
    said = {word.common_ground_id: word.confirmed for word in body.confirmations}
    return GroundAnswer(**vars(await needs.confirm_ground(caller, session_id, said)))


@router.post("/common-ground/propose", status_code=201)
async def propose_ground(session_id: SessionIdHere, body: NewGround, caller: CallerHere) -> Result[OneGround]:
    wording = NeedWording(body.need, body.category, body.description)
    found = await needs.propose_ground(caller, session_id, wording, body.kind)
    return found.put(OneGround)
