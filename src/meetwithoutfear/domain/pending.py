"""What waits for a member in a session, as a list they can work off. It follows from the state; only whether they have
seen an item is remembered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Phase, Stage
from meetwithoutfear.domain.wire import Own, Time, View

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


HIGH = frozenset(
    {PendingType.SHARE_OFFER, PendingType.VALIDATE_PARTNER_EMPATHY, PendingType.AGREEMENT_TO_CONFIRM}
)
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
        return Priority.HIGH if self.type in HIGH else Priority.MEDIUM

    @property
    def same_as(self) -> tuple[PendingType, UUID, datetime]:
        return self.type, self.item_id, self.created_at


Pending = tuple[PendingItem, ...]


@dataclass(frozen=True)
class AboutItem(View):
    suggested_content: Own[str | None] = field(repr=False)
    area_hint: Own[None] = None


@dataclass(frozen=True)
class ItemView(View, called="Item"):
    type: Own[PendingType]
    priority: Own[Priority]
    item_id: Own[UUID]
    created_at: Own[Time]
    seen_at: Own[Time | None]
    data: AboutItem


@dataclass(frozen=True)
class WaitingView(View, called="PendingActions"):
    items: tuple[ItemView, ...]
    unviewed_count: Own[int]
    last_updated: Own[Time]


@dataclass(frozen=True)
class SeenView(View):
    seen_at: Own[Time]


def item_views(items: Pending, suggestion: str | None = None) -> tuple[ItemView, ...]:
    """`suggestion` is what the invitation to share proposes, where that is looked at."""
    return tuple(
        ItemView.of(item, data=AboutItem(suggestion if item.type is PendingType.SHARE_OFFER else None))
        for item in items
    )


def pending_items(session: Session, side: Side) -> Pending:
    """What has been seen stays seen."""
    me, mine, theirs = (
        session.members[side],
        session.exchange.attempts[side],
        session.exchange.attempts[side.other],
    )
    offer, proposal, passed = theirs.open_offer, session.proposal, me.passed
    found = list[tuple[PendingType, UUID | None, datetime | None]]()
    if mine.status is Status.REFINING:
        found.append((PendingType.CONTEXT_RECEIVED, mine.id, mine.since))
    if mine.revealed and mine.status is not Status.VALIDATED:
        found.append((PendingType.EMPATHY_AWAITING_VALIDATION, mine.id, mine.revealed_at))
    if offer is not None:
        found.append((PendingType.SHARE_OFFER, offer.id, offer.made_at))
    if theirs.status is Status.REVEALED and theirs.missed is None:
        found.append((PendingType.VALIDATE_PARTNER_EMPATHY, theirs.id, theirs.since))
    if me.stage is Stage.NEED_MAPPING:
        if Gate.NEEDS_SHARED not in passed:
            found.append((PendingType.NEEDS_TO_CONFIRM, session.id, passed[Gate.EXCHANGE_COMPLETED]))
        found.append((PendingType.COMMON_GROUND_TO_CONFIRM, session.id, to_look_at(session, side)))
    if session.phase is Phase.RANKING and Gate.RANKINGS_SUBMITTED not in passed:
        found.append((PendingType.RANKING_DUE, session.id, passed[Gate.PROPOSALS_CREATED]))
    if proposal is not None and proposal.by is not side:
        found.append((PendingType.AGREEMENT_TO_CONFIRM, proposal.id, proposal.at))
    found.append((PendingType.FOLLOW_UP_DUE, me.due, me.due_at))
    seen = {item.same_as: item.seen_at for item in me.pending}
    return tuple(
        PendingItem(kind, item_id, since, seen.get((kind, item_id, since)))
        for kind, item_id, since in found
        if item_id is not None and since is not None
    )


def to_look_at(session: Session, side: Side) -> datetime | None:
    """Since when there is common ground for the member to look at: it was found, or the other one stands by something."""
    me, other = session.members[side], session.members.get(side.other)
    if me.stage is not Stage.NEED_MAPPING or Gate.NEEDS_REVEALED not in me.passed or other is None:
        return None
    theirs = other.passed.get(Gate.COMMON_GROUND_CONFIRMED)
    if Gate.COMMON_GROUND_CONFIRMED in me.passed and theirs is None:
        return None
    return max((at for at in (session.ground_at, theirs) if at is not None), default=None)


def new_items(before: Session, after: Session) -> list[tuple[Side, PendingItem]]:
    """What has come to wait for whom."""
    known = {(side, item.same_as) for side, member in before.members.items() for item in member.pending}
    return [
        (side, item)
        for side, member in after.members.items()
        for item in member.pending
        if (side, item.same_as) not in known and item.counts
    ]


def marked_seen(items: Pending, item_id: UUID, now: datetime) -> Pending:
    return tuple(
        replace(item, seen_at=now) if item.item_id == item_id and item.seen_at is None else item
        for item in items
    )
