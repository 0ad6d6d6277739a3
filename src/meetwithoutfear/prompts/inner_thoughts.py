"""The private journal. What is written there is read by nothing but this prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import ModelTier, Speaker, load_sheet
from meetwithoutfear.prompts.room import RoomPrompt, is_very_strong


@dataclass(frozen=True)
class Output:
    text: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("inner_thoughts", "voice", "material")
    tier = ModelTier.FAST
    max_tokens = 400

    intensity: int | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": not any(turn.speaker is Speaker.GUIDE for turn in self.turns),
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text)
