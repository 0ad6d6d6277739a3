"""What has happened in Stage 4 and after it. No event says whose an idea is. Of what a member says of themselves more than
once in a round the other one learns the first time: how often somebody changes their mind is their own affair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain import sentences as say
from meetwithoutfear.domain.moves import Event, MemberEvent, News, SessionEvent, Words, to_both
from meetwithoutfear.domain.notices import Notice, NoticeType
from meetwithoutfear.domain.session import Member, Proposal, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind

OF_THE_ROUND = (Gate.STRATEGIES_SUBMITTED, Gate.RANKINGS_SUBMITTED)


class RepairEvent(Event):
    """One that the table of phases knows."""


@dataclass(frozen=True)
class IdeasChanged(MemberEvent, RepairEvent, name="IdeasChanged"):
    pass


@dataclass(frozen=True)
class GotReady(MemberEvent, RepairEvent, name="GotReady"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        gate = Gate.STRATEGIES_SUBMITTED
        return member.count_act(now).pass_gate(gate, now).with_told(gate)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if Gate.STRATEGIES_SUBMITTED not in before.members[self.side].told:
            yield Notice(self.side.other, NoticeType.STRATEGIES_PARTNER_READY)


@dataclass(frozen=True)
class ReadinessTakenBack(MemberEvent, RepairEvent, name="ReadinessTakenBack"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).leave_gates(Gate.STRATEGIES_SUBMITTED)


@dataclass(frozen=True)
class PoolReleased(SessionEvent, RepairEvent, name="PoolReleased"):
    """Both are ready: everything collected since the last time lies open for both, at once."""

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_both(lambda member: member.pass_gate_jointly(Gate.PROPOSALS_CREATED, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.POOL_RELEASED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.STRATEGIES_RELEASED)


def begin_round(session: Session) -> Session:
    """A new round: rankings of the last one are history, and both collect again."""

    def forget(member: Member) -> Member:
        return replace(member.leave_gates(*OF_THE_ROUND), told=member.told.difference(OF_THE_ROUND))

    return replace(session.with_both(forget), round=session.round + 1)


@dataclass(frozen=True)
class PoolReopened(MemberEvent, RepairEvent, name="PoolReopened"):
    def apply(self, session: Session, now: datetime) -> Session:
        return begin_round(super().apply(session, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.POOL_REOPENED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.STRATEGIES_REOPENED)


@dataclass(frozen=True)
class Ranked(MemberEvent, RepairEvent, name="Ranked"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        gate = Gate.RANKINGS_SUBMITTED
        return member.count_act(now).pass_gate(gate, now).with_told(gate)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if Gate.RANKINGS_SUBMITTED not in before.members[self.side].told:
            yield Notice(self.side.other, NoticeType.STRATEGIES_PARTNER_RANKED)


@dataclass(frozen=True)
class OverlapFound(SessionEvent, RepairEvent, name="OverlapFound"):
    """Both have ranked, and their rankings meet."""

    def apply(self, session: Session, now: datetime) -> Session:
        ranked = session.with_both(lambda member: member.pass_gate_jointly(Gate.PROPOSALS_RANKED, now))
        return ranked.with_both(lambda member: member.pass_gate_jointly(Gate.OVERLAP_IDENTIFIED, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.OVERLAP_FOUND) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.STRATEGIES_OVERLAP)


@dataclass(frozen=True)
class OverlapMissed(OverlapFound, name="OverlapMissed"):
    """Both have ranked, and nothing stands on both lists."""

    def apply(self, session: Session, now: datetime) -> Session:
        return begin_round(super().apply(session, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.OVERLAP_MISSED) for side in session.members)


@dataclass(frozen=True)
class AgreementEvent(MemberEvent, RepairEvent):
    agreement_id: UUID

    @property
    def about(self) -> dict[str, str]:
        return {"agreementId": str(self.agreement_id)}


@dataclass(frozen=True)
class AgreementProposed(AgreementEvent, name="AgreementProposed"):
    """Whoever words an agreement wants one: their wish to end without it is gone."""

    def apply(self, session: Session, now: datetime) -> Session:
        me = replace(session.members[self.side].count_act(now), close_asked_at=None)
        other = replace(session.members[self.side.other], reminders=0)
        asked = session.with_member(self.side, me).with_member(self.side.other, other)
        return replace(asked, proposal=Proposal(self.agreement_id, self.side, now))

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.side.other, say.AGREEMENT_PROPOSED

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        yield Notice(self.side.other, NoticeType.AGREEMENT_PROPOSED, self.about)


@dataclass(frozen=True)
class AgreementModified(AgreementProposed, name="AgreementModified"):
    pass


@dataclass(frozen=True)
class AgreementReached(AgreementEvent, name="AgreementReached"):
    moment = Appearance(Kind.AGREED, Audience.BOTH)

    follow_up: bool

    def apply(self, session: Session, now: datetime) -> Session:
        def agree(member: Member) -> Member:
            agreed = replace(member, close_asked_at=None).pass_gate_jointly(Gate.AGREEMENT_REACHED, now)
            return agreed.pass_gate_jointly(Gate.FOLLOW_UP_SCHEDULED, now) if self.follow_up else agreed

        return replace(super().apply(session, now).with_both(agree), proposal=None)

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.AGREEMENT_REACHED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.AGREEMENT_CONFIRMED, **self.about)


@dataclass(frozen=True)
class AgreementDropped(AgreementEvent, name="AgreementDropped"):
    def apply(self, session: Session, now: datetime) -> Session:
        return replace(super().apply(session, now), proposal=None)

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.AGREEMENT_DROPPED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.AGREEMENT_DROPPED, **self.about)


@dataclass(frozen=True)
class Resolved(MemberEvent, RepairEvent, name="Resolved"):
    moment = Appearance(Kind.RESOLVED, Audience.BOTH)

    def apply(self, session: Session, now: datetime) -> Session:
        ended = super().apply(session, now)
        return ended.with_both(lambda member: member.pass_gate_jointly(Gate.RESOLVED, now))

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.RESOLVED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.SESSION_RESOLVED)

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        yield self.side.other, News.RESOLVED


@dataclass(frozen=True)
class CloseAsked(MemberEvent, RepairEvent, name="CloseAsked"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), close_asked_at=now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.side.other, say.CLOSE_ASKED

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        yield Notice(self.side.other, NoticeType.CLOSE_ASKED)


@dataclass(frozen=True)
class Closed(SessionEvent, RepairEvent, name="Closed"):
    """Both have asked for it: it ends without an agreement."""

    moment = Appearance(Kind.ENDED, Audience.BOTH)

    def lines(self, session: Session) -> Iterable[Words]:
        return ((side, say.CLOSED) for side in session.members)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.SESSION_ENDED)


@dataclass(frozen=True)
class FollowUpCame(AgreementEvent, name="FollowUpCame"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member, due=self.agreement_id, due_at=now, reminders=0)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.side, say.LOOK_BACK

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(self.side, NoticeType.FOLLOW_UP_DUE, self.about)


@dataclass(frozen=True)
class CheckedIn(AgreementEvent, name="CheckedIn"):
    shared: bool

    def apply_member(self, member: Member, now: datetime) -> Member:
        member = member.count_act(now)
        return replace(member, due=None, due_at=None) if member.due == self.agreement_id else member

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if self.shared:
            yield Notice(self.side.other, NoticeType.FOLLOW_UP_SHARED, self.about)


@dataclass(frozen=True)
class FollowUpSettled(SessionEvent, RepairEvent, name="FollowUpSettled"):
    """Both have looked back: it is done, goes on for a while, or was let go."""

    agreement_id: UUID

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_both(lambda member: replace(member, due=None, due_at=None))

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return to_both(session, NoticeType.FOLLOW_UP_SETTLED, agreementId=str(self.agreement_id))
