"""The conversations with the guide: with an invitation, in Stages 1, 3 and 4, in the journal, and with the write coach.
Those of Stage 2, in which a statement comes to be, are in statements.py.

What a prompt sees of a member's own room stands in RoomPrompt, and nothing of the other room does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.stages import Phase
from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT, SHARE_LIMIT
from meetwithoutfear.prompts.prompt import ChatPrompt, ModelTier, Speaker, Turn

VERY_STRONG = 8
EARLIEST_QUESTION = 3
LONG_COACHING, OFTEN = 6, 3


@dataclass(frozen=True, kw_only=True, repr=False)
class RoomPrompt(ChatPrompt):
    me: str
    partner: str
    topic: str | None = None
    summary: str | None = None
    facts: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class PhasePrompt(RoomPrompt):
    """Of a phase of the way, from whose beginning the turns are counted."""

    turn: int
    intensity: int | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class InvitationChat(RoomPrompt, sheet="invitation_help", tier=ModelTier.FAST, max_tokens=600):
    """Stage 0: words for an invitation."""

    draft: str | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {"first_words": not self.turns, "has_text": self.draft is not None}

    def parse(self, reply: Reply) -> ReplyNotes:
        return ReplyNotes(draft=within(INVITATION_MESSAGE_LIMIT, reply.content))


@dataclass(frozen=True, kw_only=True, repr=False)
class WitnessChat(PhasePrompt, sheet="stage_1_witness", tier=ModelTier.DEEP, max_tokens=700):
    """Stage 1: somebody tells their side until they feel heard. The guide may ask whether they do; only they can say it."""

    @property
    def may_ask(self) -> bool:
        return self.turn >= EARLIEST_QUESTION and not is_very_strong(self.intensity)

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "too_early_to_ask": self.turn < EARLIEST_QUESTION,
            "may_ask": self.may_ask,
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, reply: Reply) -> ReplyNotes:
        offered = self.may_ask and reply.thinking.feel_heard is True
        return ReplyNotes(feel_heard_offered=offered, intensity=reply.thinking.intensity)


@dataclass(frozen=True, kw_only=True, repr=False)
class NeedsChat(PhasePrompt, sheet="stage_3_needs", tier=ModelTier.DEEP, max_tokens=700):
    """Stage 3: somebody looks for the need under what they want."""

    needs: tuple[str, ...] = ()
    """The member's own, as proposed to them or worded by them."""

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": self.turn <= 1,
            "has_needs": bool(self.needs),
            "very_strong": is_very_strong(self.intensity),
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class RepairChat(ChatPrompt, sheet="stage_4_repair", tier=ModelTier.DEEP, max_tokens=700):
    """Stage 4: somebody makes an idea small and clear enough to try.

    What was told in private stays out of it: there is no field for a summary, for facts or for earlier messages, and
    `turns` are the member's turns of Stage 4 alone, which is for the caller to see to. Of the partner it knows the name
    and what both have confirmed; there is no field for ideas but the member's own, and none for a ranking.
    """

    me: str
    partner: str
    topic: str | None = None
    turns: tuple[Turn, ...] = ()
    common_ground: tuple[str, ...] = ()
    phase: Phase
    own_ideas: tuple[str, ...] = ()
    intensity: int | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": members_turns(self.turns) <= 1,
            **{phase.value.lower(): self.phase is phase for phase in Phase},
            "very_strong": is_very_strong(self.intensity),
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class JournalChat(RoomPrompt, sheet="inner_thoughts", tier=ModelTier.FAST, max_tokens=400):
    """The private journal. What is written there is read by nothing but this prompt."""

    intensity: int | None = None

    def fragments(self) -> Mapping[str, bool]:
        return {
            "first_words": not any(turn.speaker is Speaker.GUIDE for turn in self.turns),
            "very_strong": is_very_strong(self.intensity),
        }

    def parse(self, _: Reply) -> ReplyNotes:
        return ReplyNotes()


@dataclass(frozen=True, kw_only=True, repr=False)
class CoachChat(ChatPrompt, sheet="refinement_chat", tier=ModelTier.FAST, max_tokens=600):
    """The write coach: helps the subject of a guess to word what they may share. The conversation lives in the client, so
    even the guide's own earlier answers are only what the client says they were."""

    own_history = False

    me: str
    partner: str
    area: AreaHint | None = None
    suggestion: str | None = None
    draft: str | None = None
    iteration: int = 1
    turns: tuple[Turn, ...] = ()

    def fragments(self) -> Mapping[str, bool]:
        return {
            "begin": not self.turns,
            "has_text": self.draft is not None,
            "long": members_turns(self.turns) >= LONG_COACHING,
            "asked_often": self.iteration >= OFTEN,
        }

    def parse(self, reply: Reply) -> ReplyNotes:
        return ReplyNotes(draft=within(SHARE_LIMIT, reply.content))


def is_very_strong(intensity: int | None) -> bool:
    return intensity is not None and intensity >= VERY_STRONG


def members_turns(turns: tuple[Turn, ...]) -> int:
    return sum(turn.speaker is Speaker.MEMBER for turn in turns)


def within(limit: int, text: str | None) -> str | None:
    """What is too long to be sent is no proposal."""
    return text if text is not None and len(text) <= limit else None
