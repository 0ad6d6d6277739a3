"""How an exchange stands. A direction is named by its guesser's side; the subject is the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.side import Side

MOST_ANALYSED_REFINEMENTS = 3
MOST_ROUNDS_AFTER_THE_REVEAL = 2


class Status(StrEnum):
    HELD = "HELD"
    ANALYZING = "ANALYZING"
    AWAITING_SHARING = "AWAITING_SHARING"
    REFINING = "REFINING"
    READY = "READY"
    REVEALED = "REVEALED"
    VALIDATED = "VALIDATED"


class Reason(StrEnum):
    """Why a statement is READY. Only the first two may be told as a good or near understanding."""

    ALIGNED = "ALIGNED"
    CLOSE = "CLOSE"
    DECLINED = "DECLINED"
    EXPIRED = "EXPIRED"
    KEPT = "KEPT"
    LAPSED = "LAPSED"
    BREAKER = "BREAKER"
    UNANALYSED = "UNANALYSED"


class OfferStatus(StrEnum):
    PENDING = "PENDING"
    OFFERED = "OFFERED"
    ACCEPTED = "ACCEPTED"
    DECLINED = "DECLINED"
    EXPIRED = "EXPIRED"
    SUPERSEDED = "SUPERSEDED"


SILENT = frozenset({Reason.DECLINED, Reason.EXPIRED})
"""To the guesser these read as an invitation that still waits for its answer."""
OPEN = frozenset({OfferStatus.PENDING, OfferStatus.OFFERED})


class Verdict(StrEnum):
    ACCURATE = "ACCURATE"
    PARTIAL = "PARTIAL"
    MISSES = "MISSES"
    DIFFERENCE = "DIFFERENCE"


class Delivery(StrEnum):
    """Where something stands that one has sent to the other: not yet sent on, in the other's chat, seen there."""

    PENDING = "PENDING"
    DELIVERED = "DELIVERED"
    SEEN = "SEEN"


@dataclass(frozen=True)
class Offer:
    id: UUID
    iteration: int
    status: OfferStatus = OfferStatus.PENDING
    shared: str = field(default="", repr=False)
    """What the subject shared in answer."""
    withdrawn: bool = False
    delivery: Delivery = Delivery.PENDING
    made_at: datetime | None = None
    expires_at: datetime | None = None
    shared_at: datetime | None = None


@dataclass(frozen=True)
class Attempt:
    """One direction. Without a status there is no statement, or it was withdrawn; what was counted stays counted."""

    id: UUID | None = None
    status: Status | None = None
    reason: Reason | None = None
    revision: int = 0
    statement: str = field(default="", repr=False)
    """The current revision."""
    attempts: int = 0
    analysed: bool = False
    revealed: bool = False
    rounds: int = 0
    missed: bool | None = None
    """That it misses the mark was said of the present showing, and whether with feedback to pass on."""
    verdict: Verdict | None = None
    withdrawn: bool = False
    """Taken back after the reveal."""
    kept: bool = False
    """It was left as it is, and nothing has happened to it since."""
    since: datetime | None = None
    reads_since: datetime | None = None
    """When it came to read to its guesser as it does now."""
    stuck: bool = False
    """Its analysis was given up; nothing will come of waiting for it."""
    sent_at: datetime | None = None
    revealed_at: datetime | None = None
    delivery: Delivery = Delivery.PENDING
    offers: tuple[Offer, ...] = ()

    @property
    def iteration(self) -> int:
        return self.attempts + 1

    @property
    def reads_as(self) -> Status | None:
        """Its status as its guesser may know it."""
        return Status.AWAITING_SHARING if self.reason in SILENT else self.status

    @property
    def newest_answer(self) -> Offer | None:
        """The last offer in answer to which something was shared."""
        return next((offer for offer in reversed(self.offers) if offer.status is OfferStatus.ACCEPTED), None)

    @property
    def shared_context(self) -> tuple[Offer, ...]:
        """What the subject has shared and not taken back."""
        return tuple(
            offer for offer in self.offers if offer.status is OfferStatus.ACCEPTED and not offer.withdrawn
        )

    @property
    def open_offer(self) -> Offer | None:
        return self.offers[-1] if self.offers and self.offers[-1].status in OPEN else None

    def is_analysed_for(self, revision: int, iteration: int) -> bool:
        """Whether this is what is being analysed now."""
        is_current = (revision, iteration) == (self.revision, self.iteration)
        return self.status is Status.ANALYZING and is_current

    def with_newest_offer(self, **changes: object) -> Attempt:
        return replace(self, offers=(*self.offers[:-1], replace(self.offers[-1], **changes)))  # type: ignore[arg-type]

    def with_withdrawn(self, offer_id: UUID | None) -> Attempt:
        """What was shared in answer to it is taken back."""
        offers = (replace(each, withdrawn=each.withdrawn or each.id == offer_id) for each in self.offers)
        return replace(self, offers=tuple(offers))

    def with_context_seen(self) -> Attempt:
        """Whoever acts on what was shared has seen it. What was taken back before is no longer there to be seen."""
        offers = (
            replace(offer, delivery=Delivery.SEEN)
            if offer.delivery is Delivery.DELIVERED and not offer.withdrawn
            else offer
            for offer in self.offers
        )
        return replace(self, offers=tuple(offers))


def both() -> Mapping[Side, Attempt]:
    return {side: Attempt() for side in Side}


@dataclass(frozen=True)
class Exchange:
    attempts: Mapping[Side, Attempt] = field(default_factory=both)


def later_of(one: datetime | None, other: datetime | None) -> datetime | None:
    """Without a first moment there is none to move."""
    return max(one, other) if one and other else one
