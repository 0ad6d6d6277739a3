"""What somebody may ask for in Stage 4 and after it. What stands in the pool and in an agreement is the caller's to look up;
the session needs to know no more of it than this."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class ChangeIdeas:
    """Add, reword or remove an idea of one's own, or ask for suggestions."""

    side: Side


@dataclass(frozen=True)
class BeReady:
    side: Side


@dataclass(frozen=True)
class Reopen:
    """Take the own readiness back, or open a released pool for new ideas."""

    side: Side


@dataclass(frozen=True)
class Rank:
    """`meets`: whether the two rankings share an idea; nothing while there is only one."""

    side: Side
    meets: bool | None


@dataclass(frozen=True)
class ProposeAgreement:
    side: Side
    agreement_id: UUID
    follow_up: bool


@dataclass(frozen=True)
class ModifyAgreement:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class ConfirmAgreement:
    side: Side
    agreement_id: UUID
    follow_up: bool


@dataclass(frozen=True)
class DropAgreement:
    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class Resolve:
    side: Side


@dataclass(frozen=True)
class AskToClose:
    """End without an agreement. It happens when both have asked."""

    side: Side


@dataclass(frozen=True)
class FollowUp:
    """The day to look back has come for the member."""

    side: Side
    agreement_id: UUID


@dataclass(frozen=True)
class CheckIn:
    """`settled`: with this both have looked back, and it is decided how it goes on."""

    side: Side
    agreement_id: UUID
    shared: bool
    settled: bool


Command = (
    ChangeIdeas
    | BeReady
    | Reopen
    | Rank
    | ProposeAgreement
    | ModifyAgreement
    | ConfirmAgreement
    | DropAgreement
    | Resolve
    | AskToClose
    | FollowUp
    | CheckIn
)
