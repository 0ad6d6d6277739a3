"""Wording feedback on a revealed statement: kind, clear, for the member to review."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from meetwithoutfear.domain.text import SHARE_LIMIT
from meetwithoutfear.prompts.answer import Answer, Task
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet


class Output(Answer):
    proposed_feedback: str = Field(min_length=1, max_length=SHARE_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("feedback_coach", "material")
    tier = ModelTier.FAST
    max_tokens = 500
    shape = Output

    me: str
    partner: str
    statement: str
    notes_made: str
