"""What a command would make happen in an exchange; nothing where its effect already holds. Nothing is changed here; the
machine's table has the last word on every event."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Close,
    Command,
    Conclude,
    Consent,
    DeclineOffer,
    Expire,
    FetchOffer,
    GiveUp,
    Keep,
    Lapse,
    Outcome,
    Resubmit,
    See,
    Shown,
    Validate,
    Withdraw,
    WithdrawContext,
)
from meetwithoutfear.domain.empathy.events import (
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
    Revised,
    StatementSeen,
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.exchange import (
    MOST_ANALYSED_REFINEMENTS,
    MOST_ROUNDS_AFTER_THE_REVEAL,
    Attempt,
    Delivery,
    Exchange,
    Facts,
    OfferStatus,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.errors import InvalidTransition, NotFound, OfferClosed, Unchanged
from meetwithoutfear.domain.side import Side

Guessing = Consent | Resubmit | Keep | Withdraw
Answering = FetchOffer | AcceptOffer | DeclineOffer | WithdrawContext
Judging = Validate | AcceptDifference
Working = Conclude | GiveUp | Expire | Lapse


def proposed(exchange: Exchange, facts: Facts, command: Command) -> list[Event]:
    match command:
        case Consent() | Resubmit() | Keep() | Withdraw():
            return guessing(exchange.attempts[command.side], facts, command)
        case FetchOffer() | AcceptOffer() | DeclineOffer() | WithdrawContext():
            return answering(exchange.attempts[command.side.other], command)
        case Validate() | AcceptDifference():
            return judging(exchange.attempts[command.side.other], command)
        case Conclude() | GiveUp() | Expire() | Lapse():
            return working(exchange.attempts[command.direction], command)
        case See(side, shown):
            return seeing(exchange, side, shown)
        case Close():
            sides = exchange.attempts.items()
            return [OfferSuperseded(side) for side, attempt in sides if attempt.open_offer]
        case _:
            assert_never(command)


def guessing(attempt: Attempt, facts: Facts, command: Guessing) -> list[Event]:
    match command:
        case Consent(side, statement):
            if side not in facts.heard:
                raise InvalidTransition("First say what it is like for you, until you feel heard.")
            return consenting(attempt, side, statement)
        case Resubmit(side, statement):
            return resubmitting(attempt, side, statement)
        case Keep(side, overdue):
            return keeping(attempt, side, overdue=overdue)
        case Withdraw(side):
            return withdrawing(attempt, side)
        case _:
            assert_never(command)


def consenting(attempt: Attempt, side: Side, statement: str) -> list[Event]:
    if attempt.status is None:
        return counted(attempt, side, statement) if attempt.analysed else [Consented(side, statement)]
    if attempt.statement == statement:
        return []
    if attempt.status is Status.HELD:
        return [Consented(side, statement)]
    raise InvalidTransition


def counted(attempt: Attempt, side: Side, statement: str) -> list[Event]:
    if attempt.attempts < MOST_ANALYSED_REFINEMENTS:
        return [Resubmitted(side, statement)]
    return [BreakerTripped(side, statement)]


def resubmitting(attempt: Attempt, side: Side, statement: str) -> list[Event]:
    same = attempt.status is not None and attempt.statement == statement
    if attempt.status is Status.REFINING:
        if same:
            raise Unchanged
        return [Revised(side, statement)] if attempt.revealed else counted(attempt, side, statement)
    if same:
        return []
    raise InvalidTransition


def keeping(attempt: Attempt, side: Side, *, overdue: bool) -> list[Event]:
    if attempt.status is Status.ANALYZING and (overdue or attempt.stuck):
        return [WentUnanalysed(side)]
    if attempt.status is Status.REFINING:
        return [StoodBy(side, lapsed=False)] if attempt.revealed else [Kept(side, Reason.KEPT)]
    if attempt.kept:
        return []
    raise InvalidTransition


def withdrawing(attempt: Attempt, side: Side) -> list[Event]:
    if attempt.status is None or attempt.withdrawn:
        raise NotFound
    if attempt.revealed:
        return [LateWithdrawn(side)]
    return [*([OfferSuperseded(side)] if attempt.open_offer else []), Withdrawn(side)]


def answering(attempt: Attempt, command: Answering) -> list[Event]:
    direction = command.side.other
    match command:
        case FetchOffer(_, until):
            return fetching(attempt, direction, until)
        case AcceptOffer(_, shared):
            return (
                [ContextShared(direction, shared)] if is_open(attempt, OfferStatus.ACCEPTED, shared) else []
            )
        case DeclineOffer():
            return [OfferDeclined(direction)] if is_open(attempt, OfferStatus.DECLINED) else []
        case WithdrawContext(_, offer_id):
            return taking_back(attempt, direction, offer_id)
        case _:
            assert_never(command)


def is_open(attempt: Attempt, answer: OfferStatus, shared: str = "") -> bool:
    """Whether there is something to answer; False where this very answer was given already."""
    newest = attempt.newest_offer
    if newest is None:
        raise NotFound
    if newest.is_open:
        return True
    if (newest.status, newest.shared) != (answer, shared):
        raise OfferClosed
    return False


def fetching(attempt: Attempt, direction: Side, until: datetime | None) -> list[Event]:
    offer = attempt.open_offer
    if offer is None:
        raise NotFound
    stays_longer = until is not None and offer.expires_at is not None and until > offer.expires_at
    is_new = offer.status is OfferStatus.PENDING
    return [OfferFetched(direction, until)] if is_new or stays_longer else []


def taking_back(attempt: Attempt, direction: Side, offer_id: UUID | None) -> list[Event]:
    answers = [offer for offer in attempt.offers if offer.status is OfferStatus.ACCEPTED]
    answer = next((offer for offer in reversed(answers) if offer_id in {None, offer.id}), None)
    if answer is None or answer.withdrawn:
        raise NotFound
    is_current = attempt.status is Status.REFINING and not attempt.revealed and answer is answers[-1]
    if is_current and answer.delivery is not Delivery.SEEN:
        return [ContextWithdrawn(direction)]
    return [OldContextWithdrawn(direction, answer.id)]


def seeing(exchange: Exchange, side: Side, shown: Shown | None) -> list[Event]:
    """No more than one of each is new at a time: whoever acts on something has seen what came before it."""
    mine, theirs = exchange.attempts[side], exchange.attempts[side.other]
    new = {offer.iteration for offer in mine.shared_context if offer.delivery is Delivery.DELIVERED}
    saw_context = bool(new) and (shown is None or new <= shown.rounds)
    is_new = theirs.delivery is Delivery.DELIVERED
    saw_statement = is_new and (shown is None or theirs.revision in shown.revisions)
    return [
        *([ContextSeen(side)] if saw_context else []),
        *([StatementSeen(side.other)] if saw_statement else []),
    ]


def judging(attempt: Attempt, command: Judging) -> list[Event]:
    direction = command.side.other
    verdict = command.rating if isinstance(command, Validate) else Verdict.DIFFERENCE
    if attempt.status is Status.VALIDATED and attempt.verdict is verdict:
        return []
    if not attempt.revealed or attempt.status is Status.VALIDATED:
        raise InvalidTransition
    shared, feedback = (command.shared, command.feedback) if isinstance(command, Validate) else (False, "")
    if verdict is not Verdict.MISSES:
        return [Validated(direction, verdict, feedback if shared else "")]
    if attempt.status is Status.REFINING:
        raise InvalidTransition("A new wording is on its way.")
    return missing(attempt, direction, shared=shared, feedback=feedback)


def missing(attempt: Attempt, direction: Side, *, shared: bool, feedback: str) -> list[Event]:
    if shared and attempt.rounds < MOST_ROUNDS_AFTER_THE_REVEAL:
        return [FeedbackShared(direction, feedback)]
    known = attempt.missed is not None and attempt.missed >= shared
    return [] if known else [Missed(direction, shared, feedback if shared else "")]


def is_for(attempt: Attempt, revision: int, iteration: int) -> bool:
    """Whether this is what is being analysed now."""
    is_current = (revision, iteration) == (attempt.revision, attempt.iteration)
    return attempt.status is Status.ANALYZING and is_current


def working(attempt: Attempt, command: Working) -> list[Event]:
    """What a job brings may come too late; then it changes nothing."""
    direction = command.direction
    match command:
        case Conclude(_, revision, iteration, outcome, offer_id, expires_at):
            if not is_for(attempt, revision, iteration):
                return []
            if outcome in {Outcome.PROCEED, Outcome.OPTIONAL}:
                reason = Reason.ALIGNED if outcome is Outcome.PROCEED else Reason.CLOSE
                return [AnalysisPassed(direction, reason)]
            return [GapsFound(direction, offer_id, expires_at)]
        case GiveUp(_, revision, iteration):
            gone = is_for(attempt, revision, iteration) and not attempt.stuck
            return [AnalysisStuck(direction)] if gone else []
        case Expire():
            return [OfferExpired(direction)] if attempt.open_offer else []
        case Lapse():
            if attempt.status is not Status.REFINING:
                return []
            return [StoodBy(direction, lapsed=True) if attempt.revealed else Kept(direction, Reason.LAPSED)]
        case _:
            assert_never(command)
