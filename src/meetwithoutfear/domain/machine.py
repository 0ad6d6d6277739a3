"""The only way to change a session.

`decide(session, command)` checks and answers with events; it never changes anything. `evolve(session, event)` applies one
event. What may happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no other
code sets a status. The empathy exchange within a session has a table of its own, and so have the phases of the last stage;
`unfold` plays them all to a fixed point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from meetwithoutfear.domain.commands import Command
from meetwithoutfear.domain.deciding import Happening, StageCommand, StageEvent, proposed
from meetwithoutfear.domain.empathy import machine as empathy
from meetwithoutfear.domain.empathy.commands import Close
from meetwithoutfear.domain.empathy.commands import Command as EmpathyCommand
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, SessionEnded
from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CareEnded,
    CareTaken,
    CompactSigned,
    Created,
    Event,
    ExchangeCompleted,
    FeltHeard,
    FinishedAlone,
    InvitationDeclined,
    Invited,
    Joined,
    Left,
    LookedAt,
    PauseBegan,
    PauseEnded,
    RelationStated,
    Reminded,
    ReplyEnded,
    Spoke,
)
from meetwithoutfear.domain.holding import refuse_in_care
from meetwithoutfear.domain.members import after, after_exchange, through
from meetwithoutfear.domain.needs import deciding as needs
from meetwithoutfear.domain.needs.commands import Command as NeedsCommand
from meetwithoutfear.domain.needs.events import Event as NeedsEvent
from meetwithoutfear.domain.needs.events import NeedsRevealed
from meetwithoutfear.domain.needs.evolving import evolve as evolve_needs
from meetwithoutfear.domain.pausing import after_the_pause
from meetwithoutfear.domain.pending import pending_items
from meetwithoutfear.domain.repair import deciding as repair
from meetwithoutfear.domain.repair.events import (
    AgreementDropped,
    CheckedIn,
    Closed,
    FollowUpCame,
    FollowUpSettled,
    Resolved,
)
from meetwithoutfear.domain.repair.events import Event as RepairEvent
from meetwithoutfear.domain.repair.evolving import evolve as evolve_repair
from meetwithoutfear.domain.session import (
    Invitation,
    InvitationStatus,
    Member,
    Session,
    SessionStatus,
)
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.telling import touched
from meetwithoutfear.domain.waiting import facts_of, next_reminder

INVITED, ACTIVE, RESOLVED, ENDED = SessionStatus

ANYTIME_BEFORE_THE_END: tuple[type[Event], ...] = (
    Spoke,
    AskedAgain,
    ReplyEnded,
    CareTaken,
    CareEnded,
    PauseBegan,
    PauseEnded,
    Archived,
    Reminded,
    RelationStated,
)
TOGETHER: tuple[type[StageEvent], ...] = (*get_args(NeedsEvent), *get_args(RepairEvent))
AFTER_THE_END: tuple[type[StageEvent], ...] = (FollowUpCame, CheckedIn, FollowUpSettled)
TRANSITIONS: Mapping[tuple[SessionStatus, type[Event | StageEvent]], SessionStatus] = {
    (INVITED, Created): INVITED,
    (INVITED, Invited): INVITED,
    (INVITED, InvitationDeclined): INVITED,
    (INVITED, Joined): ACTIVE,
    (ACTIVE, ExchangeCompleted): ACTIVE,
    **{(status, event): status for status in (INVITED, ACTIVE, RESOLVED) for event in ANYTIME_BEFORE_THE_END},
    **{(status, event): status for status in (INVITED, ACTIVE) for event in (CompactSigned, FeltHeard)},
    **{(status, LookedAt): status for status in (ACTIVE, RESOLVED)},
    **{(ACTIVE, event): ACTIVE for event in TOGETHER if event not in AFTER_THE_END},
    (ACTIVE, Resolved): RESOLVED,
    (ACTIVE, Closed): ENDED,
    **{(RESOLVED, event): RESOLVED for event in (AgreementDropped, *AFTER_THE_END)},
    (RESOLVED, Left): RESOLVED,
    (INVITED, Left): ENDED,
    (ACTIVE, Left): ENDED,
    (INVITED, FinishedAlone): ENDED,
    (ACTIVE, FinishedAlone): ENDED,
    (ENDED, Spoke): ENDED,
    (ENDED, AskedAgain): ENDED,
    (ENDED, ReplyEnded): ENDED,
    (ENDED, CareTaken): ENDED,
    (ENDED, CareEnded): ENDED,
    (ENDED, Archived): ENDED,
    (ENDED, RelationStated): ENDED,
    (ENDED, Left): ENDED,
}


def decide(session: Session, command: Command) -> list[Happening]:
    events = possible(session, proposed(session, command))
    if events:
        refuse_in_care(session, command)
    return events


def possible(session: Session, events: list[Happening]) -> list[Happening]:
    for event in events[:1]:
        if not isinstance(event, EmpathyEvent) and (session.status, type(event)) not in TRANSITIONS:
            raise refusal(session)
    return events


def decide_together(session: Session, command: StageCommand) -> list[Happening]:
    """In the last two stages. What comes after the end changes nothing when a job brings it."""
    if session.status is ENDED:
        if hasattr(command, "side"):
            raise SessionEnded
        return []
    stage: list[StageEvent] = (
        [*needs.proposed(session, command)]
        if isinstance(command, NeedsCommand)
        else [*repair.proposed(session, command)]
    )
    events = possible(session, [*stage])
    if events:
        refuse_in_care(session, command)
    return events


def decide_exchange(session: Session, command: EmpathyCommand) -> list[Happening]:
    """A job that comes after the end changes nothing; a person is told that it has ended."""
    if session.status is ENDED:
        if hasattr(command, "side"):
            raise SessionEnded
        return []
    return [*empathy.decide(session.exchange, facts_of(session), command)]


def refusal(session: Session) -> Conflict:
    return SessionEnded() if session.status is ENDED else InvalidTransition()


@dataclass(frozen=True)
class Step:
    before: Session
    event: Happening
    after: Session


def unfold(session: Session, events: Iterable[Happening], now: datetime) -> tuple[Session, list[Step]]:
    """Everything that follows, to a fixed point."""
    steps, waiting = list[Step](), list(events)
    while waiting:
        for event in waiting:
            after = touched(session, evolve(session, event, now), event, now)
            steps.append(Step(session, event, after))
            session = after
        waiting = following(session)
    return session, steps


def following(session: Session) -> list[Happening]:
    if session.status is ENDED:
        return [*empathy.decide(session.exchange, facts_of(session), Close())]
    settled = empathy.settle(session.exchange, facts_of(session))
    if settled or not session.exchange.is_mutual:
        return [*settled]
    if not have_passed(session, Gate.EXCHANGE_COMPLETED):
        return [ExchangeCompleted()]
    facts = facts_of(session)
    if have_passed(session, Gate.NEEDS_SHARED) and not have_passed(session, Gate.NEEDS_REVEALED):
        return [] if facts.paused else [NeedsRevealed()]
    return [*repair.settle(session)]


def have_passed(session: Session, gate: Gate) -> bool:
    return all(gate in member.passed for member in session.members.values())


def evolve(session: Session, event: Happening, now: datetime) -> Session:
    session = replace(session, journal_seq=session.journal_seq + 1)
    if isinstance(event, EmpathyEvent):
        session = replace(session, exchange=empathy.evolve(session.exchange, event, now))
        members = {side: after_exchange(side, member, event, now) for side, member in session.members.items()}
        return with_what_waits(replace(session, members=members))
    session = replace(session, status=TRANSITIONS[session.status, type(event)])
    match event:
        case _ if isinstance(event, NeedsEvent):
            return with_what_waits(evolve_needs(session, event, now))
        case _ if isinstance(event, RepairEvent):
            return with_what_waits(evolve_repair(session, event, now))
        case _:
            return with_what_waits(evolve_session(session, event, now))


def evolve_session(session: Session, event: Event, now: datetime) -> Session:
    match event:
        case Created():
            return session
        case Invited(invitation_id, expires_at):
            fresh = Invitation(invitation_id, InvitationStatus.OPEN, expires_at)
            return replace(session, invitation=fresh)
        case Joined(user_id, name, relation):
            joined = answered(session, InvitationStatus.ACCEPTED)
            return joined.with_member(Side.INVITEE, Member(user_id, name, now, relation, relation))
        case InvitationDeclined():
            return answered(session, InvitationStatus.DECLINED)
        case ExchangeCompleted():
            passed = {side: through(Gate.EXCHANGE_COMPLETED, m, now) for side, m in session.members.items()}
            return replace(session, members=passed)
        case Left(side):
            gone = session.with_member(side, after(session.members[side], event, now))
            return answered(gone, InvitationStatus.REPLACED)
        case FinishedAlone(side):
            ended = session.with_member(side, after(session.members[side], event, now))
            return answered(ended, InvitationStatus.REPLACED)
        case PauseEnded(side):
            paused_at = session.members[side].paused_at or now
            thawed = after_the_pause(session, side, paused_at, now)
            return thawed.with_member(side, after(thawed.members[side], event, now))
        case _:
            return session.with_member(event.side, after(session.members[event.side], event, now))


def with_what_waits(session: Session) -> Session:
    """What waits for each of them, and when they are to be reminded of it, follows from how things stand."""
    for side, member in session.members.items():
        items = pending_items(session, side) if session.status is not ENDED else ()
        changed = replace(member, pending=items)
        session = session.with_member(side, changed)
        session = session.with_member(side, replace(changed, remind_at=next_reminder(session, side)))
    return session


def answered(session: Session, status: InvitationStatus) -> Session:
    """An open invitation closes once; a closed one keeps the answer it got."""
    invitation = session.invitation
    if invitation is None or invitation.status is not InvitationStatus.OPEN:
        return session
    return replace(session, invitation=replace(invitation, status=status))
