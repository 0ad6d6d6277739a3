"""The typed tasks for one room, and for what both have consented to share: summary, feedback, needs, common ground, ideas.
The two that are made from both people's words are in two_sided."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BeforeValidator, Field

from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import needs_reframing
from meetwithoutfear.domain.text import SHARE_LIMIT, STRATEGY_LIMIT
from meetwithoutfear.prompts.prompt import Answer, ModelTier, Task, Turn, Unacceptable

WORDING_LIMIT = 120
SHORTEST_QUOTE, QUOTE_LIMIT = 3, 500
MOST_NEEDS, MOST_QUOTES = 8, 5
MOST_ITEMS, GROUND_LIMIT = 5, 300
REASON_LIMIT = 200

Fact = Annotated[str, Field(min_length=1, max_length=200)]
Wording = Annotated[str, Field(min_length=1, max_length=WORDING_LIMIT)]
Quote = Annotated[str, Field(min_length=SHORTEST_QUOTE, max_length=QUOTE_LIMIT)]
Refined = Annotated[str, Field(min_length=1, max_length=STRATEGY_LIMIT)]


class Memory(Answer):
    summary: str = Field(min_length=1, max_length=1500)
    facts: Annotated[tuple[Fact, ...], Field(max_length=12)] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class SummaryTask(Task[Memory], sheet="summary", tier=ModelTier.FAST, max_tokens=1000):
    """The rolling summary of a member's own side, with notable facts: what the guide keeps of messages it no longer
    sees."""

    shape = Memory

    me: str
    partner: str
    summary: str | None = None
    facts: tuple[str, ...] = ()
    turns: tuple[Turn, ...]


class FeedbackWording(Answer):
    proposed_feedback: str = Field(min_length=1, max_length=SHARE_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class FeedbackTask(Task[FeedbackWording], sheet="feedback_coach", tier=ModelTier.FAST, max_tokens=500):
    """Wording feedback on a revealed statement: kind, clear, for the member to review."""

    shape = FeedbackWording

    me: str
    partner: str
    statement: str
    notes_made: str


class ProposedNeed(Answer):
    need: Wording
    category: NeedCategory
    evidence: Annotated[tuple[Quote, ...], Field(min_length=1, max_length=MOST_QUOTES)]
    confidence: float = Field(ge=0, le=1)


class ProposedNeeds(Answer):
    needs: Annotated[tuple[ProposedNeed, ...], Field(min_length=1, max_length=MOST_NEEDS)]


@dataclass(frozen=True, kw_only=True, repr=False)
class NeedsTask(Task[ProposedNeeds], sheet="needs", tier=ModelTier.DEEP, max_tokens=2500):
    """Universal needs under one member's own words, each with quotes that really stand in them.

    A quote that nobody wrote is worse than no need at all, so an answer with one is refused as a whole. What is kept of a
    quote is the passage of the message itself, not what the engine made of its spaces.
    """

    shape = ProposedNeeds

    me: str
    messages: tuple[str, ...]
    """The member's own words of Stages 1 to 3, without those the safety check rang for."""
    kept: tuple[str, ...] = ()
    """Needs they have already confirmed."""

    def parse(self, answer: object) -> ProposedNeeds:
        needs = super().parse(answer).needs
        wordings = [same_wording(need.need) for need in needs]
        for place, need in enumerate(needs):
            if needs_reframing(need.need):
                raise Unacceptable(f"needs.{place}.need: must say what this person needs, of nobody else")
            if wordings[place] in {*wordings[:place], *map(same_wording, self.kept)}:
                raise Unacceptable(f"needs.{place}.need: is there already")
        quoted = (
            need.model_copy(update={"evidence": tuple(self.quotes(place, need))})
            for place, need in enumerate(needs)
        )
        return ProposedNeeds(needs=tuple(quoted))

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


class GroundFindings(Answer):
    items: Annotated[tuple[GroundFinding, ...], Field(max_length=MOST_ITEMS)]


@dataclass(frozen=True, kw_only=True, repr=False)
class CommonGroundTask(Task[GroundFindings], sheet="common_ground", tier=ModelTier.DEEP, max_tokens=1500):
    """What two people have in common, found in what both have consented to share and in nothing else.

    Every item names one need of each list that it comes from, so that nothing can be found that is not there. That there
    is nothing in common is a proper answer.
    """

    shape = GroundFindings

    ours: tuple[SharedNeed, ...]
    theirs: tuple[SharedNeed, ...]

    def values(self) -> Mapping[str, object]:
        lists = {"ours": self.ours, "theirs": self.theirs}
        return {
            name: tuple(
                f"need: {one.need}\ncategory: {one.category}\ndescription: {one.description}" for one in needs
            )
            for name, needs in lists.items()
        }

    def parse(self, answer: object) -> GroundFindings:
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


class RefinedIdea(Answer):
    refined: Annotated[Refined | None, BeforeValidator(lambda text: text or None)] = None
    """None when the idea is fine as it is."""
    reason: str = Field(min_length=1, max_length=REASON_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class IdeaTask(Task[RefinedIdea], sheet="strategy_refinement", tier=ModelTier.FAST, max_tokens=600):
    """An idea made smaller and clearer before it goes into the pool, in a plain style that does not tell its author. It
    sees the idea and what both have confirmed as common ground, and nothing from anybody's room. Taking it is the member's
    choice."""

    shape = RefinedIdea

    description: str
    duration: str | None = None
    measure: str | None = None
    needs: tuple[str, ...] = ()

    def parse(self, answer: object) -> RefinedIdea:
        output = super().parse(answer)
        is_same = output.refined is not None and output.refined.split() == self.description.split()
        return RefinedIdea(reason=output.reason) if is_same else output
