"""Stage 3: somebody looks for the need under what they want. Turns count from the beginning of the stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet
from meetwithoutfear.prompts.room import RoomPrompt, is_very_strong


@dataclass(frozen=True)
class Output:
    text: str
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("stage_3_needs", "voice", "material")
    tier = ModelTier.DEEP
    max_tokens = 700

    turn: int
    intensity: int | None = None
    needs: tuple[str, ...] = ()
    """The member's own, as proposed to them or worded by them."""

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "has_needs": bool(self.needs),
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, reply.thinking.intensity)
