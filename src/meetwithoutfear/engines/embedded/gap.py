"""The gap analysis of the embedded engine.

First the statement is read for its stance: only what it affirms of the subject is counted, and one that denies, mocks
or speaks of somebody else counts as naming nothing, whatever was ticked beside it. With the subject's own chips the
set rule decides. Without them both texts are read for feelings, and a scale learnt from labelled cases turns five
signals into the score; then the engine is careful twice over: a feeling that the subject named and the guess does not
touch rules out "no gap", and when neither text names any feeling, or one cannot be read, it does not decide at all
but leaves the next step open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace

import numpy as np

from meetwithoutfear.domain import gap as rule
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE, ChosenFeeling, GuidanceType, closeness
from meetwithoutfear.engines.embedded.detect import COLUMN, DENIED, KEYS, Detector, FeelingReading
from meetwithoutfear.engines.embedded.scale import Scale
from meetwithoutfear.engines.embedded.sentences import clauses, in_the_subjects_voice, is_english, plain
from meetwithoutfear.engines.embedded.stance import UNJUDGED, StatementReading, read_statement
from meetwithoutfear.prompts.two_sided import GapTask

SOUNDS_FELT = 0.15
GUESSED = 0.45
"""From here on a statement counts as speaking of a feeling."""
HEARD, HEARD_AT_MOST = 0.2, 3
CONSIDERED = 8
CERTAIN, FAINTEST = 0.15, 0.1
MOST_SUPPORT = 3.0
LONGEST, MOST_PASSAGES = 1000, 12
GRAVE = frozenset({rule.Severity.MODERATE, rule.Severity.SIGNIFICANT})
CLOSENESS = np.array([[closeness(one, other) for other in KEYS] for one in KEYS])
IS_POSITIVE = np.array([FEELINGS[key].family == POSITIVE for key in KEYS])


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
    def of(cls, prompt: GapTask) -> GapInput:
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
    felt: float = 1.0
    """How far the statement sounds like somebody who understands, and does not mock, ask, order or speak of themselves."""

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
    guess, felt = read_guess(detector, given.statement, said), detector.felt(given.statement)
    return TwoReadings(subject, guess, said, given, felt)


def read_words(detector: Detector, given: GapInput) -> TwoReadings:
    """How near the words come, however they are said: what the scale learns from."""
    subject = detector.read("\n".join((*given.subject_texts, *given.shared)))
    guess = detector.read(in_the_subjects_voice(given.statement), by_clause=True)
    return TwoReadings(subject, guess, UNJUDGED, given)


def read_guess(detector: Detector, statement: str, said: StatementReading) -> FeelingReading:
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
        comparison = replace(comparison, score=score_from_texts(scale, both, comparison))
    if cannot_read(both):
        comparison = replace(comparison, score=min(comparison.score, rule.ALIGNED - 1))
    return analysis_of(both, comparison)


def answer_gap(detector: Detector, scale: Scale, prompt: GapTask) -> dict[str, object]:
    """As a model would give it: with the places where the statement itself names what it got right."""
    analysis = analyse(detector, scale, GapInput.of(prompt))
    parts = [part for sentence in sentences(prompt.statement) for part in clauses(sentence)]
    named = (
        part
        for feeling in analysis.correctly_identified
        for part in parts
        if FEELINGS[feeling].lexicon.search(part) and len(part) <= LONGEST
    )
    gap, focus = analysis.most_important_gap, analysis.suggested_share_focus
    return {
        **asdict(analysis),
        "correctly_identified": tuple(dict.fromkeys(named))[:MOST_PASSAGES],
        "most_important_gap": gap[:LONGEST] if gap else None,
        "suggested_share_focus": focus[:LONGEST] if focus else None,
    }


def cannot_read(both: TwoReadings) -> bool:
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
    # How far the statement answers each sentence of the subject, by meaning alone.
    can_compare = len(both.subject.vectors) and len(both.guess.vectors)
    likeness = both.subject.vectors @ both.guess.vectors.T if can_compare else np.zeros((1, 1))
    echo = float(likeness.max(axis=1).mean())
    return (float(coverage), min(float(support), MOST_SUPPORT), echo, -float(denied), -float(glossed))


def score_from_texts(scale: Scale, both: TwoReadings, comparison: rule.Comparison) -> int:
    score = scale.score(signals(both))
    overlooked = [f for f in comparison.missed if f in both.subject.named and FEELINGS[f].family != POSITIVE]
    score = max(0, score - rule.PENALTY) if both.said.doubts else score
    return min(score, rule.ALIGNED - 1) if overlooked or not both.guessed else score


def analysis_of(both: TwoReadings, comparison: rule.Comparison) -> rule.GapAnalysis:
    score, missed = comparison.score, comparison.missed
    severity, confidence = rule.severity_of(score), confidence_in(both)
    is_unsure = confidence is rule.Confidence.LOW
    action = rule.action_for(score, comparison.misattributions, both.stance)
    plainly = agree_in_words(both) and both.felt >= SOUNDS_FELT
    if is_unsure or (action is rule.Recommendation.PROCEED and not plainly):
        action = rule.Recommendation.OFFER_OPTIONAL
    gap = None
    if severity is not rule.Severity.NONE or is_unsure:
        # The heaviest feeling that was missed, with the subject's own sentence: for the subject's side alone.
        feeling = missed[0] if missed else both.subject.by_likelihood()[0]
        sentence = both.subject.evidence(feeling)
        gap = f"{feeling}: {sentence}" if sentence else feeling
    # A minor gap is worth an invitation only when it concerns something central.
    weights = both.weights
    is_central = any(weights[feeling] >= rule.CORE for feeling in missed)
    worth_sharing = is_unsure or is_central or severity in GRAVE
    focus = gap if action is not rule.Recommendation.PROCEED and worth_sharing else None
    is_shared = bool(both.given.shared)
    if cannot_read(both) and not is_shared:
        guidance: GuidanceType | None = GuidanceType.NAME_A_FEELING
    else:
        guidance = rule.guidance_for(comparison, both.guessed, shared=is_shared)
    wrong = [item.feeling for item in comparison.misattributions]
    captured, left = ", ".join(comparison.captured), ", ".join(missed)
    return rule.GapAnalysis(
        stance=both.stance,
        alignment_score=score,
        alignment_summary=f"The statement speaks of {captured or 'nothing that was heard'}.",
        correctly_identified=comparison.captured,
        gap_severity=severity,
        gap_summary=f"Not touched: {left or 'nothing that was heard'}.",
        missed_feelings=missed,
        misattributions=comparison.misattributions,
        most_important_gap=gap,
        recommended_action=action,
        rationale=f"Said as {both.stance}; score {score}; captured {count_of(comparison.captured)}, "
        f"missed {count_of(missed)}, attributed without ground {count_of(wrong)}; confidence {confidence}.",
        sharing_would_help=focus is not None,
        suggested_share_focus=focus,
        area_hint=FEELINGS[missed[0]].area if missed else None,
        guidance_type=guidance,
        prompt_seed=rule.SEED_OF[guidance] if guidance else None,
        confidence=confidence,
    )


def agree_in_words(both: TwoReadings) -> bool:
    """Is some feeling spelled out on both sides? Hearing it between the lines is no ground to stop asking."""
    subject = [c.feeling for c in both.given.confirmed] or both.subject.named
    guess = both.meant or both.guess.named
    return any(closeness(one, other) >= rule.CAPTURED for one in subject for other in guess)


def confidence_in(both: TwoReadings) -> rule.Confidence:
    if cannot_read(both):
        return rule.Confidence.LOW
    subject_told, guesser_told = bool(both.given.confirmed), bool(both.given.meant)
    if subject_told and guesser_told:
        return rule.Confidence.HIGH
    named = subject_told or guesser_told or both.subject.named or both.guess.named
    return rule.Confidence.MEDIUM if named else rule.Confidence.LOW


def count_of(items: Collection[str]) -> str:
    return f"{len(items)} ({', '.join(items)})" if items else "none"
