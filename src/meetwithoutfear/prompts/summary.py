"""The rolling summary of a member's own side, with notable facts: what the guide keeps of messages it no longer sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from meetwithoutfear.prompts.answer import Answer, read, schema_of
from meetwithoutfear.prompts.prompt import Base, Tier, Turn
from meetwithoutfear.prompts.sheet import load

Fact = Annotated[str, Field(min_length=1, max_length=200)]


class Output(Answer):
    summary: str = Field(min_length=1, max_length=1500)
    facts: Annotated[tuple[Fact, ...], Field(max_length=12)] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load("summary", "material")
    tier = Tier.FAST
    max_tokens = 1000

    me: str
    partner: str
    summary: str | None = None
    facts: tuple[str, ...] = ()
    turns: tuple[Turn, ...]

    @property
    def schema(self) -> dict[str, object]:
        return schema_of(Output)

    def parse(self, answer: object) -> Output:
        return read(Output, answer)
