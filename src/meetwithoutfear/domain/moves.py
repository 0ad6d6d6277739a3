"""What commands and events are. A command is what somebody asks for or a job brings: `decide` answers with events, or
refuses, and changes nothing. An event has happened: `apply` says what it changes, `lines` what is said to whom, `notices`
whose inbox learns of it, `news` who is told outside the app, `ledger` what it does to consents, `moment` what the timeline
shows of it. All that stands on its class; whether it may happen at all is the business of the tables in the machine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, dataclass_transform
from uuid import UUID

from meetwithoutfear.domain.notices import Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind


class ConsentTarget(StrEnum):
    """What crosses: each crossing has its entry in the ledger. An entry is about one thing of one kind, the wording or round
    with that number, or whatever has that id."""

    EMPATHY_STATEMENT = "EMPATHY_STATEMENT"
    SHARED_CONTEXT = "SHARED_CONTEXT"
    VALIDATION_FEEDBACK = "VALIDATION_FEEDBACK"
    NEED = "NEED"
    COMMON_GROUND = "COMMON_GROUND"
    STRATEGY_PROPOSAL = "STRATEGY_PROPOSAL"
    AGREEMENT = "AGREEMENT"
    CHECK_IN = "CHECK_IN"


@dataclass(frozen=True)
class Granted:
    """The member agreed that these words go to the other one. Without a number it is the next of its kind."""

    side: Side
    target: ConsentTarget
    content: str = field(repr=False)
    number: int | None = None
    object_id: UUID | None = None


@dataclass(frozen=True)
class Seen:
    """What the member had shared has been seen by the other one: all of the kind, or the one with that id."""

    side: Side
    target: ConsentTarget
    object_id: UUID | None = None


@dataclass(frozen=True)
class Revoked:
    side: Side
    target: ConsentTarget
    object_id: UUID


LedgerEntry = Granted | Seen | Revoked
Words = tuple[Side, str] | tuple[Side, str, Role]
"""To whom, what, and whose words they are; without a role, the guide's."""


class News(StrEnum):
    """What is worth a word outside the app although no answer is waited for."""

    STATEMENT_REVEALED = "statement_revealed"
    UNDERSTANDING_CONFIRMED = "understanding_confirmed"
    BOTH_VALIDATED = "both_validated"
    RESOLVED = "resolved"
    REMINDER = "reminder"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Move:
    """A command or an event: each is a frozen record of its fields."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Event(Move):
    name: ClassVar[str]
    """Stored in the journal and in the causes of lines, and never changed: the class may be renamed."""
    moment: ClassVar[Appearance | None] = None
    by_name: ClassVar[dict[str, type[Event]]] = {}
    both_hear: ClassVar[str] = ""
    both_learn: ClassVar[NoticeType | None] = None
    """The same line, the same notice for each of them; most events say no more."""

    def __init_subclass__(cls, *, name: str | None = None) -> None:
        super().__init_subclass__()
        if name is not None:
            cls.name = name
            Event.by_name[name] = cls

    @property
    def whose(self) -> Side | None:
        """Whom its entry in the journal names."""
        return None

    @property
    def about(self) -> Mapping[str, int | str]:
        """What its notices carry."""
        return {}

    def lines(self, session: Session) -> Iterable[Words]:
        return [(side, self.both_hear) for side in session.members if self.both_hear]

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        return [Notice(side, self.both_learn, self.about) for side in session.members if self.both_learn]

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        return ()

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        return ()


class SessionEvent(Event):
    def apply(self, session: Session, now: datetime) -> Session:
        return session


class StageLeft(SessionEvent):
    """Both go through the last gate of a stage at once."""

    moment = Appearance(Kind.STAGE_COMPLETED, Audience.BOTH)
    both_learn = NoticeType.STAGE_COMPLETED
    stage: ClassVar[Stage]

    @property
    def about(self) -> Mapping[str, int | str]:
        return {"stage": int(self.stage)}


class MemberEvent(SessionEvent):
    """Something that one member did, or that happened to them alone. By default it counts as an act of theirs, and nobody
    else learns of it."""

    hears: ClassVar[str] = ""
    other_hears: ClassVar[str] = ""
    other_learns: ClassVar[NoticeType | None] = None
    """What the other one is told."""

    side: Side

    @property
    def whose(self) -> Side:
        return self.side

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_member(self.side, self.apply_member(session.members[self.side], now))

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now)

    def lines(self, session: Session) -> Iterable[Words]:
        heard = {self.side: self.both_hear or self.hears, self.side.other: self.both_hear or self.other_hears}
        return [(side, heard[side]) for side in session.members if heard[side]]

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        if self.both_learn is not None:
            return [Notice(side, self.both_learn, self.about) for side in session.members]
        mine = Notice(self.side, NoticeType.SESSION_UPDATED)
        return [mine, Notice(self.side.other, self.other_learns, self.about)] if self.other_learns else [mine]


class StepTold(MemberEvent):
    """A step that can be taken back and gone again. Of that the other one learns the first time, and no more."""

    gate: ClassVar[Gate]

    def apply_member(self, member: Member, now: datetime) -> Member:
        passed = member.count_act(now).pass_gate(self.gate, now)
        return replace(passed, told=passed.told | {self.gate})

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        mine, *others = super().notices(before, session)
        return [mine] if self.gate in before.members[self.side].told else [mine, *others]


class SessionCommand(Move, ABC):
    held_in_care: ClassVar[bool] = False
    """Whether it waits while its member is in care: then nothing of theirs crosses, and no gate of theirs moves. What they
    write and save for themselves is kept, and whatever leads out (a break, leaving, declining, taking back) stays open."""
    brings_words: ClassVar[bool] = False
    """Whether it would bring the member's own words to the partner: then it waits while they have paused."""

    @property
    def waits_in_care(self) -> bool:
        return self.held_in_care

    @property
    def crosses(self) -> bool:
        return self.brings_words

    @abstractmethod
    def decide(self, session: Session) -> Sequence[Event]: ...


class MemberCommand(SessionCommand):
    """What a member does. All else is brought by a job, or by somebody who is no member yet."""

    side: Side
