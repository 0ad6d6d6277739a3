"""Reading a reply that may carry a draft of a statement. The rules of when there may be one hold here, whatever the
engine wrote: a draft that comes too early is dropped, and so is one with insults, sarcasm, broken sentences or
somebody else's matters in it; and nothing is ready to be shared that does not exist."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.discretion.drafting import Circle, is_presentable, may_be_drafted
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.room import DRAFT_LIMIT, within


@dataclass(frozen=True)
class Drafting:
    text: str
    draft: str | None
    ready_to_share: bool
    mode: StrEnum | None
    intensity: int | None


def read_drafting(
    reply: Reply, modes: type[StrEnum], circle: Circle, *, allowed: bool, has_draft: bool, standing: str = ""
) -> Drafting:
    """What stands in the statement already is the writer's own choice; only what is new is looked at."""
    draft = within(DRAFT_LIMIT, reply.draft) if allowed else None
    new = " ".join(one for one in sentences(draft or "") if one not in standing)
    if not (is_presentable(new) and may_be_drafted(new, circle)):
        draft = None
    notes = reply.thinking
    return Drafting(
        text=reply.text,
        draft=draft,
        ready_to_share=allowed and (draft is not None or has_draft) and notes.ready_share is True,
        mode=next((mode for mode in modes if mode.value == notes.mode), None),
        intensity=notes.intensity,
    )
