"""The private journal. What is written there is read by nothing but this prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Speaker, Tier
from meetwithoutfear.prompts.room import Room, is_very_strong
from meetwithoutfear.prompts.sheet import load


@dataclass(frozen=True)
class Output:
    text: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Room):
    sheet = load("inner_thoughts", "voice", "material")
    tier = Tier.FAST
    max_tokens = 400
    fragments: ClassVar = ("first_words", "very_strong")

    intensity: int | None = None

    @property
    def first_words(self) -> bool:
        return not any(turn.speaker is Speaker.GUIDE for turn in self.turns)

    @property
    def very_strong(self) -> bool:
        return is_very_strong(self.intensity)

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text)
