"""What an event changes in an attempt besides its status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    AnalysisPassed,
    AnalysisStuck,
    BreakerTripped,
    Consented,
    ContextSeen,
    ContextShared,
    ContextWithdrawn,
    Event,
    FeedbackShared,
    GapsFound,
    Kept,
    LateWithdrawn,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    OfferSuperseded,
    OldContextWithdrawn,
    Resubmitted,
    Revealed,
    Revised,
    StatementSeen,
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, OfferStatus, Reason, later_of

OFFERS = ContextShared | OfferFetched | OfferDeclined | OfferExpired | OfferSuperseded
WORDS = Consented | Resubmitted | BreakerTripped | Revised
TAKEN_BACK = Withdrawn | LateWithdrawn | ContextWithdrawn | OldContextWithdrawn
ANALYSIS = AnalysisBegan | AnalysisPassed | AnalysisStuck | GapsFound | WentUnanalysed
REVEAL = Revealed | Validated | FeedbackShared | Missed
SEEN = StatementSeen | ContextSeen
ENDED_BY = {OfferDeclined: Reason.DECLINED, OfferExpired: Reason.EXPIRED}
OFFER_AFTER: dict[type[Event], OfferStatus] = {
    OfferFetched: OfferStatus.OFFERED,
    ContextShared: OfferStatus.ACCEPTED,
    OfferDeclined: OfferStatus.DECLINED,
    OfferExpired: OfferStatus.EXPIRED,
    OfferSuperseded: OfferStatus.SUPERSEDED,
}


def after(attempt: Attempt, event: Event, now: datetime) -> Attempt:
    match event:
        case Consented() | Resubmitted() | BreakerTripped() | Revised():
            return with_words(attempt, event, now)
        case AnalysisBegan() | AnalysisPassed() | AnalysisStuck() | GapsFound() | WentUnanalysed():
            return after_analysis(attempt, event, now)
        case ContextShared() | OfferFetched() | OfferDeclined() | OfferExpired() | OfferSuperseded():
            return with_offer(attempt, event, now)
        case Withdrawn() | LateWithdrawn() | ContextWithdrawn() | OldContextWithdrawn():
            return taken_back(attempt, event)
        case Revealed() | Validated() | FeedbackShared() | Missed():
            return after_reveal(attempt, event, now)
        case StatementSeen() | ContextSeen():
            return seen(attempt, event)
        case Kept(_, Reason.LAPSED):
            return replace(attempt, reason=Reason.LAPSED, kept=True)
        case Kept(_, reason):
            return replace(context_seen(attempt), reason=reason, kept=True)
        case StoodBy(_, lapsed):
            return replace(attempt if lapsed else context_seen(attempt), kept=True, missed=None)
        case _:
            assert_never(event)


def with_words(attempt: Attempt, event: WORDS, now: datetime) -> Attempt:
    fresh = replace(
        context_seen(attempt),
        revision=attempt.revision + 1,
        statement=event.statement,
        sent_at=now,
        stuck=False,
        kept=False,
        withdrawn=False,
    )
    match event:
        case Resubmitted():
            return replace(fresh, attempts=attempt.attempts + 1, reason=None)
        case BreakerTripped():
            return replace(fresh, attempts=attempt.attempts + 1, reason=Reason.BREAKER)
        case Revised():
            return replace(fresh, missed=None, delivery=Delivery.DELIVERED)
        case _:
            return fresh


def after_analysis(attempt: Attempt, event: ANALYSIS, now: datetime) -> Attempt:
    match event:
        case AnalysisBegan():
            return attempt
        case AnalysisPassed(_, reason):
            return replace(attempt, analysed=True, reason=reason)
        case GapsFound(_, offer_id, expires_at):
            offer = Offer(offer_id, attempt.iteration, made_at=now, expires_at=expires_at)
            return replace(attempt, analysed=True, offers=(*attempt.offers, offer))
        case AnalysisStuck():
            return replace(attempt, stuck=True)
        case WentUnanalysed():
            return replace(attempt, reason=Reason.UNANALYSED, kept=True)
        case _:
            assert_never(event)


def with_offer(attempt: Attempt, event: OFFERS, now: datetime) -> Attempt:
    newest = replace(attempt.offers[-1], status=OFFER_AFTER[type(event)])
    if isinstance(event, ContextShared):
        newest = replace(newest, shared=event.shared, shared_at=now, delivery=Delivery.DELIVERED)
    if isinstance(event, OfferFetched):
        newest = replace(newest, expires_at=later_of(newest.expires_at, event.until))
    changed = replace(attempt, offers=(*attempt.offers[:-1], newest))
    return replace(changed, reason=ENDED_BY[type(event)]) if type(event) in ENDED_BY else changed


def taken_back(attempt: Attempt, event: TAKEN_BACK) -> Attempt:
    match event:
        case Withdrawn():
            return replace(attempt, reason=None, kept=False, statement="")
        case LateWithdrawn():
            return replace(attempt, withdrawn=True)
        case ContextWithdrawn():
            newest = attempt.newest_answer
            return replace(without(attempt, newest.id if newest else None), reason=Reason.DECLINED)
        case OldContextWithdrawn(_, offer_id):
            return without(attempt, offer_id)
        case _:
            assert_never(event)


def without(attempt: Attempt, offer_id: UUID | None) -> Attempt:
    return with_offers(
        attempt, lambda offer: replace(offer, withdrawn=offer.withdrawn or offer.id == offer_id)
    )


def with_offers(attempt: Attempt, change: Callable[[Offer], Offer]) -> Attempt:
    return replace(attempt, offers=tuple(change(offer) for offer in attempt.offers))


def after_reveal(attempt: Attempt, event: REVEAL, now: datetime) -> Attempt:
    match event:
        case Revealed():
            delivered = replace(attempt, delivery=Delivery.DELIVERED, revealed_at=now)
            return replace(delivered, revealed=True, reason=None, kept=False)
        case Validated(_, verdict):
            return replace(attempt, verdict=verdict, kept=False, delivery=Delivery.SEEN)
        case FeedbackShared():
            return replace(attempt, rounds=attempt.rounds + 1, kept=False, delivery=Delivery.SEEN)
        case Missed(_, shared):
            # A verdict that is kept private changes nothing for the guesser, not even a receipt.
            judged = replace(attempt, missed=shared)
            return replace(judged, delivery=Delivery.SEEN) if shared else judged
        case _:
            assert_never(event)


def seen(attempt: Attempt, event: SEEN) -> Attempt:
    match event:
        case StatementSeen():
            return replace(attempt, delivery=Delivery.SEEN)
        case ContextSeen():
            return context_seen(attempt)
        case _:
            assert_never(event)


def context_seen(attempt: Attempt) -> Attempt:
    """Whoever acts on what was shared has seen it. What was taken back before is no longer there to be seen."""
    return with_offers(
        attempt, lambda offer: replace(offer, delivery=Delivery.SEEN) if is_new(offer) else offer
    )


def is_new(offer: Offer) -> bool:
    return offer.delivery is Delivery.DELIVERED and not offer.withdrawn
