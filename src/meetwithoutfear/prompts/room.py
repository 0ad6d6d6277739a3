"""What a prompt for one member sees of that member's own room, and nothing of the other one."""

from __future__ import annotations

from dataclasses import dataclass

from meetwithoutfear.prompts.prompt import Base, Turn

VERY_STRONG = 8
DRAFT_LIMIT = 2000
SHARE_LIMIT = 1000


@dataclass(frozen=True, kw_only=True, repr=False)
class Room(Base):
    me: str
    partner: str
    topic: str | None = None
    summary: str | None = None
    facts: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()


def is_very_strong(intensity: int | None) -> bool:
    return intensity is not None and intensity >= VERY_STRONG


def within(limit: int, text: str | None) -> str | None:
    """What is too long to be sent is no proposal."""
    return text if text is not None and len(text) <= limit else None
