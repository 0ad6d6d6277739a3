"""What an event changes in an attempt besides its status."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    AnalysisPassed,
    BreakerTripped,
    Consented,
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
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Offer, OfferStatus, Reason

OFFERS = ContextShared | OfferFetched | OfferDeclined | OfferExpired | OfferSuperseded
WORDS = Consented | Resubmitted | BreakerTripped | Revised
TAKEN_BACK = Withdrawn | LateWithdrawn | ContextWithdrawn | OldContextWithdrawn
ANALYSIS = AnalysisBegan | AnalysisPassed | GapsFound | WentUnanalysed
REVEAL = Revealed | Validated | FeedbackShared | Missed
ENDED_BY = {OfferDeclined: Reason.DECLINED, OfferExpired: Reason.EXPIRED}
OFFER_AFTER: dict[type[Event], OfferStatus] = {
    OfferFetched: OfferStatus.OFFERED,
    ContextShared: OfferStatus.ACCEPTED,
    OfferDeclined: OfferStatus.DECLINED,
    OfferExpired: OfferStatus.EXPIRED,
    OfferSuperseded: OfferStatus.SUPERSEDED,
}


def after(attempt: Attempt, event: Event) -> Attempt:
    match event:
        case Consented() | Resubmitted() | BreakerTripped() | Revised():
            return with_words(attempt, event)
        case AnalysisBegan() | AnalysisPassed() | GapsFound() | WentUnanalysed():
            return after_analysis(attempt, event)
        case ContextShared() | OfferFetched() | OfferDeclined() | OfferExpired() | OfferSuperseded():
            return with_offer(attempt, event)
        case Withdrawn() | LateWithdrawn() | ContextWithdrawn() | OldContextWithdrawn():
            return taken_back(attempt, event)
        case Revealed() | Validated() | FeedbackShared() | Missed():
            return after_reveal(attempt, event)
        case Kept(_, reason):
            return replace(attempt, reason=reason, kept=True)
        case StoodBy():
            return replace(attempt, kept=True, missed=None)
        case _:
            assert_never(event)


def with_words(attempt: Attempt, event: WORDS) -> Attempt:
    fresh = replace(
        attempt, revision=attempt.revision + 1, statement=event.statement, kept=False, withdrawn=False
    )
    match event:
        case Resubmitted():
            return replace(fresh, attempts=attempt.attempts + 1, reason=None)
        case BreakerTripped():
            return replace(fresh, attempts=attempt.attempts + 1, reason=Reason.BREAKER)
        case Revised():
            return replace(fresh, missed=None)
        case _:
            return fresh


def after_analysis(attempt: Attempt, event: ANALYSIS) -> Attempt:
    match event:
        case AnalysisBegan():
            return attempt
        case AnalysisPassed(_, reason):
            return replace(attempt, analysed=True, reason=reason)
        case GapsFound(_, offer_id):
            return replace(attempt, analysed=True, offers=(*attempt.offers, new_offer(attempt, offer_id)))
        case WentUnanalysed():
            return replace(attempt, reason=Reason.UNANALYSED, kept=True)
        case _:
            assert_never(event)


def new_offer(attempt: Attempt, offer_id: UUID) -> Offer:
    return Offer(offer_id, attempt.iteration)


def with_offer(attempt: Attempt, event: OFFERS) -> Attempt:
    newest = replace(attempt.offers[-1], status=OFFER_AFTER[type(event)])
    if isinstance(event, ContextShared):
        newest = replace(newest, shared=event.shared)
    changed = replace(attempt, offers=(*attempt.offers[:-1], newest))
    return replace(changed, reason=ENDED_BY[type(event)]) if type(event) in ENDED_BY else changed


def taken_back(attempt: Attempt, event: TAKEN_BACK) -> Attempt:
    match event:
        case Withdrawn():
            return replace(attempt, reason=None, kept=False)
        case LateWithdrawn():
            return replace(attempt, withdrawn=True)
        case ContextWithdrawn():
            return replace(without_context(attempt), reason=Reason.DECLINED)
        case OldContextWithdrawn():
            return without_context(attempt)
        case _:
            assert_never(event)


def without_context(attempt: Attempt) -> Attempt:
    newest = attempt.newest_answer
    offers = (replace(offer, withdrawn=True) if offer is newest else offer for offer in attempt.offers)
    return replace(attempt, offers=tuple(offers))


def after_reveal(attempt: Attempt, event: REVEAL) -> Attempt:
    match event:
        case Revealed():
            return replace(attempt, revealed=True, reason=None, kept=False)
        case Validated(_, verdict):
            return replace(attempt, verdict=verdict, kept=False)
        case FeedbackShared():
            return replace(attempt, rounds=attempt.rounds + 1, kept=False)
        case Missed(_, shared):
            return replace(attempt, missed=shared)
        case _:
            assert_never(event)
