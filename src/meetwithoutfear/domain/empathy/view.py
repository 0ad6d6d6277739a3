"""What one member may know of the exchange: their own attempt as it reads to them, and of the other's nothing before the
reveal. To the guesser a declined and an expired offer read like one that still waits for an answer. The commands open to
them are the same in all three, so neither the status nor a button nor a refusal tells them apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Consent,
    DeclineOffer,
    Keep,
    Resubmit,
    Validate,
    Withdraw,
)
from meetwithoutfear.domain.empathy.exchange import (
    Attempt,
    Delivery,
    Exchange,
    Facts,
    Offer,
    OfferStatus,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.empathy.machine import decide
from meetwithoutfear.domain.empathy.moves import ExchangeCommand
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.side import Side

GOOD_NEWS = frozenset({Reason.ALIGNED, Reason.CLOSE})
OTHER_WORDS = "\0"
"""Cannot be anybody's: no text holds this character."""


class ExchangeAction(StrEnum):
    CONSENT = "CONSENT"
    RESUBMIT = "RESUBMIT"
    KEEP = "KEEP"
    WITHDRAW = "WITHDRAW"
    SHARE = "SHARE"
    DECLINE = "DECLINE"
    VALIDATE = "VALIDATE"
    ACCEPT_DIFFERENCE = "ACCEPT_DIFFERENCE"


@dataclass(frozen=True)
class OwnAttempt:
    """The own statement as it reads to its guesser."""

    id: UUID | None
    status: Status
    content: str = field(repr=False)
    revision: int
    sent_at: datetime | None
    revealed_at: datetime | None
    delivery: Delivery
    overdue: bool
    outcome: Verdict | None


@dataclass(frozen=True)
class TheirAttempt:
    """The partner's statement, from the reveal on."""

    id: UUID | None
    content: str = field(repr=False)
    revealed_at: datetime | None
    status: Status
    my_verdict: Verdict | None


@dataclass(frozen=True)
class SharedContext:
    id: UUID
    content: str = field(repr=False)
    shared_at: datetime | None
    iteration: int
    delivery: Delivery


@dataclass(frozen=True)
class EmpathyView:
    mine: OwnAttempt | None
    theirs: TheirAttempt | None
    understood: bool
    """Whether the guesser may be told of a good or near understanding."""
    offered: bool
    """Whether the partner's guess has led to an open invitation to share."""
    received: tuple[SharedContext, ...]
    shared: tuple[SharedContext, ...]
    actions: tuple[ExchangeAction, ...]

    @property
    def of_mine(self) -> tuple[object, ...]:
        """What shows of the own guess."""
        return self.mine, self.received

    @property
    def of_theirs(self) -> tuple[object, ...]:
        """What shows of the partner's."""
        return self.theirs, self.offered, self.shared

    @property
    def has_news(self) -> bool:
        return any(context.delivery is Delivery.DELIVERED for context in self.received)

    @property
    def status(self) -> Status | None:
        return self.mine.status if self.mine else None


def empathy_view(side: Side, exchange: Exchange, facts: Facts, *, overdue: bool = False) -> EmpathyView:
    mine, theirs = exchange.attempts[side], exchange.attempts[side.other]
    return EmpathyView(
        mine=own_attempt(mine, overdue=overdue),
        theirs=their_attempt(theirs),
        understood=mine.reason in GOOD_NEWS,
        offered=theirs.open_offer is not None,
        received=tuple(context_of(offer) for offer in mine.offers if is_there(offer)),
        shared=tuple(context_of(offer) for offer in theirs.shared_context),
        actions=allowed_actions(side, exchange, facts, overdue=overdue),
    )


def own_attempt(mine: Attempt, *, overdue: bool) -> OwnAttempt | None:
    status = mine.reads_as
    if status is None:
        return None
    return OwnAttempt(
        id=mine.id,
        status=status,
        content=mine.statement,
        revision=mine.revision,
        sent_at=mine.sent_at,
        revealed_at=mine.revealed_at,
        delivery=mine.delivery,
        overdue=overdue,
        outcome=mine.verdict if status is Status.VALIDATED else None,
    )


def their_attempt(theirs: Attempt) -> TheirAttempt | None:
    if not theirs.revealed or theirs.status is None:
        return None
    missed = theirs.missed is not None or theirs.status is Status.REFINING
    verdict = theirs.verdict or (Verdict.MISSES if missed else None)
    return TheirAttempt(theirs.id, theirs.statement, theirs.revealed_at, theirs.status, verdict)


def is_there(offer: Offer) -> bool:
    """What was taken back unseen is as if it had never come; what was seen cannot be unseen."""
    return offer.status is OfferStatus.ACCEPTED and (not offer.withdrawn or offer.delivery is Delivery.SEEN)


def context_of(offer: Offer) -> SharedContext:
    return SharedContext(offer.id, offer.shared, offer.shared_at, offer.iteration, offer.delivery)


def allowed_actions(
    side: Side, exchange: Exchange, facts: Facts, *, overdue: bool
) -> tuple[ExchangeAction, ...]:
    """The same decision that would judge the command says whether its button is there."""
    wanted: dict[ExchangeAction, ExchangeCommand] = {
        ExchangeAction.CONSENT: Consent(side, OTHER_WORDS),
        ExchangeAction.RESUBMIT: Resubmit(side, OTHER_WORDS),
        ExchangeAction.KEEP: Keep(side, overdue),
        ExchangeAction.WITHDRAW: Withdraw(side),
        ExchangeAction.SHARE: AcceptOffer(side, OTHER_WORDS),
        ExchangeAction.DECLINE: DeclineOffer(side),
        ExchangeAction.VALIDATE: Validate(side, Verdict.PARTIAL),
        ExchangeAction.ACCEPT_DIFFERENCE: AcceptDifference(side),
    }
    return tuple(action for action, command in wanted.items() if is_allowed(exchange, facts, command))


def is_allowed(exchange: Exchange, facts: Facts, command: ExchangeCommand) -> bool:
    try:
        return bool(decide(exchange, facts, command))
    except DomainError:
        return False
