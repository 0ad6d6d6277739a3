"""What somebody may ask for in Stage 4 and after it. The table of phases has the last word on where it leads."""

from __future__ import annotations

from dataclasses import field, replace
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, Invalid, InvalidTransition
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand
from meetwithoutfear.domain.repair import events as e
from meetwithoutfear.domain.repair.agreement import AgreementStatus, AgreementType, LookBack, Terms
from meetwithoutfear.domain.repair.pool import (
    MOST_IDEAS,
    Origin,
    Pool,
    Strategy,
    check_ranking,
    choose_spare,
    find_own,
    hidden_of,
    overlap,
    released,
)
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Phase

GATHERS = frozenset({Phase.COLLECTING, Phase.NEGOTIATING})
NOT_NOW = "This is not the time for that."


class RepairCommand(SessionCommand):
    """One of Stage 4."""


class ChangeIdeas(MemberCommand, RepairCommand):
    """Do something with one's own hidden ideas. By itself it changes nothing."""

    def change(self, mine: Pool) -> Pool:
        return mine

    def decide(self, session: Session) -> list[Event]:
        ideas = self.change(hidden_of(session.pool, self.side))
        if is_ready(session, self.side) and session.phase in GATHERS:
            raise Conflict("You have said that you are ready. Take that back first.")
        if len(ideas) > MOST_IDEAS:
            raise Conflict(f"At most {MOST_IDEAS} ideas at a time.")
        return [e.IdeasChanged(self.side, ideas)]


class AddIdeas(ChangeIdeas):
    """Ideas of one's own, or suggestions that one has asked for."""

    ideas: Pool

    def change(self, mine: Pool) -> Pool:
        return (*mine, *self.ideas)


class RewordIdea(ChangeIdeas):
    idea: Strategy
    """With the words it is to have."""

    def change(self, mine: Pool) -> Pool:
        known, idea = find_own(mine, self.side, self.idea.id), self.idea
        words = replace(known, description=idea.description, needs=idea.needs, duration=idea.duration)
        changed = replace(words, measure=idea.measure, origin=Origin.MEMBER)
        return tuple(changed if each.id == known.id else each for each in mine)


class RemoveIdea(ChangeIdeas):
    strategy_id: UUID

    def change(self, mine: Pool) -> Pool:
        gone = find_own(mine, self.side, self.strategy_id)
        return tuple(idea for idea in mine if idea.id != gone.id)


def is_ready(session: Session, side: Side) -> bool:
    return Gate.STRATEGIES_SUBMITTED in session.members[side].passed


class BeReady(MemberCommand, RepairCommand):
    """`offered` is what the library has for the two, the best first."""

    held_in_care = True

    offered: Pool = ()

    def decide(self, session: Session) -> list[Event]:
        if is_ready(session, self.side):
            return []
        session.members[self.side].refuse_while_paused()
        is_last = is_ready(session, self.side.other)
        return [e.GotReady(self.side, choose_spare(session.pool, self.offered) if is_last else None)]


class Reopen(MemberCommand, RepairCommand):
    """Take the own readiness back, or open a released pool for new ideas."""

    def decide(self, session: Session) -> list[Event]:
        if session.phase in GATHERS:
            return [e.ReadinessTakenBack(self.side)] if is_ready(session, self.side) else []
        refuse_during_proposal(session)
        return [e.PoolReopened(self.side)]


def refuse_during_proposal(session: Session) -> None:
    if session.proposal is not None:
        raise Conflict("There is a proposal to answer first.")


class WithdrawIdea(MemberCommand, RepairCommand):
    """Take the consent to it back. Before the pool is released nothing has crossed: the readiness goes with it. What is
    being ranked stays until it has been: an idea that vanished would tell whose it was."""

    strategy_id: UUID

    def decide(self, session: Session) -> list[Event]:
        idea = next((each for each in session.pool if each.id == self.strategy_id), None)
        if idea is None or idea.owner is not self.side or idea.withdrawn:
            return []
        if idea.round is None:
            return Reopen(self.side).decide(session) if session.phase in GATHERS else []
        return [] if session.phase is Phase.RANKING else [e.IdeaWithdrawn(self.strategy_id)]


class Rank(MemberCommand, RepairCommand):
    """Best first. Once both have, their lists meet or do not."""

    held_in_care = True

    ids: tuple[UUID, ...]

    def decide(self, session: Session) -> list[Event]:
        if session.phase is not Phase.RANKING:
            raise InvalidTransition(NOT_NOW)
        check_ranking(session.pool, self.ids)
        theirs = session.rankings.get((session.round, self.side.other))
        if theirs is None:
            return [e.Ranked(self.side, self.ids)]
        met = e.OverlapFound() if overlap(self.ids, theirs) else e.OverlapMissed()
        return [e.Ranked(self.side, self.ids), met]


class ProposeAgreement(MemberCommand, RepairCommand):
    held_in_care = True

    agreement_id: UUID
    type: AgreementType
    terms: Terms
    strategy_id: UUID | None = None

    def decide(self, session: Session) -> list[Event]:
        refuse_during_proposal(session)
        me = session.members[self.side]
        if Gate.PROPOSALS_RANKED not in me.passed:
            raise InvalidTransition("First both of you rank the ideas.")
        me.refuse_while_paused()
        if self.strategy_id and all(idea.id != self.strategy_id for idea in released(session.pool)):
            raise Invalid.field("strategyId", "This is not in the pool.")
        return [e.AgreementProposed(self.side, self.agreement_id, self.terms, self.type, self.strategy_id)]


class ModifyAgreement(MemberCommand, RepairCommand):
    """What is left out stays as it was; the same words again are no new version."""

    held_in_care = True

    agreement_id: UUID
    terms: Terms

    def decide(self, session: Session) -> list[Event]:
        known = session.agreement(self.agreement_id)
        said = {name: detail for name, detail in self.terms.details.items() if detail}
        wanted = replace(known.terms, description=self.terms.description, **said)
        if (known.proposed_by, known.terms) == (self.side, wanted):
            return []
        refuse_unless_proposed(session, self.agreement_id)
        session.members[self.side].refuse_while_paused()
        return [e.AgreementModified(self.side, self.agreement_id, wanted)]


class ConfirmAgreement(MemberCommand, RepairCommand):
    held_in_care = True

    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        if self.side in session.agreement(self.agreement_id).agreed:
            return []
        refuse_unless_proposed(session, self.agreement_id)
        return [e.AgreementReached(self.side, self.agreement_id)]


class DropAgreement(MemberCommand, RepairCommand):
    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        if session.agreement(self.agreement_id).status is AgreementStatus.ABANDONED:
            return []
        refuse_unless_proposed(session, self.agreement_id)
        return [e.AgreementDropped(self.side, self.agreement_id)]


def refuse_unless_proposed(session: Session, agreement_id: UUID) -> None:
    if session.proposal is None or session.proposal.id != agreement_id:
        raise InvalidTransition("This agreement is no longer open for that.")


class WithdrawAgreement(MemberCommand, RepairCommand):
    """Take back the consent to one's own wording. Once the other one has said yes it is no longer one's own to take back."""

    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        proposal = session.proposal
        if proposal is None or (proposal.id, proposal.by) != (self.agreement_id, self.side):
            return []
        return [e.AgreementDropped(self.side, self.agreement_id)]


class Resolve(MemberCommand, RepairCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        if session.status is SessionStatus.RESOLVED:
            return []
        dropped = [e.AgreementDropped(self.side, session.proposal.id)] if session.proposal else []
        return [e.Resolved(self.side), *dropped]


class AskToClose(MemberCommand, RepairCommand):
    """End without an agreement. It happens when both have asked."""

    def decide(self, session: Session) -> list[Event]:
        if session.members[self.side].close_asked_at is not None:
            return []
        both = session.members[self.side.other].close_asked_at is not None
        return [e.CloseAsked(self.side), *([e.Closed()] if both else [])]


class FollowUp(RepairCommand):
    """The day to look back for that time has come for the member. Whoever has done so already is not asked."""

    side: Side
    agreement_id: UUID
    check: int

    def decide(self, session: Session) -> list[Event]:
        agreement = session.agreement(self.agreement_id)
        is_over = agreement.status is not AgreementStatus.IN_PROGRESS or agreement.check != self.check
        if is_over or self.side in agreement.check_ins or session.members[self.side].left_at is not None:
            return []
        return [e.FollowUpCame(self.side, self.agreement_id)]


class CheckIn(MemberCommand, RepairCommand):
    """Say how it went. Once both have, it is decided how it goes on."""

    agreement_id: UUID
    word: LookBack = field(repr=False)

    @property
    def waits_in_care(self) -> bool:
        return self.word.shared

    def decide(self, session: Session) -> list[Event]:
        agreement = session.agreement(self.agreement_id)
        if agreement.status is not AgreementStatus.IN_PROGRESS:
            raise InvalidTransition("There is nothing to look back on yet, or no longer.")
        settled = [e.FollowUpSettled(self.agreement_id)] if self.side.other in agreement.check_ins else []
        return [e.CheckedIn(self.side, self.agreement_id, self.word), *settled]
