"""Three questions for the caller alone, about danger; never a gate of anything."""

from __future__ import annotations

from meetwithoutfear.actions import screening
from meetwithoutfear.actions.screening import ScreeningView
from meetwithoutfear.api.auth import CallerHere, MemberHere
from meetwithoutfear.api.models import Wire
from meetwithoutfear.api.route import SESSION, routes_for_members
from meetwithoutfear.domain.safety.screening import Inquiry, Told


class ScreeningBody(Wire):
    """What is left out was not answered, and all of it may be."""

    afraid: Told = Told.RATHER_NOT
    hurt: Told = Told.RATHER_NOT
    ending: Told = Told.RATHER_NOT

    def answers(self) -> dict[Inquiry, Told]:
        return {Inquiry.AFRAID: self.afraid, Inquiry.HURT: self.hurt, Inquiry.ENDING: self.ending}


router = routes_for_members("screening")


@router.get("/me/screening")
async def look_at_screening(caller: CallerHere) -> ScreeningView:
    """Offered once, before there is a session in which somebody else could be told of the caller."""
    return await screening.look_before_sessions(caller)


@router.post("/me/screening")
async def answer_screening(body: ScreeningBody, caller: CallerHere) -> ScreeningView:
    """An empty body passes over all of it. A yes brings help lines, and the first session begins in care."""
    return await screening.answer_before_sessions(caller, body.answers())


@router.get(f"{SESSION}/screening")
async def look_at_screening_in_session(caller: MemberHere) -> ScreeningView:
    """Offered once before the caller's first consent, and here, too, where it could not be before."""
    return await screening.look_in_session(caller)


@router.post(f"{SESSION}/screening")
async def answer_screening_in_session(body: ScreeningBody, caller: MemberHere) -> ScreeningView:
    """An empty body passes over all of it. A yes brings help lines and begins care, which the partner cannot tell."""
    return await screening.answer_in_session(caller, body.answers())
