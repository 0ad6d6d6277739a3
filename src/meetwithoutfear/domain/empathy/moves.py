"""What commands and events of the exchange are. Each event names its direction, which is its guesser's side; the subject is
the other. It changes its attempt and, where it is somebody's own act, counts as such."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ClassVar

from meetwithoutfear.domain.consents import ConsentTarget, Granted, LedgerEntry, Seen
from meetwithoutfear.domain.empathy import sentences as say
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Facts
from meetwithoutfear.domain.moves import Command, Event, Words
from meetwithoutfear.domain.notices import Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind


@dataclass(frozen=True)
class AttemptEvent(Event):
    by_guesser: ClassVar[bool] = False
    by_subject: ClassVar[bool] = False
    """Whose own act it is, if anybody's."""
    is_new_for_subject: ClassVar[bool] = False
    """It gives the subject something to do: reminders count anew."""

    direction: Side

    @property
    def whose(self) -> Side:
        return self.direction

    @property
    def guesser(self) -> Side:
        return self.direction

    @property
    def subject(self) -> Side:
        return self.direction.other

    def apply(self, attempt: Attempt, now: datetime) -> Attempt:
        return attempt

    def apply_guesser(self, member: Member, now: datetime) -> Member:
        return member.count_act(now) if self.by_guesser else member

    def apply_subject(self, member: Member, now: datetime) -> Member:
        if self.by_subject:
            return member.count_act(now)
        return replace(member, reminders=0) if self.is_new_for_subject else member

    def attempt_in(self, session: Session) -> Attempt:
        return session.exchange.attempts[self.direction]

    def notice(self, session: Session, to: Side, kind: NoticeType, **more: int | str) -> Notice:
        return Notice(to, kind, {"attemptId": str(self.attempt_in(session).id), **more})

    def seen_feedback(self, session: Session) -> Iterable[LedgerEntry]:
        """Whoever words it anew or stands by it has seen what the other one said to it. Before the reveal nothing was."""
        if self.attempt_in(session).revealed_at is not None:
            yield Seen(self.subject, ConsentTarget.VALIDATION_FEEDBACK)

    def cause(self, session: Session) -> str:
        """What its lines come from: the event, the revision, the offer and the round it belongs to."""
        attempt = self.attempt_in(session)
        return f"{self.name}:{self.direction}:{attempt.revision}.{len(attempt.offers)}.{attempt.rounds}:0"


@dataclass(frozen=True)
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

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        number = self.attempt_in(session).revision
        yield Granted(self.guesser, ConsentTarget.EMPATHY_STATEMENT, self.statement, number)
        yield from self.seen_feedback(session)


def reveal_lines(event: AttemptEvent, session: Session, intro: str) -> Iterable[Words]:
    yield event.subject, intro, Role.EMPATHY_REVEAL_INTRO
    yield event.subject, event.attempt_in(session).statement, Role.EMPATHY_STATEMENT
    yield event.subject, say.REVEAL_PROMPT, Role.EMPATHY_VALIDATION_PROMPT


@dataclass(frozen=True)
class VerdictEvent(AttemptEvent):
    """The subject's word on what was revealed; `feedback` is what they want the guesser to know with it."""

    by_subject = True

    def feedback_lines(self, feedback: str) -> Iterable[Words]:
        if feedback:
            yield self.guesser, say.FEEDBACK_INTRO
            yield self.guesser, feedback, Role.VALIDATION_FEEDBACK


class ExchangeCommand(Command, ABC):
    brings_words: ClassVar[bool] = False
    """Whether it would bring the member's own words to the partner: then it waits while they have paused."""

    @property
    def crosses(self) -> bool:
        return self.brings_words

    @abstractmethod
    def decide(self, exchange: Exchange, facts: Facts) -> list[AttemptEvent]: ...


@dataclass(frozen=True)
class OfMember(ExchangeCommand):
    side: Side

    @property
    def actor(self) -> Side:
        return self.side


@dataclass(frozen=True)
class OfDirection(ExchangeCommand):
    """What a job brings, to one direction."""

    direction: Side
