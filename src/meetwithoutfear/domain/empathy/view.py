"""What one member may know of the exchange: their own attempt as it reads to them, and of the other's nothing before the
reveal. To the guesser a declined and an expired offer read like one that still waits for an answer. The commands open to
them are the same in all three, so neither the status nor a button nor a refusal tells them apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Command,
    Consent,
    DeclineOffer,
    Keep,
    Resubmit,
    Validate,
    Withdraw,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Facts, Reason, Status, Verdict
from meetwithoutfear.domain.empathy.machine import decide
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.side import Side

SILENT = frozenset({Reason.DECLINED, Reason.EXPIRED})
GOOD_NEWS = frozenset({Reason.ALIGNED, Reason.CLOSE})
OTHER_WORDS = "not the fingerprint of any text"


class Action(StrEnum):
    CONSENT = "CONSENT"
    RESUBMIT = "RESUBMIT"
    KEEP = "KEEP"
    WITHDRAW = "WITHDRAW"
    SHARE = "SHARE"
    DECLINE = "DECLINE"
    VALIDATE = "VALIDATE"
    ACCEPT_DIFFERENCE = "ACCEPT_DIFFERENCE"


@dataclass(frozen=True)
class EmpathyView:
    mine: Status | None
    """How the own statement reads to its guesser."""
    understood: bool
    """Whether the guesser may be told of a good or near understanding."""
    offered: bool
    """Whether the partner's guess has led to an open invitation to share."""
    theirs: Status | None
    """Of the partner's statement, from the reveal on."""
    actions: tuple[Action, ...]


def empathy_view(side: Side, exchange: Exchange, facts: Facts, *, overdue: bool = False) -> EmpathyView:
    mine, theirs = exchange.attempts[side], exchange.attempts[side.other]
    return EmpathyView(
        mine=seen_status(mine),
        understood=mine.reason in GOOD_NEWS,
        offered=theirs.open_offer is not None,
        theirs=theirs.status if theirs.revealed else None,
        actions=allowed_actions(side, exchange, facts, overdue=overdue),
    )


def seen_status(attempt: Attempt) -> Status | None:
    return Status.AWAITING_SHARING if attempt.reason in SILENT else attempt.status


def allowed_actions(side: Side, exchange: Exchange, facts: Facts, *, overdue: bool) -> tuple[Action, ...]:
    """The same decision that would judge the command says whether its button is there."""
    wanted: dict[Action, Command] = {
        Action.CONSENT: Consent(side, OTHER_WORDS),
        Action.RESUBMIT: Resubmit(side, OTHER_WORDS),
        Action.KEEP: Keep(side, overdue),
        Action.WITHDRAW: Withdraw(side),
        Action.SHARE: AcceptOffer(side, OTHER_WORDS),
        Action.DECLINE: DeclineOffer(side),
        Action.VALIDATE: Validate(side, Verdict.PARTIAL),
        Action.ACCEPT_DIFFERENCE: AcceptDifference(side),
    }
    return tuple(action for action, command in wanted.items() if is_allowed(exchange, facts, command))


def is_allowed(exchange: Exchange, facts: Facts, command: Command) -> bool:
    try:
        return bool(decide(exchange, facts, command))
    except DomainError:
        return False
