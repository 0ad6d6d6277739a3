"""Stage 1: somebody tells their side until they feel heard. The guide may ask whether they do; only they can say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet
from meetwithoutfear.prompts.room import RoomPrompt, is_very_strong

EARLIEST_QUESTION = 3


@dataclass(frozen=True)
class Output:
    text: str
    feel_heard_offered: bool
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("stage_1_witness", "voice", "material")
    tier = ModelTier.DEEP
    max_tokens = 700

    turn: int
    intensity: int | None = None

    @property
    def may_ask(self) -> bool:
        return self.turn >= EARLIEST_QUESTION and not is_very_strong(self.intensity)

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "too_early_to_ask": self.turn < EARLIEST_QUESTION,
            "may_ask": self.may_ask,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        offered = self.may_ask and reply.thinking.feel_heard is True
        return Output(reply.text, offered, reply.thinking.intensity)
