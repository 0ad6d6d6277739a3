"""The gap analysis: a statement compared with what its subject really said. Ranges and closed vocabularies are checked
here, so that nothing but a well-formed analysis ever leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from meetwithoutfear.domain.feelings import FEELINGS, AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.domain.gap import (
    Confidence,
    GapAnalysis,
    Misattribution,
    Recommendation,
    Severity,
    Stance,
    action_for,
)
from meetwithoutfear.prompts.prompt import Answer, ModelTier, Task, load_sheet, read_answer

Output = GapAnalysis
ItemT = TypeVar("ItemT")

Sentence = Annotated[str, Field(min_length=1, max_length=1000)]
Perhaps = Annotated[Sentence | None, BeforeValidator(lambda text: text or None)]
"""Engines say "nothing" as null and as an empty text."""


def check_feeling(key: str) -> str:
    if key not in FEELINGS:
        raise ValueError(f"must be one of: {', '.join(FEELINGS)}")
    return key


FeelingKey = Annotated[
    str, AfterValidator(check_feeling), WithJsonSchema({"type": "string", "enum": list(FEELINGS)})
]


class WrongGuess(Answer):
    feeling: FeelingKey
    major: bool


class Analysis(Answer):
    stance: Stance
    alignment_score: int = Field(ge=0, le=100)
    alignment_summary: Sentence
    correctly_identified: Annotated[tuple[Sentence, ...], Field(max_length=12)]
    gap_severity: Severity
    gap_summary: Sentence
    missed_feelings: Annotated[tuple[FeelingKey, ...], Field(max_length=27)]
    misattributions: Annotated[tuple[WrongGuess, ...], Field(max_length=27)]
    most_important_gap: Perhaps = None
    recommended_action: Recommendation | None = None
    rationale: Sentence
    sharing_would_help: bool
    suggested_share_focus: Perhaps = None
    area_hint: AreaHint | None = None
    guidance_type: GuidanceType | None = None
    prompt_seed: PromptSeed | None = None
    confidence: Confidence


@dataclass(frozen=True, kw_only=True, repr=False)
class Input(Task[Output]):
    sheet = load_sheet("reconcile", "material")
    tier = ModelTier.DEEP
    max_tokens = 2000
    shape = Analysis

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

    def parse(self, answer: object) -> Output:
        found = read_answer(Analysis, answer)
        wrong = once(Misattribution(guess.feeling, guess.major) for guess in found.misattributions)
        action = found.recommended_action or action_for(found.alignment_score, wrong, found.stance)
        settled = {
            "missed_feelings": once(found.missed_feelings),
            "misattributions": wrong,
            "recommended_action": action,
        }
        return GapAnalysis(**{**dict(found), **settled})


def once(items: Iterable[ItemT]) -> tuple[ItemT, ...]:
    """Small models repeat themselves; a feeling is missed once or not at all."""
    return tuple(dict.fromkeys(items))
