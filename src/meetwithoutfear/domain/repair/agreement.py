"""What both have agreed to try, and how it went. The text has versions; whoever words one has said yes to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Annotated, Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from meetwithoutfear.domain.errors import InvalidTransition
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import STRATEGY_LIMIT, TERM_LIMIT
from meetwithoutfear.domain.wire import Size

FOLLOW_UP_AT = time(9)
EXTENSION = timedelta(days=7)

T = TypeVar("T")
Proposed = Annotated[T, "both, from its proposal on"]
Term = Annotated[str, Size(TERM_LIMIT)]


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


@dataclass(frozen=True, kw_only=True)
class Details:
    """What an agreement may say besides what it is. A field that is added here can be said, changed, kept, shown and
    exported: a line of words, with a column of its name in `agreement_versions`."""

    duration: Proposed[Term | None] = field(default=None, repr=False)
    measure_of_success: Proposed[Term | None] = field(default=None, repr=False)
    place: Proposed[Term | None] = field(default=None, repr=False)
    follow_up_date: Proposed[date | None] = None

    @property
    def details(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(Details)}


@dataclass(frozen=True)
class Terms(Details):
    """All that an agreement says."""

    description: Proposed[Annotated[str, Size(STRATEGY_LIMIT, least=1)]] = field(repr=False)

    @property
    def words(self) -> str:
        said = (self.description, *self.details.values())
        return "\n".join(text for text in said if text and isinstance(text, str))


@dataclass(frozen=True)
class LookBack:
    """How it went for one of them."""

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
    check_ins: Mapping[Side, LookBack] = field(default_factory=dict)

    @property
    def stands(self) -> bool:
        """Both have said yes to it, and it was not let go."""
        return self.status in STANDING


Agreements = tuple[Agreement, ...]
PROPOSED, AGREED, IN_PROGRESS = AgreementStatus.PROPOSED, AgreementStatus.AGREED, AgreementStatus.IN_PROGRESS
STANDING = frozenset({AGREED, IN_PROGRESS, AgreementStatus.COMPLETED})


TRANSITIONS = frozenset(
    {
        (PROPOSED, AGREED),
        (PROPOSED, AgreementStatus.ABANDONED),
        (AGREED, IN_PROGRESS),
        (IN_PROGRESS, AgreementStatus.COMPLETED),
        (IN_PROGRESS, AgreementStatus.ABANDONED),
    }
)


def move(agreement: Agreement, to: AgreementStatus) -> Agreement:
    if (agreement.status, to) not in TRANSITIONS:
        raise InvalidTransition("This agreement is no longer open for that.")
    return replace(agreement, status=to)


def settle_agreement(agreement: Agreement, now: datetime) -> Agreement:
    """Both have looked back, and what both want happens; letting it go needs only one, and nobody is asked why."""
    wishes = {each.wish for each in agreement.check_ins.values()}
    if Wish.ABANDON in wishes:
        return move(agreement, AgreementStatus.ABANDONED)
    if Wish.EXTEND not in wishes:
        return move(agreement, AgreementStatus.COMPLETED)
    terms = replace(agreement.terms, follow_up_date=(now + EXTENSION).date())
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
