"""What somebody may ask for in Stage 3, or a job may bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand
from meetwithoutfear.domain.needs import events as e
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    CommonGround,
    Ground,
    Need,
    NeedConfirmation,
    Needs,
    NeedWording,
    choose_to_share,
    find_editable,
    stood_by,
    with_confirmations,
    with_need,
    with_proposed,
)
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.stages import Gate, Stage


class NeedsCommand(SessionCommand):
    """One of Stage 3."""


class ReviewNeeds(MemberCommand, NeedsCommand):
    """Look through the own list and change it. By itself it changes nothing."""

    def change(self, needs: Needs) -> Needs:
        return needs

    def decide(self, session: Session) -> list[Event]:
        refuse_unless_open(session.members[self.side])
        needs = self.change(session.needs_of(self.side))
        if len(needs) > MOST_NEEDS:
            raise Conflict(f"At most {MOST_NEEDS} needs.")
        return [e.NeedsReviewed(self.side, needs)]


class ProposeNeeds(ReviewNeeds):
    """What the guide has heard."""

    proposed: Needs

    def change(self, needs: Needs) -> Needs:
        return with_proposed(needs, self.proposed)


class AddNeed(ReviewNeeds):
    need: Need

    def change(self, needs: Needs) -> Needs:
        return (*needs, self.need)


class RewordNeed(ReviewNeeds):
    need_id: UUID
    wording: NeedWording

    def change(self, needs: Needs) -> Needs:
        known, wording = find_editable(needs, self.need_id), self.wording
        description = known.description if wording.description is None else wording.description
        need, category = wording.need or known.need, wording.category or known.category
        return with_need(needs, replace(known, need=need, category=category, description=description))


class RemoveNeed(ReviewNeeds):
    need_id: UUID

    def change(self, needs: Needs) -> Needs:
        gone = find_editable(needs, self.need_id)
        return tuple(need for need in needs if need.id != gone.id)


class ConfirmNeeds(ReviewNeeds):
    said: tuple[NeedConfirmation, ...]

    def change(self, needs: Needs) -> Needs:
        return with_confirmations(needs, self.said)


def refuse_unless_open(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING:
        raise InvalidTransition("This is not the time to look at needs.")
    if Gate.NEEDS_SHARED in me.passed:
        raise Conflict("You have shared your needs. They stand as they were shown.")


class ShareNeeds(MemberCommand, NeedsCommand):
    held_in_care = True

    ids: tuple[UUID, ...]

    def decide(self, session: Session) -> list[Event]:
        me = session.members[self.side]
        wanted = choose_to_share(session.needs_of(self.side), self.ids)
        if Gate.NEEDS_SHARED in me.passed and all(need.is_shared for need in wanted):
            return []
        refuse_unless_open(me)
        me.refuse_while_paused()
        return [e.NeedsShared(self.side, tuple(need.id for need in wanted))]


class WithdrawNeed(MemberCommand, NeedsCommand):
    """Take the consent to it back."""

    need_id: UUID

    def decide(self, session: Session) -> list[Event]:
        shared = (need.id for need in session.needs_of(self.side) if need.is_shared)
        return [e.NeedWithdrawn(self.side, self.need_id)] if self.need_id in shared else []


class FindCommonGround(NeedsCommand):
    """The comparison of what both have shared is done. Two who have come to an end without it wait for nothing."""

    items: Ground

    def decide(self, session: Session) -> list[Event]:
        is_late = session.ground_at is not None or session.status is not SessionStatus.ACTIVE
        return [] if is_late else [e.CommonGroundFound(self.items)]


class ProposeGround(MemberCommand, NeedsCommand):
    """Whoever words it stands by it."""

    held_in_care = True

    item: CommonGround

    def decide(self, session: Session) -> list[Event]:
        me = session.members[self.side]
        refuse_unless_revealed(me)
        me.refuse_while_paused()
        if len(session.ground) >= MOST_GROUND:
            raise Conflict(f"At most {MOST_GROUND} of these.")
        return [e.GroundProposed(self.side, self.item), e.GroundConfirmed(self.side, {self.item.id: True})]


class ConfirmGround(MemberCommand, NeedsCommand):
    """Say yes to some of it, or take a yes back. Once both stand by the same item, the way on is open."""

    held_in_care = True

    said: Mapping[UUID, bool]

    def decide(self, session: Session) -> list[Event]:
        me, known = session.members[self.side], {item.id for item in session.ground}
        if not known.issuperset(self.said):
            raise NotFound
        mine = stood_by(session.ground, self.side)
        stands = mine.union(each for each, yes in self.said.items() if yes)
        stands = stands.difference(each for each, yes in self.said.items() if not yes)
        if stands == mine or Gate.COMMON_GROUND_REACHED in me.passed:
            return []
        refuse_unless_revealed(me)
        reached = [e.CommonGroundReached()] if stands & stood_by(session.ground, self.side.other) else []
        return [e.GroundConfirmed(self.side, self.said), *reached]


class WithdrawGround(MemberCommand, NeedsCommand):
    """Take back what one has worded. It is no longer one's own once the other one has said yes to it."""

    item_id: UUID

    def decide(self, session: Session) -> list[Event]:
        mine = next((item for item in session.ground if item.id == self.item_id), None)
        if mine is None or mine.proposed_by is not self.side or session.phase is not None:
            return []
        if self.side.other in mine.confirmed:
            return []
        return [e.GroundWithdrawn(self.side, {self.item_id: False})]


def refuse_unless_revealed(me: Member) -> None:
    if me.stage is not Stage.NEED_MAPPING or Gate.NEEDS_REVEALED not in me.passed:
        raise InvalidTransition("First both of you share what you need.")
