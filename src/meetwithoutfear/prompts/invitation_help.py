"""Stage 0: words for an invitation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.prompts.prompt import Tier
from meetwithoutfear.prompts.room import Room, within
from meetwithoutfear.prompts.sheet import load


@dataclass(frozen=True)
class Output:
    text: str
    proposed_message: str | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Room):
    sheet = load("invitation_help", "voice", "material")
    tier = Tier.FAST
    max_tokens = 600
    fragments: ClassVar = ("first_words", "has_text")

    draft: str | None = None

    @property
    def first_words(self) -> bool:
        return not self.turns

    @property
    def has_text(self) -> bool:
        return self.draft is not None

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, within(INVITATION_MESSAGE_LIMIT, reply.content))
