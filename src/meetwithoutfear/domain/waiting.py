"""Who waits for whom. A wait is judged on what the waiting member may know; before the reveal that is their own view alone,
so that nothing here tells what the other one has or has not done in private."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Status, later_of
from meetwithoutfear.domain.pending import to_look_at
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import JOINT, Gate, Phase, Stage

REMIND_AFTER = (timedelta(days=3), timedelta(days=7))
LAPSE_AFTER = timedelta(days=14)


class WaitingFor(StrEnum):
    PARTNER_JOIN = "PARTNER_JOIN"
    PARTNER_STAGE1 = "PARTNER_STAGE1"
    ANALYSIS = "ANALYSIS"
    PARTNER_SHARE = "PARTNER_SHARE"
    PARTNER_STATEMENT = "PARTNER_STATEMENT"
    PARTNER_VALIDATION = "PARTNER_VALIDATION"
    PARTNER_REVISION = "PARTNER_REVISION"
    PARTNER_NEEDS = "PARTNER_NEEDS"
    PARTNER_COMMON_GROUND = "PARTNER_COMMON_GROUND"
    PARTNER_IDEAS = "PARTNER_IDEAS"
    PARTNER_RANKING = "PARTNER_RANKING"
    PARTNER_AGREEMENT = "PARTNER_AGREEMENT"


@dataclass(frozen=True)
class Patience:
    """How long an analysis may take, an offer stays open, and a silence lasts before one may go on without."""

    analysis: timedelta
    offer: timedelta
    silence: timedelta


OVER = frozenset({SessionStatus.RESOLVED, SessionStatus.ENDED})


def waiting_for(session: Session, side: Side) -> WaitingFor | None:
    if session.status in OVER:
        return None
    if session.members[side].stage > Stage.PERSPECTIVE_STRETCH:
        return waiting_in_the_last_stages(session, side)
    mine, theirs = session.exchange.attempts[side], session.exchange.attempts[side.other]
    match mine.reads_as:
        case Status.HELD:
            joined = side.other in session.members
            return WaitingFor.PARTNER_STAGE1 if joined else WaitingFor.PARTNER_JOIN
        case Status.ANALYZING:
            return WaitingFor.ANALYSIS
        case Status.AWAITING_SHARING:
            return WaitingFor.PARTNER_SHARE
        case Status.READY:
            return WaitingFor.PARTNER_STATEMENT
        case Status.REVEALED | Status.VALIDATED if theirs.status is Status.REFINING:
            return WaitingFor.PARTNER_REVISION
        case Status.REVEALED if theirs.status is Status.VALIDATED:
            return WaitingFor.PARTNER_VALIDATION
        case _:
            return None


def waiting_in_the_last_stages(session: Session, side: Side) -> WaitingFor | None:
    passed = session.members[side].passed
    if session.phase is None:
        if to_look_at(session, side):
            return None
        if Gate.COMMON_GROUND_CONFIRMED in passed:
            return WaitingFor.PARTNER_COMMON_GROUND
        if Gate.NEEDS_REVEALED in passed:
            return WaitingFor.ANALYSIS
        return WaitingFor.PARTNER_NEEDS if Gate.NEEDS_SHARED in passed else None
    if session.proposal is not None:
        return WaitingFor.PARTNER_AGREEMENT if session.proposal.by is side else None
    if session.phase is Phase.RANKING:
        return WaitingFor.PARTNER_RANKING if Gate.RANKINGS_SUBMITTED in passed else None
    is_done = session.phase in {Phase.COLLECTING, Phase.NEGOTIATING} and Gate.STRATEGIES_SUBMITTED in passed
    return WaitingFor.PARTNER_IDEAS if is_done else None


SINCE = {
    WaitingFor.PARTNER_NEEDS: Gate.NEEDS_SHARED,
    WaitingFor.PARTNER_COMMON_GROUND: Gate.COMMON_GROUND_CONFIRMED,
    WaitingFor.PARTNER_IDEAS: Gate.STRATEGIES_SUBMITTED,
    WaitingFor.PARTNER_RANKING: Gate.RANKINGS_SUBMITTED,
}


def waited_since(session: Session, side: Side) -> datetime | None:
    """Since when the member has been waiting for the other one; not for the guide."""
    mine, theirs = session.exchange.attempts[side], session.exchange.attempts[side.other]
    me, partner = session.members[side], session.members.get(side.other)
    match waiting_for(session, side):
        case None | WaitingFor.ANALYSIS:
            return None
        case waiting if waiting in SINCE:
            return later_of(me.passed[SINCE[waiting]], me.waits_from)
        case WaitingFor.PARTNER_AGREEMENT:
            return later_of(session.proposal.at if session.proposal else None, me.waits_from)
        case WaitingFor.PARTNER_REVISION:
            return theirs.reads_since
        case WaitingFor.PARTNER_STAGE1:
            return later_of(mine.reads_since, partner.joined_at if partner else None)
        case WaitingFor.PARTNER_VALIDATION:
            return later_of(mine.reads_since, theirs.since)
        case _:
            return mine.reads_since


def may_finish_from(session: Session, side: Side, patience: Patience, now: datetime) -> datetime | None:
    """While the other one pauses, the silence does not count."""
    since, partner = waited_since(session, side), session.members.get(side.other)
    if since is None:
        return None
    paused_at = partner.paused_at if partner else None
    stopped = now - max(paused_at, since) if paused_at else timedelta()
    return since + patience.silence + stopped


def is_overdue(attempt: Attempt, patience: Patience, now: datetime) -> bool:
    if attempt.status is not Status.ANALYZING or attempt.since is None:
        return False
    return attempt.stuck or now >= attempt.since + patience.analysis


def changes_at(session: Session, side: Side, patience: Patience, now: datetime) -> datetime | None:
    """When the next thing comes about that a member sees by the clock alone: an analysis is overdue, an invitation has run
    out, a silence has been long enough. While the other one pauses the silence stands still."""
    mine, partner, found = session.exchange.attempts[side], session.members.get(side.other), list[datetime]()
    if mine.status is Status.ANALYZING and mine.since is not None:
        found.append(mine.since + patience.analysis)
    if session.invitation is not None and session.status is SessionStatus.INVITED:
        found.append(session.invitation.expires_at)
    silent_from = may_finish_from(session, side, patience, now)
    if silent_from is not None and (partner is None or partner.paused_at is None):
        found.append(silent_from)
    return min((at for at in found if at > now), default=None)


def is_asked(session: Session, side: Side) -> bool:
    """Whether something is the member's to do."""
    if session.status in OVER:
        return session.members[side].due is not None
    mine, theirs = session.exchange.attempts[side], session.exchange.attempts[side.other]
    if session.members[side].stage > Stage.PERSPECTIVE_STRETCH:
        return waiting_for(session, side) is None
    if session.members[side].stage < Stage.PERSPECTIVE_STRETCH:
        return True
    own = mine.status is None or mine.status is Status.REFINING
    return own or theirs.open_offer is not None or theirs.status is Status.REVEALED


def next_reminder(session: Session, side: Side) -> datetime | None:
    """It depends on the member's own turn alone: nobody is reminded because the other one waits in secret."""
    me, mine, theirs = (
        session.members[side],
        session.exchange.attempts[side],
        session.exchange.attempts[side.other],
    )
    if me.paused_at or me.left_at or me.reminders >= len(REMIND_AFTER) or not is_asked(session, side):
        return None
    asked_at = [
        me.acted_at or me.joined_at,
        mine.since if mine.status is Status.REFINING else None,
        theirs.open_offer.made_at if theirs.open_offer else None,
        theirs.since if theirs.status is Status.REVEALED else None,
        *(at for gate, at in me.passed.items() if gate in JOINT),
        session.ground_at,
        session.proposal.at if session.proposal and session.proposal.by is not side else None,
        me.due_at,
    ]
    return max(moment for moment in asked_at if moment is not None) + REMIND_AFTER[me.reminders]


def lapses_at(session: Session, side: Side) -> datetime | None:
    """When a refinement that nobody works on is left as it is."""
    me, mine = session.members[side], session.exchange.attempts[side]
    if mine.status is not Status.REFINING or mine.since is None or me.paused_at:
        return None
    return max(mine.since, me.acted_at or mine.since) + LAPSE_AFTER


def after_the_pause(session: Session, side: Side, paused_at: datetime, now: datetime) -> Session:
    """What waits for the one who paused goes on from where it stood: the time of the pause counts neither as a silence nor
    against an offer made to them."""
    other, attempts = session.members.get(side.other), dict(session.exchange.attempts)
    since = waited_since(session, side.other) if other else None
    if other and since:
        waits_from = since + (now - max(paused_at, since))
        if other.stage > Stage.PERSPECTIVE_STRETCH:
            return session.with_member(side.other, replace(other, waits_from=waits_from))
        owes_words = waiting_for(session, side.other) is WaitingFor.PARTNER_REVISION
        whose = side if owes_words else side.other
        attempts[whose] = replace(attempts[whose], reads_since=waits_from)
    offer = attempts[side.other].open_offer
    if offer is not None and offer.expires_at is not None and offer.made_at is not None:
        expires_at = offer.expires_at + (now - max(paused_at, offer.made_at))
        attempts[side.other] = attempts[side.other].with_newest_offer(expires_at=expires_at)
    return replace(session, exchange=Exchange(attempts))
