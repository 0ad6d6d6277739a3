"""The gap analysis of the embedded engine.

First the statement is read for its stance: only what it affirms of the subject is counted, and one that denies, mocks
or speaks of somebody else counts as naming nothing, whatever was ticked beside it. With the subject's own chips the
set rule decides. Without them both texts are read for feelings, and a scale learnt from labelled cases turns five
signals into the score; then the engine is careful twice over: a feeling that the subject named and the guess does not
touch rules out "no gap", and when neither text names any feeling, or one cannot be read, it does not decide at all
but leaves the next step open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from meetwithoutfear.domain import gap as rule
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE, GuidanceType, closeness
from meetwithoutfear.engines.embedded.detect import COLUMN, DENIED, KEYS, Detector, FeelingReading
from meetwithoutfear.engines.embedded.sentences import in_the_subjects_voice, is_english, plain
from meetwithoutfear.engines.embedded.stance import UNJUDGED, StatementReading, read_statement
from meetwithoutfear.engines.embedded.trained import Scale
from meetwithoutfear.prompts.two_sided import reconcile

GUESSED = 0.4
"""From here on a statement counts as speaking of a feeling."""
HEARD, HEARD_AT_MOST = 0.2, 3
CONSIDERED = 8
CERTAIN, FAINTEST = 0.35, 0.1
MOST_SUPPORT = 3.0
CLOSENESS = np.array([[closeness(one, other) for other in KEYS] for one in KEYS])
IS_POSITIVE = np.array([FEELINGS[key].family == POSITIVE for key in KEYS])


@dataclass(frozen=True)
class ChosenFeeling:
    feeling: str
    most: bool = False


@dataclass(frozen=True)
class GapInput:
    statement: str
    subject_texts: tuple[str, ...]
    """The subject's own words, without messages the safety check flagged."""
    confirmed: tuple[ChosenFeeling, ...] = ()
    meant: tuple[str, ...] = ()
    """Feelings the guesser ticked."""
    shared: tuple[str, ...] = ()
    name: str = ""
    """The subject's."""

    @classmethod
    def of(cls, prompt: reconcile.Input) -> GapInput:
        confirmed = dict.fromkeys((*prompt.strongest_feelings, *prompt.confirmed_feelings))
        words = (prompt.confirmed_words,) if prompt.confirmed_words else ()
        return cls(
            statement=prompt.statement,
            subject_texts=(*prompt.messages, *words),
            confirmed=tuple(
                ChosenFeeling(feeling, most=feeling in prompt.strongest_feelings)
                for feeling in known_feelings(confirmed)
            ),
            meant=known_feelings(prompt.guessed_feelings),
            shared=prompt.shared,
            name=prompt.subject,
        )


def known_feelings(feelings: Iterable[str]) -> tuple[str, ...]:
    return tuple(feeling for feeling in feelings if feeling in FEELINGS)


@dataclass(frozen=True)
class TwoReadings:
    subject: FeelingReading
    guess: FeelingReading
    """Of what the statement affirms of the subject, and of nothing else."""
    said: StatementReading
    given: GapInput

    @property
    def stance(self) -> rule.Stance:
        return self.said.stance([c.feeling for c in self.given.confirmed] or self.subject.named)

    @property
    def is_understanding(self) -> bool:
        return self.stance in {rule.Stance.AFFIRMED, rule.Stance.UNCLEAR}

    @property
    def meant(self) -> list[str]:
        """What was ticked counts as far as the statement does not say otherwise."""
        return [f for f in self.given.meant if f not in self.said.withheld] if self.is_understanding else []

    @property
    def guessed(self) -> list[str]:
        if not self.is_understanding:
            return []
        if not self.given.meant:
            return self.guess.likely(GUESSED)
        return list(dict.fromkeys((*self.meant, *self.said.glosses_over)))

    @property
    def weights(self) -> dict[str, float]:
        """The subject's feelings: as confirmed, or else as heard, the two clearest as core."""
        if self.given.confirmed:
            return {c.feeling: rule.CORE if c.most else rule.SECONDARY for c in self.given.confirmed}
        heard = [f for f in self.subject.likely(HEARD)[:HEARD_AT_MOST] if f not in self.subject.named]
        found = [f for f in self.subject.by_likelihood() if f in self.subject.named or f in heard]
        return {f: rule.CORE if place < 2 else rule.SECONDARY for place, f in enumerate(found)}  # noqa: PLR2004


def read_both(detector: Detector, given: GapInput) -> TwoReadings:
    subject = detector.read("\n".join((*given.subject_texts, *given.shared)))
    said = read_statement(given.statement, given.name)
    return TwoReadings(subject, _guess(detector, given.statement, said), said, given)


def read_words(detector: Detector, given: GapInput) -> TwoReadings:
    """How near the words come, however they are said: what the scale learns from."""
    subject = detector.read("\n".join((*given.subject_texts, *given.shared)))
    guess = detector.read(in_the_subjects_voice(given.statement), by_clause=True)
    return TwoReadings(subject, guess, UNJUDGED, given)


def _guess(detector: Detector, statement: str, said: StatementReading) -> FeelingReading:
    guess = detector.read(in_the_subjects_voice(statement), by_clause=True)
    vectors, overall, named = guess.vectors, guess.overall.copy(), dict(guess.named)
    if said.set_aside:
        kept = " ".join(s for s in sentences(plain(statement)) if s not in said.set_aside)
        rest = detector.read(in_the_subjects_voice(kept), by_clause=True)
        vectors, overall, named = rest.vectors, np.minimum(overall, rest.overall), dict(rest.named)
    for feeling in said.withheld:
        overall[COLUMN[feeling]] = min(overall[COLUMN[feeling]], DENIED)
        named.pop(feeling, None)
    return replace(guess, vectors=vectors, overall=overall, named=named)


def analyse(detector: Detector, scale: Scale, given: GapInput) -> rule.GapAnalysis:
    both = read_both(detector, given)
    comparison = rule.compare(both.weights, both.guessed, both.subject.denied)
    if not both.is_understanding:
        comparison = replace(comparison, score=0)
    elif not given.confirmed:
        comparison = replace(comparison, score=_score_from_texts(scale, both, comparison))
    if _cannot_read(both):
        comparison = replace(comparison, score=min(comparison.score, rule.ALIGNED - 1))
    return _analysis(both, comparison)


def _cannot_read(both: TwoReadings) -> bool:
    """Not the statement, or (without chips) not the subject: what is ticked beside unread words may not be what they say."""
    told = " ".join((*both.given.subject_texts, *both.given.shared))
    return both.stance is rule.Stance.UNCLEAR or not (both.given.confirmed or is_english(told))


def signals(both: TwoReadings) -> tuple[float, ...]:
    """What the scale reads, each the larger the closer the guess."""
    guess = np.isin(KEYS, both.meant).astype(float) if both.given.meant else both.guess.overall
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


def _score_from_texts(scale: Scale, both: TwoReadings, comparison: rule.Comparison) -> int:
    score = scale.score(signals(both))
    overlooked = [f for f in comparison.missed if f in both.subject.named and FEELINGS[f].family != POSITIVE]
    score = max(0, score - rule.PENALTY) if both.said.doubts else score
    return min(score, rule.ALIGNED - 1) if overlooked or not both.guessed else score


def _analysis(both: TwoReadings, comparison: rule.Comparison) -> rule.GapAnalysis:
    severity = rule.severity_of(comparison.score)
    confidence = _confidence(both)
    missed = comparison.missed
    gap = (
        _most_important(both, comparison)
        if severity is not rule.Severity.NONE or confidence is rule.Confidence.LOW
        else None
    )
    action = _action(both, comparison, confidence)
    focus = (
        gap
        if action is not rule.Recommendation.PROCEED and _worth_sharing(both, comparison, confidence)
        else None
    )
    asks_for_feelings = _cannot_read(both) and not both.given.shared
    guidance = (
        GuidanceType.NAME_A_FEELING
        if asks_for_feelings
        else rule.guidance_for(comparison, both.guessed, shared=bool(both.given.shared))
    )
    return rule.GapAnalysis(
        stance=both.stance,
        alignment_score=comparison.score,
        alignment_summary=_list_of("The statement speaks of", comparison.captured, "nothing that was heard"),
        correctly_identified=comparison.captured,
        gap_severity=severity,
        gap_summary=_list_of("Not touched:", missed, "nothing that was heard"),
        missed_feelings=missed,
        misattributions=comparison.misattributions,
        most_important_gap=gap,
        recommended_action=action,
        rationale=_rationale(both.stance, comparison, confidence),
        sharing_would_help=focus is not None,
        suggested_share_focus=focus,
        area_hint=FEELINGS[missed[0]].area if missed else None,
        guidance_type=guidance,
        prompt_seed=rule.SEED_OF[guidance] if guidance else None,
        confidence=confidence,
    )


def _action(
    both: TwoReadings, comparison: rule.Comparison, confidence: rule.Confidence
) -> rule.Recommendation:
    action = rule.action_for(comparison.score, comparison.misattributions, both.stance)
    if confidence is rule.Confidence.LOW or (
        action is rule.Recommendation.PROCEED and not _agree_in_words(both)
    ):
        return rule.Recommendation.OFFER_OPTIONAL
    return action


def _agree_in_words(both: TwoReadings) -> bool:
    """Is some feeling spelled out on both sides? Hearing it between the lines is no ground to stop asking."""
    subject = [c.feeling for c in both.given.confirmed] or both.subject.named
    guess = both.meant or both.guess.named
    return any(closeness(one, other) >= rule.CAPTURED for one in subject for other in guess)


def _confidence(both: TwoReadings) -> rule.Confidence:
    if _cannot_read(both):
        return rule.Confidence.LOW
    subject_told, guesser_told = bool(both.given.confirmed), bool(both.given.meant)
    if subject_told and guesser_told:
        return rule.Confidence.HIGH
    named = subject_told or guesser_told or both.subject.named or both.guess.named
    return rule.Confidence.MEDIUM if named else rule.Confidence.LOW


def _most_important(both: TwoReadings, comparison: rule.Comparison) -> str | None:
    """The heaviest feeling that was missed, with the subject's own sentence: for the subject's side alone."""
    feeling = next(iter(comparison.missed), None) or next(iter(both.subject.by_likelihood()))
    sentence = both.subject.evidence(feeling)
    return f"{feeling}: {sentence}" if sentence else feeling


def _worth_sharing(both: TwoReadings, comparison: rule.Comparison, confidence: rule.Confidence) -> bool:
    """A minor gap is worth an invitation only when it concerns something central."""
    if confidence is rule.Confidence.LOW or rule.severity_of(comparison.score) in (
        rule.Severity.MODERATE,
        rule.Severity.SIGNIFICANT,
    ):
        return True
    weights = both.weights
    return any(weights[feeling] >= rule.CORE for feeling in comparison.missed)


def _list_of(opening: str, feelings: Sequence[str], otherwise: str) -> str:
    return f"{opening} {', '.join(feelings) or otherwise}."


def _rationale(stance: rule.Stance, comparison: rule.Comparison, confidence: rule.Confidence) -> str:
    wrong = [item.feeling for item in comparison.misattributions]
    return (
        f"Said as {stance}; score {comparison.score}; captured {_count(comparison.captured)}, "
        f"missed {_count(comparison.missed)}, attributed without ground {_count(wrong)}; confidence {confidence}."
    )


def _count(items: Collection[str]) -> str:
    return f"{len(items)} ({', '.join(items)})" if items else "none"
