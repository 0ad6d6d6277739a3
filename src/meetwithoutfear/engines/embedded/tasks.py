"""Which work belongs to which typed task. Gives what a model would have put into the form; the prompt itself checks it."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.gap import GapAnalysis
from meetwithoutfear.engines.embedded.coach import word_feedback
from meetwithoutfear.engines.embedded.detect import NAMED, Detector
from meetwithoutfear.engines.embedded.drafts import draft_share
from meetwithoutfear.engines.embedded.gap import GapInput, analyse, known_feelings
from meetwithoutfear.engines.embedded.needs import extract_needs, find_common_needs
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.repair import refine_idea
from meetwithoutfear.engines.embedded.sentences import clauses, plain
from meetwithoutfear.engines.embedded.talk import Intent, insult_in, intent_of
from meetwithoutfear.engines.embedded.witness import PAST
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts import common_ground, feedback_coach, needs, strategy_refinement, summary
from meetwithoutfear.prompts.prompt import Prompt, Speaker
from meetwithoutfear.prompts.two_sided import reconcile, suggest_share

LONGEST, MOST_PASSAGES = 1000, 12
SUMMARY_LENGTH, LONGEST_SENTENCE = 1000, 300
FACTS, SHORTEST_FACT, LONGEST_FACT = 12, 4, 14
WISH = re.compile(
    r"\bI(?:'d| would)? (?:just |only |really )?(?:want|need|wish|like|miss|hope)\b", re.IGNORECASE
)


def answer_to(reader: Reader, prompt: Prompt) -> dict[str, object]:
    answer: dict[str, object] | None
    match prompt:
        case reconcile.Input():
            analysis = analyse(reader.detector, reader.scale, GapInput.of(prompt))
            answer = analysis_answer(prompt.statement, analysis)
        case suggest_share.Input():
            missed = known_feelings(prompt.feelings)
            draft = draft_share(reader.detector, prompt.messages, missed, prompt.guesser)
            answer = {"suggestion": draft.text} if draft else None
        case summary.Input():
            own = tuple(turn.text for turn in prompt.turns if turn.speaker is Speaker.MEMBER)
            kept = remember(reader.detector, own, prompt.summary, prompt.facts)
            answer = {"summary": kept.summary, "facts": kept.facts} if kept.summary else None
        case feedback_coach.Input():
            words = word_feedback(prompt.notes_made, prompt.partner)
            answer = {"proposed_feedback": words} if words else None
        case needs.Input():
            proposed = extract_needs(reader.detector, prompt.messages, prompt.kept)
            answer = {"needs": [asdict(need) for need in proposed]} if proposed else None
        case common_ground.Input():
            common = find_common_needs(reader.encoder, prompt.ours, prompt.theirs)
            answer = {"items": [asdict(item) for item in common]}
        case strategy_refinement.Input():
            idea = refine_idea(prompt.description, prompt.duration)
            answer = {"refined": idea.text, "reason": idea.reason}
        case _:
            answer = None
    if answer is None:
        # Either no such task is known, or nothing could be made of these words without inventing some.
        raise EngineError(CallOutcome.UNAVAILABLE)
    return answer


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


@dataclass(frozen=True)
class Memory:
    summary: str
    facts: tuple[str, ...]


def remember(detector: Detector, own: tuple[str, ...], summary: str | None, facts: tuple[str, ...]) -> Memory:
    """What is kept of messages that are no longer read: the member's own sentences that weigh most, letter for letter, and
    short clauses of theirs that tell what happened."""
    told = [s for text in (summary or "", *own) for s in sentences(text)]
    short = [s for s in dict.fromkeys(told) if len(s) <= LONGEST_SENTENCE]
    candidates = short or [s[:LONGEST_SENTENCE] for s in told]
    heaviest = sorted(candidates, key=lambda sentence: -_weight(detector, sentence))
    chosen: set[str] = set()
    for sentence in heaviest:
        if sum(len(one) + 2 for one in chosen) + len(sentence) < SUMMARY_LENGTH:
            chosen.add(sentence)
    return Memory(" ".join(_end(s) for s in candidates if s in chosen), _facts(own, facts))


def _weight(detector: Detector, sentence: str) -> float:
    reading = detector.read(sentence)
    weight = float(reading.overall.max(initial=0.0))
    weight = weight + (NAMED if reading.named else 0) + (NAMED / 2 if WISH.search(plain(sentence)) else 0)
    return weight - 2 * (intent_of(sentence) is not Intent.TELL)


def _facts(own: tuple[str, ...], earlier: tuple[str, ...]) -> tuple[str, ...]:
    """The newest, and the earlier ones while there is room."""
    parts = [p.strip(" .!") for text in own for s in sentences(text) for p in clauses(s) if "?" not in p]
    short = [p for p in parts if SHORTEST_FACT <= len(p.split()) <= LONGEST_FACT]
    found = [p for p in short if PAST.search(p) and not insult_in(p)]
    return tuple(dict.fromkeys((*earlier, *found)))[-FACTS:]


def _end(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
