"""Which reply belongs to which prompt. Works from the fields and turns of the prompt, never from its rendered text."""

from __future__ import annotations

from dataclasses import replace

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.engines.embedded.coach import coach_reply
from meetwithoutfear.engines.embedded.drafts import BLAME
from meetwithoutfear.engines.embedded.needs import needs_reply
from meetwithoutfear.engines.embedded.perspective import Informed, informed_reply, perspective_reply
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.repair import Ideas, repair_reply
from meetwithoutfear.engines.embedded.sentences import NOTICE, is_english, plain
from meetwithoutfear.engines.embedded.talk import GuideReply, Talk, fresh, insult_in, phrases
from meetwithoutfear.engines.embedded.witness import journal_reply, witness_reply
from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts import (
    inner_thoughts,
    invitation_help,
    refinement_chat,
    stage_1_witness,
    stage_2_perspective,
    stage_2b_informed,
    stage_3_needs,
    stage_4_repair,
)
from meetwithoutfear.prompts.prompt import Prompt, Speaker, Turn
from meetwithoutfear.prompts.room import RoomPrompt

MODE, CALM = "INVITING", 3
HOLDS_BACK = {"MIRROR", "STRUGGLING"}
"""Nothing is ready to be shared in these modes."""


def reply_to(reader: Reader, prompt: Prompt) -> GuideReply:
    match prompt:
        case invitation_help.Input():
            return invitation_reply(Talk(prompt.turns, prompt.partner), prompt.draft)
        case stage_1_witness.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            return (
                witness_reply(reader.detector, talk) if talk.own else _opening("witness", "LISTENING", talk)
            )
        case stage_2_perspective.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            reply = (
                perspective_reply(reader.detector, talk)
                if talk.own
                else _opening("perspective", "LISTENING", talk)
            )
            return _with_earlier_draft(reply, prompt.draft)
        case stage_2b_informed.Input():
            return _informed(reader, prompt)
        case stage_3_needs.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            if not talk.own:
                return _opening("needs", "LISTENING", talk)
            return needs_reply(reader.detector, talk, prompt.needs)
        case stage_4_repair.Input():
            return _repair(reader, prompt)
        case refinement_chat.Input():
            talk = Talk(prompt.turns, prompt.partner, me=prompt.me)
            shown = prompt.draft or prompt.suggestion
            return coach_reply(reader.coach, talk, shown) if talk.own else _first_wording(talk, shown)
        case inner_thoughts.Input():
            talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
            return journal_reply(reader.detector, talk) if talk.own else _opening("journal", "JOURNAL", talk)
        case _:
            raise EngineError(CallOutcome.UNAVAILABLE)


def _informed(reader: Reader, prompt: stage_2b_informed.Input) -> GuideReply:
    named = (prompt.statement, *prompt.shared)
    talk = replace(_phase(prompt, prompt.turn, prompt.intensity), named=named)
    if not talk.own:
        return _opening("informed", "CLARIFYING", talk)
    known = Informed(prompt.statement, prompt.shared)
    return _with_earlier_draft(informed_reply(reader.detector, talk, known), prompt.draft)


def _repair(reader: Reader, prompt: stage_4_repair.Input) -> GuideReply:
    talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
    if not talk.own:
        return _open_with(phrases()["openings"]["repair"][prompt.phase], "REPAIR", talk)
    return repair_reply(reader.detector, talk, Ideas(prompt.phase, prompt.common_ground, prompt.own_ideas))


def _phase(room: RoomPrompt, turn: int, intensity: int | None) -> Talk:
    """The turns since the phase began. What was told in an earlier one is no part of what is imagined in this."""
    spoken = [place for place, said in enumerate(room.turns) if said.speaker is Speaker.MEMBER]
    begin = spoken[-turn] if 0 < turn <= len(spoken) else 0
    turns: tuple[Turn, ...] = room.turns[begin:] if turn else ()
    return Talk(turns, room.partner, intensity, turn or None, room.me, room.topic)


def _opening(phase: str, mode: str, talk: Talk) -> GuideReply:
    return _open_with(phrases()["openings"][phase], mode, talk)


def _open_with(words: str, mode: str, talk: Talk) -> GuideReply:
    return GuideReply(words.replace("{partner}", talk.partner), mode, talk.intensity or CALM, "opening")


def _first_wording(talk: Talk, suggestion: str | None) -> GuideReply:
    reply = _opening("coach" if suggestion else "coach_empty", "COACH", talk)
    return replace(reply, content=suggestion)


def _with_earlier_draft(reply: GuideReply, draft: str | None) -> GuideReply:
    """A draft that is there stays ready while nothing speaks against it."""
    return replace(reply, ready_share=bool(reply.draft or draft) and reply.mode not in HOLDS_BACK)


def invitation_reply(talk: Talk, draft: str | None) -> GuideReply:
    """Looks at what the member wrote, or offers a few plain words that accuse nobody."""
    bank = phrases()["invitation"]
    if talk.message and not is_english(talk.message):
        return _words_for_invitation(NOTICE, None)
    if draft and (hard := _hard_words(draft)):
        return _words_for_invitation(fresh(bank["hard"], talk, x=hard), _without_hard_words(draft))
    if draft and len(draft) > INVITATION_MESSAGE_LIMIT:
        return _words_for_invitation(fresh(bank["long"], talk), None)
    if draft:
        return _words_for_invitation(fresh(bank["fine"], talk), None)
    return _words_for_invitation(
        fresh(bank["offer"] if talk.message else bank["begin"], talk), _plain_words(talk)
    )


def _words_for_invitation(text: str, content: str | None) -> GuideReply:
    return GuideReply(text, MODE, CALM, "plain words, no reproach", content=content)


def _plain_words(talk: Talk) -> str:
    words: str = phrases()["invitation"]["message"]
    return words.replace("{partner}", talk.partner)


def _hard_words(text: str) -> str | None:
    """The sentence that may close the door before it is open."""
    return next((s.rstrip(" .!?") for s in sentences(plain(text)) if _is_hard(s)), None)


def _without_hard_words(text: str) -> str | None:
    return " ".join(s for s in sentences(plain(text)) if not _is_hard(s)) or None


def _is_hard(sentence: str) -> bool:
    return bool(crossing_check(sentence) or BLAME.search(sentence) or insult_in(sentence))
