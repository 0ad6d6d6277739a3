"""Stage 2: somebody builds a guess at what the other one lives through. Turns count from the beginning of the stage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from meetwithoutfear.domain.discretion.drafting import Circle
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.drafting import Drafting, read_drafting
from meetwithoutfear.prompts.prompt import Tier
from meetwithoutfear.prompts.room import Room, is_very_strong
from meetwithoutfear.prompts.sheet import load

EARLIEST_DRAFT = 4
LONG = 8


class Mode(StrEnum):
    LISTENING = "LISTENING"
    BRIDGING = "BRIDGING"
    BUILDING = "BUILDING"
    MIRROR = "MIRROR"


Output = Drafting


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Room):
    sheet = load("stage_2_perspective", "voice", "material")
    tier = Tier.DEEP
    max_tokens = 900
    fragments: ClassVar = (
        "first_words", "too_early_for_a_draft", "may_draft", "has_draft", "long_without_a_draft", "very_strong",
    )  # fmt: skip

    turn: int
    intensity: int | None = None
    draft: str | None = None

    @property
    def first_words(self) -> bool:
        return self.turn <= 1

    @property
    def too_early_for_a_draft(self) -> bool:
        return self.turn < EARLIEST_DRAFT

    @property
    def may_draft(self) -> bool:
        return EARLIEST_DRAFT <= self.turn < LONG and self.draft is None

    @property
    def has_draft(self) -> bool:
        return self.draft is not None

    @property
    def long_without_a_draft(self) -> bool:
        return self.turn >= LONG and self.draft is None

    @property
    def very_strong(self) -> bool:
        return is_very_strong(self.intensity)

    def parse(self, reply: Reply) -> Output:
        allowed = not self.too_early_for_a_draft
        circle = Circle.of([self.me, self.partner], self.topic)
        return read_drafting(reply, Mode, circle, allowed=allowed, has_draft=self.draft is not None)
