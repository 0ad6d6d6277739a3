"""Wording feedback on a revealed statement: kind, clear, for the member to review."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from meetwithoutfear.prompts.answer import Answer, read, schema_of
from meetwithoutfear.prompts.prompt import Base, Tier
from meetwithoutfear.prompts.room import SHARE_LIMIT
from meetwithoutfear.prompts.sheet import load


class Output(Answer):
    proposed_feedback: str = Field(min_length=1, max_length=SHARE_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Base):
    sheet = load("feedback_coach", "material")
    tier = Tier.FAST
    max_tokens = 500

    me: str
    partner: str
    statement: str
    notes_made: str

    @property
    def schema(self) -> dict[str, object]:
        return schema_of(Output)

    def parse(self, answer: object) -> Output:
        return read(Output, answer)
