"""What the caller says about their own feelings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from meetwithoutfear.actions import feelings
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, Intensity, ListOf, Wire, YesOrNo
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.text import NOTE_LIMIT
from meetwithoutfear.domain.wire import Time
from meetwithoutfear.store.rooms import ChosenFeeling
from meetwithoutfear.store.rooms import Emotion as StoredEmotion

STRONG = 8
CHIPS = 8


class Feeling(Wire):
    feeling: str
    family: str


class SuggestedFeelings(Wire):
    feelings: list[Feeling]
    more: list[Feeling]


class ConfirmedFeeling(Wire):
    feeling: Annotated[str, Field(max_length=40, examples=["hurt"])]
    most: YesOrNo = False


class FeelHeard(Wire):
    confirmed: YesOrNo
    feelings: Annotated[list[ConfirmedFeeling], Field(max_length=27, default_factory=list)]
    words: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class HeardStatus(Wire):
    confirmed: bool
    confirmed_at: Time | None
    stage: int
    partner_completed: bool
    help: Help | None


class NewEmotion(Wire):
    intensity: Intensity
    context: Annotated[str, Field(max_length=NOTE_LIMIT)] | None = None


class Emotion(Wire):
    id: Id
    intensity: int
    context: str | None
    created_at: Time

    @classmethod
    def of(cls, emotion: StoredEmotion) -> Emotion:
        return cls(
            id=emotion.id, intensity=emotion.intensity, context=emotion.context, created_at=emotion.created_at
        )


class EmotionAnswer(Wire):
    emotion: Emotion
    suggest_pause: bool
    help: Help | None


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["feelings"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/feelings/suggested", responses=refusals(401, 404))
async def suggest_feelings(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SuggestedFeelings]:
    """What the guide believes to have heard, most likely first; all others behind them."""
    ranked = await feelings.suggested_feelings(caller, session_id)
    found = [Feeling(feeling=key, family=FEELINGS[key].family) for key in ranked]
    return Envelope(data=SuggestedFeelings(feelings=found[:CHIPS], more=found[CHIPS:]))


@router.post("/feel-heard", responses=refusals(401, 404, 409))
async def feel_heard(session_id: SessionIdHere, body: FeelHeard, caller: CallerHere) -> Envelope[HeardStatus]:
    chosen = chosen_feelings(body.feelings)
    heard = await feelings.feel_heard(
        caller, session_id, confirmed=body.confirmed, feelings=chosen, words=body.words
    )
    view = heard.view
    partner_completed = view.partner.stage is not None and view.partner.stage > Stage.WITNESS
    return Envelope(
        data=HeardStatus(
            confirmed=heard.confirmed,
            confirmed_at=view.me.passed.get(Gate.FELT_HEARD),
            stage=view.me.stage,
            partner_completed=partner_completed,
            help=help_for(heard.screened, caller.user.region),
        )
    )


@router.post("/emotions", status_code=201, responses=refusals(401, 404, 409))
async def tell_intensity(
    session_id: SessionIdHere, body: NewEmotion, caller: CallerHere
) -> Envelope[EmotionAnswer]:
    """How strong it is right now. Strong feelings suggest a pause; nothing is ever forbidden by them."""
    told = await feelings.tell_intensity(caller, session_id, body.intensity, body.context)
    emotion, suggest = Emotion.of(told.emotion), told.emotion.intensity >= STRONG
    helping = help_for(told.screened, caller.user.region)
    return Envelope(data=EmotionAnswer(emotion=emotion, suggest_pause=suggest, help=helping))


@router.get("/emotions", responses=refusals(401, 404))
async def list_intensities(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ListOf[Emotion]]:
    found = await feelings.list_intensities(caller, session_id)
    return Envelope(data=ListOf(items=[Emotion.of(emotion) for emotion in found], next_cursor=None))


def chosen_feelings(feelings: list[ConfirmedFeeling]) -> list[ChosenFeeling]:
    unknown = [choice.feeling for choice in feelings if choice.feeling not in FEELINGS]
    if unknown:
        raise Invalid.field("feelings", "One of these is not a feeling we know the name of.")
    by_key = {choice.feeling: ChosenFeeling(choice.feeling, choice.most) for choice in feelings}
    return list(by_key.values())
