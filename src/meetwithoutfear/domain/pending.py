"""What waits for a member in a session, as a list they can work off. It follows from the state; only whether they have
seen an item is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Status
from meetwithoutfear.domain.side import Side


class PendingType(StrEnum):
    SHARE_OFFER = "share_offer"
    CONTEXT_RECEIVED = "context_received"
    EMPATHY_AWAITING_VALIDATION = "empathy_awaiting_validation"
    VALIDATE_PARTNER_EMPATHY = "validate_partner_empathy"


class Priority(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"


PRIORITY: Mapping[PendingType, Priority] = {
    PendingType.SHARE_OFFER: Priority.HIGH,
    PendingType.CONTEXT_RECEIVED: Priority.MEDIUM,
    PendingType.EMPATHY_AWAITING_VALIDATION: Priority.MEDIUM,
    PendingType.VALIDATE_PARTNER_EMPATHY: Priority.HIGH,
}
INFORMATIONAL = frozenset({PendingType.EMPATHY_AWAITING_VALIDATION})


@dataclass(frozen=True)
class PendingItem:
    type: PendingType
    item_id: UUID
    created_at: datetime
    seen_at: datetime | None = None

    @property
    def counts(self) -> bool:
        return self.seen_at is None and self.type not in INFORMATIONAL

    @property
    def priority(self) -> Priority:
        return PRIORITY[self.type]

    @property
    def same_as(self) -> tuple[PendingType, UUID, datetime]:
        return self.type, self.item_id, self.created_at


Pending = tuple[PendingItem, ...]


def pending_items(exchange: Exchange, side: Side, known: Pending = ()) -> Pending:
    """`known` is the list as it was: what has been seen stays seen."""
    seen = {item.same_as: item.seen_at for item in known}
    found = [*of_own(exchange.attempts[side]), *of_theirs(exchange.attempts[side.other])]
    return tuple(replace(item, seen_at=seen.get(item.same_as)) for item in found)


def of_own(mine: Attempt) -> list[PendingItem]:
    if mine.id is None or mine.since is None:
        return []
    items = []
    if mine.status is Status.REFINING:
        items.append(PendingItem(PendingType.CONTEXT_RECEIVED, mine.id, mine.since))
    if mine.revealed_at is not None and mine.status is not Status.VALIDATED:
        items.append(PendingItem(PendingType.EMPATHY_AWAITING_VALIDATION, mine.id, mine.revealed_at))
    return items


def of_theirs(theirs: Attempt) -> list[PendingItem]:
    items, offer = [], theirs.open_offer
    if offer is not None and offer.made_at is not None:
        items.append(PendingItem(PendingType.SHARE_OFFER, offer.id, offer.made_at))
    if theirs.id is not None and theirs.since is not None and is_to_be_judged(theirs):
        items.append(PendingItem(PendingType.VALIDATE_PARTNER_EMPATHY, theirs.id, theirs.since))
    return items


def is_to_be_judged(theirs: Attempt) -> bool:
    return theirs.status is Status.REVEALED and theirs.missed is None


def badge(items: Pending) -> int:
    return sum(item.counts for item in items)


def new_items(before: Pending, after: Pending) -> list[PendingItem]:
    known = {item.same_as for item in before}
    return [item for item in after if item.same_as not in known and item.counts]


def marked_seen(items: Pending, item_id: UUID, now: datetime) -> Pending:
    return tuple(
        replace(item, seen_at=now) if item.item_id == item_id and item.seen_at is None else item
        for item in items
    )
