"""What has happened in an exchange, in the past tense. What it changes in the attempt and in both members, and what it says
to whom, stands on it. Where a line speaks of the partner it is a fixed sentence, never an engine's; what somebody wrote
crosses word for word.

Nobody is told of what they may not know: an offer that was declined or has run out leaves no trace with the guesser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Offer, OfferStatus, Reason, Verdict
from meetwithoutfear.domain.moves import ConsentTarget, Event, Granted, LedgerEntry, News, Seen, Words
from meetwithoutfear.domain.notices import SAYS, Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind

say, READY, OUTCOMES = SAYS["exchange"], SAYS["ready"], SAYS["outcomes"]
NUMBERED = frozenset({NoticeType.GAP_ANALYSIS_STARTING, NoticeType.CIRCUIT_BREAKER_ACTIVATED})
"""These say for which time."""


class AttemptEvent(Event):
    """It names its guesser, and so its direction; the subject is the other. It changes its attempt and, where it is
    somebody's own act, counts as such."""

    by_guesser: ClassVar[bool] = False
    by_subject: ClassVar[bool] = False
    """Whose own act it is, if anybody's."""
    is_new_for_subject: ClassVar[bool] = False
    """It gives the subject something to do: reminders count anew."""
    guesser_hears: ClassVar[str] = ""
    subject_hears: ClassVar[str] = ""
    guesser_learns: ClassVar[tuple[NoticeType, ...]] = ()
    subject_learns: ClassVar[tuple[NoticeType, ...]] = ()

    guesser: Side

    @property
    def whose(self) -> Side:
        return self.guesser

    @property
    def subject(self) -> Side:
        return self.guesser.other

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return member.count_act(now) if self.by_guesser else member

    def apply_subject(self, member: Member, now: datetime) -> Member:
        if self.by_subject:
            return member.count_act(now)
        return replace(member, reminders=0) if self.is_new_for_subject else member

    def lines(self, session: Session) -> Iterable[Words]:
        said = ((self.guesser, self.guesser_hears), (self.subject, self.subject_hears))
        return [(to, words) for to, words in said if words]

    def attempt_in(self, session: Session) -> Attempt:
        return session.exchange.attempts[self.guesser]

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        attempt, learns = self.attempt_in(session), ((self.guesser, kind) for kind in self.guesser_learns)
        for to, kind in (*learns, *((self.subject, kind) for kind in self.subject_learns)):
            number = {"iteration": attempt.iteration} if kind in NUMBERED else {}
            yield Notice(to, kind, {"attemptId": str(attempt.id), **number})

    def seen_feedback(self, session: Session) -> Iterable[LedgerEntry]:
        """Whoever words it anew or stands by it has seen what the other one said to it. Before the reveal nothing was."""
        if self.attempt_in(session).revealed_at is not None:
            yield Seen(self.subject, ConsentTarget.VALIDATION_FEEDBACK)

    def cause(self, session: Session) -> str:
        """What its lines come from: the event, the revision, the offer and the round it belongs to."""
        attempt = self.attempt_in(session)
        return f"{self.name}:{self.guesser}:{attempt.revision}.{len(attempt.offers)}.{attempt.rounds}:0"


class StatementEvent(AttemptEvent):
    """A statement in new words. Whoever words it anew has seen what was shared."""

    by_guesser = True
    moment = Appearance(Kind.EMPATHY_SENT, Audience.ITS_OWN_ALONE)

    statement: str = field(repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(
            attempt.with_context_seen(),
            revision=attempt.revision + 1,
            statement=self.statement,
            sent_at=now,
            stuck=False,
            kept=False,
            withdrawn=False,
        )

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return super().apply_guesser(member.pass_gate(Gate.EMPATHY_CONSENTED, now), now)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, self.statement, Role.EMPATHY_STATEMENT
        yield from super().lines(session)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        number = self.attempt_in(session).revision
        yield Granted(self.guesser, ConsentTarget.EMPATHY_STATEMENT, self.statement, number)
        yield from self.seen_feedback(session)


def reveal_lines(event: AttemptEvent, session: Session, intro: str) -> Iterable[Words]:
    yield event.subject, intro, Role.EMPATHY_REVEAL_INTRO
    yield event.subject, event.attempt_in(session).statement, Role.EMPATHY_STATEMENT
    yield event.subject, say["reveal prompt"], Role.EMPATHY_VALIDATION_PROMPT


class VerdictEvent(AttemptEvent):
    """The subject's word on what was revealed; `feedback` is what they want the guesser to know with it."""

    by_subject = True

    def feedback_lines(self, feedback: str) -> Iterable[Words]:
        if feedback:
            yield self.guesser, say["feedback intro"]
            yield self.guesser, feedback, Role.VALIDATION_FEEDBACK


class Consented(StatementEvent, name="Consented"):
    """A statement is there, or another text takes the place of one that nobody has looked at yet."""

    guesser_hears = say["sent"]


class AnalysisBegan(AttemptEvent, name="AnalysisBegan"):
    guesser_learns = (NoticeType.GAP_ANALYSIS_STARTING,)


class AnalysisPassed(AttemptEvent, name="AnalysisPassed"):
    guesser_learns = (NoticeType.GAPS_RESOLVED,)

    reason: Reason

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, analysed=True, reason=self.reason)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, READY[self.reason]


class GapsFound(AttemptEvent, name="GapsFound"):
    is_new_for_subject = True
    guesser_hears, subject_hears = say["waiting"], say["invited to share"]
    guesser_learns = (NoticeType.GAPS_REMAIN, NoticeType.PARTNER_CONSIDERING_SHARE)

    offer_id: UUID
    expires_at: datetime | None = None

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        offer = Offer(self.offer_id, attempt.iteration, made_at=now, expires_at=self.expires_at)
        return replace(attempt, analysed=True, offers=(*attempt.offers, offer))

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        number, offer = self.attempt_in(session).iteration, {"offerId": str(self.offer_id)}
        again = Notice(self.subject, NoticeType.MORE_SHARING_SUGGESTED, {**offer, "iteration": number})
        yield Notice(self.subject, NoticeType.SHARE_SUGGESTION, offer) if number == 1 else again


class AnalysisStuck(AttemptEvent, name="AnalysisStuck"):
    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, stuck=True)


class WentUnanalysed(AttemptEvent, name="WentUnanalysed"):
    by_guesser = True
    guesser_hears = READY[Reason.UNANALYSED]

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, reason=Reason.UNANALYSED, kept=True)


class OfferFetched(AttemptEvent, name="OfferFetched"):
    by_subject = True

    until: datetime | None = None

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        known = attempt.offers[-1].expires_at
        # Without a deadline there is none to move.
        expires_at = max(known, self.until) if known and self.until else known
        return attempt.with_newest_offer(status=OfferStatus.OFFERED, expires_at=expires_at)


class ContextShared(AttemptEvent, name="ContextShared"):
    by_subject = True
    moment = Appearance(Kind.CONTEXT_SHARED, Audience.ITS_OTHER)
    guesser_learns = (NoticeType.SHARE_FINALIZED, NoticeType.REFINING)

    shared: str = field(repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        answer = {"shared": self.shared, "shared_at": now, "delivery": Delivery.DELIVERED}
        return attempt.with_newest_offer(status=OfferStatus.ACCEPTED, **answer)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        """Turns count anew from the moment there is something to refine with."""
        return replace(member, turns=0, reminders=0)

    def lines(self, session: Session) -> Iterable[Words]:
        yield self.guesser, say["shared intro"]
        yield self.guesser, self.shared, Role.SHARED_CONTEXT
        yield self.guesser, say["reflect"]
        yield self.subject, self.shared, Role.SHARED_CONTEXT
        yield self.subject, say["shared by me"]

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        number = self.attempt_in(session).offers[-1].iteration
        yield Granted(self.subject, ConsentTarget.SHARED_CONTEXT, self.shared, number)

    @classmethod
    def cause_of(cls, direction: Side, iteration: int) -> str:
        """So begin the causes of all lines that came with what was shared in that round."""
        return f"{cls.name}:{direction}:{iteration}:"

    def cause(self, session: Session) -> str:
        return f"{self.cause_of(self.guesser, self.attempt_in(session).offers[-1].iteration)}0"


class OfferDeclined(AttemptEvent, name="OfferDeclined"):
    by_subject = True
    subject_hears = say["declined"]

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt.with_newest_offer(status=OfferStatus.DECLINED), reason=Reason.DECLINED)


class OfferExpired(AttemptEvent, name="OfferExpired"):
    subject_hears = say["expired"]

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt.with_newest_offer(status=OfferStatus.EXPIRED), reason=Reason.EXPIRED)


class OfferSuperseded(AttemptEvent, name="OfferSuperseded"):
    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_newest_offer(status=OfferStatus.SUPERSEDED)


class ContextWithdrawn(AttemptEvent, name="ContextWithdrawn"):
    """Taken back while it was still what the refinement lives on. To the guesser it reads as if nothing had come."""

    by_subject = True
    moment = Appearance(Kind.CONTEXT_SHARED, Audience.ITS_OTHER, takes_back=True)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        newest = attempt.newest_answer
        return replace(attempt.with_withdrawn(newest.id if newest else None), reason=Reason.DECLINED)


class OldContextWithdrawn(AttemptEvent, name="OldContextWithdrawn"):
    """Taken back when it was seen, or things had moved on: it is left out from now on, and nothing else changes."""

    by_subject = True

    offer_id: UUID

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_withdrawn(self.offer_id)


class StatementSeen(AttemptEvent, name="StatementSeen"):
    """The subject was shown the revealed statement."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, delivery=Delivery.SEEN)


class ContextSeen(AttemptEvent, name="ContextSeen"):
    """The guesser was shown everything that was shared with them."""

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt.with_context_seen()


class Resubmitted(StatementEvent, name="Resubmitted"):
    """Counted, and analysed again."""

    guesser_hears = say["resubmitted"]
    guesser_learns = (NoticeType.GAP_ANALYSIS_STARTING,)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), attempts=attempt.attempts + 1, reason=None)


class BreakerTripped(StatementEvent, name="BreakerTripped"):
    """The circuit breaker: counted, and accepted as it is; the loop ends here."""

    guesser_hears = READY[Reason.BREAKER]
    guesser_learns = (NoticeType.CIRCUIT_BREAKER_ACTIVATED,)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), attempts=attempt.attempts + 1, reason=Reason.BREAKER)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        # Whoever was never asked for anything does not know that there is a statement.
        if self.attempt_in(session).offers:
            yield self.subject, say["nothing more asked"]


class Revised(StatementEvent, name="Revised"):
    """After the reveal: the subject's judgement outranks the reconciler's, so nothing is counted or analysed."""

    is_new_for_subject = True
    guesser_hears = say["revised"]

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(super().apply(attempt, now), missed=None, delivery=Delivery.DELIVERED)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from super().lines(session)
        yield from reveal_lines(self, session, say["new wording"])


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
        yield self.guesser, READY[self.reason]


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
        yield self.guesser, say["left as it is"] if self.lapsed else say["stood by"]
        yield self.subject, say["kept after the reveal"]

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        return () if self.lapsed else self.seen_feedback(session)


class Withdrawn(AttemptEvent, name="Withdrawn"):
    by_guesser = True
    guesser_hears = say["withdrawn"]

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, reason=None, kept=False, statement="")

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return super().apply_guesser(member.leave_gates(Gate.EMPATHY_CONSENTED), now)


class LateWithdrawn(AttemptEvent, name="LateWithdrawn"):
    """Taken back after the reveal: what was seen was seen, but nothing more is made of it."""

    by_guesser = True

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, withdrawn=True)


class Revealed(AttemptEvent, name="Revealed"):
    """Always comes for both directions together."""

    is_new_for_subject = True
    moment = Appearance(Kind.EMPATHY_REVEALED, Audience.BOTH_ONCE)
    subject_learns = (NoticeType.BOTH_READY, NoticeType.REVEALED)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        shown = replace(attempt, delivery=Delivery.DELIVERED, revealed=True, revealed_at=now)
        return replace(shown, reason=None, kept=False)

    def lines(self, session: Session) -> Iterable[Words]:
        return reveal_lines(self, session, say["reveal intro"])

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        yield self.guesser, News.STATEMENT_REVEALED


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
        yield self.guesser, OUTCOMES[self.verdict]
        yield from self.feedback_lines(self.feedback)
        yield self.subject, say["judged"]

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        if self.verdict is Verdict.ACCURATE:
            yield self.guesser, News.UNDERSTANDING_CONFIRMED


class FeedbackShared(VerdictEvent, name="FeedbackShared"):
    """It misses the mark, and the subject lets the guesser know how."""

    guesser_learns = (NoticeType.REFINING,)

    feedback: str = field(default="", repr=False)

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return replace(attempt, rounds=attempt.rounds + 1, kept=False, delivery=Delivery.SEEN)

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        """As when something is shared: there is something to refine with."""
        return replace(member, turns=0, reminders=0)

    def lines(self, session: Session) -> Iterable[Words]:
        yield from self.feedback_lines(self.feedback)
        yield self.guesser, say["feedback help"]
        yield self.subject, say["feedback sent"]


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
        yield self.subject, say["judged"] if self.shared else say["missed"]

    def cause(self, session: Session) -> str:
        """It may be said twice of one showing: kept private first, and then shared."""
        return f"{super().cause(session)[:-1]}{int(self.shared)}"
