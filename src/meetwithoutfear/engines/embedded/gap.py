"""The gap analysis of the embedded engine.

With the subject's own chips the set rule decides. Without them both texts are read for feelings, and a scale learnt
from labelled cases turns five signals into the score; then the engine is careful twice over: a feeling that the
subject named and the guess does not touch rules out "no gap", and when neither text names any feeling it does not
decide at all but leaves the next step open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE, closeness
from meetwithoutfear.domain.gap import (
    ALIGNED,
    CAPTURED,
    CORE,
    SECONDARY,
    SEED_OF,
    Action,
    Comparison,
    Confidence,
    GapAnalysis,
    Severity,
    action_for,
    compare,
    guidance_for,
    severity_of,
)
from meetwithoutfear.engines.embedded.clauses import in_the_subjects_voice
from meetwithoutfear.engines.embedded.detect import KEYS, Detector, Reading

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from meetwithoutfear.engines.embedded.severity import Scale

GUESSED = 0.4
"""From here on a statement counts as speaking of a feeling."""
HEARD, HEARD_AT_MOST = 0.2, 3
CONSIDERED = 8
CERTAIN, FAINTEST = 0.35, 0.1
MOST_SUPPORT = 3.0
SIGNALS = ("coverage", "support", "echo", "not denied", "not glossed over")

CLOSENESS = np.array([[closeness(one, other) for other in KEYS] for one in KEYS])
IS_POSITIVE = np.array([FEELINGS[key].family == POSITIVE for key in KEYS])


@dataclass(frozen=True)
class ConfirmedFeeling:
    feeling: str
    most: bool = False


@dataclass(frozen=True)
class GapInput:
    statement: str
    subject_texts: tuple[str, ...]
    """The subject's own words, without messages the safety check flagged."""
    confirmed: tuple[ConfirmedFeeling, ...] = ()
    meant: tuple[str, ...] = ()
    """Feelings the guesser ticked."""
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class TwoReadings:
    subject: Reading
    guess: Reading
    given: GapInput

    @property
    def guessed(self) -> list[str]:
        return list(self.given.meant) or self.guess.likely(GUESSED)

    @property
    def weights(self) -> dict[str, float]:
        """The subject's feelings: as confirmed, or else as heard, the two clearest as core."""
        if self.given.confirmed:
            return {c.feeling: CORE if c.most else SECONDARY for c in self.given.confirmed}
        heard = [f for f in self.subject.likely(HEARD)[:HEARD_AT_MOST] if f not in self.subject.named]
        found = [f for f in self.subject.ranked() if f in self.subject.named or f in heard]
        return {f: CORE if place < 2 else SECONDARY for place, f in enumerate(found)}  # noqa: PLR2004


def read_both(detector: Detector, given: GapInput) -> TwoReadings:
    subject = detector.read("\n".join((*given.subject_texts, *given.shared)))
    return TwoReadings(subject, detector.read(in_the_subjects_voice(given.statement), by_clause=True), given)


def analyse(detector: Detector, scale: Scale, given: GapInput) -> GapAnalysis:
    both = read_both(detector, given)
    comparison = compare(both.weights, both.guessed, both.subject.denied)
    if not given.confirmed:
        comparison = replace(comparison, score=_score_from_texts(scale, both, comparison))
    return _analysis(both, comparison)


def signals(both: TwoReadings) -> tuple[float, ...]:
    """What the scale reads, each the larger the closer the guess."""
    guess = np.isin(KEYS, both.given.meant).astype(float) if both.given.meant else both.guess.overall
    guessed = np.isin(KEYS, both.guessed)
    heard = both.subject.overall
    # In a text without feeling words every probability is low; what matters then is which are highest.
    clear = np.minimum(1, heard / max(FAINTEST, min(CERTAIN, np.sort(heard)[-3])))
    considered = np.argsort(-heard, kind="stable")[:CONSIDERED]
    coverage = (
        clear[considered]
        @ (CLOSENESS[considered] * guess).max(axis=1)
        / max(clear[considered].sum(), FAINTEST)
    )
    support = (CLOSENESS[guessed] * clear).max(axis=1).sum() if guessed.any() else 0.0
    denied = bool(guessed[np.isin(KEYS, list(both.subject.denied))].any())
    glossed = bool((guessed & IS_POSITIVE).any()) and not (heard[IS_POSITIVE] > CERTAIN).any()
    return (float(coverage), min(float(support), MOST_SUPPORT), _echo(both), -float(denied), -float(glossed))


def _echo(both: TwoReadings) -> float:
    """How far the statement answers each sentence of the subject, by meaning alone."""
    if not len(both.subject.vectors) or not len(both.guess.vectors):
        return 0.0
    return float((both.subject.vectors @ both.guess.vectors.T).max(axis=1).mean())


def _score_from_texts(scale: Scale, both: TwoReadings, comparison: Comparison) -> int:
    score = scale.score(signals(both))
    overlooked = [f for f in comparison.missed if f in both.subject.named and FEELINGS[f].family != POSITIVE]
    return min(score, ALIGNED - 1) if overlooked or not both.guessed else score


def _analysis(both: TwoReadings, comparison: Comparison) -> GapAnalysis:
    severity = severity_of(comparison.score)
    confidence = _confidence(both)
    missed = comparison.missed
    gap = (
        _most_important(both, comparison)
        if severity is not Severity.NONE or confidence is Confidence.LOW
        else None
    )
    action = _action(both, comparison, confidence)
    focus = gap if action is not Action.PROCEED and _worth_sharing(both, comparison, confidence) else None
    guidance = guidance_for(comparison, both.guessed, shared=bool(both.given.shared))
    return GapAnalysis(
        alignment_score=comparison.score,
        alignment_summary=_told("The statement speaks of", comparison.captured, "nothing that was heard"),
        correctly_identified=comparison.captured,
        gap_severity=severity,
        gap_summary=_told("Not touched:", missed, "nothing that was heard"),
        missed_feelings=missed,
        misattributions=comparison.misattributions,
        most_important_gap=gap,
        recommended_action=action,
        rationale=_rationale(comparison, confidence),
        sharing_would_help=focus is not None,
        suggested_share_focus=focus,
        area_hint=FEELINGS[missed[0]].area if missed else None,
        guidance_type=guidance,
        prompt_seed=SEED_OF[guidance] if guidance else None,
        confidence=confidence,
    )


def _action(both: TwoReadings, comparison: Comparison, confidence: Confidence) -> Action:
    action = action_for(comparison.score, comparison.misattributions)
    if confidence is Confidence.LOW or (action is Action.PROCEED and not _agree_in_words(both)):
        return Action.OFFER_OPTIONAL
    return action


def _agree_in_words(both: TwoReadings) -> bool:
    """Is some feeling spelled out on both sides? Hearing it between the lines is no ground to stop asking."""
    subject = [c.feeling for c in both.given.confirmed] or both.subject.named
    guess = both.given.meant or both.guess.named
    return any(closeness(one, other) >= CAPTURED for one in subject for other in guess)


def _confidence(both: TwoReadings) -> Confidence:
    subject_told, guesser_told = bool(both.given.confirmed), bool(both.given.meant)
    if subject_told and guesser_told:
        return Confidence.HIGH
    named = subject_told or guesser_told or both.subject.named or both.guess.named
    return Confidence.MEDIUM if named else Confidence.LOW


def _most_important(both: TwoReadings, comparison: Comparison) -> str | None:
    """The heaviest feeling that was missed, with the subject's own sentence: for the subject's side alone."""
    feeling = next(iter(comparison.missed), None) or next(iter(both.subject.ranked()))
    sentence = both.subject.evidence(feeling)
    return f"{feeling}: {sentence}" if sentence else feeling


def _worth_sharing(both: TwoReadings, comparison: Comparison, confidence: Confidence) -> bool:
    """A minor gap is worth an invitation only when it concerns something central."""
    if confidence is Confidence.LOW or severity_of(comparison.score) in (
        Severity.MODERATE,
        Severity.SIGNIFICANT,
    ):
        return True
    weights = both.weights
    return any(weights[feeling] >= CORE for feeling in comparison.missed)


def _told(opening: str, feelings: Sequence[str], otherwise: str) -> str:
    return f"{opening} {', '.join(feelings) or otherwise}."


def _rationale(comparison: Comparison, confidence: Confidence) -> str:
    wrong = [item.feeling for item in comparison.misattributions]
    return (
        f"Score {comparison.score}; captured {_count(comparison.captured)}, missed {_count(comparison.missed)}, "
        f"attributed without ground {_count(wrong)}; confidence {confidence}."
    )


def _count(items: Collection[str]) -> str:
    return f"{len(items)} ({', '.join(items)})" if items else "none"
