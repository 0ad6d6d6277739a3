"""Stage 4: somebody makes an idea small and clear enough to try.

What was told in private stays out of it: there is no field for a summary, for facts or for earlier messages, and `turns`
are the member's turns of Stage 4 alone, which is for the caller to see to. Of the partner it knows the name and what both
have confirmed; there is no field for ideas but the member's own, and none for a ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Base, Speaker, Tier, Turn
from meetwithoutfear.prompts.room import is_very_strong
from meetwithoutfear.prompts.sheet import load


@dataclass(frozen=True)
class Output:
    text: str
    intensity: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load("stage_4_repair", "voice", "material")
    tier = Tier.DEEP
    max_tokens = 700
    fragments: ClassVar = (
        "first_words", "collecting", "ranking", "revealing", "negotiating", "agreed", "very_strong",
    )  # fmt: skip

    me: str
    partner: str
    topic: str | None = None
    turns: tuple[Turn, ...] = ()
    common_ground: tuple[str, ...] = ()
    phase: Phase
    own_ideas: tuple[str, ...] = ()
    intensity: int | None = None

    @property
    def first_words(self) -> bool:
        return sum(turn.speaker is Speaker.MEMBER for turn in self.turns) <= 1

    @property
    def collecting(self) -> bool:
        return self.phase is Phase.COLLECTING

    @property
    def ranking(self) -> bool:
        return self.phase is Phase.RANKING

    @property
    def revealing(self) -> bool:
        return self.phase is Phase.REVEALING

    @property
    def negotiating(self) -> bool:
        return self.phase is Phase.NEGOTIATING

    @property
    def agreed(self) -> bool:
        return self.phase is Phase.AGREED

    @property
    def very_strong(self) -> bool:
        return is_very_strong(self.intensity)

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, reply.thinking.intensity)
