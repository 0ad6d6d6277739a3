"""What waits for a member in a session, as a list they can work off. It follows from the state; only whether they have
seen an item is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Attempt, Status
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage

if TYPE_CHECKING:
    from meetwithoutfear.domain.session import Session


class PendingType(StrEnum):
    SHARE_OFFER = "share_offer"
    CONTEXT_RECEIVED = "context_received"
    EMPATHY_AWAITING_VALIDATION = "empathy_awaiting_validation"
    VALIDATE_PARTNER_EMPATHY = "validate_partner_empathy"
    NEEDS_TO_CONFIRM = "needs_to_confirm"
    COMMON_GROUND_TO_CONFIRM = "common_ground_to_confirm"
    RANKING_DUE = "ranking_due"
    AGREEMENT_TO_CONFIRM = "agreement_to_confirm"
    FOLLOW_UP_DUE = "follow_up_due"


class Priority(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"


PRIORITY: Mapping[PendingType, Priority] = {
    PendingType.SHARE_OFFER: Priority.HIGH,
    PendingType.CONTEXT_RECEIVED: Priority.MEDIUM,
    PendingType.EMPATHY_AWAITING_VALIDATION: Priority.MEDIUM,
    PendingType.VALIDATE_PARTNER_EMPATHY: Priority.HIGH,
    PendingType.NEEDS_TO_CONFIRM: Priority.MEDIUM,
    PendingType.COMMON_GROUND_TO_CONFIRM: Priority.MEDIUM,
    PendingType.RANKING_DUE: Priority.MEDIUM,
    PendingType.AGREEMENT_TO_CONFIRM: Priority.HIGH,
    PendingType.FOLLOW_UP_DUE: Priority.MEDIUM,
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


def pending_items(session: Session, side: Side) -> Pending:
    """What has been seen stays seen."""
    seen = {item.same_as: item.seen_at for item in session.members[side].pending}
    attempts = session.exchange.attempts
    found = [*of_own(attempts[side]), *of_theirs(attempts[side.other]), *of_the_last_stages(session, side)]
    return tuple(replace(item, seen_at=seen.get(item.same_as)) for item in found)


def of_the_last_stages(session: Session, side: Side) -> list[PendingItem]:
    me, items = session.members[side], list[PendingItem]()
    passed = me.passed
    if me.stage is Stage.NEED_MAPPING and Gate.NEEDS_SHARED not in passed:
        items.append(PendingItem(PendingType.NEEDS_TO_CONFIRM, session.id, passed[Gate.EXCHANGE_COMPLETED]))
    if (since := to_look_at(session, side)) is not None:
        items.append(PendingItem(PendingType.COMMON_GROUND_TO_CONFIRM, session.id, since))
    if session.phase is Phase.RANKING and Gate.RANKINGS_SUBMITTED not in passed:
        items.append(PendingItem(PendingType.RANKING_DUE, session.id, passed[Gate.PROPOSALS_CREATED]))
    if session.proposal is not None and session.proposal.by is not side:
        items.append(PendingItem(PendingType.AGREEMENT_TO_CONFIRM, session.proposal.id, session.proposal.at))
    if me.due is not None and me.due_at is not None:
        items.append(PendingItem(PendingType.FOLLOW_UP_DUE, me.due, me.due_at))
    return items


def to_look_at(session: Session, side: Side) -> datetime | None:
    """Since when there is common ground for the member to look at: it was found, or the other one stands by something."""
    me, other = session.members[side], session.members.get(side.other)
    if me.stage is not Stage.NEED_MAPPING or Gate.NEEDS_REVEALED not in me.passed or other is None:
        return None
    theirs = other.passed.get(Gate.COMMON_GROUND_CONFIRMED)
    if Gate.COMMON_GROUND_CONFIRMED in me.passed and theirs is None:
        return None
    return max((at for at in (session.ground_at, theirs) if at is not None), default=None)


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
