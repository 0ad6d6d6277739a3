"""What has happened in Stage 3. What somebody does on their own list is told to nobody else; what both do together is told
to both at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.moves import (
    ConsentTarget,
    Granted,
    LedgerEntry,
    MemberEvent,
    Seen,
    SessionEvent,
    StageLeft,
    StepTold,
    Words,
)
from meetwithoutfear.domain.needs.need import CommonGround, Ground, Needs, find_need, stood_by, with_need
from meetwithoutfear.domain.notices import SAYS, NoticeType
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.stages import Gate, Phase, Stage

say = SAYS["session"]


class NeedsReviewed(MemberEvent, name="NeedsReviewed"):
    """The member's own list is this now. At least one confirmed need on it opens the way to sharing."""

    needs: Needs

    def apply(self, session: Session, now: datetime) -> Session:
        confirmed = any(need.confirmed for need in self.needs)
        me = session.members[self.side].count_act(now).set_gate(Gate.NEEDS_CONFIRMED, now, stands=confirmed)
        return session.with_member(self.side, me).with_needs(self.side, self.needs)


class NeedsShared(StepTold, name="NeedsShared"):
    """What is shared is what was shown: the need, its kind and its description; never the quotes."""

    gate = Gate.NEEDS_SHARED
    other_learns = NoticeType.NEEDS_PARTNER_SHARED

    ids: tuple[UUID, ...]

    def apply(self, session: Session, now: datetime) -> Session:
        needs = session.needs_of(self.side)
        for need_id in self.ids:
            needs = with_need(needs, replace(find_need(needs, need_id), shared_at=now, withdrawn=False))
        return super().apply(session, now).with_needs(self.side, needs)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        for need_id in self.ids:
            need = find_need(session.needs_of(self.side), need_id)
            yield Granted(self.side, ConsentTarget.NEED, need.words, object_id=need_id)


class NeedWithdrawn(MemberEvent, name="NeedWithdrawn"):
    """Before the other one has seen it, it comes back to its writer's list, and unsharing the last one opens the list again.
    What was seen is left out from now on."""

    need_id: UUID

    def apply(self, session: Session, now: datetime) -> Session:
        me, needs = session.members[self.side].count_act(now), session.needs_of(self.side)
        need, is_seen = find_need(needs, self.need_id), Gate.NEEDS_REVEALED in me.passed
        needs = with_need(needs, replace(need, withdrawn=True) if is_seen else replace(need, shared_at=None))
        if not is_seen and not any(each.is_shared for each in needs):
            me = me.leave_gates(Gate.NEEDS_SHARED)
        return session.with_member(self.side, me).with_needs(self.side, needs)


class NeedsRevealed(SessionEvent, name="NeedsRevealed"):
    """Both have shared: the two lists stand side by side."""

    both_hear = say["needs revealed"]
    both_learn = NoticeType.NEEDS_REVEALED

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_both(lambda member: member.pass_gate_jointly(Gate.NEEDS_REVEALED, now))


class CommonGroundFound(SessionEvent, name="CommonGroundFound"):
    """What both have shared was compared, and these were found on both lists."""

    both_learn = NoticeType.COMMON_GROUND_READY

    items: Ground

    def apply(self, session: Session, now: datetime) -> Session:
        found = replace(session, ground=(*session.ground, *self.items), ground_at=now)
        return found.with_both(lambda member: replace(member, reminders=0))

    def lines(self, session: Session) -> Iterable[Words]:
        return (
            (side, say["ground found"] if self.items else say["no ground found"]) for side in session.members
        )


class GroundProposed(MemberEvent, name="GroundProposed"):
    """Whoever words it has seen the other one's needs. That they stand by it is an event of its own."""

    other_learns = NoticeType.COMMON_GROUND_PROPOSED

    item: CommonGround

    def apply(self, session: Session, now: datetime) -> Session:
        return replace(super().apply(session, now), ground=(*session.ground, self.item))

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        yield Granted(self.side, ConsentTarget.COMMON_GROUND, self.item.words, object_id=self.item.id)
        yield Seen(self.side.other, ConsentTarget.NEED)


class GroundConfirmed(MemberEvent, name="GroundConfirmed"):
    """What the member stands by now, and what no longer."""

    other_learns = NoticeType.COMMON_GROUND_CONFIRMED

    said: Mapping[UUID, bool]

    def apply(self, session: Session, now: datetime) -> Session:
        ground = tuple(
            item.with_word(self.side, now, confirmed=self.said[item.id]) if item.id in self.said else item
            for item in session.ground
        )
        return self.with_ground(session, ground, now)

    def with_ground(self, session: Session, ground: Ground, now: datetime) -> Session:
        stands, me = bool(stood_by(ground, self.side)), session.members[self.side].count_act(now)
        me = me.set_gate(Gate.COMMON_GROUND_CONFIRMED, now, stands=stands)
        return replace(session.with_member(self.side, me), ground=ground)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        """Whoever stands by something has seen it, and the needs it is made of. A no leaves no trace."""
        agreed = [item_id for item_id, confirmed in self.said.items() if confirmed]
        for item_id in agreed:
            yield Seen(self.side.other, ConsentTarget.COMMON_GROUND, item_id)
        if agreed:
            yield Seen(self.side.other, ConsentTarget.NEED)


class GroundWithdrawn(GroundConfirmed, name="GroundWithdrawn"):
    """Who worded it takes it back before the other one has said yes."""

    def apply(self, session: Session, now: datetime) -> Session:
        left = tuple(item for item in session.ground if item.id not in self.said)
        return self.with_ground(session, left, now)


class CommonGroundReached(StageLeft, name="CommonGroundReached"):
    """Both stand by the same item: the last stage opens."""

    both_hear = say["ground reached"]
    stage = Stage.NEED_MAPPING

    def apply(self, session: Session, now: datetime) -> Session:
        def enter(member: Member) -> Member:
            return replace(member.enter_stage(Gate.COMMON_GROUND_REACHED, now), reminders=0)

        return replace(session, phase=Phase.COLLECTING).with_both(enter)
