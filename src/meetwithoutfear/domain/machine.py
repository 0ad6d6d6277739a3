"""The only way to change a session.

`decide(session, command)` checks and answers with events; it never changes anything. `apply_event` applies one. What may
happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no other code sets a status.
PHASES is the same for the phases of the last stage, and the empathy exchange has a table of its own. `unfold` plays a
decision and all that follows from it to a fixed point, and says who is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.empathy import machine as empathy
from meetwithoutfear.domain.empathy.commands import Close, ExchangeCommand
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.view import empathy_view
from meetwithoutfear.domain.errors import InvalidTransition, SafetyHold, SessionEnded
from meetwithoutfear.domain.moves import Event, SessionCommand, SessionEvent
from meetwithoutfear.domain.needs import events as n
from meetwithoutfear.domain.needs.commands import NeedsCommand
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, Role
from meetwithoutfear.domain.pending import new_items, pending_items
from meetwithoutfear.domain.repair import events as r
from meetwithoutfear.domain.repair.commands import GATHERS, NOT_NOW, AskToClose, RepairCommand
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Phase
from meetwithoutfear.domain.waiting import facts_of, next_reminder

INVITED, ACTIVE, RESOLVED, ENDED = SessionStatus
COLLECTING, RANKING, REVEALING, NEGOTIATING, AGREED = Phase

ANYTIME_BEFORE_THE_END: tuple[type[Event], ...] = (
    e.Spoke, e.AskedAgain, e.ReplyEnded, e.CareTaken, e.CareEnded, e.PauseBegan, e.PauseEnded, e.Archived, e.Reminded,
    e.RelationStated,
)  # fmt: skip
IN_THE_LAST_STAGES: tuple[type[Event], ...] = (
    n.NeedsReviewed, n.NeedsShared, n.NeedWithdrawn, n.NeedsRevealed, n.CommonGroundFound, n.GroundProposed,
    n.GroundConfirmed, n.GroundWithdrawn, n.CommonGroundReached, r.IdeasChanged, r.GotReady, r.ReadinessTakenBack,
    r.PoolReleased, r.PoolReopened, r.Ranked, r.OverlapFound, r.OverlapMissed, r.AgreementProposed, r.AgreementModified,
    r.AgreementReached, r.AgreementDropped, r.CloseAsked, r.IdeaWithdrawn,
)  # fmt: skip
AFTER_THE_END: tuple[type[Event], ...] = (
    r.AgreementDropped, r.FollowUpCame, r.CheckedIn, r.FollowUpSettled, n.NeedWithdrawn, r.IdeaWithdrawn,
)  # fmt: skip
TRANSITIONS: Mapping[tuple[SessionStatus, type[Event]], SessionStatus] = {
    (INVITED, e.Created): INVITED,
    (INVITED, e.Invited): INVITED,
    (INVITED, e.InvitationDeclined): INVITED,
    (INVITED, e.Joined): ACTIVE,
    (ACTIVE, e.ExchangeCompleted): ACTIVE,
    **{(status, event): status for status in (INVITED, ACTIVE, RESOLVED) for event in ANYTIME_BEFORE_THE_END},
    **{(status, event): status for status in (INVITED, ACTIVE) for event in (e.CompactSigned, e.FeltHeard)},
    **{(status, e.LookedAt): status for status in (ACTIVE, RESOLVED)},
    **{(ACTIVE, event): ACTIVE for event in IN_THE_LAST_STAGES},
    (ACTIVE, r.Resolved): RESOLVED,
    (ACTIVE, r.Closed): ENDED,
    **{(RESOLVED, event): RESOLVED for event in AFTER_THE_END},
    (RESOLVED, e.Left): RESOLVED,
    **{(status, event): ENDED for status in (INVITED, ACTIVE) for event in (e.Left, e.FinishedAlone)},
    **{(ENDED, event): ENDED for event in (e.Spoke, e.AskedAgain, e.ReplyEnded, e.CareTaken, e.CareEnded)},
    **{(ENDED, event): ENDED for event in (e.Archived, e.RelationStated, e.Left)},
}
PHASES: Mapping[tuple[Phase | None, type[Event]], Phase] = {
    **{
        (phase, event): phase
        for phase in GATHERS
        for event in (r.IdeasChanged, r.GotReady, r.ReadinessTakenBack)
    },
    **{(phase, r.PoolReleased): RANKING for phase in GATHERS},
    (RANKING, r.Ranked): RANKING,
    (RANKING, r.OverlapFound): REVEALING,
    (RANKING, r.OverlapMissed): NEGOTIATING,
    **{(phase, r.PoolReopened): NEGOTIATING for phase in (RANKING, REVEALING)},
    **{
        (phase, event): phase
        for phase in (REVEALING, NEGOTIATING, AGREED)
        for event in (r.AgreementProposed, r.AgreementModified, r.AgreementDropped)
    },
    **{(phase, r.AgreementReached): AGREED for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(phase, event): phase for phase in Phase if phase is not AGREED for event in (r.CloseAsked, r.Closed)},
    **{(phase, r.IdeaWithdrawn): phase for phase in (REVEALING, NEGOTIATING, AGREED)},
    **{(AGREED, event): AGREED for event in (r.Resolved, r.FollowUpCame, r.CheckedIn, r.FollowUpSettled)},
}


def decide(session: Session, command: SessionCommand | ExchangeCommand) -> Sequence[Event]:
    """A job that comes after the end changes nothing; a person is told that it has ended, unless that was their wish."""
    is_of_a_stage = isinstance(command, ExchangeCommand | NeedsCommand | RepairCommand)
    if is_of_a_stage and session.status is ENDED:
        is_their_wish = isinstance(command, AskToClose) and session.members[command.side].close_asked_at
        if command.actor is None or is_their_wish:
            return []
        raise SessionEnded
    if isinstance(command, ExchangeCommand):
        return empathy.decide(session.exchange, facts_of(session), command)
    if isinstance(command, RepairCommand) and session.phase is None:
        raise InvalidTransition(NOT_NOW)
    events = command.decide(session)
    refuse_unless_possible(session, events)
    if events and command.waits_in_care and command.actor and session.members[command.actor].care is not None:
        raise SafetyHold
    return events


def refuse_unless_possible(session: Session, events: Iterable[Event]) -> None:
    """Each has its row in the tables, after the ones before it."""
    status, phase, of_exchange = session.status, session.phase, list[AttemptEvent]()
    for event in events:
        if isinstance(event, AttemptEvent):
            of_exchange.append(event)
            continue
        if isinstance(event, r.RepairEvent):
            if (phase, type(event)) not in PHASES:
                raise InvalidTransition(NOT_NOW)
            phase = PHASES[phase, type(event)]
        if (status, type(event)) not in TRANSITIONS:
            raise SessionEnded if session.status is ENDED else InvalidTransition
        status = TRANSITIONS[status, type(event)]
    empathy.refuse_unless_possible(session.exchange, of_exchange)


@dataclass(frozen=True)
class Step:
    before: Session
    event: Event
    after: Session


@dataclass(frozen=True)
class Act:
    """What came of a decision: every step, and who is told what of it."""

    before: Session
    after: Session
    steps: Sequence[Step]
    notices: Sequence[Notice]


def unfold(session: Session, events: Iterable[Event], now: datetime) -> Act:
    """Everything that follows, to a fixed point; then what waits for each of them, and whose view has changed. Whoever is
    told of something has seen their view change. News brings a session back out of the archive."""
    before, steps, waiting = session, list[Step](), list(events)
    while waiting:
        for event in waiting:
            after = apply_event(session, event, now)
            steps.append(Step(session, event, after))
            session = after
        waiting = settle(session)
    told = [notice for step in steps for notice in notices_of(step)]
    changed = changed_views(before, session) if session.exchange is not before.exchange else {}
    told_of, members = {notice.to for notice in told} | changed.keys(), dict[Side, Member]()
    is_archived = any(isinstance(step.event, e.Archived) for step in steps)
    for side, known in session.members.items():
        items = pending_items(session, side) if session.status is not ENDED else ()
        member = replace(known, pending=items, remind_at=next_reminder(session, side))
        if side in told_of:
            archived_at = known.archived_at if is_archived else None
            member = replace(member, version=known.version + 1, last_activity_at=now, archived_at=archived_at)
        members[side] = member
    for side, about in changed.items():
        told.append(Notice(side, NoticeType.STATUS_UPDATED, {**about, "version": members[side].version}))
    return Act(before, replace(session, members=members), steps, told)


def settle(session: Session) -> list[Event]:
    """What follows by itself. The pool is released once both are ready; but not while somebody has paused, and a proposal is
    answered before there is something new to rank. It waits for nobody in care: the other one would notice."""
    facts = facts_of(session)
    if session.status is ENDED:
        return [*empathy.decide(session.exchange, facts, Close())]
    settled = empathy.settle(session.exchange, facts)
    if settled or not session.exchange.is_mutual:
        return [*settled]
    if not session.have_both_passed(Gate.EXCHANGE_COMPLETED):
        return [e.ExchangeCompleted()]
    if facts.paused:
        return []
    if session.have_both_passed(Gate.NEEDS_SHARED) and not session.have_both_passed(Gate.NEEDS_REVEALED):
        return [n.NeedsRevealed()]
    is_ready = session.phase in GATHERS and session.have_both_passed(Gate.STRATEGIES_SUBMITTED)
    return [r.PoolReleased()] if is_ready and session.proposal is None else []


def apply_event(session: Session, event: Event, now: datetime) -> Session:
    number = session.journal_seq + 1
    if isinstance(event, AttemptEvent):
        members = {
            side: (event.apply_guesser if side is event.guesser else event.apply_subject)(member, now)
            for side, member in session.members.items()
        }
        exchange = empathy.apply_event(session.exchange, event, now)
        return replace(session, exchange=exchange, members=members, journal_seq=number)
    assert isinstance(event, SessionEvent)  # noqa: S101  # there is no third kind
    status = TRANSITIONS[session.status, type(event)]
    phase = PHASES[session.phase, type(event)] if isinstance(event, r.RepairEvent) else session.phase
    return event.apply(replace(session, status=status, phase=phase, journal_seq=number), now)


def notices_of(step: Step) -> Iterable[Notice]:
    """Of the exchange nobody learns anything any more who has left."""
    told = step.event.notices(step.before, step.after)
    if not isinstance(step.event, AttemptEvent):
        return told
    return (notice for notice in told if is_there(step.after, notice.to))


def is_there(session: Session, side: Side) -> bool:
    return side in session.members and session.members[side].left_at is None


def changed_views(before: Session, session: Session) -> dict[Side, dict[str, int | str]]:
    """Whose view of the exchange has changed, and which attempt that shows in; nobody else may notice anything. It is the
    own one, unless nothing but the other's shows a change: before the reveal nobody knows of it but by an offer."""
    changed, facts = dict[Side, dict[str, int | str]](), facts_of(session)
    for side in session.members:
        was, becomes = (empathy_view(side, each.exchange, facts) for each in (before, session))
        if is_there(session, side) and was != becomes:
            is_of_theirs = was.of_mine == becomes.of_mine and was.of_theirs != becomes.of_theirs
            attempt = session.exchange.attempts[side.other if is_of_theirs else side]
            changed[side] = {"attemptId": str(attempt.id)}
    return changed


def lines_of(step: Step) -> list[Line]:
    """What is said, to whoever is there to read it, each of the exchange with its cause."""
    event, session = step.event, step.after
    made = [
        Line(to, words, session.tag_of(to), role[0] if role else Role.AI)
        for to, words, *role in event.lines(session)
        if to in session.members
    ]
    if not isinstance(event, AttemptEvent):
        return made
    cause = event.cause(session)
    return [replace(line, cause=f"{cause}:{number}") for number, line in enumerate(made)]


def item_notices(before: Session, after: Session) -> list[Notice]:
    """What has come to wait for somebody."""
    return [
        Notice(side, NoticeType.ITEM_READY, {"type": item.type, "priority": item.priority})
        for side, member in after.members.items()
        for item in new_items(before.members[side].pending if side in before.members else (), member.pending)
    ]
