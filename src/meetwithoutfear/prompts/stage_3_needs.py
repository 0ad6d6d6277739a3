"""Stage 3: somebody looks for the need under what they want. Turns count from the beginning of the stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Tier
from meetwithoutfear.prompts.room import Room, is_very_strong
from meetwithoutfear.prompts.sheet import load


@dataclass(frozen=True)
class Output:
    text: str
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Room):
    sheet = load("stage_3_needs", "voice", "material")
    tier = Tier.DEEP
    max_tokens = 700
    fragments: ClassVar = ("first_words", "has_needs", "very_strong")

    turn: int
    intensity: int | None = None
    needs: tuple[str, ...] = ()
    """The member's own, as proposed to them or worded by them."""

    @property
    def first_words(self) -> bool:
        return self.turn <= 1

    @property
    def has_needs(self) -> bool:
        return bool(self.needs)

    @property
    def very_strong(self) -> bool:
        return is_very_strong(self.intensity)

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, reply.thinking.intensity)
