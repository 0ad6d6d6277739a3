"""The conversations of Stage 2, in which a statement comes to be.

A reply may carry a draft of one. The rules of when there may be one hold here, whatever the engine wrote: a draft that
comes too early is dropped, and so is one with insults, sarcasm, broken sentences or somebody else's matters in it; and
nothing is ready to be shared that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.discretion.drafting import Circle, is_presentable, may_be_drafted
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import STATEMENT_LIMIT
from meetwithoutfear.prompts.chats import PhasePrompt, is_very_strong, within
from meetwithoutfear.prompts.prompt import NOTHING, ModelTier, Plain

EARLIEST_DRAFT, LONG = 4, 8
EARLIEST_NEW_DRAFT, DIRECT, STUCK = 2, 3, 5
DENIED = re.compile(r"(?:\b(?:not|never|no|without|nor)|n['’]t)(?:\s+\w+){0,2}\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Span:
    """A place in the guesser's own statement."""

    start: int
    end: int


@dataclass(frozen=True, kw_only=True, repr=False)
class PerspectiveChat(PhasePrompt, sheet="stage_2_perspective", tier=ModelTier.DEEP, max_tokens=900):
    """Stage 2: somebody builds a guess at what the other one lives through."""

    draft: str | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "too_early_for_a_draft": self.turn < EARLIEST_DRAFT,
            "may_draft": EARLIEST_DRAFT <= self.turn < LONG and self.draft is None,
            "has_draft": self.draft is not None,
            "long_without_a_draft": self.turn >= LONG and self.draft is None,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> ReplyNotes:
        circle = Circle.of([self.me, self.partner], self.topic)
        allowed, has_draft = self.turn >= EARLIEST_DRAFT, self.draft is not None
        return read_draft_reply(reply, circle, allowed=allowed, has_draft=has_draft)


@dataclass(frozen=True, kw_only=True, repr=False)
class InformedChat(PhasePrompt, sheet="stage_2b_informed", tier=ModelTier.DEEP, max_tokens=900):
    """Stage 2B: the subject has shared something, and the guesser looks at their guess again. Turns count from the moment
    REFINING began.

    This is the consent filter. It has room for what the subject consented to share, for the guesser's own words, and for
    members of closed vocabularies. What the analysis found right is given as places in the guesser's own statement, and
    the feelings come out of the shared words themselves; there is no field in which anything else could travel.
    """

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

    def values(self) -> Mapping[str, object]:
        passages = tuple(self.statement[span.start : span.end] for span in self.confirmed)
        return {**super().values(), "confirmed": passages}

    def plain_words(self) -> Mapping[str, Plain]:
        named = {key: None for text in self.shared for key in feelings_named_in(text)}
        return {"named_feelings": Plain(", ".join(FEELINGS[key].noun for key in named) or NOTHING)}

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn < EARLIEST_NEW_DRAFT,
            "may_draft": self.turn >= EARLIEST_NEW_DRAFT and self.draft is None,
            "be_direct": self.turn >= DIRECT,
            "stuck": self.turn >= STUCK and not self.ready,
            "has_draft": self.draft is not None,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> ReplyNotes:
        circle = Circle.of([self.me, self.partner], self.topic, (self.statement, *self.shared))
        allowed, has_draft = self.turn >= EARLIEST_NEW_DRAFT, self.draft is not None
        return read_draft_reply(reply, circle, allowed=allowed, has_draft=has_draft, standing=self.statement)


def read_draft_reply(
    reply: Reply, circle: Circle, *, allowed: bool, has_draft: bool, standing: str = ""
) -> ReplyNotes:
    """What stands in the statement already is the writer's own choice; only what is new is looked at."""
    draft = within(STATEMENT_LIMIT, reply.draft) if allowed else None
    new = " ".join(one for one in sentences(draft or "") if one not in standing)
    if not (is_presentable(new) and may_be_drafted(new, circle)):
        draft = None
    notes = reply.thinking
    return ReplyNotes(
        draft=draft,
        ready_to_share=allowed and (draft is not None or has_draft) and notes.ready_share is True,
        intensity=notes.intensity,
    )


def feelings_named_in(text: str) -> Iterator[str]:
    """Keys of the feelings these words name, leaving out what they deny."""
    for key, feeling in FEELINGS.items():
        if any(not DENIED.search(text[: found.start()]) for found in feeling.lexicon.finditer(text)):
            yield key


def places_in(statement: str, passages: Iterable[str]) -> tuple[Span, ...]:
    """Where the statement itself says these passages, whatever spaces are between; what it does not say has no place."""
    wanted = (r"\s+".join(map(re.escape, passage.split())) for passage in passages if passage.strip())
    found = (re.search(passage, statement, re.IGNORECASE) for passage in wanted)
    return tuple(Span(*place.span()) for place in found if place is not None)
