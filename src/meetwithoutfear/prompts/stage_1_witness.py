"""Stage 1: somebody tells their side until they feel heard. The guide may ask whether they do; only they can say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Tier
from meetwithoutfear.prompts.room import Room, is_very_strong
from meetwithoutfear.prompts.sheet import load

EARLIEST_QUESTION = 3


@dataclass(frozen=True)
class Output:
    text: str
    feel_heard_offered: bool
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Room):
    sheet = load("stage_1_witness", "voice", "material")
    tier = Tier.DEEP
    max_tokens = 700
    fragments: ClassVar = ("first_words", "too_early_to_ask", "may_ask", "very_strong")

    turn: int
    intensity: int | None = None

    @property
    def first_words(self) -> bool:
        return self.turn <= 1

    @property
    def too_early_to_ask(self) -> bool:
        return self.turn < EARLIEST_QUESTION

    @property
    def may_ask(self) -> bool:
        return not self.too_early_to_ask and not self.very_strong

    @property
    def very_strong(self) -> bool:
        return is_very_strong(self.intensity)

    def parse(self, reply: Reply) -> Output:
        offered = self.may_ask and reply.thinking.feel_heard is True
        return Output(reply.text, offered, reply.thinking.intensity)
