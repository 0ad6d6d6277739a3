"""What has happened in Stage 3."""

from __future__ import annotations

from dataclasses import dataclass

from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class NeedsReviewed:
    side: Side
    confirmed: bool


@dataclass(frozen=True)
class NeedsShared:
    side: Side


@dataclass(frozen=True)
class NeedWithdrawn:
    """Before the other one has seen it, unsharing the last one opens the own list again."""

    side: Side
    left: bool


@dataclass(frozen=True)
class NeedsRevealed:
    """Both have shared: the two lists stand side by side."""


@dataclass(frozen=True)
class CommonGroundFound:
    found: bool


@dataclass(frozen=True)
class GroundProposed:
    side: Side


@dataclass(frozen=True)
class GroundConfirmed:
    side: Side
    confirmed: bool


@dataclass(frozen=True)
class CommonGroundReached:
    """Both stand by the same item: the last stage opens for both at once."""


Event = (
    NeedsReviewed
    | NeedsShared
    | NeedWithdrawn
    | NeedsRevealed
    | CommonGroundFound
    | GroundProposed
    | GroundConfirmed
    | CommonGroundReached
)
