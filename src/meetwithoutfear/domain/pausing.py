"""What a pause stops: whatever waits for the one who pauses goes on from where it stood when they come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.domain.waiting import WaitingFor, waited_since, waiting_for


def after_the_pause(session: Session, side: Side, paused_at: datetime, now: datetime) -> Session:
    """The time of the pause counts neither as a silence nor against an offer made to the one who paused."""
    other = session.members.get(side.other)
    since = waited_since(session, side.other) if other else None
    if other and since and other.stage > Stage.PERSPECTIVE_STRETCH:
        waits_from = since + (now - max(paused_at, since))
        return session.with_member(side.other, replace(other, waits_from=waits_from))
    return replace(session, exchange=exchange_after(session, side, since, paused_at, now))


def exchange_after(
    session: Session, side: Side, since: datetime | None, paused_at: datetime, now: datetime
) -> Exchange:
    attempts = dict(session.exchange.attempts)
    if since is not None:
        owes_words = waiting_for(session, side.other) is WaitingFor.PARTNER_REVISION
        whose = side if owes_words else side.other
        attempts[whose] = replace(attempts[whose], reads_since=since + (now - max(paused_at, since)))
    attempts[side.other] = with_offer_prolonged(attempts[side.other], paused_at, now)
    return Exchange(attempts)


def with_offer_prolonged(attempt: Attempt, paused_at: datetime, now: datetime) -> Attempt:
    offer = attempt.open_offer
    if offer is None or offer.expires_at is None or offer.made_at is None:
        return attempt
    extended = replace(offer, expires_at=offer.expires_at + (now - max(paused_at, offer.made_at)))
    return replace(attempt, offers=(*attempt.offers[:-1], extended))
