"""What a command would make happen in Stage 4; nothing where its effect already holds. The table of phases has the last word
on where it leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.repair.commands import (
    AskToClose,
    BeReady,
    ChangeIdeas,
    CheckIn,
    Command,
    ConfirmAgreement,
    DropAgreement,
    FollowUp,
    ModifyAgreement,
    ProposeAgreement,
    Rank,
    Reopen,
    Resolve,
)
from meetwithoutfear.domain.repair.events import (
    AgreementDropped,
    AgreementModified,
    AgreementProposed,
    AgreementReached,
    CheckedIn,
    CloseAsked,
    Closed,
    Event,
    FollowUpCame,
    FollowUpSettled,
    GotReady,
    IdeasChanged,
    OverlapFound,
    OverlapMissed,
    PoolReleased,
    PoolReopened,
    Ranked,
    ReadinessTakenBack,
    Resolved,
)
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Member, Session, SessionStatus, refuse_while_paused
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate

COLLECTING, RANKING, REVEALING, NEGOTIATING, AGREED = Phase

PHASES: Mapping[tuple[Phase, type[Event]], Phase] = {
    **{(phase, IdeasChanged): phase for phase in (COLLECTING, NEGOTIATING)},
    **{(phase, GotReady): phase for phase in (COLLECTING, NEGOTIATING)},
    **{(phase, ReadinessTakenBack): phase for phase in (COLLECTING, NEGOTIATING)},
    **{(phase, PoolReleased): RANKING for phase in (COLLECTING, NEGOTIATING)},
    (RANKING, Ranked): RANKING,
    (RANKING, OverlapFound): REVEALING,
    (RANKING, OverlapMissed): NEGOTIATING,
    (RANKING, PoolReopened): NEGOTIATING,
    (REVEALING, PoolReopened): NEGOTIATING,
    **{(phase, AgreementProposed): phase for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(phase, AgreementModified): phase for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(phase, AgreementDropped): phase for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(phase, AgreementReached): AGREED for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(phase, CloseAsked): phase for phase in Phase if phase is not AGREED},
    **{(phase, Closed): phase for phase in Phase if phase is not AGREED},
    **{(AGREED, event): AGREED for event in (Resolved, FollowUpCame, CheckedIn, FollowUpSettled)},
}
NOT_NOW = "This is not the time for that."
Collecting = ChangeIdeas | BeReady | Reopen | Rank
Agreeing = ProposeAgreement | ModifyAgreement | ConfirmAgreement | DropAgreement
Ending = Resolve | AskToClose | FollowUp | CheckIn


def proposed(session: Session, command: Command) -> list[Event]:
    if session.phase is None:
        raise InvalidTransition(NOT_NOW)
    events = wished(session, command)
    if any((session.phase, type(event)) not in PHASES for event in events[:1]):
        raise InvalidTransition(NOT_NOW)
    return events


def wished(session: Session, command: Command) -> list[Event]:
    match command:
        case ChangeIdeas() | BeReady() | Reopen() | Rank():
            return collecting(session, session.members[command.side], command)
        case ProposeAgreement() | ModifyAgreement() | ConfirmAgreement() | DropAgreement():
            return agreeing(session, command)
        case Resolve() | AskToClose() | FollowUp() | CheckIn():
            return ending(session, command)
        case _:
            assert_never(command)


def collecting(session: Session, me: Member, command: Collecting) -> list[Event]:
    is_ready = Gate.STRATEGIES_SUBMITTED in me.passed
    match command:
        case ChangeIdeas(side):
            if is_ready and session.phase in {COLLECTING, NEGOTIATING}:
                raise Conflict("You have said that you are ready. Take that back first.")
            return [IdeasChanged(side)]
        case BeReady(side):
            if is_ready:
                return []
            refuse_while_paused(me)
            return [GotReady(side)]
        case Reopen(side):
            return reopening(session, side, is_ready=is_ready)
        case Rank(side, meets):
            ending: list[Event] = [] if meets is None else [OverlapFound() if meets else OverlapMissed()]
            return [Ranked(side), *ending]
        case _:
            assert_never(command)


def reopening(session: Session, side: Side, *, is_ready: bool) -> list[Event]:
    if session.phase in {COLLECTING, NEGOTIATING}:
        return [ReadinessTakenBack(side)] if is_ready else []
    if session.proposal is not None:
        raise Conflict("There is a proposal to answer first.")
    return [PoolReopened(side)]


def agreeing(session: Session, command: Agreeing) -> list[Event]:
    me, side, agreement_id = session.members[command.side], command.side, command.agreement_id
    if isinstance(command, ProposeAgreement):
        if session.proposal is not None:
            raise Conflict("There is a proposal to answer first.")
        if Gate.PROPOSALS_RANKED not in me.passed:
            raise InvalidTransition("First both of you rank the ideas.")
        refuse_while_paused(me)
        return [AgreementProposed(side, agreement_id)]
    refuse_unless_open(session, agreement_id)
    match command:
        case ModifyAgreement():
            refuse_while_paused(me)
            return [AgreementModified(side, agreement_id)]
        case ConfirmAgreement(_, _, follow_up):
            mine = session.proposal is not None and session.proposal.by is side
            return [] if mine else [AgreementReached(side, agreement_id, follow_up)]
        case DropAgreement():
            return [AgreementDropped(side, agreement_id)]
        case _:
            assert_never(command)


def refuse_unless_open(session: Session, agreement_id: UUID) -> None:
    if session.proposal is None or session.proposal.id != agreement_id:
        raise InvalidTransition("This agreement is no longer open for that.")


def ending(session: Session, command: Ending) -> list[Event]:
    side = command.side
    match command:
        case Resolve():
            if session.status is SessionStatus.RESOLVED:
                return []
            dropped = [AgreementDropped(side, session.proposal.id)] if session.proposal else []
            return [Resolved(side), *dropped]
        case AskToClose():
            asked = session.members[side].close_asked_at
            other = session.members[side.other].close_asked_at
            return [] if asked else [CloseAsked(side), *([Closed()] if other else [])]
        case FollowUp(_, agreement_id):
            return [FollowUpCame(side, agreement_id)]
        case CheckIn(_, agreement_id, shared, settled):
            after: list[Event] = [FollowUpSettled(agreement_id)] if settled else []
            return [CheckedIn(side, agreement_id, shared), *after]
        case _:
            assert_never(command)


def settle(session: Session) -> list[Event]:
    """Once both are ready, the pool is released; but not while somebody has paused, and a proposal is answered before
    there is something new to rank. It waits for nobody in care: the other one would notice."""
    members = session.members.values()
    waits = session.proposal or any(member.paused_at for member in members)
    ready = all(Gate.STRATEGIES_SUBMITTED in member.passed for member in members)
    collecting_now = session.phase in {COLLECTING, NEGOTIATING}
    return [PoolReleased()] if collecting_now and ready and not waits else []
