"""The gap analysis and the rules around it: how far a guess covers what the subject feels, and what follows.

Every feeling of the subject asks: how close does the guess come to me? The same feeling counts fully, one of its
family mostly, a listed neighbour a little. The weighted mean of the answers is the coverage. A guessed feeling with
no relation to any feeling of the subject, or one the subject denied, is a misattribution and costs 20 points.
So adding a true feeling to a guess never lowers its score, and adding a false one never raises it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE, AreaHint, GuidanceType, PromptSeed, closeness

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Severity(StrEnum):
    NONE = "none"
    MINOR = "minor"
    MODERATE = "moderate"
    SIGNIFICANT = "significant"


class Recommendation(StrEnum):
    PROCEED = "PROCEED"
    OFFER_OPTIONAL = "OFFER_OPTIONAL"
    OFFER_SHARING = "OFFER_SHARING"


class Confidence(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Stance(StrEnum):
    """How a statement stands to the feelings it names. Only what is affirmed of the subject can be an understanding."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    PRETENDED = "pretended"
    MOCKED = "mocked"
    ASKED = "asked"
    ORDERED = "ordered"
    NOT_THE_SUBJECTS = "not_the_subjects"
    """The writer's own, or somebody else's."""
    WORD_LIST = "word_list"
    UNCLEAR = "unclear"
    """Nothing is said of the subject, or the words cannot be read."""


CORE, SECONDARY = 3.0, 1.0
CAPTURED = 0.65
PENALTY = 20
SLIVER = 1e-6
NOTHING_KNOWN = 0.5
ALIGNED, CLOSE, PARTLY = 80, 60, 30


@dataclass(frozen=True)
class Misattribution:
    feeling: str
    major: bool


@dataclass(frozen=True)
class Comparison:
    score: int
    captured: tuple[str, ...]
    missed: tuple[str, ...]
    """Heaviest first."""
    misattributions: tuple[Misattribution, ...]


@dataclass(frozen=True)
class GapAnalysis:
    stance: Stance
    alignment_score: int
    alignment_summary: str
    correctly_identified: tuple[str, ...]
    gap_severity: Severity
    gap_summary: str
    missed_feelings: tuple[str, ...]
    misattributions: tuple[Misattribution, ...]
    most_important_gap: str | None
    recommended_action: Recommendation
    rationale: str
    sharing_would_help: bool
    suggested_share_focus: str | None
    area_hint: AreaHint | None
    guidance_type: GuidanceType | None
    prompt_seed: PromptSeed | None
    confidence: Confidence


@dataclass(frozen=True)
class SettledAction:
    action: Recommendation
    overruled: bool
    """The engine recommended something its own fields do not support."""


def compare(subject: Mapping[str, float], guess: Collection[str], denied: Collection[str] = ()) -> Comparison:
    """Score a guess against the subject's weighted feelings. What the subject confirmed outranks a denial."""
    refused = frozenset(denied) - subject.keys()
    meant = [feeling for feeling in guess if feeling not in refused]
    reached = {feeling: best_of(feeling, meant) for feeling in subject}
    wrong = misattributions(subject, guess, refused)
    weighted = sum(subject[feeling] * reached[feeling] for feeling in subject)
    coverage = weighted / sum(subject.values()) if subject else NOTHING_KNOWN
    by_weight = sorted(subject, key=lambda feeling: -subject[feeling])
    return Comparison(
        # Rounded down: only what reaches a band is in it. The sliver makes up for floating point.
        score=max(0, math.floor(100 * coverage - PENALTY * len(wrong) + SLIVER)),
        captured=tuple(feeling for feeling in by_weight if reached[feeling] >= CAPTURED),
        missed=tuple(feeling for feeling in by_weight if reached[feeling] < CAPTURED),
        misattributions=wrong,
    )


def misattributions(
    subject: Collection[str], guess: Collection[str], refused: Collection[str]
) -> tuple[Misattribution, ...]:
    wrong = [f for f in dict.fromkeys(guess) if f in refused or (subject and not best_of(f, subject))]
    # It glosses over who tells a person in pain that they are fine.
    in_pain = all(FEELINGS[feeling].family != POSITIVE for feeling in subject)
    return tuple(
        Misattribution(f, major=f in refused or (FEELINGS[f].family == POSITIVE and in_pain)) for f in wrong
    )


def severity_of(score: int) -> Severity:
    if score >= ALIGNED:
        return Severity.NONE
    if score >= CLOSE:
        return Severity.MINOR
    return Severity.MODERATE if score >= PARTLY else Severity.SIGNIFICANT


def action_for(
    score: int, wrong: Collection[Misattribution], stance: Stance = Stance.AFFIRMED
) -> Recommendation:
    if stance is Stance.UNCLEAR:
        return Recommendation.OFFER_OPTIONAL
    if stance is not Stance.AFFIRMED or score < CLOSE or any(item.major for item in wrong):
        return Recommendation.OFFER_SHARING
    return Recommendation.PROCEED if score >= ALIGNED and not wrong else Recommendation.OFFER_OPTIONAL


def settle_action(
    recommended: Recommendation | None,
    score: int,
    wrong: Collection[Misattribution],
    stance: Stance = Stance.AFFIRMED,
) -> SettledAction:
    """The engine's word counts when its own fields and the stance support it; otherwise the rule above decides."""
    if recommended is not None and supports(recommended, score, wrong, stance):
        return SettledAction(recommended, overruled=False)
    return SettledAction(action_for(score, wrong, stance), overruled=recommended is not None)


def guidance_for(comparison: Comparison, guess: Collection[str], *, shared: bool) -> GuidanceType | None:
    """Which way the guide may point the guesser; None when there is nothing to add."""
    if not comparison.missed and not comparison.misattributions:
        return None
    if shared:
        return GuidanceType.STAY_WITH_SHARED_WORDS
    if not guess:
        return GuidanceType.NAME_A_FEELING
    if comparison.misattributions:
        return GuidanceType.CHALLENGE_ASSUMPTIONS
    if comparison.missed[0] in IMPACT:
        return GuidanceType.ACKNOWLEDGE_IMPACT
    return GuidanceType.EXPLORE_BREADTH if comparison.captured else GuidanceType.EXPLORE_DEEPER_FEELINGS


# Feelings that tell what something cost a person, more than what lies under it.
IMPACT = frozenset({"exhaustion", "overwhelm", "hurt", "betrayal", "unfairness", "disappointment"})

SEED_OF = {
    GuidanceType.EXPLORE_DEEPER_FEELINGS: PromptSeed.WHAT_MIGHT_BE_UNDERNEATH,
    GuidanceType.EXPLORE_BREADTH: PromptSeed.WHAT_ELSE_MIGHT_BE_THERE,
    GuidanceType.CHALLENGE_ASSUMPTIONS: PromptSeed.WHAT_MIGHT_YOU_BE_ASSUMING,
    GuidanceType.ACKNOWLEDGE_IMPACT: PromptSeed.WHAT_DID_IT_COST_THEM,
    GuidanceType.NAME_A_FEELING: PromptSeed.WHAT_WOULD_YOU_CALL_THAT_FEELING,
    GuidanceType.STAY_WITH_SHARED_WORDS: PromptSeed.WHAT_IN_THEIR_WORDS_STAYS_WITH_YOU,
}


def best_of(feeling: str, others: Collection[str]) -> float:
    return max((closeness(feeling, other) for other in others), default=0.0)


def supports(action: Recommendation, score: int, wrong: Collection[Misattribution], stance: Stance) -> bool:
    if stance is Stance.UNCLEAR:
        return action is not Recommendation.PROCEED
    if stance is not Stance.AFFIRMED:
        return action is Recommendation.OFFER_SHARING
    match action:
        case Recommendation.PROCEED:
            return score >= CLOSE and not any(item.major for item in wrong)
        case Recommendation.OFFER_SHARING:
            return score < ALIGNED or bool(wrong)
        case _:
            return True
