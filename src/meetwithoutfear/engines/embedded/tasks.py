"""Which work belongs to which typed task. Gives what a model would have put into the form; the prompt itself checks it."""

from __future__ import annotations

from dataclasses import asdict

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.gap import GapAnalysis
from meetwithoutfear.engines.embedded.clauses import clauses, sentences
from meetwithoutfear.engines.embedded.gap import ConfirmedFeeling, GapInput
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.share import ShareInput
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts import common_ground, feedback_coach, needs, strategy_refinement, summary
from meetwithoutfear.prompts.prompt import Prompt, Speaker
from meetwithoutfear.prompts.two_sided import reconcile, suggest_share

LONGEST, MOST_PASSAGES = 1000, 12


def answer_to(reader: Reader, prompt: Prompt) -> dict[str, object]:
    answer: dict[str, object] | None
    match prompt:
        case reconcile.Input():
            answer = analysis_answer(prompt.statement, reader.analyse_gap(gap_input(prompt)))
        case suggest_share.Input():
            draft = reader.suggest_share(ShareInput(prompt.messages, _known(prompt.feelings), prompt.guesser))
            answer = {"suggestion": draft.text} if draft else None
        case summary.Input():
            own = tuple(turn.text for turn in prompt.turns if turn.speaker is Speaker.MEMBER)
            kept = reader.keep(own, prompt.summary, prompt.facts)
            answer = {"summary": kept.summary, "facts": kept.facts} if kept.summary else None
        case feedback_coach.Input():
            words = reader.word_feedback(prompt.notes_made, prompt.partner)
            answer = {"proposed_feedback": words} if words else None
        case needs.Input():
            proposed = reader.extract_needs(prompt.messages, prompt.kept)
            answer = {"needs": [asdict(need) for need in proposed]} if proposed else None
        case common_ground.Input():
            answer = {"items": [asdict(item) for item in reader.find_common(prompt.ours, prompt.theirs)]}
        case strategy_refinement.Input():
            idea = reader.refine(prompt.description, prompt.duration)
            answer = {"refined": idea.text, "reason": idea.reason}
        case _:
            answer = None
    if answer is None:
        # Either no such task is known, or nothing could be made of these words without inventing some.
        raise EngineError(CallOutcome.UNAVAILABLE)
    return answer


def gap_input(prompt: reconcile.Input) -> GapInput:
    confirmed = dict.fromkeys((*prompt.strongest_feelings, *prompt.confirmed_feelings))
    words = (prompt.confirmed_words,) if prompt.confirmed_words else ()
    return GapInput(
        statement=prompt.statement,
        subject_texts=(*prompt.messages, *words),
        confirmed=tuple(
            ConfirmedFeeling(feeling, most=feeling in prompt.strongest_feelings)
            for feeling in _known(tuple(confirmed))
        ),
        meant=_known(prompt.guessed_feelings),
        shared=prompt.shared,
        name=prompt.subject,
    )


def analysis_answer(statement: str, analysis: GapAnalysis) -> dict[str, object]:
    gap, focus = analysis.most_important_gap, analysis.suggested_share_focus
    return {
        **asdict(analysis),
        "correctly_identified": _passages(statement, analysis.correctly_identified),
        "most_important_gap": gap[:LONGEST] if gap else None,
        "suggested_share_focus": focus[:LONGEST] if focus else None,
    }


def _passages(statement: str, feelings: tuple[str, ...]) -> tuple[str, ...]:
    """Where the statement itself names what it got right."""
    parts = [part for sentence in sentences(statement) for part in clauses(sentence)]
    named = (p for f in feelings for p in parts if FEELINGS[f].lexicon.search(p) and len(p) <= LONGEST)
    return tuple(dict.fromkeys(named))[:MOST_PASSAGES]


def _known(feelings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(feeling for feeling in feelings if feeling in FEELINGS)
