"""What has happened in Stage 4 and after it. No event says whose an idea is."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class IdeasChanged:
    side: Side


@dataclass(frozen=True)
class GotReady:
    side: Side


@dataclass(frozen=True)
class ReadinessTakenBack:
    side: Side


@dataclass(frozen=True)
class PoolReleased:
    """Both are ready: everything collected since the last time lies open for both, at once."""


@dataclass(frozen=True)
class PoolReopened:
    side: Side


@dataclass(frozen=True)
class Ranked:
    side: Side


@dataclass(frozen=True)
class OverlapFound:
    """Both have ranked, and their rankings meet."""


@dataclass(frozen=True)
class OverlapMissed:
    """Both have ranked, and nothing stands on both lists."""


@dataclass(frozen=True)
class AgreementProposed:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class AgreementModified:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class AgreementReached:
    side: Side
    agreement_id: UUID
    follow_up: bool


@dataclass(frozen=True)
class AgreementDropped:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class Resolved:
    side: Side


@dataclass(frozen=True)
class CloseAsked:
    side: Side


@dataclass(frozen=True)
class Closed:
    """Both have asked for it: it ends without an agreement."""


@dataclass(frozen=True)
class FollowUpCame:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class CheckedIn:
    side: Side
    agreement_id: UUID
    shared: bool


@dataclass(frozen=True)
class FollowUpSettled:
    """Both have looked back: it is done, goes on for a while, or was let go."""

    agreement_id: UUID


Event = (
    IdeasChanged
    | GotReady
    | ReadinessTakenBack
    | PoolReleased
    | PoolReopened
    | Ranked
    | OverlapFound
    | OverlapMissed
    | AgreementProposed
    | AgreementModified
    | AgreementReached
    | AgreementDropped
    | Resolved
    | CloseAsked
    | Closed
    | FollowUpCame
    | CheckedIn
    | FollowUpSettled
)
