"""What has happened in Stage 3. What somebody does on their own list is told to nobody else; what both do together is told
to both at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from meetwithoutfear.domain import sentences as say
from meetwithoutfear.domain.moves import MemberEvent, SessionEvent, Words, to_both
from meetwithoutfear.domain.notices import Notice, NoticeType
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind


@dataclass(frozen=True)
class NeedsReviewed(MemberEvent, name="NeedsReviewed"):
    confirmed: bool

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).set_gate(Gate.NEEDS_CONFIRMED, now, stands=self.confirmed)


@dataclass(frozen=True)
class NeedsShared(MemberEvent, name="NeedsShared"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).pass_gate(Gate.NEEDS_SHARED, now).with_told(Gate.NEEDS_SHARED)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if Gate.NEEDS_SHARED not in before.members[self.side].told:
            yield Notice(self.side.other, NoticeType.NEEDS_PARTNER_SHARED)


@dataclass(frozen=True)
class NeedWithdrawn(MemberEvent, name="NeedWithdrawn"):
    """Before the other one has seen it, unsharing the last one opens the own list again."""

    left: bool

    def apply_member(self, member: Member, now: datetime) -> Member:
        member, seen = member.count_act(now), Gate.NEEDS_REVEALED in member.passed
        return member if self.left or seen else member.leave_gates(Gate.NEEDS_SHARED)


@dataclass(frozen=True)
class NeedsRevealed(SessionEvent, name="NeedsRevealed"):
    """Both have shared: the two lists stand side by side."""

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_both(lambda member: member.pass_gate_jointly(Gate.NEEDS_REVEALED, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.NEEDS_REVEALED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.NEEDS_REVEALED)


@dataclass(frozen=True)
class CommonGroundFound(SessionEvent, name="CommonGroundFound"):
    found: bool

    def apply(self, session: Session, now: datetime) -> Session:
        return replace(session, ground_at=now).with_both(lambda member: replace(member, reminders=0))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.GROUND_FOUND if self.found else say.NO_GROUND_FOUND) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.COMMON_GROUND_READY)


@dataclass(frozen=True)
class GroundProposed(MemberEvent, name="GroundProposed"):
    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        yield Notice(self.side.other, NoticeType.COMMON_GROUND_PROPOSED)


@dataclass(frozen=True)
class GroundConfirmed(MemberEvent, name="GroundConfirmed"):
    confirmed: bool

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).set_gate(Gate.COMMON_GROUND_CONFIRMED, now, stands=self.confirmed)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        yield Notice(self.side.other, NoticeType.COMMON_GROUND_CONFIRMED)


@dataclass(frozen=True)
class CommonGroundReached(SessionEvent, name="CommonGroundReached"):
    """Both stand by the same item: the last stage opens for both at once."""

    moment = Appearance(Kind.STAGE_COMPLETED, Audience.BOTH)

    def apply(self, session: Session, now: datetime) -> Session:
        def enter(member: Member) -> Member:
            return replace(member.enter_stage(Gate.COMMON_GROUND_REACHED, now), reminders=0)

        return replace(session, phase=Phase.COLLECTING).with_both(enter)

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.GROUND_REACHED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.STAGE_COMPLETED, stage=int(Stage.NEED_MAPPING))
