"""Which reply belongs to which prompt. Works from the fields and turns of the prompt, never from its rendered text."""

from __future__ import annotations

from dataclasses import replace

from meetwithoutfear.engines.embedded.coach import CoachInput
from meetwithoutfear.engines.embedded.invitation import help_to_invite
from meetwithoutfear.engines.embedded.perspective import Informed
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.repair import Ideas
from meetwithoutfear.engines.embedded.talk import Reply, Talk, phrases
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

CALM = 3
HOLDS_BACK = {"MIRROR", "STRUGGLING"}
"""Nothing is ready to be shared in these modes."""


def reply_to(reader: Reader, prompt: Prompt) -> Reply:
    match prompt:
        case invitation_help.Input():
            return help_to_invite(Talk(prompt.turns, prompt.partner), prompt.draft)
        case stage_1_witness.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            return reader.witness(talk) if talk.own else _opening("witness", "LISTENING", talk)
        case stage_2_perspective.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            reply = reader.perspective(talk) if talk.own else _opening("perspective", "LISTENING", talk)
            return _with_earlier_draft(reply, prompt.draft)
        case stage_2b_informed.Input():
            return _informed(reader, prompt)
        case stage_3_needs.Input():
            talk = _phase(prompt, prompt.turn, prompt.intensity)
            return reader.underneath(talk, prompt.needs) if talk.own else _opening("needs", "LISTENING", talk)
        case stage_4_repair.Input():
            return _repair(reader, prompt)
        case refinement_chat.Input():
            talk = Talk(prompt.turns, prompt.partner)
            given = CoachInput(talk, prompt.draft or prompt.suggestion, prompt.me)
            return reader.coach(given) if talk.own else _first_wording(given)
        case inner_thoughts.Input():
            talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
            return reader.journal(talk) if talk.own else _opening("journal", "JOURNAL", talk)
        case _:
            raise EngineError(CallOutcome.UNAVAILABLE)


def _informed(reader: Reader, prompt: stage_2b_informed.Input) -> Reply:
    named = (prompt.statement, *prompt.shared)
    talk = replace(_phase(prompt, prompt.turn, prompt.intensity), named=named)
    if not talk.own:
        return _opening("informed", "CLARIFYING", talk)
    known = Informed(prompt.statement, prompt.shared)
    return _with_earlier_draft(reader.informed(talk, known), prompt.draft)


def _repair(reader: Reader, prompt: stage_4_repair.Input) -> Reply:
    talk = Talk(prompt.turns, prompt.partner, prompt.intensity)
    if not talk.own:
        return _worded(phrases()["openings"]["repair"][prompt.phase], "REPAIR", talk)
    return reader.repair(talk, Ideas(prompt.phase, prompt.common_ground, prompt.own_ideas))


def _phase(room: RoomPrompt, turn: int, intensity: int | None) -> Talk:
    """The turns since the phase began. What was told in an earlier one is no part of what is imagined in this."""
    spoken = [place for place, said in enumerate(room.turns) if said.speaker is Speaker.MEMBER]
    begin = spoken[-turn] if 0 < turn <= len(spoken) else 0
    turns: tuple[Turn, ...] = room.turns[begin:] if turn else ()
    return Talk(turns, room.partner, intensity, turn or None, room.me, room.topic)


def _opening(phase: str, mode: str, talk: Talk) -> Reply:
    return _worded(phrases()["openings"][phase], mode, talk)


def _worded(words: str, mode: str, talk: Talk) -> Reply:
    return Reply(words.replace("{partner}", talk.partner), mode, talk.intensity or CALM, "opening")


def _first_wording(given: CoachInput) -> Reply:
    reply = _opening("coach" if given.suggestion else "coach_empty", "COACH", given.talk)
    return replace(reply, content=given.suggestion)


def _with_earlier_draft(reply: Reply, draft: str | None) -> Reply:
    """A draft that is there stays ready while nothing speaks against it."""
    return replace(reply, ready_share=bool(reply.draft or draft) and reply.mode not in HOLDS_BACK)
