"""What somebody may ask of an exchange, or a job may bring to it. Where its effect already holds, a command answers with
nothing; what a job brings may come too late, and then changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.empathy import events as e
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import (
    MOST_ANALYSED_REFINEMENTS,
    MOST_ROUNDS_AFTER_THE_REVEAL,
    Attempt,
    Delivery,
    OfferStatus,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.errors import InvalidTransition, NotFound, OfferClosed, Unchanged
from meetwithoutfear.domain.moves import MemberCommand, SessionCommand
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate


class Outcome(StrEnum):
    """What the reconciler recommends."""

    PROCEED = "PROCEED"
    OPTIONAL = "OPTIONAL"
    OPTIONAL_WITH_FOCUS = "OPTIONAL_WITH_FOCUS"
    SHARING = "SHARING"


class ExchangeCommand(SessionCommand):
    """One of the exchange."""


class OfDirection(ExchangeCommand):
    """What a job brings, to one direction."""

    direction: Side


class Consent(MemberCommand, ExchangeCommand):
    """The guesser agrees that this very text is their statement."""

    held_in_care = True
    brings_words = True

    statement: str = field(repr=False)

    def decide(self, session: Session) -> list[AttemptEvent]:
        if Gate.FELT_HEARD not in session.members[self.side].passed:
            raise InvalidTransition("First say what it is like for you, until you feel heard.")
        attempt = session.exchange.attempts[self.side]
        if attempt.status is None and attempt.analysed:
            return [resubmission(attempt, self.side, self.statement)]
        if attempt.status is not None and attempt.statement == self.statement:
            return []
        if attempt.status in {None, Status.HELD}:
            return [e.Consented(self.side, self.statement)]
        raise InvalidTransition


class Resubmit(MemberCommand, ExchangeCommand):
    held_in_care = True
    brings_words = True

    statement: str = field(repr=False)

    def decide(self, session: Session) -> list[AttemptEvent]:
        attempt = session.exchange.attempts[self.side]
        is_same = attempt.status is not None and attempt.statement == self.statement
        if attempt.status is not Status.REFINING:
            if is_same:
                return []
            raise InvalidTransition
        if is_same:
            raise Unchanged
        if attempt.revealed:
            return [e.Revised(self.side, self.statement)]
        return [resubmission(attempt, self.side, self.statement)]


def resubmission(attempt: Attempt, side: Side, statement: str) -> AttemptEvent:
    """The circuit breaker: so many refinements are analysed, and the next one is taken as it is."""
    if attempt.attempts < MOST_ANALYSED_REFINEMENTS:
        return e.Resubmitted(side, statement)
    return e.BreakerTripped(side, statement)


class Keep(MemberCommand, ExchangeCommand):
    """The guesser leaves the statement as it is; before the analysis is overdue there is nothing to decide yet."""

    overdue: bool = False

    def decide(self, session: Session) -> list[AttemptEvent]:
        attempt = session.exchange.attempts[self.side]
        if attempt.status is Status.ANALYZING and (self.overdue or attempt.stuck):
            return [e.WentUnanalysed(self.side)]
        if attempt.status is Status.REFINING:
            if attempt.revealed:
                return [e.StoodBy(self.side, lapsed=False)]
            return [e.Kept(self.side, Reason.KEPT)]
        if attempt.kept:
            return []
        raise InvalidTransition


class Withdraw(MemberCommand, ExchangeCommand):
    """The guesser takes the consent to their statement back."""

    def decide(self, session: Session) -> list[AttemptEvent]:
        attempt = session.exchange.attempts[self.side]
        if attempt.status is None or attempt.withdrawn:
            raise NotFound
        if attempt.revealed:
            return [e.LateWithdrawn(self.side)]
        superseded = [e.OfferSuperseded(self.side)] if attempt.open_offer else []
        return [*superseded, e.Withdrawn(self.side)]


class FetchOffer(MemberCommand, ExchangeCommand):
    """The subject looks at the offer made to them, or works on an answer; until then at least it stays open."""

    until: datetime | None = None

    def decide(self, session: Session) -> list[AttemptEvent]:
        offer = session.exchange.attempts[self.side.other].open_offer
        if offer is None:
            raise NotFound
        stays_longer = self.until and offer.expires_at and self.until > offer.expires_at
        if offer.status is OfferStatus.PENDING or stays_longer:
            return [e.OfferFetched(self.side.other, self.until)]
        return []


class AcceptOffer(MemberCommand, ExchangeCommand):
    held_in_care = True
    brings_words = True

    shared: str = field(repr=False)

    def decide(self, session: Session) -> list[AttemptEvent]:
        if not is_open(session.exchange.attempts[self.side.other], OfferStatus.ACCEPTED, self.shared):
            return []
        return [e.ContextShared(self.side.other, self.shared)]


class DeclineOffer(MemberCommand, ExchangeCommand):
    def decide(self, session: Session) -> list[AttemptEvent]:
        if not is_open(session.exchange.attempts[self.side.other], OfferStatus.DECLINED):
            return []
        return [e.OfferDeclined(self.side.other)]


def is_open(attempt: Attempt, answer: OfferStatus, shared: str = "") -> bool:
    """Whether there is something to answer; False where this very answer was given already."""
    if not attempt.offers:
        raise NotFound
    if attempt.open_offer is None and (attempt.offers[-1].status, attempt.offers[-1].shared) != (
        answer,
        shared,
    ):
        raise OfferClosed
    return attempt.open_offer is not None


class WithdrawContext(MemberCommand, ExchangeCommand):
    """The subject takes back what they shared in answer to an offer, the last one unless another is named."""

    offer_id: UUID | None = None

    def decide(self, session: Session) -> list[AttemptEvent]:
        direction = self.side.other
        attempt = session.exchange.attempts[direction]
        answers = [offer for offer in attempt.offers if offer.status is OfferStatus.ACCEPTED]
        answer = next((offer for offer in reversed(answers) if self.offer_id in {None, offer.id}), None)
        if answer is None or answer.withdrawn:
            raise NotFound
        is_current = attempt.status is Status.REFINING and not attempt.revealed and answer is answers[-1]
        if is_current and answer.delivery is not Delivery.SEEN:
            return [e.ContextWithdrawn(direction)]
        return [e.OldContextWithdrawn(direction, answer.id)]


@dataclass(frozen=True)
class Shown:
    """Which of the other one's words a member was shown in their chat: shared context by round, statements by revision."""

    rounds: frozenset[int] = frozenset()
    revisions: frozenset[int] = frozenset()

    @classmethod
    def by_lines(cls, viewer: Side, causes: Iterable[str]) -> Shown:
        """What of the other one's words came to the viewer with lines of these causes. A member's own words stand in their
        chat as well; they belong to the other direction, or to an event that shows them to nobody."""
        rounds, revisions = set[int](), set[int]()
        for cause in causes:
            kind, direction, numbers, *_ = cause.split(":")
            if (kind, direction) == (e.ContextShared.name, viewer):
                rounds.add(int(numbers))
            if kind in {e.Revealed.name, e.Revised.name} and direction == viewer.other:
                revisions.add(int(numbers.partition(".")[0]))
        return cls(frozenset(rounds), frozenset(revisions))


class See(MemberCommand, ExchangeCommand):
    """The member was shown what is for them: these, or everything. No more than one of each is new at a time: whoever acts
    on something has seen what came before it."""

    shown: Shown | None = None

    def decide(self, session: Session) -> list[AttemptEvent]:
        mine, theirs = session.exchange.attempts[self.side], session.exchange.attempts[self.side.other]
        seen = list[AttemptEvent]()
        new = {offer.iteration for offer in mine.shared_context if offer.delivery is Delivery.DELIVERED}
        if new and (self.shown is None or new <= self.shown.rounds):
            seen.append(e.ContextSeen(self.side))
        is_new = theirs.delivery is Delivery.DELIVERED
        if is_new and (self.shown is None or theirs.revision in self.shown.revisions):
            seen.append(e.StatementSeen(self.side.other))
        return seen


class Validate(MemberCommand, ExchangeCommand):
    """The subject's verdict on the statement about them; `shared`: with feedback that may be passed on."""

    held_in_care = True

    rating: Verdict
    shared: bool = False
    feedback: str = field(default="", repr=False)

    @property
    def crosses(self) -> bool:
        return self.shared

    def decide(self, session: Session) -> list[AttemptEvent]:
        direction = self.side.other
        attempt = session.exchange.attempts[direction]
        feedback = self.feedback if self.shared else ""
        if is_judged(attempt, self.rating):
            return []
        if self.rating is not Verdict.MISSES:
            return [e.Validated(direction, self.rating, feedback)]
        if attempt.status is Status.REFINING:
            raise InvalidTransition("A new wording is on its way.")
        if self.shared and attempt.rounds < MOST_ROUNDS_AFTER_THE_REVEAL:
            return [e.FeedbackShared(direction, self.feedback)]
        is_known = attempt.missed is not None and attempt.missed >= self.shared
        return [] if is_known else [e.Missed(direction, self.shared, feedback)]


class AcceptDifference(MemberCommand, ExchangeCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[AttemptEvent]:
        direction = self.side.other
        if is_judged(session.exchange.attempts[direction], Verdict.DIFFERENCE):
            return []
        return [e.Validated(direction, Verdict.DIFFERENCE)]


def is_judged(attempt: Attempt, verdict: Verdict) -> bool:
    """Whether this very verdict was given; another one comes too late."""
    if attempt.status is Status.VALIDATED and attempt.verdict is verdict:
        return True
    if not attempt.revealed or attempt.status is Status.VALIDATED:
        raise InvalidTransition
    return False


class Conclude(OfDirection):
    """The outcome of an analysis, for the direction, revision and iteration it was made for."""

    revision: int
    iteration: int
    outcome: Outcome
    offer_id: UUID
    expires_at: datetime | None = None
    """When the offer, should there be one, runs out."""

    def decide(self, session: Session) -> list[AttemptEvent]:
        if not session.exchange.attempts[self.direction].is_analysed_for(self.revision, self.iteration):
            return []
        if self.outcome is Outcome.PROCEED:
            return [e.AnalysisPassed(self.direction, Reason.ALIGNED)]
        if self.outcome is Outcome.OPTIONAL:
            return [e.AnalysisPassed(self.direction, Reason.CLOSE)]
        return [e.GapsFound(self.direction, self.offer_id, self.expires_at)]


class GiveUp(OfDirection):
    """The analysis killed whoever worked on it, again and again: nobody tries any more."""

    revision: int
    iteration: int

    def decide(self, session: Session) -> list[AttemptEvent]:
        attempt = session.exchange.attempts[self.direction]
        is_current = attempt.is_analysed_for(self.revision, self.iteration)
        return [e.AnalysisStuck(self.direction)] if is_current and not attempt.stuck else []


class Expire(OfDirection):
    def decide(self, session: Session) -> list[AttemptEvent]:
        return (
            [e.OfferExpired(self.direction)] if session.exchange.attempts[self.direction].open_offer else []
        )


class Lapse(OfDirection):
    """The guesser has not acted on a refinement for too long."""

    def decide(self, session: Session) -> list[AttemptEvent]:
        attempt = session.exchange.attempts[self.direction]
        if attempt.status is not Status.REFINING:
            return []
        if attempt.revealed:
            return [e.StoodBy(self.direction, lapsed=True)]
        return [e.Kept(self.direction, Reason.LAPSED)]
