"""Stage 2: somebody builds a guess at what the other one lives through. Turns count from the beginning of the stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.discretion.drafting import Circle
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet
from meetwithoutfear.prompts.room import DraftReply, RoomPrompt, is_very_strong, read_draft_reply

EARLIEST_DRAFT = 4
LONG = 8


class PerspectiveMode(StrEnum):
    LISTENING = "LISTENING"
    BRIDGING = "BRIDGING"
    BUILDING = "BUILDING"
    MIRROR = "MIRROR"


Output = DraftReply


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("stage_2_perspective", "voice", "material")
    tier = ModelTier.DEEP
    max_tokens = 900

    turn: int
    intensity: int | None = None
    draft: str | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "too_early_for_a_draft": self.turn < EARLIEST_DRAFT,
            "may_draft": EARLIEST_DRAFT <= self.turn < LONG and self.draft is None,
            "has_draft": self.draft is not None,
            "long_without_a_draft": self.turn >= LONG and self.draft is None,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        allowed = self.turn >= EARLIEST_DRAFT
        circle = Circle.of([self.me, self.partner], self.topic)
        return read_draft_reply(
            reply, PerspectiveMode, circle, allowed=allowed, has_draft=self.draft is not None
        )
