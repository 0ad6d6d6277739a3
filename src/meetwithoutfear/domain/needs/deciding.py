"""What a command would make happen in Stage 3; nothing where its effect already holds."""

from __future__ import annotations

from typing import assert_never

from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.needs.commands import (
    Command,
    ConfirmGround,
    FindCommonGround,
    ProposeGround,
    ReviewNeeds,
    ShareNeeds,
    WithdrawNeed,
)
from meetwithoutfear.domain.needs.events import (
    CommonGroundFound,
    CommonGroundReached,
    Event,
    GroundConfirmed,
    GroundProposed,
    NeedsReviewed,
    NeedsShared,
    NeedWithdrawn,
)
from meetwithoutfear.domain.session import Member, Session, refuse_while_paused
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage


def proposed(session: Session, command: Command) -> list[Event]:
    if isinstance(command, FindCommonGround):
        return [] if session.ground_at else [CommonGroundFound(command.found)]
    me = session.members[command.side]
    match command:
        case ReviewNeeds(side, confirmed):
            refuse_unless_open(me)
            return [NeedsReviewed(side, confirmed)]
        case ShareNeeds(side):
            return sharing(me, side)
        case WithdrawNeed(side, left):
            return [NeedWithdrawn(side, left)]
        case ProposeGround(side):
            refuse_unless_revealed(me)
            refuse_while_paused(me)
            return [GroundProposed(side), GroundConfirmed(side, confirmed=True)]
        case ConfirmGround(side, confirmed, common):
            return confirming(me, side, confirmed=confirmed, common=common)
        case _:
            assert_never(command)


def sharing(me: Member, side: Side) -> list[Event]:
    refuse_unless_open(me)
    if Gate.NEEDS_CONFIRMED not in me.passed:
        raise InvalidTransition("First confirm at least one need.")
    refuse_while_paused(me)
    return [NeedsShared(side)]


def confirming(me: Member, side: Side, *, confirmed: bool, common: bool) -> list[Event]:
    if Gate.COMMON_GROUND_REACHED in me.passed:
        return []
    refuse_unless_revealed(me)
    reached: list[Event] = [CommonGroundReached()] if common else []
    return [GroundConfirmed(side, confirmed), *reached]


def refuse_unless_open(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING:
        raise InvalidTransition("This is not the time to look at needs.")
    if Gate.NEEDS_SHARED in me.passed:
        raise Conflict("You have shared your needs. They stand as they were shown.")


def refuse_unless_revealed(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING or Gate.NEEDS_REVEALED not in me.passed:
        raise InvalidTransition("First both of you share what you need.")
