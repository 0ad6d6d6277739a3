"""Wherever two people have come to, one who is willing has a way: something to do, or an honest wait that can be ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from domain.exchange_walks import exchange_walks, is_mutual
from domain.together_walks import wanderings
from domain.world import PATIENCE
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.domain.view import Action, SessionView, TurnKind, view_for
from meetwithoutfear.domain.waiting import WaitingFor

LONG = timedelta(days=15)


def resumed(session: Session, side: Side) -> Session:
    """Whoever is willing has come back from a break of their own."""
    member = replace(session.members[side], paused_at=None)
    return replace(session, members={**session.members, side: member})


def way_on(session: Session, side: Side, now: datetime) -> str:
    view = view_for(session.members[side].user_id, session, now, PATIENCE)
    later = view_for(session.members[side].user_id, session, now + LONG, PATIENCE)
    if view.turn.kind is TurnKind.YOURS:
        return "acts" if may_move_something(view) else "is stuck"
    if view.turn.waiting_for is WaitingFor.ANALYSIS and view.me.stage is Stage.NEED_MAPPING:
        words = Action.PROPOSE_COMMON_GROUND in view.turn.actions or view.care
        return "waits for the guide" if words else "is stuck"
    if view.turn.waiting_for is WaitingFor.ANALYSIS:
        return "waits for the guide" if "KEEP" in later.empathy.actions else "is stuck"
    partner = session.members[side.other]
    if partner.paused_at is not None:
        # A break of the other stops the count; leaving is always possible.
        return "waits for a break to end" if Action.LEAVE in view.turn.actions else "is stuck"
    return "waits and may end it" if Action.FINISH_ALONE in later.turn.actions else "is stuck"


def may_move_something(view: SessionView) -> bool:
    match view.me.stage:
        case Stage.PERSPECTIVE_STRETCH:
            return bool(view.empathy.actions)
        case Stage.NEED_MAPPING | Stage.STRATEGIC_REPAIR:
            return not FORWARD.isdisjoint(view.turn.actions)
        case _:
            return True


FORWARD = {
    Action.REVIEW_NEEDS,
    Action.PROPOSE_COMMON_GROUND,
    Action.CONFIRM_COMMON_GROUND,
    Action.BE_READY,
    Action.RANK,
    Action.PROPOSE_AGREEMENT,
    Action.CONFIRM_AGREEMENT,
    Action.RESOLVE,
    # Whoever is held decides alone when to go on.
    Action.CONTINUE,
}


@pytest.mark.unmeasured
def test_one_willing_person_is_never_stuck_without_an_honest_way() -> None:
    ways: set[str] = set()
    for walk in exchange_walks(9, 10_000):
        for step in walk.world.steps:
            # Where both are validated the next stage opens in the same step.
            if step.after.status is not SessionStatus.ENDED and not is_mutual(step.after.exchange):
                ways |= {way_on(resumed(step.after, side), side, step.now) for side in Side}
    assert ways == {"acts", "waits for the guide", "waits for a break to end", "waits and may end it"}


@pytest.mark.unmeasured
def test_in_the_last_stages_neither() -> None:
    ways: set[str] = set()
    for walk in wanderings(14, 4_000):
        for step in walk.world.steps:
            if step.after.status is SessionStatus.ACTIVE:
                ways |= {way_on(resumed(step.after, side), side, step.now) for side in Side}
    assert ways == {"acts", "waits for the guide", "waits for a break to end", "waits and may end it"}
