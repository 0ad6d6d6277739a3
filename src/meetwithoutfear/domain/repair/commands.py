"""What somebody may ask for in Stage 4 and after it. What stands in the pool and in an agreement is the caller's to look up;
the session needs to know no more of it than this. The table of phases has the last word on where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.moves import Event, MemberCommand
from meetwithoutfear.domain.repair import events as e
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.stages import Gate

GATHERS = frozenset({Phase.COLLECTING, Phase.NEGOTIATING})


class RepairCommand(MemberCommand):
    """One of Stage 4."""


@dataclass(frozen=True)
class ChangeIdeas(RepairCommand):
    """Add, reword or remove an idea of one's own, or ask for suggestions."""

    def decide(self, session: Session) -> list[Event]:
        if is_ready(self, session) and session.phase in GATHERS:
            raise Conflict("You have said that you are ready. Take that back first.")
        return [e.IdeasChanged(self.side)]


@dataclass(frozen=True)
class BeReady(RepairCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        if is_ready(self, session):
            return []
        session.members[self.side].refuse_while_paused()
        return [e.GotReady(self.side)]


def is_ready(command: RepairCommand, session: Session) -> bool:
    return Gate.STRATEGIES_SUBMITTED in session.members[command.side].passed


@dataclass(frozen=True)
class Reopen(RepairCommand):
    """Take the own readiness back, or open a released pool for new ideas."""

    def decide(self, session: Session) -> list[Event]:
        if session.phase in GATHERS:
            return [e.ReadinessTakenBack(self.side)] if is_ready(self, session) else []
        refuse_during_proposal(session)
        return [e.PoolReopened(self.side)]


def refuse_during_proposal(session: Session) -> None:
    if session.proposal is not None:
        raise Conflict("There is a proposal to answer first.")


@dataclass(frozen=True)
class Rank(RepairCommand):
    """`meets`: whether the two rankings share an idea; nothing while there is only one."""

    held_in_care = True

    meets: bool | None

    def decide(self, session: Session) -> list[Event]:
        if self.meets is None:
            return [e.Ranked(self.side)]
        return [e.Ranked(self.side), e.OverlapFound() if self.meets else e.OverlapMissed()]


@dataclass(frozen=True)
class ProposeAgreement(RepairCommand):
    held_in_care = True

    agreement_id: UUID
    follow_up: bool

    def decide(self, session: Session) -> list[Event]:
        refuse_during_proposal(session)
        me = session.members[self.side]
        if Gate.PROPOSALS_RANKED not in me.passed:
            raise InvalidTransition("First both of you rank the ideas.")
        me.refuse_while_paused()
        return [e.AgreementProposed(self.side, self.agreement_id)]


@dataclass(frozen=True)
class ModifyAgreement(RepairCommand):
    held_in_care = True

    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        refuse_unless_proposed(session, self.agreement_id)
        session.members[self.side].refuse_while_paused()
        return [e.AgreementModified(self.side, self.agreement_id)]


@dataclass(frozen=True)
class ConfirmAgreement(RepairCommand):
    held_in_care = True

    agreement_id: UUID
    follow_up: bool

    def decide(self, session: Session) -> list[Event]:
        refuse_unless_proposed(session, self.agreement_id)
        if session.proposal is not None and session.proposal.by is self.side:
            return []
        return [e.AgreementReached(self.side, self.agreement_id, self.follow_up)]


@dataclass(frozen=True)
class DropAgreement(RepairCommand):
    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        refuse_unless_proposed(session, self.agreement_id)
        return [e.AgreementDropped(self.side, self.agreement_id)]


def refuse_unless_proposed(session: Session, agreement_id: UUID) -> None:
    if session.proposal is None or session.proposal.id != agreement_id:
        raise InvalidTransition("This agreement is no longer open for that.")


@dataclass(frozen=True)
class Resolve(RepairCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        if session.status is SessionStatus.RESOLVED:
            return []
        dropped = [e.AgreementDropped(self.side, session.proposal.id)] if session.proposal else []
        return [e.Resolved(self.side), *dropped]


@dataclass(frozen=True)
class AskToClose(RepairCommand):
    """End without an agreement. It happens when both have asked."""

    def decide(self, session: Session) -> list[Event]:
        if session.members[self.side].close_asked_at is not None:
            return []
        both = session.members[self.side.other].close_asked_at is not None
        return [e.CloseAsked(self.side), *([e.Closed()] if both else [])]


@dataclass(frozen=True)
class FollowUp(RepairCommand):
    """The day to look back has come for the member."""

    agreement_id: UUID

    def decide(self, session: Session) -> list[Event]:
        return [e.FollowUpCame(self.side, self.agreement_id)]


@dataclass(frozen=True)
class CheckIn(RepairCommand):
    """`settled`: with this both have looked back, and it is decided how it goes on."""

    agreement_id: UUID
    shared: bool
    settled: bool

    @property
    def waits_in_care(self) -> bool:
        return self.shared

    def decide(self, session: Session) -> list[Event]:
        settled = [e.FollowUpSettled(self.agreement_id)] if self.settled else []
        return [e.CheckedIn(self.side, self.agreement_id, self.shared), *settled]
