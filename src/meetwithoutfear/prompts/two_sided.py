"""The only prompts made from both people's words. What they answer never reaches a person as it is."""

from __future__ import annotations

import re
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
from meetwithoutfear.domain.text import SHARE_LIMIT
from meetwithoutfear.prompts.prompt import Answer, ModelTier, Task, Unacceptable, read_answer

ItemT = TypeVar("ItemT")

MOST_SENTENCES = 3
OWN_SHARE = 0.5
"""How many of the longer words of a draft must be the subject's own, give or take their endings. Less is invention."""

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
class GapTask(Task[GapAnalysis], sheet="reconcile", tier=ModelTier.DEEP, max_tokens=2000):
    """The gap analysis: a statement compared with what its subject really said. Ranges and closed vocabularies are checked
    here, so that nothing but a well-formed analysis ever leaves."""

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

    def parse(self, answer: object) -> GapAnalysis:
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


class DraftedShare(Answer):
    suggestion: str = Field(min_length=1, max_length=SHARE_LIMIT)


@dataclass(frozen=True, kw_only=True, repr=False)
class ShareTask(Task[DraftedShare], sheet="suggest_share", tier=ModelTier.DEEP, max_tokens=500):
    """A first draft of what the subject could share. It sees the subject's own words and, of the comparison, only members of
    closed vocabularies: the held statement cannot shine through the suggestion, because it is not there."""

    shape = DraftedShare

    subject: str
    guesser: str
    area: AreaHint | None = None
    feelings: tuple[str, ...] = ()
    """Keys of the feelings that were missed."""
    messages: tuple[str, ...]
    shared: tuple[str, ...] = ()

    def parse(self, answer: object) -> DraftedShare:
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
