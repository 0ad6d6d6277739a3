"""The ledger: each crossing has its entry there, and what an event does to it stands on the event. An entry is about one
thing of one kind: the wording or round with that number, or whatever has that id."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.side import Side


class ConsentTarget(StrEnum):
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
