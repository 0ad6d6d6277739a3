"""The only way to change a session.

`decide(session, command)` checks and answers with events; it never changes anything. `apply_event` applies one. What may
happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no other code sets a
status. PHASES is the same for the phases of the last stage, STATEMENTS for either direction of the exchange. What follows
by itself is `settle`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.commands import TalkCommand
from meetwithoutfear.domain.empathy import events as x
from meetwithoutfear.domain.empathy.commands import ExchangeCommand
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Exchange, Status
from meetwithoutfear.domain.errors import InvalidTransition, Paused, SafetyHold, SessionEnded
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand, SessionEvent
from meetwithoutfear.domain.needs import events as n
from meetwithoutfear.domain.needs.commands import NeedsCommand
from meetwithoutfear.domain.repair import events as r
from meetwithoutfear.domain.repair.commands import GATHERS, NOT_NOW, AskToClose, RepairCommand
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.stages import Gate, Phase

INVITED, ACTIVE, RESOLVED, ENDED = SessionStatus
COLLECTING, RANKING, REVEALING, NEGOTIATING, AGREED = Phase
NONE, HELD, ANALYZING, AWAITING_SHARING = None, Status.HELD, Status.ANALYZING, Status.AWAITING_SHARING
REFINING, READY, REVEALED, VALIDATED = Status.REFINING, Status.READY, Status.REVEALED, Status.VALIDATED

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
STATEMENTS: Mapping[tuple[Status | None, type[AttemptEvent]], Status | None] = {
    (NONE, x.Consented): HELD,
    (NONE, x.Resubmitted): ANALYZING,
    (NONE, x.BreakerTripped): READY,
    (HELD, x.Consented): HELD,
    (HELD, x.AnalysisBegan): ANALYZING,
    (ANALYZING, x.AnalysisPassed): READY,
    (ANALYZING, x.GapsFound): AWAITING_SHARING,
    (ANALYZING, x.AnalysisStuck): ANALYZING,
    (ANALYZING, x.WentUnanalysed): READY,
    (AWAITING_SHARING, x.OfferFetched): AWAITING_SHARING,
    (AWAITING_SHARING, x.OfferSuperseded): AWAITING_SHARING,
    (AWAITING_SHARING, x.ContextShared): REFINING,
    (AWAITING_SHARING, x.OfferDeclined): READY,
    (AWAITING_SHARING, x.OfferExpired): READY,
    (REFINING, x.Resubmitted): ANALYZING,
    (REFINING, x.BreakerTripped): READY,
    (REFINING, x.Revised): REVEALED,
    (REFINING, x.Kept): READY,
    (REFINING, x.StoodBy): REVEALED,
    (REFINING, x.ContextWithdrawn): READY,
    (REFINING, x.Validated): VALIDATED,
    (READY, x.Revealed): REVEALED,
    (REVEALED, x.Validated): VALIDATED,
    (REVEALED, x.FeedbackShared): REFINING,
    (REVEALED, x.Missed): REVEALED,
    **{(status, x.Withdrawn): NONE for status in (HELD, ANALYZING, AWAITING_SHARING, REFINING, READY)},
    **{(status, x.LateWithdrawn): status for status in (REFINING, REVEALED, VALIDATED)},
    (REVEALED, x.StatementSeen): REVEALED,
    **{(status, x.ContextSeen): status for status in (NONE, REFINING, READY, REVEALED, VALIDATED)},
    **{(status, x.OldContextWithdrawn): status for status in (NONE, *Status) if status is not HELD},
}


def decide(session: Session, command: SessionCommand) -> Sequence[Event]:
    """After the end a job changes nothing, and a person is told that it has ended, unless that was their wish; whoever had
    to end it alone may still close it for themselves, with the guide. Of whoever is in care nothing crosses, and no gate
    moves either; of whoever has paused no words go to the other one."""
    side = command.side if isinstance(command, MemberCommand) else None
    has_ended = session.status is ENDED
    if has_ended and isinstance(command, ExchangeCommand | NeedsCommand | RepairCommand):
        is_their_wish = isinstance(command, AskToClose) and session.members[command.side].close_asked_at
        if side is None or is_their_wish:
            return []
        raise SessionEnded
    if has_ended and isinstance(command, TalkCommand) and session.members[command.side].finished_at is None:
        raise SessionEnded
    if isinstance(command, RepairCommand) and session.phase is None:
        raise InvalidTransition(NOT_NOW)
    events = command.decide(session)
    refuse_unless_possible(session, events)
    if events and side is not None:
        me = session.members[side]
        if me.care is not None and command.waits_in_care:
            raise SafetyHold
        if me.paused_at is not None and command.crosses:
            raise Paused
    return events


def refuse_unless_possible(session: Session, events: Iterable[Event]) -> None:
    """Each has its row in the tables, after the ones before it."""
    status, phase = session.status, session.phase
    statements = {side: attempt.status for side, attempt in session.exchange.attempts.items()}
    for event in events:
        if isinstance(event, AttemptEvent):
            row = statements[event.guesser], type(event)
            if row not in STATEMENTS:
                raise InvalidTransition
            statements[event.guesser] = STATEMENTS[row]
            continue
        if isinstance(event, r.RepairEvent):
            if (phase, type(event)) not in PHASES:
                raise InvalidTransition(NOT_NOW)
            phase = PHASES[phase, type(event)]
        if (status, type(event)) not in TRANSITIONS:
            raise SessionEnded if session.status is ENDED else InvalidTransition
        status = TRANSITIONS[status, type(event)]


def apply_event(session: Session, event: Event, now: datetime) -> Session:
    number = session.journal_seq + 1
    if isinstance(event, AttemptEvent):
        members = {
            side: (event.apply_guesser if side is event.guesser else event.apply_subject)(member, now)
            for side, member in session.members.items()
        }
        before = session.exchange.attempts[event.guesser]
        standing = STATEMENTS[before.status, type(event)]
        since = before.since if standing is before.status else now
        attempt = event.apply(replace(before, status=standing, since=since), now)
        if attempt.reads_as is not before.reads_as:
            attempt = replace(attempt, reads_since=now)
        exchange = Exchange({**session.exchange.attempts, event.guesser: attempt})
        return replace(session, exchange=exchange, members=members, journal_seq=number)
    assert isinstance(event, SessionEvent)  # noqa: S101  # there is no third kind
    status = TRANSITIONS[session.status, type(event)]
    phase = PHASES[session.phase, type(event)] if isinstance(event, r.RepairEvent) else session.phase
    return event.apply(replace(session, status=status, phase=phase, journal_seq=number), now)


def settle(session: Session) -> list[Event]:
    """What follows by itself from how things stand; nothing, once they are settled. Nothing is revealed or released while
    somebody has paused. It waits for nobody in care: the other one would notice, and they find it afterwards. A proposal is
    answered before there is something new to rank."""
    attempts = session.exchange.attempts
    if session.status is ENDED:
        return [x.OfferSuperseded(side) for side, attempt in attempts.items() if attempt.open_offer]
    settled: list[Event] = [
        x.AnalysisBegan(side)
        for side, attempt in attempts.items()
        if attempt.status is HELD
        and side.other in session.members
        and Gate.FELT_HEARD in session.members[side.other].passed
    ]
    is_paused = any(member.paused_at is not None for member in session.members.values())
    if not is_paused and all(attempt.status is READY for attempt in attempts.values()):
        settled += [x.Revealed(side) for side in attempts]
    if settled or any(attempt.status is not VALIDATED for attempt in attempts.values()):
        return settled
    if not session.have_both_passed(Gate.EXCHANGE_COMPLETED):
        return [e.ExchangeCompleted()]
    if is_paused:
        return []
    if session.have_both_passed(Gate.NEEDS_SHARED) and not session.have_both_passed(Gate.NEEDS_REVEALED):
        return [n.NeedsRevealed()]
    is_ready = session.phase in GATHERS and session.have_both_passed(Gate.STRATEGIES_SUBMITTED)
    return [r.PoolReleased()] if is_ready and session.proposal is None else []
