"""What has happened in an exchange, in the past tense. What it changes in the attempt and in both members, and what it says
to whom, stands on it. Where a line speaks of the partner it is a fixed sentence, never an engine's; what somebody wrote
crosses word for word.

Nobody is told of what they may not know: an offer that was declined or has run out leaves no trace with the guesser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.consents import ConsentTarget, Granted, LedgerEntry
from meetwithoutfear.domain.empathy import sentences as say
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, OfferStatus, Reason, Verdict
from meetwithoutfear.domain.empathy.moves import AttemptEvent, StatementEvent, VerdictEvent, reveal_lines
from meetwithoutfear.domain.moves import News, Words
from meetwithoutfear.domain.notices import Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind


@dataclass(frozen=True)
class Consented(StatementEvent, name="Consented"):
    """A statement is there, or another text takes the place of one that nobody has looked at yet."""

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        yield self.guesser, say.SENT


@dataclass(frozen=True)
class AnalysisBegan(AttemptEvent, name="AnalysisBegan"):
    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        number = self.attempt_in(session).iteration
        yield self.notice(session, self.guesser, NoticeType.GAP_ANALYSIS_STARTING, iteration=number)


@dataclass(frozen=True)
class AnalysisPassed(AttemptEvent, name="AnalysisPassed"):
    reason: Reason

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, analysed=True, reason=self.reason)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.READY[self.reason]

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield self.notice(session, self.guesser, NoticeType.GAPS_RESOLVED)


@dataclass(frozen=True)
class GapsFound(AttemptEvent, name="GapsFound"):
    is_new_for_subject = True

    offer_id: UUID
    expires_at: datetime | None = None

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        offer = Offer(self.offer_id, attempt.iteration, made_at=now, expires_at=self.expires_at)
        return replace(attempt, analysed=True, offers=(*attempt.offers, offer))

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.WAITING
        yield self.subject, say.INVITED_TO_SHARE

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield self.notice(session, self.guesser, NoticeType.GAPS_REMAIN)
        yield self.notice(session, self.guesser, NoticeType.PARTNER_CONSIDERING_SHARE)
        number, offer = self.attempt_in(session).iteration, {"offerId": str(self.offer_id)}
        again = Notice(self.subject, NoticeType.MORE_SHARING_SUGGESTED, {**offer, "iteration": number})
        yield Notice(self.subject, NoticeType.SHARE_SUGGESTION, offer) if number == 1 else again


@dataclass(frozen=True)
class AnalysisStuck(AttemptEvent, name="AnalysisStuck"):
    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, stuck=True)


@dataclass(frozen=True)
class WentUnanalysed(AttemptEvent, name="WentUnanalysed"):
    by_guesser = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, reason=Reason.UNANALYSED, kept=True)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.READY[Reason.UNANALYSED]


@dataclass(frozen=True)
class OfferFetched(AttemptEvent, name="OfferFetched"):
    by_subject = True

    until: datetime | None = None

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        known = attempt.offers[-1].expires_at
        # Without a deadline there is none to move.
        expires_at = max(known, self.until) if known and self.until else known
        return attempt.with_newest_offer(status=OfferStatus.OFFERED, expires_at=expires_at)


@dataclass(frozen=True)
class ContextShared(AttemptEvent, name="ContextShared"):
    by_subject = True
    moment = Appearance(Kind.CONTEXT_SHARED, Audience.ITS_OTHER)

    shared: str = field(repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        answer = {"shared": self.shared, "shared_at": now, "delivery": Delivery.DELIVERED}
        return attempt.with_newest_offer(status=OfferStatus.ACCEPTED, **answer)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        """Turns count anew from the moment there is something to refine with."""
        return replace(member, turns=0, reminders=0)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.SHARED_INTRO
        yield self.guesser, self.shared, Role.SHARED_CONTEXT
        yield self.guesser, say.REFLECT
        yield self.subject, self.shared, Role.SHARED_CONTEXT
        yield self.subject, say.SHARED_BY_ME

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield self.notice(session, self.guesser, NoticeType.SHARE_FINALIZED)
        yield self.notice(session, self.guesser, NoticeType.REFINING)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        number = self.attempt_in(session).offers[-1].iteration
        yield Granted(self.subject, ConsentTarget.SHARED_CONTEXT, self.shared, number)

    @classmethod
    def cause_of(cls, direction: Side, iteration: int) -> str:
        """So begin the causes of all lines that came with what was shared in that round."""
        return f"{cls.name}:{direction}:{iteration}:"

    def cause(self, session: Session) -> str:
        return f"{self.cause_of(self.direction, self.attempt_in(session).offers[-1].iteration)}0"


@dataclass(frozen=True)
class OfferDeclined(AttemptEvent, name="OfferDeclined"):
    by_subject = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt.with_newest_offer(status=OfferStatus.DECLINED), reason=Reason.DECLINED)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.subject, say.DECLINED


@dataclass(frozen=True)
class OfferExpired(AttemptEvent, name="OfferExpired"):
    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt.with_newest_offer(status=OfferStatus.EXPIRED), reason=Reason.EXPIRED)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.subject, say.EXPIRED


@dataclass(frozen=True)
class OfferSuperseded(AttemptEvent, name="OfferSuperseded"):
    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_newest_offer(status=OfferStatus.SUPERSEDED)


@dataclass(frozen=True)
class ContextWithdrawn(AttemptEvent, name="ContextWithdrawn"):
    """Taken back while it was still what the refinement lives on. To the guesser it reads as if nothing had come."""

    by_subject = True
    moment = Appearance(Kind.CONTEXT_SHARED, Audience.ITS_OTHER, takes_back=True)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        newest = attempt.newest_answer
        return replace(attempt.with_withdrawn(newest.id if newest else None), reason=Reason.DECLINED)


@dataclass(frozen=True)
class OldContextWithdrawn(AttemptEvent, name="OldContextWithdrawn"):
    """Taken back when it was seen, or things had moved on: it is left out from now on, and nothing else changes."""

    by_subject = True

    offer_id: UUID

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_withdrawn(self.offer_id)


@dataclass(frozen=True)
class StatementSeen(AttemptEvent, name="StatementSeen"):
    """The subject was shown the revealed statement."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, delivery=Delivery.SEEN)


@dataclass(frozen=True)
class ContextSeen(AttemptEvent, name="ContextSeen"):
    """The guesser was shown everything that was shared with them."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_context_seen()


@dataclass(frozen=True)
class Resubmitted(StatementEvent, name="Resubmitted"):
    """Counted, and analysed again."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), attempts=attempt.attempts + 1, reason=None)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        yield self.guesser, say.RESUBMITTED

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        number = self.attempt_in(session).iteration
        yield self.notice(session, self.guesser, NoticeType.GAP_ANALYSIS_STARTING, iteration=number)


@dataclass(frozen=True)
class BreakerTripped(StatementEvent, name="BreakerTripped"):
    """The circuit breaker: counted, and accepted as it is; the loop ends here."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), attempts=attempt.attempts + 1, reason=Reason.BREAKER)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        yield self.guesser, say.READY[Reason.BREAKER]
        # Whoever was never asked for anything does not know that there is a statement.
        if self.attempt_in(session).offers:
            yield self.subject, say.NOTHING_MORE_ASKED

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        number = self.attempt_in(session).iteration
        yield self.notice(session, self.guesser, NoticeType.CIRCUIT_BREAKER_ACTIVATED, iteration=number)


@dataclass(frozen=True)
class Revised(StatementEvent, name="Revised"):
    """After the reveal: the subject's judgement outranks the reconciler's, so nothing is counted or analysed."""

    is_new_for_subject = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), missed=None, delivery=Delivery.DELIVERED)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        yield self.guesser, say.REVISED
        yield from reveal_lines(self, session, say.NEW_WORDING)


@dataclass(frozen=True)
class Kept(AttemptEvent, name="Kept"):
    """Left as it is: by the guesser, who has seen what was shared then, or because nobody worked on it for too long."""

    by_guesser = True

    reason: Reason

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        known = attempt if self.reason is Reason.LAPSED else attempt.with_context_seen()
        return replace(known, reason=self.reason, kept=True)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return member if self.reason is Reason.LAPSED else super().apply_guesser(member, now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.READY[self.reason]


@dataclass(frozen=True)
class StoodBy(AttemptEvent, name="StoodBy"):
    """Kept as it is after the reveal."""

    by_guesser = True
    is_new_for_subject = True

    lapsed: bool

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        known = attempt if self.lapsed else attempt.with_context_seen()
        return replace(known, kept=True, missed=None)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return member if self.lapsed else super().apply_guesser(member, now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.LEFT_AS_IT_IS if self.lapsed else say.STOOD_BY
        yield self.subject, say.KEPT_AFTER_THE_REVEAL

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        return () if self.lapsed else self.seen_feedback(session)


@dataclass(frozen=True)
class Withdrawn(AttemptEvent, name="Withdrawn"):
    by_guesser = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, reason=None, kept=False, statement="")

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return super().apply_guesser(member.leave_gates(Gate.EMPATHY_CONSENTED), now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.WITHDRAWN


@dataclass(frozen=True)
class LateWithdrawn(AttemptEvent, name="LateWithdrawn"):
    """Taken back after the reveal: what was seen was seen, but nothing more is made of it."""

    by_guesser = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, withdrawn=True)


@dataclass(frozen=True)
class Revealed(AttemptEvent, name="Revealed"):
    """Always comes for both directions together."""

    is_new_for_subject = True
    moment = Appearance(Kind.EMPATHY_REVEALED, Audience.BOTH_ONCE)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        shown = replace(attempt, delivery=Delivery.DELIVERED, revealed=True, revealed_at=now)
        return replace(shown, reason=None, kept=False)

    def lines(self, session: Session) -> Iterable[Words]:
        return reveal_lines(self, session, say.REVEAL_INTRO)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield self.notice(session, self.subject, NoticeType.BOTH_READY)
        yield self.notice(session, self.subject, NoticeType.REVEALED)

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        yield self.guesser, News.STATEMENT_REVEALED


@dataclass(frozen=True)
class Validated(VerdictEvent, name="Validated"):
    moment = Appearance(Kind.EMPATHY_VALIDATED, Audience.ITS_OTHER)

    verdict: Verdict
    feedback: str = field(default="", repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, verdict=self.verdict, kept=False, delivery=Delivery.SEEN)

    def apply_subject(self, member: Member, now: datetime) -> Member:
        passed = {**member.passed, Gate.EMPATHY_VALIDATED: now}
        return super().apply_subject(replace(member, passed=passed), now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say.OUTCOMES[self.verdict]
        yield from self.feedback_lines(self.feedback)
        yield self.subject, say.JUDGED

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        if self.verdict is Verdict.ACCURATE:
            yield self.guesser, News.UNDERSTANDING_CONFIRMED


@dataclass(frozen=True)
class FeedbackShared(VerdictEvent, name="FeedbackShared"):
    """It misses the mark, and the subject lets the guesser know how."""

    feedback: str = field(default="", repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, rounds=attempt.rounds + 1, kept=False, delivery=Delivery.SEEN)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        """As when something is shared: there is something to refine with."""
        return replace(member, turns=0, reminders=0)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from self.feedback_lines(self.feedback)
        yield self.guesser, say.FEEDBACK_HELP
        yield self.subject, say.FEEDBACK_SENT

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield self.notice(session, self.guesser, NoticeType.REFINING)


@dataclass(frozen=True)
class Missed(VerdictEvent, name="Missed"):
    """It misses the mark, and that stays between the subject and the guide, or no further round is left."""

    shared: bool
    feedback: str = field(default="", repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        # A verdict that is kept private changes nothing for the guesser, not even a receipt.
        judged = replace(attempt, missed=self.shared)
        return replace(judged, delivery=Delivery.SEEN) if self.shared else judged

    def lines(self, session: Session) -> Iterable[Words]:
        yield from self.feedback_lines(self.feedback)
        yield self.subject, say.JUDGED if self.shared else say.MISSED

    def cause(self, session: Session) -> str:
        """It may be said twice of one showing: kept private first, and then shared."""
        return f"{super().cause(session)[:-1]}{int(self.shared)}"
