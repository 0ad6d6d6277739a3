"""Stage 4: somebody makes an idea small and clear enough to try.

What was told in private stays out of it: there is no field for a summary, for facts or for earlier messages, and `turns`
are the member's turns of Stage 4 alone, which is for the caller to see to. Of the partner it knows the name and what both
have confirmed; there is no field for ideas but the member's own, and none for a ranking.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Base, ModelTier, Speaker, Turn, load_sheet
from meetwithoutfear.prompts.room import is_very_strong


@dataclass(frozen=True)
class Output:
    text: str
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load_sheet("stage_4_repair", "voice", "material")
    tier = ModelTier.DEEP
    max_tokens = 700

    me: str
    partner: str
    topic: str | None = None
    turns: tuple[Turn, ...] = ()
    common_ground: tuple[str, ...] = ()
    phase: Phase
    own_ideas: tuple[str, ...] = ()
    intensity: int | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": sum(turn.speaker is Speaker.MEMBER for turn in self.turns) <= 1,
            "collecting": self.phase is Phase.COLLECTING,
            "ranking": self.phase is Phase.RANKING,
            "revealing": self.phase is Phase.REVEALING,
            "negotiating": self.phase is Phase.NEGOTIATING,
            "agreed": self.phase is Phase.AGREED,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, reply.thinking.intensity)
