"""What a prompt for one member sees of that member's own room, and nothing of the other one.

In Stage 2 a reply may carry a draft of a statement. The rules of when there may be one hold here, whatever the engine
wrote: a draft that comes too early is dropped, and so is one with insults, sarcasm, broken sentences or somebody else's
matters in it; and nothing is ready to be shared that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.discretion.drafting import Circle, is_presentable, may_be_drafted
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import STATEMENT_LIMIT
from meetwithoutfear.prompts.prompt import Base, Turn

VERY_STRONG = 8


@dataclass(frozen=True, kw_only=True, repr=False)
class RoomPrompt(Base):
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


@dataclass(frozen=True)
class DraftReply:
    text: str
    draft: str | None
    ready_to_share: bool
    mode: StrEnum | None
    intensity: int | None


def read_draft_reply(
    reply: Reply, modes: type[StrEnum], circle: Circle, *, allowed: bool, has_draft: bool, standing: str = ""
) -> DraftReply:
    """What stands in the statement already is the writer's own choice; only what is new is looked at."""
    draft = within(STATEMENT_LIMIT, reply.draft) if allowed else None
    new = " ".join(one for one in sentences(draft or "") if one not in standing)
    if not (is_presentable(new) and may_be_drafted(new, circle)):
        draft = None
    notes = reply.thinking
    return DraftReply(
        text=reply.text,
        draft=draft,
        ready_to_share=allowed and (draft is not None or has_draft) and notes.ready_share is True,
        mode=next((mode for mode in modes if mode.value == notes.mode), None),
        intensity=notes.intensity,
    )
