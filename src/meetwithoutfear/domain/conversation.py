"""What a conversation is made of, and when a reply is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ReplyState(StrEnum):
    """Of a member's own message. PENDING has one reply in the making, or a watchdog that will find out that it has none."""

    PENDING = "PENDING"
    DONE = "DONE"
    FAILED = "FAILED"
    STOPPED = "STOPPED"


@dataclass(frozen=True)
class ReplyNotes:
    """What came with a reply besides its words."""

    draft: str | None = None
    ready_to_share: bool = False
    feel_heard_offered: bool = False
    intensity: int | None = None
