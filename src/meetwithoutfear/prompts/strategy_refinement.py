"""An idea made smaller and clearer before it goes into the pool, in a plain style that does not tell its author. It sees
the idea and what both have confirmed as common ground, and nothing from anybody's room. Taking it is the member's choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, Field

from meetwithoutfear.domain.text import STRATEGY_LIMIT
from meetwithoutfear.prompts.answer import Answer, Task
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet

REASON_LIMIT = 200

Refined = Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)]


class Output(Answer):
    refined: Annotated[Refined | None, BeforeValidator(lambda text: text or None)] = None
    """None when the idea is fine as it is."""
    reason: str = Field(min_length=1, max_length=REASON_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("strategy_refinement", "material")
    tier = ModelTier.FAST
    max_tokens = 600
    shape = Output

    description: str
    duration: str | None = None
    measure: str | None = None
    needs: tuple[str, ...] = ()

    def parse(self, answer: object) -> Output:
        output = super().parse(answer)
        is_same = output.refined is not None and output.refined.split() == self.description.split()
        return Output(reason=output.reason) if is_same else output
