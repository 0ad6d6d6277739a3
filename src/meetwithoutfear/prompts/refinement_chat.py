"""The write coach: helps the subject of a guess to word what they may share. The conversation lives in the client, so
even the guide's own earlier answers are only what the client says they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import SHARE_LIMIT
from meetwithoutfear.prompts.prompt import Base, ModelTier, Speaker, Turn, load_sheet
from meetwithoutfear.prompts.room import within

LONG = 6
OFTEN = 3


@dataclass(frozen=True)
class Output:
    text: str
    proposed_content: str | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load_sheet("refinement_chat", "voice", "material")
    tier = ModelTier.FAST
    max_tokens = 600
    own_history = False

    me: str
    partner: str
    area: AreaHint | None = None
    suggestion: str | None = None
    draft: str | None = None
    iteration: int = 1
    turns: tuple[Turn, ...] = ()

    def fragments(self) -> Mapping[str, bool]:
        return {
            "begin": not self.turns,
            "has_text": self.draft is not None,
            "long": sum(turn.speaker is Speaker.MEMBER for turn in self.turns) >= LONG,
            "asked_often": self.iteration >= OFTEN,
        }

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, within(SHARE_LIMIT, reply.content))
