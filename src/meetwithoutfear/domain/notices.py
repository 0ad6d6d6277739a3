"""What somebody is told: entries for inboxes and lines for chats. A notice is a type and ids, never text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.vocabulary import read_pairs
from meetwithoutfear.domain.wire import Own, Time, View

SAYS = read_pairs("says.txt")
"""What people are told when something has happened: each of these sentences is fixed."""


class NoticeType(StrEnum):
    SESSION_JOINED = "session.joined"
    SESSION_DECLINED = "session.declined"
    SESSION_PAUSED = "session.paused"
    SESSION_RESUMED = "session.resumed"
    SESSION_LEFT = "session.left"
    SESSION_ENDED = "session.ended"
    SESSION_UPDATED = "session.updated"
    STAGE_COMPLETED = "partner.stage_completed"
    MESSAGE_CREATED = "message.created"
    GAP_ANALYSIS_STARTING = "empathy.gap_analysis_starting"
    GAPS_RESOLVED = "empathy.gaps_resolved"
    GAPS_REMAIN = "empathy.gaps_remain"
    PARTNER_CONSIDERING_SHARE = "empathy.partner_considering_share"
    SHARE_SUGGESTION = "empathy.share_suggestion"
    MORE_SHARING_SUGGESTED = "empathy.more_sharing_suggested"
    SHARE_FINALIZED = "empathy.share_finalized"
    REFINING = "empathy.refining"
    CIRCUIT_BREAKER_ACTIVATED = "empathy.circuit_breaker_activated"
    BOTH_READY = "empathy.both_ready"
    REVEALED = "empathy.revealed"
    STATUS_UPDATED = "empathy.status_updated"
    NEEDS_PARTNER_SHARED = "needs.partner_shared"
    NEEDS_REVEALED = "needs.revealed"
    COMMON_GROUND_READY = "common_ground.ready"
    COMMON_GROUND_PROPOSED = "common_ground.proposed"
    COMMON_GROUND_CONFIRMED = "common_ground.confirmed"
    STRATEGIES_PARTNER_READY = "strategies.partner_ready"
    STRATEGIES_RELEASED = "strategies.released"
    STRATEGIES_REOPENED = "strategies.reopened"
    STRATEGIES_PARTNER_RANKED = "strategies.partner_ranked"
    STRATEGIES_OVERLAP = "strategies.overlap"
    AGREEMENT_PROPOSED = "agreement.proposed"
    AGREEMENT_CONFIRMED = "agreement.confirmed"
    AGREEMENT_DROPPED = "agreement.dropped"
    SESSION_RESOLVED = "session.resolved"
    CLOSE_ASKED = "session.close_asked"
    FOLLOW_UP_DUE = "follow_up.due"
    FOLLOW_UP_SHARED = "follow_up.shared"
    FOLLOW_UP_SETTLED = "follow_up.settled"
    BADGE_UPDATE = "notification.badge_update"
    ITEM_READY = "notification.item_ready"


class Role(StrEnum):
    USER = "USER"
    AI = "AI"
    EMPATHY_STATEMENT = "EMPATHY_STATEMENT"
    SHARED_CONTEXT = "SHARED_CONTEXT"
    EMPATHY_REVEAL_INTRO = "EMPATHY_REVEAL_INTRO"
    EMPATHY_VALIDATION_PROMPT = "EMPATHY_VALIDATION_PROMPT"
    VALIDATION_FEEDBACK = "VALIDATION_FEEDBACK"


@dataclass(frozen=True)
class Notice:
    to: Side
    type: NoticeType
    data: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """Something new in a member's chat. What a member wrote themselves may wait for a reply, and may be flagged: flagged
    words are kept out of everything that is ever made of the chat."""

    to: Side
    content: str = field(repr=False)
    stage: int
    role: Role = Role.AI
    chat: Chat = Chat.MAIN
    reply_to: UUID | None = None
    awaits_reply: bool = False
    flagged: bool = False
    in_care: bool = False
    """Part of the talk in care. Everything else that arrives meanwhile is shown after it."""
    cause: str | None = None
    """What it comes from. No cause puts a line into a chat twice."""


class Author(StrEnum):
    """Whose words a message carries, to the one in whose chat it stands."""

    ME = "ME"
    PARTNER = "PARTNER"
    GUIDE = "GUIDE"


def author_of(role: Role, reader: Side, cause: str | None) -> Author:
    """What crossed stands in both chats; its cause names the direction, which is its guesser's side."""
    match role:
        case Role.USER:
            return Author.ME
        case Role.VALIDATION_FEEDBACK:
            return Author.PARTNER
        case Role.EMPATHY_STATEMENT | Role.SHARED_CONTEXT:
            assert cause is not None  # noqa: S101  # so is every line of the exchange written
            is_guesser = Side(cause.split(":")[1]) is reader
            return Author.ME if is_guesser is (role is Role.EMPATHY_STATEMENT) else Author.PARTNER
        case _:
            return Author.GUIDE


class ReplyState(StrEnum):
    """Of a member's own message. PENDING has one reply in the making, or a watchdog that will find out that it has none."""

    PENDING = "PENDING"
    DONE = "DONE"
    FAILED = "FAILED"
    STOPPED = "STOPPED"


@dataclass(frozen=True)
class ReplyNotes:
    """What came with a reply besides its words."""

    draft: str | None = None
    ready_to_share: bool = False
    feel_heard_offered: bool = False
    intensity: int | None = None


@dataclass(frozen=True)
class MessageView(View, called="Message"):
    """As it stands in the reader's own chat."""

    id: Own[UUID]
    seq: Own[int]
    role: Own[Role]
    author: Own[Author]
    content: Own[str] = field(repr=False)
    stage: Own[int]
    created_at: Own[Time]
    reply_to: Own[UUID | None]
    reply_state: Own[ReplyState | None]


@dataclass(frozen=True)
class SpokenView(Helping, called="MessageAndReply"):
    """A message and what the guide answered; `reply` is null when a repeated request finds it still in the making."""

    message: MessageView
    reply: MessageView | None
    draft: Own[str | None] = field(repr=False)
    ready_to_share: Own[bool]
    feel_heard_offered: Own[bool]
    intensity: Own[int | None]
