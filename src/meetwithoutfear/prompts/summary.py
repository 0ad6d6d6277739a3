"""The rolling summary of a member's own side, with notable facts: what the guide keeps of messages it no longer sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from meetwithoutfear.prompts.answer import Answer, Task
from meetwithoutfear.prompts.prompt import ModelTier, Turn, load_sheet

Fact = Annotated[str, Field(min_length=1, max_length=200)]


class Output(Answer):
    summary: str = Field(min_length=1, max_length=1500)
    facts: Annotated[tuple[Fact, ...], Field(max_length=12)] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("summary", "material")
    tier = ModelTier.FAST
    max_tokens = 1000
    shape = Output

    me: str
    partner: str
    summary: str | None = None
    facts: tuple[str, ...] = ()
    turns: tuple[Turn, ...]
