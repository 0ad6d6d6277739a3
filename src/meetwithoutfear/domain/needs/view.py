"""What one member may see of Stage 3: all of their own list, the other's needs only once both have shared and never the
quotes under them, and from then on what both could stand on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeVar
from uuid import UUID

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import (
    CommonGround,
    GroundKind,
    Need,
    Source,
    find_need,
    needs_reframing,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.wire import Own, Time, View

T = TypeVar("T")
Shared = Annotated[T, "both, once both have shared their needs"]


@dataclass(frozen=True)
class NeedView(View):
    """One of the viewer's own."""

    id: Own[UUID]
    need: Own[str] = field(repr=False)
    category: Own[NeedCategory]
    description: Own[str] = field(repr=False)
    evidence: Own[tuple[str, ...]] = field(repr=False)
    confirmed: Own[bool]
    source: Own[Source]
    confidence: Own[float | None]
    shared: Own[bool]
    needs_reframing: Own[str | None]
    """A gentle suggestion where the wording is a demand or about the other person."""


@dataclass(frozen=True)
class SharedNeedView(View):
    id: Shared[UUID]
    need: Shared[str] = field(repr=False)
    category: Shared[NeedCategory]
    description: Shared[str] = field(repr=False)


@dataclass(frozen=True)
class ComparisonView(View):
    """Both lists, side by side."""

    mine: tuple[SharedNeedView, ...]
    partner: tuple[SharedNeedView, ...]


@dataclass(frozen=True)
class GroundItemView(View):
    id: Shared[UUID]
    need: Shared[str] = field(repr=False)
    category: Shared[NeedCategory | None]
    description: Shared[str] = field(repr=False)
    kind: Shared[GroundKind]
    proposed_by_me: Shared[bool]
    confirmed_by_me: Shared[bool]
    confirmed_by_partner: Shared[bool]
    confirmed_at: Shared[Time | None]


@dataclass(frozen=True)
class GroundView(View):
    common_ground: tuple[GroundItemView, ...]
    analysis_complete: Shared[bool]
    both_confirmed: Shared[bool]


def needs_view(session: Session, side: Side) -> tuple[NeedView, ...]:
    return tuple(own_need(need) for need in session.needs_of(side))


def need_view(session: Session, side: Side, need_id: UUID) -> NeedView:
    """What was removed since is not there for a repeat of the request either."""
    return own_need(find_need(session.needs_of(side), need_id))


def own_need(need: Need) -> NeedView:
    return NeedView.of(need, shared=need.is_shared, needs_reframing=needs_reframing(need.need))


def comparison_view(session: Session, side: Side) -> ComparisonView | None:
    """Nothing before both have shared."""
    if Gate.NEEDS_REVEALED not in session.members[side].passed:
        return None
    return ComparisonView(mine=shared_needs(session, side), partner=shared_needs(session, side.other))


def shared_needs(session: Session, side: Side) -> tuple[SharedNeedView, ...]:
    return tuple(SharedNeedView.of(need) for need in session.needs_of(side) if need.is_shared)


def ground_view(session: Session, side: Side) -> GroundView:
    """Before both have shared there is nothing here."""
    ground = session.ground if Gate.NEEDS_REVEALED in session.members[side].passed else ()
    return GroundView(
        common_ground=tuple(ground_item(item, side) for item in ground),
        analysis_complete=session.ground_at is not None,
        both_confirmed=any(item.is_common for item in ground),
    )


def ground_item_view(session: Session, side: Side, item_id: UUID) -> GroundItemView:
    """What was taken back since is not there for a repeat of the request either."""
    seen = ground_view(session, side).common_ground
    found = next((item for item in seen if item.id == item_id), None)
    if found is None:
        raise NotFound
    return found


def ground_item(item: CommonGround, side: Side) -> GroundItemView:
    return GroundItemView.of(
        item,
        proposed_by_me=item.proposed_by is side,
        confirmed_by_me=side in item.confirmed,
        confirmed_by_partner=side.other in item.confirmed,
        confirmed_at=max(item.confirmed.values()) if item.is_common else None,
    )
