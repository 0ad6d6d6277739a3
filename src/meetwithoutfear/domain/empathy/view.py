"""What one member may know of the exchange: their own attempt as it reads to them, and of the other's nothing before the
reveal. To the guesser a declined and an expired offer read like one that still waits for an answer. The commands open to
them are the same in all three, so neither the status nor a button nor a refusal tells them apart."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, TypeVar, cast
from uuid import UUID

from meetwithoutfear.domain.empathy import commands as c
from meetwithoutfear.domain.empathy.exchange import (
    Delivery,
    OfferStatus,
    Status,
    Verdict,
)
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.safety import ConcernKind
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.wire import Own, Time, View

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


T = TypeVar("T")
Guesser = Annotated[T, "its guesser; a declined and an expired offer read like one that still waits"]
Judged = Annotated[
    T, "its guesser, once both have validated it; how it is for the other one is theirs to tell"
]
Subject = Annotated[T, "the one it is about, from the reveal on"]
Receiver = Annotated[T, "the guesser, from when the other one has shared it; not if it was taken back unseen"]


@dataclass(frozen=True)
class Draft(View):
    """The member's own wording, or the guide's until there is one."""

    content: Own[str] = field(repr=False)
    ready_to_share: Own[bool]
    feelings: Own[tuple[str, ...]]
    updated_at: Own[Time]


@dataclass(frozen=True)
class DraftView(Helping, called="DraftAnswer"):
    """`concern`: what in these words may hurt; the last word is the writer's, except for a threat, which does not cross."""

    draft: Draft | None
    concern: Own[ConcernKind | None]


@dataclass(frozen=True)
class JudgedView(Helping, called="Judged"):
    """To the one whose verdict it is."""

    status: Own[Status]
    outcome: Own[Verdict]
    stage_completed: Own[bool]


@dataclass(frozen=True)
class OwnAttempt(View, called="MyAttempt"):
    """The own statement as it reads to its guesser."""

    id: Guesser[UUID]
    status: Guesser[Status]
    content: Guesser[str] = field(repr=False)
    revision: Guesser[int]
    shared_at: Guesser[Time]
    revealed_at: Guesser[Time | None]
    delivery_status: Guesser[Delivery]
    overdue: Guesser[bool]
    outcome: Judged[Verdict | None]


@dataclass(frozen=True)
class TheirAttempt(View, called="PartnerAttempt"):
    """The partner's statement, from the reveal on."""

    id: Subject[UUID]
    content: Subject[str] = field(repr=False)
    revealed_at: Subject[Time]
    status: Subject[Status]
    my_verdict: Own[Verdict | None]


@dataclass(frozen=True)
class ReceivedContext(View):
    id: Receiver[UUID]
    content: Receiver[str] = field(repr=False)
    shared_at: Receiver[Time | None]
    iteration: Receiver[int]


@dataclass(frozen=True)
class OwnContext(View, called="MyContext"):
    id: Own[UUID]
    content: Own[str] = field(repr=False)
    shared_at: Own[Time | None]
    delivery_status: Own[Delivery]


@dataclass(frozen=True)
class EmpathyView:
    mine: OwnAttempt | None
    theirs: TheirAttempt | None
    offered: bool
    """Whether the partner's guess has led to an open invitation to share."""
    received: tuple[ReceivedContext, ...]
    has_news: bool
    """Something among it has not been seen yet."""
    shared: tuple[OwnContext, ...]
    actions: tuple[ExchangeAction, ...]


def empathy_view(side: Side, session: Session, *, overdue: bool = False) -> EmpathyView:
    attempts = session.exchange.attempts
    mine, theirs, own, other = attempts[side], attempts[side.other], None, None
    if (status := mine.reads_as) is not None:
        own = OwnAttempt(
            id=cast(UUID, mine.id),
            status=status,
            content=mine.statement,
            revision=mine.revision,
            shared_at=cast(datetime, mine.sent_at),
            revealed_at=mine.revealed_at,
            delivery_status=mine.delivery,
            overdue=overdue,
            outcome=mine.verdict if status is Status.VALIDATED else None,
        )
    if theirs.revealed and theirs.status is not None:
        missed = theirs.missed is not None or theirs.status is Status.REFINING
        verdict = theirs.verdict or (Verdict.MISSES if missed else None)
        place, at = cast(UUID, theirs.id), cast(datetime, theirs.revealed_at)
        other = TheirAttempt(place, theirs.statement, at, theirs.status, verdict)
    # What was taken back unseen is as if it had never come; what was seen cannot be unseen.
    there = [
        offer
        for offer in mine.offers
        if offer.status is OfferStatus.ACCEPTED and (not offer.withdrawn or offer.delivery is Delivery.SEEN)
    ]
    return EmpathyView(
        mine=own,
        theirs=other,
        offered=theirs.open_offer is not None,
        received=tuple(ReceivedContext(o.id, o.shared, o.shared_at, o.iteration) for o in there),
        has_news=any(offer.delivery is Delivery.DELIVERED for offer in there),
        shared=tuple(OwnContext(o.id, o.shared, o.shared_at, o.delivery) for o in theirs.shared_context),
        actions=allowed_actions(side, session, overdue=overdue),
    )


def reason_for(area: AreaHint | None) -> str:
    """Why somebody is invited to share something more."""
    if area is None:
        return "It may help your partner to hear a little more of what this is like for you."
    return f"It may help your partner to hear a little more from you about this: {area}."


def allowed_actions(side: Side, session: Session, *, overdue: bool) -> tuple[ExchangeAction, ...]:
    """The same decision that would judge the command says whether its button is there; it is asked about those that can be
    in question as things stand."""
    mine, theirs = session.exchange.attempts[side], session.exchange.attempts[side.other]
    wanted: dict[ExchangeAction, c.ExchangeCommand] = {}
    if mine.status in {None, Status.HELD}:
        wanted[ExchangeAction.CONSENT] = c.Consent(side, OTHER_WORDS)
    if mine.status is Status.REFINING:
        wanted[ExchangeAction.RESUBMIT] = c.Resubmit(side, OTHER_WORDS)
    if mine.status in {Status.ANALYZING, Status.REFINING}:
        wanted[ExchangeAction.KEEP] = c.Keep(side, overdue)
    if mine.status is not None:
        wanted[ExchangeAction.WITHDRAW] = c.Withdraw(side)
    if theirs.open_offer is not None:
        wanted[ExchangeAction.SHARE] = c.AcceptOffer(side, OTHER_WORDS)
        wanted[ExchangeAction.DECLINE] = c.DeclineOffer(side)
    if theirs.revealed:
        wanted[ExchangeAction.VALIDATE] = c.Validate(side, Verdict.PARTIAL)
        wanted[ExchangeAction.ACCEPT_DIFFERENCE] = c.AcceptDifference(side)
    allowed = list[ExchangeAction]()
    for action, command in wanted.items():
        with suppress(DomainError):
            if decide(session, command):
                allowed.append(action)
    return tuple(allowed)
