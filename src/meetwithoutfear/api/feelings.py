"""What the caller says about their own feelings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from meetwithoutfear.actions import feelings
from meetwithoutfear.actions.feelings import EmotionAnswer
from meetwithoutfear.api.auth import MemberHere
from meetwithoutfear.api.models import Intensity, ListOf, Wire, YesOrNo
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.feelings import FEELINGS, ChosenFeeling, SuggestedFeelings
from meetwithoutfear.domain.text import NOTE_LIMIT
from meetwithoutfear.domain.view import HeardView
from meetwithoutfear.store.rooms import Emotion


class ConfirmedFeeling(Wire):
    feeling: Annotated[str, Field(max_length=40, examples=["hurt"])]
    most: YesOrNo = False


class FeelHeardBody(Wire):
    confirmed: YesOrNo
    feelings: Annotated[list[ConfirmedFeeling], Field(max_length=27, default_factory=list)]
    words: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class NewEmotion(Wire):
    intensity: Intensity
    context: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


router = routes_for_members("feelings", "/sessions/{session_id}")


@router.get("/feelings/suggested")
async def suggest_feelings(caller: MemberHere) -> SuggestedFeelings:
    """What the guide believes to have heard, most likely first; all others behind them."""
    return await feelings.suggested_feelings(caller)


@router.post("/feel-heard")
async def feel_heard(body: FeelHeardBody, caller: MemberHere) -> HeardView:
    most = {choice.feeling: choice.most for choice in body.feelings}
    chosen = [ChosenFeeling(feeling, most[feeling]) for feeling in known(most)]
    return await feelings.feel_heard(caller, confirmed=body.confirmed, feelings=chosen, words=body.words)


@router.post("/emotions", status_code=201)
async def tell_intensity(body: NewEmotion, caller: MemberHere) -> EmotionAnswer:
    """How strong it is right now. Strong feelings suggest a pause; nothing is ever forbidden by them."""
    return await feelings.tell_intensity(caller, body.intensity, body.context)


@router.get("/emotions")
async def list_intensities(caller: MemberHere) -> ListOf[Emotion]:
    return ListOf(items=await feelings.list_intensities(caller), next_cursor=None)


def known(feelings: Iterable[str]) -> list[str]:
    """Each once."""
    found = list(dict.fromkeys(feelings))
    if any(feeling not in FEELINGS for feeling in found):
        raise Invalid.field("feelings", "One of these is not a feeling we know the name of.")
    return found
