"""Stage 0: words for an invitation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet
from meetwithoutfear.prompts.room import RoomPrompt, within


@dataclass(frozen=True)
class Output:
    text: str
    proposed_message: str | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("invitation_help", "voice", "material")
    tier = ModelTier.FAST
    max_tokens = 600

    draft: str | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {"first_words": not self.turns, "has_text": self.draft is not None}

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, within(INVITATION_MESSAGE_LIMIT, reply.content))
