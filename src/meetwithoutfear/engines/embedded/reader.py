"""What has to be loaded before words can be read, where the work is done, and which work belongs to which prompt.

One thread for the whole process does one piece of work at a time, off the event loop. The reader is made there on first
use, because loading its weights takes the better part of a second, and only once. Without weights it still works, from its
word lists and the members' chips.

All works from the fields and turns of a prompt, never from its rendered text. A chat gets a reply; a typed task what a
model would have put into its form, which the prompt itself checks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Protocol, TypeVar

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.engines.embedded import drafts, gap, needs, perspective, repair, witness
from meetwithoutfear.engines.embedded.coach import CoachEar, coach_reply, word_feedback
from meetwithoutfear.engines.embedded.detect import NAMED, DangerEar, Detector
from meetwithoutfear.engines.embedded.ear import Ear, load_ear
from meetwithoutfear.engines.embedded.library import LibrarySearch
from meetwithoutfear.engines.embedded.scale import Scale, load_trained
from meetwithoutfear.engines.embedded.sentences import clauses, plain
from meetwithoutfear.engines.embedded.talk import (
    CALM,
    GuideReply,
    Intent,
    Talk,
    insult_in,
    intent_of,
    phrases,
)
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts import chats, statements, tasks
from meetwithoutfear.prompts.prompt import Prompt, Speaker
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask

T = TypeVar("T")
THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")

HOLDS_BACK = {"MIRROR", "STRUGGLING"}
"""Nothing is ready to be shared in these modes."""
SUMMARY_LENGTH, LONGEST_SENTENCE = 1000, 300
FACTS, SHORTEST_FACT, LONGEST_FACT = 12, 4, 14
WISH = re.compile(
    r"\bI(?:'d| would)? (?:just |only |really )?(?:want|need|wish|like|miss|hope)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Reader:
    ear: Ear | None
    detector: Detector
    danger: DangerEar
    coach: CoachEar
    scale: Scale
    library: LibrarySearch


class RunWithReader(Protocol):
    async def __call__(self, work: Callable[[Reader], T], /) -> T: ...


def load_reader(load: Callable[[], Ear | None] = load_ear) -> Reader:
    ear = load()
    return Reader(
        ear,
        Detector(ear),
        DangerEar(ear),
        CoachEar(ear),
        load_trained().scale,
        LibrarySearch(ear),
    )


@cache
def the_reader() -> Reader:
    return load_reader()


async def with_reader(work: Callable[[Reader], T], /) -> T:
    return await asyncio.get_running_loop().run_in_executor(THREAD, lambda: work(the_reader()))


def reply_to(reader: Reader, prompt: Prompt) -> GuideReply:
    detector, openings = reader.detector, phrases()["openings"]
    match prompt:
        case chats.InvitationChat():
            return drafts.invitation_reply(Talk(prompt.turns, prompt.partner), prompt.draft)
        case chats.WitnessChat():
            talk = talk_of_phase(prompt)
            opening = open_with(openings["witness"], "LISTENING", talk)
            return witness.witness_reply(detector, talk) if talk.own else opening
        case statements.PerspectiveChat():
            talk = talk_of_phase(prompt)
            opening = open_with(openings["perspective"], "LISTENING", talk)
            reply = perspective.perspective_reply(detector, talk) if talk.own else opening
            return with_earlier_draft(reply, prompt.draft)
        case statements.InformedChat():
            talk = replace(talk_of_phase(prompt), named=(prompt.statement, *prompt.shared))
            if not talk.own:
                return open_with(openings["informed"], "CLARIFYING", talk)
            reply = perspective.informed_reply(detector, talk, prompt.statement, prompt.shared)
            return with_earlier_draft(reply, prompt.draft)
        case chats.NeedsChat():
            talk = talk_of_phase(prompt)
            opening = open_with(openings["needs"], "LISTENING", talk)
            return needs.needs_reply(detector, talk, prompt.needs) if talk.own else opening
        case chats.RepairChat():
            talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
            opening = open_with(openings["repair"][prompt.phase], "REPAIR", talk)
            return repair.repair_reply(detector, talk, prompt) if talk.own else opening
        case chats.JournalChat():
            talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
            opening = open_with(openings["journal"], "JOURNAL", talk)
            return witness.journal_reply(detector, talk) if talk.own else opening
        case chats.CoachChat():
            talk, shown = Talk(prompt.turns, prompt.partner, me=prompt.me), prompt.draft or prompt.suggestion
            opening = open_with(openings["coach" if shown else "coach_empty"], "COACH", talk)
            return coach_reply(reader.coach, talk, shown) if talk.own else replace(opening, content=shown)
        case _:
            raise EngineError(CallOutcome.UNAVAILABLE)


def talk_of_phase(prompt: chats.PhasePrompt) -> Talk:
    """The turns since the phase began. What was told in an earlier one is no part of what is imagined in this."""
    turn, turns = prompt.turn, prompt.turns
    spoken = [place for place, said in enumerate(turns) if said.speaker is Speaker.MEMBER]
    begin = spoken[-turn] if 0 < turn <= len(spoken) else 0
    since = turns[begin:] if turn else ()
    return Talk(since, prompt.partner, prompt.intensity, turn or None, prompt.me, prompt.topic)


def open_with(words: str, mode: str, talk: Talk) -> GuideReply:
    return GuideReply(words.replace("{partner}", talk.partner), mode, talk.intensity or CALM, "opening")


def with_earlier_draft(reply: GuideReply, draft: str | None) -> GuideReply:
    """A draft that is there stays ready while nothing speaks against it."""
    return replace(reply, ready_share=bool(reply.draft or draft) and reply.mode not in HOLDS_BACK)


def answer_to(reader: Reader, prompt: Prompt) -> dict[str, object]:
    detector = reader.detector
    answer: dict[str, object] | None = None
    match prompt:
        case GapTask():
            answer = gap.answer_gap(detector, reader.scale, prompt)
        case ShareTask():
            missed = gap.known_feelings(prompt.feelings)
            draft = drafts.draft_share(detector, prompt.messages, missed, prompt.guesser)
            answer = {"suggestion": draft} if draft else None
        case tasks.SummaryTask():
            own = tuple(turn.text for turn in prompt.turns if turn.speaker is Speaker.MEMBER)
            summary = summarise(detector, (prompt.summary or "", *own))
            answer = {"summary": summary, "facts": facts_in(own, prompt.facts)} if summary else None
        case tasks.FeedbackTask():
            words = word_feedback(prompt.notes_made, prompt.partner)
            answer = {"proposed_feedback": words} if words else None
        case tasks.NeedsTask():
            proposed = needs.extract_needs(detector, prompt.messages, prompt.kept)
            answer = {"needs": [asdict(need) for need in proposed]} if proposed else None
        case tasks.CommonGroundTask():
            common = needs.find_common_needs(reader.ear, prompt.ours, prompt.theirs)
            answer = {"items": [asdict(item) for item in common]}
        case tasks.IdeaTask():
            answer = dict(repair.refine_idea(prompt.description, prompt.duration))
        case _:
            pass
    if answer is None:
        # Either no such task is known, or nothing could be made of these words without inventing some.
        raise EngineError(CallOutcome.UNAVAILABLE)
    return answer


def summarise(detector: Detector, told: Sequence[str]) -> str:
    """What is kept of messages that are no longer read: the member's own sentences that weigh most, letter for letter."""
    all_told = [sentence for text in told for sentence in sentences(text)]
    short = [sentence for sentence in dict.fromkeys(all_told) if len(sentence) <= LONGEST_SENTENCE]
    candidates = short or [sentence[:LONGEST_SENTENCE] for sentence in all_told]
    chosen: set[str] = set()
    for sentence in sorted(candidates, key=lambda sentence: -weight_of(detector, sentence)):
        if sum(len(one) + 2 for one in chosen) + len(sentence) < SUMMARY_LENGTH:
            chosen.add(sentence)
    kept = (sentence for sentence in candidates if sentence in chosen)
    return " ".join(one if one.endswith((".", "!", "?", "…")) else f"{one}." for one in kept)


def weight_of(detector: Detector, sentence: str) -> float:
    reading = detector.read(sentence)
    weight = float(reading.overall.max(initial=0.0))
    weight = weight + (NAMED if reading.named else 0) + (NAMED / 2 if WISH.search(plain(sentence)) else 0)
    return weight - 2 * (intent_of(sentence) is not Intent.TELL)


def facts_in(own: Sequence[str], earlier: tuple[str, ...]) -> tuple[str, ...]:
    """Short clauses of theirs that tell what happened: the newest, and the earlier ones while there is room."""
    parts = [p.strip(" .!") for text in own for s in sentences(text) for p in clauses(s) if "?" not in p]
    short = [p for p in parts if SHORTEST_FACT <= len(p.split()) <= LONGEST_FACT]
    found = [p for p in short if witness.PAST.search(p) and not insult_in(p)]
    return tuple(dict.fromkeys((*earlier, *found)))[-FACTS:]
