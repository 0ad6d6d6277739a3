"""What an event of Stage 4 changes in a session."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from meetwithoutfear.domain.members import acted, without
from meetwithoutfear.domain.needs.evolving import news, standing, with_told
from meetwithoutfear.domain.repair.deciding import PHASES
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
from meetwithoutfear.domain.session import Member, Proposal, Session
from meetwithoutfear.domain.stages import Gate

OF_THE_ROUND = (Gate.STRATEGIES_SUBMITTED, Gate.RANKINGS_SUBMITTED)
Own = IdeasChanged | GotReady | ReadinessTakenBack | Ranked | CloseAsked | CheckedIn
Agreeing = AgreementProposed | AgreementModified | AgreementReached | AgreementDropped
Joint = PoolReleased | PoolReopened | OverlapFound | OverlapMissed | Resolved


def evolve(session: Session, event: Event, now: datetime) -> Session:
    assert session.phase is not None  # noqa: S101  # nothing of this happens before the stage has opened
    session = replace(session, phase=PHASES[session.phase, type(event)])
    match event:
        case IdeasChanged() | GotReady() | ReadinessTakenBack() | Ranked() | CloseAsked() | CheckedIn():
            return session.with_member(event.side, after(acted(session.members[event.side], now), event, now))
        case AgreementProposed() | AgreementModified() | AgreementReached() | AgreementDropped():
            return agreeing(
                session.with_member(event.side, acted(session.members[event.side], now)), event, now
            )
        case PoolReleased() | PoolReopened() | OverlapFound() | OverlapMissed() | Resolved():
            return together(session, event, now)
        case FollowUpCame(side, agreement_id):
            due = replace(session.members[side], due=agreement_id, due_at=now, reminders=0)
            return session.with_member(side, due)
        case FollowUpSettled():
            return session.with_both(lambda member: replace(member, due=None, due_at=None))
        case Closed():
            return session
        case _:
            assert_never(event)


def after(me: Member, event: Own, now: datetime) -> Member:
    match event:
        case IdeasChanged():
            return me
        case GotReady():
            return with_told(
                standing(me, Gate.STRATEGIES_SUBMITTED, now, stands=True), Gate.STRATEGIES_SUBMITTED
            )
        case ReadinessTakenBack():
            return standing(me, Gate.STRATEGIES_SUBMITTED, now, stands=False)
        case Ranked():
            return with_told(standing(me, Gate.RANKINGS_SUBMITTED, now, stands=True), Gate.RANKINGS_SUBMITTED)
        case CloseAsked():
            return replace(me, close_asked_at=now)
        case CheckedIn(_, agreement_id):
            return replace(me, due=None, due_at=None) if me.due == agreement_id else me
        case _:
            assert_never(event)


def agreeing(session: Session, event: Agreeing, now: datetime) -> Session:
    """Whoever words an agreement or says yes to it wants one: the wish to end without it is gone."""
    match event:
        case AgreementProposed(side, agreement_id) | AgreementModified(side, agreement_id):
            me = replace(session.members[side], close_asked_at=None)
            other = replace(session.members[side.other], reminders=0)
            asked = session.with_member(side, me).with_member(side.other, other)
            return replace(asked, proposal=Proposal(agreement_id, side, now))
        case AgreementReached(_, _, follow_up):
            wanted = session.with_both(lambda member: replace(member, close_asked_at=None))
            agreed = wanted.with_both(lambda member: news(member, Gate.AGREEMENT_REACHED, now))
            if follow_up:
                agreed = agreed.with_both(lambda member: news(member, Gate.FOLLOW_UP_SCHEDULED, now))
            return replace(agreed, proposal=None)
        case AgreementDropped():
            return replace(session, proposal=None)
        case _:
            assert_never(event)


def together(session: Session, event: Joint, now: datetime) -> Session:
    match event:
        case PoolReleased():
            return session.with_both(lambda member: news(member, Gate.PROPOSALS_CREATED, now))
        case PoolReopened(side):
            opened = session.with_member(side, acted(session.members[side], now))
            return anew(opened)
        case OverlapFound():
            return identified(session, now)
        case OverlapMissed():
            return anew(identified(session, now))
        case Resolved(side):
            ended = session.with_member(side, acted(session.members[side], now))
            return ended.with_both(lambda member: news(member, Gate.RESOLVED, now))
        case _:
            assert_never(event)


def identified(session: Session, now: datetime) -> Session:
    ranked = session.with_both(lambda member: news(member, Gate.PROPOSALS_RANKED, now))
    return ranked.with_both(lambda member: news(member, Gate.OVERLAP_IDENTIFIED, now))


def anew(session: Session) -> Session:
    """A new round: rankings of the last one are history, and both collect again."""
    fresh = session.with_both(
        lambda member: replace(
            member, passed=without(member.passed, *OF_THE_ROUND), told=member.told.difference(OF_THE_ROUND)
        )
    )
    return replace(fresh, round=session.round + 1)
