"""A first draft of what the subject could share. It sees the subject's own words and, of the comparison, only members of
closed vocabularies: the held statement cannot shine through the suggestion, because it is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import Field

from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.text import SHARE_LIMIT
from meetwithoutfear.prompts.prompt import Answer, ModelTier, Task, Unacceptable, load_sheet

MOST_SENTENCES = 3
OWN_SHARE = 0.5
"""How many of the longer words must be the subject's own, give or take their endings. Less is invention."""


class Output(Answer):
    suggestion: str = Field(min_length=1, max_length=SHARE_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("suggest_share", "material")
    tier = ModelTier.DEEP
    max_tokens = 500
    shape = Output

    subject: str
    guesser: str
    area: AreaHint | None = None
    feelings: tuple[str, ...] = ()
    """Keys of the feelings that were missed."""
    messages: tuple[str, ...]
    shared: tuple[str, ...] = ()

    def parse(self, answer: object) -> Output:
        output = super().parse(answer)
        if len(re.findall(r"[.!?…]+(?=\s|$)", output.suggestion.strip())) > MOST_SENTENCES:
            raise Unacceptable("suggestion: at most three sentences")
        if share_of_own_words(output.suggestion, self.messages) < OWN_SHARE:
            raise Unacceptable("suggestion: must be made of the person's own words")
        return output


def share_of_own_words(text: str, messages: tuple[str, ...]) -> float:
    own = stems(" ".join(messages))
    used = stems(text)
    return len(used & own) / len(used) if used else 1.0


def stems(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"\w{5,}", text.casefold())}
