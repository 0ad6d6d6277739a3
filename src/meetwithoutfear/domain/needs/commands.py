"""What somebody may ask for in Stage 3, or a job may bring. What stands in the lists is the caller's to look up; the session
needs to know no more of it than this."""

from __future__ import annotations

from dataclasses import dataclass

from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand
from meetwithoutfear.domain.needs import events as e
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.stages import Gate, Stage


class NeedsCommand(SessionCommand):
    """One of Stage 3."""


@dataclass(frozen=True)
class ReviewNeeds(MemberCommand, NeedsCommand):
    """Look through the own list, change it; `confirmed`: whether at least one need on it is confirmed now."""

    confirmed: bool

    def decide(self, session: Session) -> list[Event]:
        refuse_unless_open(session.members[self.side])
        return [e.NeedsReviewed(self.side, self.confirmed)]


@dataclass(frozen=True)
class ShareNeeds(MemberCommand, NeedsCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        me = session.members[self.side]
        refuse_unless_open(me)
        if Gate.NEEDS_CONFIRMED not in me.passed:
            raise InvalidTransition("First confirm at least one need.")
        me.refuse_while_paused()
        return [e.NeedsShared(self.side)]


@dataclass(frozen=True)
class WithdrawNeed(MemberCommand, NeedsCommand):
    """Take a shared need back; `left`: whether another one stays shared."""

    left: bool

    def decide(self, session: Session) -> list[Event]:
        return [e.NeedWithdrawn(self.side, self.left)]


@dataclass(frozen=True)
class FindCommonGround(NeedsCommand):
    """The comparison of what both have shared is done."""

    found: bool

    def decide(self, session: Session) -> list[Event]:
        return [] if session.ground_at else [e.CommonGroundFound(self.found)]


@dataclass(frozen=True)
class ProposeGround(MemberCommand, NeedsCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        me = session.members[self.side]
        refuse_unless_revealed(me)
        me.refuse_while_paused()
        return [e.GroundProposed(self.side), e.GroundConfirmed(self.side, confirmed=True)]


@dataclass(frozen=True)
class ConfirmGround(MemberCommand, NeedsCommand):
    """`confirmed`: the member stands by at least one item now; `common`: both stand by the same one."""

    held_in_care = True

    confirmed: bool
    common: bool

    def decide(self, session: Session) -> list[Event]:
        me = session.members[self.side]
        if Gate.COMMON_GROUND_REACHED in me.passed:
            return []
        refuse_unless_revealed(me)
        reached = [e.CommonGroundReached()] if self.common else []
        return [e.GroundConfirmed(self.side, self.confirmed), *reached]


def refuse_unless_open(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING:
        raise InvalidTransition("This is not the time to look at needs.")
    if Gate.NEEDS_SHARED in me.passed:
        raise Conflict("You have shared your needs. They stand as they were shown.")


def refuse_unless_revealed(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING or Gate.NEEDS_REVEALED not in me.passed:
        raise InvalidTransition("First both of you share what you need.")
