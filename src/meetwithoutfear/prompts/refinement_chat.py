"""The write coach: helps the subject of a guess to word what they may share. The conversation lives in the client, so
even the guide's own earlier answers are only what the client says they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import Base, Speaker, Tier, Turn
from meetwithoutfear.prompts.room import SHARE_LIMIT, within
from meetwithoutfear.prompts.sheet import load

LONG = 6
OFTEN = 3


@dataclass(frozen=True)
class Output:
    text: str
    proposed_content: str | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load("refinement_chat", "voice", "material")
    tier = Tier.FAST
    max_tokens = 600
    fragments: ClassVar = ("begin", "has_text", "long", "asked_often")
    own_history = False

    me: str
    partner: str
    area: AreaHint | None = None
    suggestion: str | None = None
    draft: str | None = None
    iteration: int = 1
    turns: tuple[Turn, ...] = ()

    @property
    def begin(self) -> bool:
        return not self.turns

    @property
    def has_text(self) -> bool:
        return self.draft is not None

    @property
    def long(self) -> bool:
        return sum(turn.speaker is Speaker.MEMBER for turn in self.turns) >= LONG

    @property
    def asked_often(self) -> bool:
        return self.iteration >= OFTEN

    def parse(self, reply: Reply) -> Output:
        return Output(reply.text, within(SHARE_LIMIT, reply.content))
