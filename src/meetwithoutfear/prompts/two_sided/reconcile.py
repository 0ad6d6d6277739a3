"""The gap analysis: a statement compared with what its subject really said. Ranges and closed vocabularies are checked
here, so that nothing but a well-formed analysis ever leaves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from meetwithoutfear.domain.feelings import AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.prompts.answer import Answer, FeelingKey, read, schema_of
from meetwithoutfear.prompts.prompt import Base, Tier
from meetwithoutfear.prompts.sheet import load


class Severity(StrEnum):
    NONE = "none"
    MINOR = "minor"
    MODERATE = "moderate"
    SIGNIFICANT = "significant"


class Action(StrEnum):
    PROCEED = "PROCEED"
    OFFER_OPTIONAL = "OFFER_OPTIONAL"
    OFFER_SHARING = "OFFER_SHARING"


class Confidence(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


Sentence = Annotated[str, Field(min_length=1, max_length=1000)]


class Misattribution(Answer):
    feeling: FeelingKey
    major: bool


class Output(Answer):
    alignment_score: int = Field(ge=0, le=100)
    alignment_summary: Sentence
    correctly_identified: Annotated[tuple[Sentence, ...], Field(max_length=12)]
    gap_severity: Severity
    gap_summary: Sentence
    missed_feelings: Annotated[tuple[FeelingKey, ...], Field(max_length=27)]
    misattributions: Annotated[tuple[Misattribution, ...], Field(max_length=27)]
    most_important_gap: Sentence | None = None
    recommended_action: Action | None = None
    rationale: Sentence
    sharing_would_help: bool
    suggested_share_focus: Sentence | None = None
    area_hint: AreaHint | None = None
    guidance_type: GuidanceType | None = None
    prompt_seed: PromptSeed | None = None
    confidence: Confidence


@dataclass(frozen=True, kw_only=True)
class Input(Base):
    sheet = load("reconcile", "material")
    tier = Tier.DEEP
    max_tokens = 2000

    guesser: str
    subject: str
    statement: str
    guessed_feelings: tuple[str, ...] = ()
    messages: tuple[str, ...]
    confirmed_feelings: tuple[str, ...] = ()
    strongest_feelings: tuple[str, ...] = ()
    confirmed_words: str | None = None
    shared: tuple[str, ...] = ()
    iteration: int

    @property
    def schema(self) -> dict[str, object]:
        return schema_of(Output)

    def parse(self, answer: object) -> Output:
        return read(Output, answer)
