"""What both have agreed to try, and how it went. The text has versions; whoever words one has said yes to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

from meetwithoutfear.domain.errors import InvalidTransition
from meetwithoutfear.domain.side import Side

FOLLOW_UP_AT = time(9)
EXTENSION = timedelta(days=7)


class AgreementType(StrEnum):
    MICRO_EXPERIMENT = "MICRO_EXPERIMENT"
    COMMITMENT = "COMMITMENT"
    CHECK_IN = "CHECK_IN"


class AgreementStatus(StrEnum):
    PROPOSED = "PROPOSED"
    AGREED = "AGREED"
    IN_PROGRESS = "IN_PROGRESS"
    COMPLETED = "COMPLETED"
    ABANDONED = "ABANDONED"


class Done(StrEnum):
    YES = "YES"
    PARTLY = "PARTLY"
    NO = "NO"


class Wish(StrEnum):
    COMPLETE = "COMPLETE"
    EXTEND = "EXTEND"
    ABANDON = "ABANDON"


@dataclass(frozen=True)
class Terms:
    description: str = field(repr=False)
    duration: str | None = field(default=None, repr=False)
    measure: str | None = field(default=None, repr=False)
    follow_up: date | None = None


@dataclass(frozen=True)
class CheckIn:
    done: Done
    wish: Wish
    felt: str | None = field(default=None, repr=False)
    shared: bool = False
    at: datetime | None = None


@dataclass(frozen=True)
class Agreement:
    id: UUID
    type: AgreementType
    terms: Terms
    proposed_by: Side
    """Who worded the present version."""
    status: AgreementStatus = AgreementStatus.PROPOSED
    strategy_id: UUID | None = None
    version: int = 1
    agreed: Mapping[Side, datetime] = field(default_factory=dict)
    agreed_at: datetime | None = None
    check: int = 1
    """Which check-in is next: one more with each extension."""
    check_ins: Mapping[Side, CheckIn] = field(default_factory=dict)


PROPOSED, AGREED, IN_PROGRESS = AgreementStatus.PROPOSED, AgreementStatus.AGREED, AgreementStatus.IN_PROGRESS


class Turn(StrEnum):
    CONFIRM = "CONFIRM"
    DROP = "DROP"
    START = "START"
    COMPLETE = "COMPLETE"
    ABANDON = "ABANDON"


TRANSITIONS: Mapping[tuple[AgreementStatus, Turn], AgreementStatus] = {
    (PROPOSED, Turn.CONFIRM): AGREED,
    (PROPOSED, Turn.DROP): AgreementStatus.ABANDONED,
    (AGREED, Turn.START): IN_PROGRESS,
    (IN_PROGRESS, Turn.COMPLETE): AgreementStatus.COMPLETED,
    (IN_PROGRESS, Turn.ABANDON): AgreementStatus.ABANDONED,
}


def turned(agreement: Agreement, turn: Turn) -> Agreement:
    status = TRANSITIONS.get((agreement.status, turn))
    if status is None:
        raise InvalidTransition("This agreement is no longer open for that.")
    return replace(agreement, status=status)


def confirmed(agreement: Agreement, side: Side, now: datetime) -> Agreement:
    if side in agreement.agreed:
        return agreement
    agreed = {**agreement.agreed, side: now}
    return replace(turned(agreement, Turn.CONFIRM), agreed=agreed, agreed_at=now)


def modified(agreement: Agreement, side: Side, terms: Terms, now: datetime) -> Agreement:
    """The same agreement in other words: whoever words them agrees to them, and the other one is asked anew."""
    if agreement.status is not PROPOSED:
        raise InvalidTransition("This agreement is no longer open for that.")
    version = agreement.version + 1
    return replace(agreement, terms=terms, version=version, proposed_by=side, agreed={side: now})


def checked_in(agreement: Agreement, side: Side, word: CheckIn, now: datetime) -> Agreement:
    """Once both have looked back, what both want happens; letting it go needs only one, and nobody is asked why."""
    if agreement.status is not IN_PROGRESS:
        raise InvalidTransition("There is nothing to look back on yet, or no longer.")
    said = replace(agreement, check_ins={**agreement.check_ins, side: replace(word, at=now)})
    if len(said.check_ins) < len(Side):
        return said
    wishes = {each.wish for each in said.check_ins.values()}
    if Wish.ABANDON in wishes:
        return turned(said, Turn.ABANDON)
    if Wish.EXTEND in wishes:
        return extended(said, now)
    return turned(said, Turn.COMPLETE)


def extended(agreement: Agreement, now: datetime) -> Agreement:
    terms = replace(agreement.terms, follow_up=(now + EXTENSION).date())
    return replace(agreement, terms=terms, check=agreement.check + 1, check_ins={})


def reminder_time(day: date, zone: str | None) -> datetime:
    """Nine in the morning where the member lives; a day that has no nine o'clock has the next moment. Of a place that this
    computer does not know, it is nine in UTC."""
    local = datetime.combine(day, FOLLOW_UP_AT, known_zone(zone))
    return local.astimezone(UTC)


def known_zone(zone: str | None) -> tzinfo:
    try:
        return ZoneInfo(zone) if zone else UTC
    except (ValueError, KeyError, OSError):
        return UTC
