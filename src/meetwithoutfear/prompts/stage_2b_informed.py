"""Stage 2B: the subject has shared something, and the guesser looks at their guess again. Turns count from the moment
REFINING began.

The Input is the consent filter. It has room for what the subject consented to share, for the guesser's own words, and
for members of closed vocabularies. What the analysis found right is given as places in the guesser's own statement, and
the feelings come out of the shared words themselves; there is no field in which anything else could travel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.discretion.drafting import Circle
from meetwithoutfear.domain.feelings import FEELINGS, AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.prompt import NOTHING, ModelTier, Plain, load_sheet
from meetwithoutfear.prompts.room import DraftReply, RoomPrompt, is_very_strong, read_draft_reply

EARLIEST_DRAFT = 2
DIRECT = 3
STUCK = 5
DENIED = re.compile(r"(?:\b(?:not|never|no|without|nor)|n['’]t)(?:\s+\w+){0,2}\s*$", re.IGNORECASE)


class InformedMode(StrEnum):
    INTEGRATING = "INTEGRATING"
    STRUGGLING = "STRUGGLING"
    CLARIFYING = "CLARIFYING"


@dataclass(frozen=True)
class Span:
    """A place in the guesser's own statement."""

    start: int
    end: int


Output = DraftReply


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(RoomPrompt):
    sheet = load_sheet("stage_2b_informed", "voice", "material")
    tier = ModelTier.DEEP
    max_tokens = 900

    turn: int
    iteration: int
    statement: str
    confirmed: tuple[Span, ...] = ()
    shared: tuple[str, ...] = ()
    feedback: tuple[str, ...] = ()
    area: AreaHint | None = None
    guidance: GuidanceType | None = None
    seed: PromptSeed | None = None
    draft: str | None = None
    ready: bool = False
    """Whether the guide has already said ReadyShare: Y since REFINING began."""
    intensity: int | None = None

    def values(self) -> Mapping[str, object]:
        passages = tuple(self.statement[span.start : span.end] for span in self.confirmed)
        return {**super().values(), "confirmed": passages}

    def plain_words(self) -> Mapping[str, Plain]:
        named = {key: None for text in self.shared for key in feelings_named_in(text)}
        return {"named_feelings": Plain(", ".join(FEELINGS[key].noun for key in named) or NOTHING)}

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn < EARLIEST_DRAFT,
            "may_draft": self.turn >= EARLIEST_DRAFT and self.draft is None,
            "be_direct": self.turn >= DIRECT,
            "stuck": self.turn >= STUCK and not self.ready,
            "has_draft": self.draft is not None,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> Output:
        allowed = self.turn >= EARLIEST_DRAFT
        circle = Circle.of([self.me, self.partner], self.topic, (self.statement, *self.shared))
        has_draft, standing = self.draft is not None, self.statement
        return read_draft_reply(
            reply, InformedMode, circle, allowed=allowed, has_draft=has_draft, standing=standing
        )


def feelings_named_in(text: str) -> Iterator[str]:
    """Keys of the feelings these words name, leaving out what they deny."""
    for key, feeling in FEELINGS.items():
        if any(not DENIED.search(text[: found.start()]) for found in feeling.lexicon.finditer(text)):
            yield key


def places_in(statement: str, passages: Iterable[str]) -> tuple[Span, ...]:
    """Where the statement itself says these passages; what it does not say has no place."""
    found = (re.search(loosely(passage), statement, re.IGNORECASE) for passage in passages if passage.strip())
    return tuple(Span(*place.span()) for place in found if place is not None)


def loosely(passage: str) -> str:
    return r"\s+".join(re.escape(word) for word in passage.split())
