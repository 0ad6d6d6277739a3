"""Universal needs under one member's own words, each with quotes that really stand in them.

A quote that nobody wrote is worse than no need at all, so an answer with one is refused as a whole. What is kept of a
quote is the passage of the message itself, not what the engine made of its spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.reframing import needs_reframing
from meetwithoutfear.prompts.answer import Answer, Task, Unacceptable
from meetwithoutfear.prompts.prompt import ModelTier, load_sheet

WORDING_LIMIT = 120
SHORTEST_QUOTE, QUOTE_LIMIT = 3, 500
MOST_NEEDS, MOST_QUOTES = 8, 5

Wording = Annotated[str, Field(min_length=1, max_length=WORDING_LIMIT)]
Quote = Annotated[str, Field(min_length=SHORTEST_QUOTE, max_length=QUOTE_LIMIT)]


class ProposedNeed(Answer):
    need: Wording
    category: NeedCategory
    evidence: Annotated[tuple[Quote, ...], Field(min_length=1, max_length=MOST_QUOTES)]
    confidence: float = Field(ge=0, le=1)


class Output(Answer):
    needs: Annotated[tuple[ProposedNeed, ...], Field(min_length=1, max_length=MOST_NEEDS)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("needs", "material")
    tier = ModelTier.DEEP
    max_tokens = 2500
    shape = Output

    me: str
    messages: tuple[str, ...]
    """The member's own words of Stages 1 to 3, without those the safety check rang for."""
    kept: tuple[str, ...] = ()
    """Needs they have already confirmed."""

    def parse(self, answer: object) -> Output:
        needs = super().parse(answer).needs
        wordings = [same_wording(need.need) for need in needs]
        for place, need in enumerate(needs):
            if needs_reframing(need.need):
                raise Unacceptable(f"needs.{place}.need: must say what this person needs, of nobody else")
            if wordings[place] in {*wordings[:place], *map(same_wording, self.kept)}:
                raise Unacceptable(f"needs.{place}.need: is there already")
        return Output(
            needs=tuple(
                need.model_copy(update={"evidence": tuple(self.quotes(place, need))})
                for place, need in enumerate(needs)
            )
        )

    def quotes(self, place: int, need: ProposedNeed) -> Iterator[str]:
        for number, quote in enumerate(need.evidence):
            found = passage_in(self.messages, quote)
            if found is None:
                raise Unacceptable(
                    f"needs.{place}.evidence.{number}: must stand in one of the messages exactly so"
                )
            yield found


def same_wording(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).rstrip(".!")


def passage_in(messages: tuple[str, ...], quote: str) -> str | None:
    """The place in a message where these very words stand, whatever spaces are between them."""
    words = unicodedata.normalize("NFC", quote).split()
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    places = (pattern.search(unicodedata.normalize("NFC", message)) for message in messages)
    return next((place[0] for place in places if place and words), None)
