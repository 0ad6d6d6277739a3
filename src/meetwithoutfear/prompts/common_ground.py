"""What two people have in common, found in what both have consented to share and in nothing else.

Every item names one need of each list that it comes from, so that nothing can be found that is not there. That there is
nothing in common is a proper answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.reframing import needs_reframing
from meetwithoutfear.prompts.answer import Answer, Task, Unacceptable
from meetwithoutfear.prompts.needs import Wording, same_wording
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet

MOST_ITEMS = 5
GROUND_LIMIT = 300


@dataclass(frozen=True)
class SharedNeed:
    need: str = field(repr=False)
    category: NeedCategory
    description: str = field(repr=False)


class GroundFinding(Answer):
    need: Wording
    category: NeedCategory
    description: Annotated[str, Field(min_length=1, max_length=GROUND_LIMIT)]
    ours: int = Field(ge=1)
    """Which need of the one list it comes from, counted from 1 as the material is."""
    theirs: int = Field(ge=1)


class Output(Answer):
    items: Annotated[tuple[GroundFinding, ...], Field(max_length=MOST_ITEMS)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("common_ground", "material")
    tier = ModelTier.DEEP
    max_tokens = 1500
    shape = Output

    ours: tuple[SharedNeed, ...]
    theirs: tuple[SharedNeed, ...]

    def values(self) -> Mapping[str, object]:
        return {"ours": tuple(map(as_text, self.ours)), "theirs": tuple(map(as_text, self.theirs))}

    def parse(self, answer: object) -> Output:
        output = super().parse(answer)
        wordings = [same_wording(item.need) for item in output.items]
        for place, item in enumerate(output.items):
            if fault := self.fault_of(item):
                raise Unacceptable(f"items.{place}.{fault}")
            if wordings[place] in wordings[:place]:
                raise Unacceptable(f"items.{place}.need: is there already")
        return output

    def fault_of(self, item: GroundFinding) -> str | None:
        if item.ours > len(self.ours) or item.theirs > len(self.theirs):
            return "ours, theirs: must each be the number of a need in that list"
        pair = (self.ours[item.ours - 1], self.theirs[item.theirs - 1])
        if item.category not in {need.category for need in pair}:
            return "category: must be that of one of the two needs it comes from"
        if needs_reframing(item.need):
            return "need: must say what both need, not what somebody is to do"
        return None


def as_text(shared: SharedNeed) -> str:
    return f"need: {shared.need}\ncategory: {shared.category}\ndescription: {shared.description}"
