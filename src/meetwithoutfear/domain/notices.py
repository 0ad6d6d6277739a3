"""Who is told what when something has happened: entries for inboxes and the guide's fixed lines for chats. A notice is a
type and ids, never text; a line never names the partner, so nothing of a person stays in it when they leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CareEnded,
    CareTaken,
    CompactSigned,
    Created,
    Event,
    ExchangeCompleted,
    FeltHeard,
    FinishedAlone,
    InvitationDeclined,
    Invited,
    Joined,
    Left,
    LookedAt,
    PauseBegan,
    PauseEnded,
    RelationStated,
    Reminded,
    ReplyEnded,
    Spoke,
)
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage


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


WELCOME = (
    "Welcome. This room is yours alone: whatever you write here stays between you and me, until you yourself decide to "
    "share something. Before we begin there is one short promise to read."
)
SIGNED = (
    "Thank you for your promise. From here on you go at your own pace. What has been happening, as you have lived it? Begin "
    "wherever you like."
)
HEARD = (
    "Thank you for telling me. Now comes something that takes some courage: to imagine what this may be like from the other "
    "side. You need not agree with it. When you think of your partner in all this, what do you think they may be feeling?"
)
FINISHED_ALONE = (
    "You have ended this on your own, after a long silence, and that is a decision one may make. What you have "
    "written stays with you. If you like, we can look back together for a little: what did you see in all this "
    "that you want to keep?"
)
PARTNER_FINISHED = "This session has come to its end. Everything you have written here stays with you."
UNDERSTOOD = (
    "Both of you have now looked at the other's guess and said how it is for you. That part is done, for both. "
    "Next comes what lies under it all: what each of you needs."
)
PARTNER_JOINED = (
    "Your partner has joined. Each of you has a room of your own; neither can look into the other's."
)


Joint = Joined | PauseBegan | PauseEnded | FinishedAlone
JOINT: dict[type[Joint], NoticeType] = {
    Joined: NoticeType.SESSION_JOINED,
    PauseBegan: NoticeType.SESSION_PAUSED,
    PauseEnded: NoticeType.SESSION_RESUMED,
    FinishedAlone: NoticeType.SESSION_ENDED,
}
Quiet = Spoke | AskedAgain | ReplyEnded | CareTaken | CareEnded | Archived | LookedAt | RelationStated


def session_notices(session: Session, event: Event) -> list[Notice]:
    match event:
        case Joined() | PauseBegan() | PauseEnded() | FinishedAlone():
            return to_both(session, JOINT[type(event)])
        case CompactSigned(side):
            return completed(session, side, Stage.ONBOARDING)
        case FeltHeard(side):
            return completed(session, side, Stage.WITNESS)
        case ExchangeCompleted():
            done = {"stage": int(Stage.PERSPECTIVE_STRETCH)}
            return [Notice(side, NoticeType.STAGE_COMPLETED, done) for side in session.members]
        case _:
            return to_one(session, event)


Single = Created | Invited | InvitationDeclined | Left | Reminded | Quiet


def to_one(session: Session, event: Single) -> list[Notice]:
    match event:
        case Created() | Invited():
            return [Notice(Side.INVITER, NoticeType.SESSION_UPDATED)]
        case InvitationDeclined():
            return [Notice(Side.INVITER, NoticeType.SESSION_DECLINED)]
        case Left(side):
            partner = session.partner_of(side)
            stays = partner is not None and partner.left_at is None
            return [Notice(to, NoticeType.SESSION_LEFT) for to in ((side, side.other) if stays else (side,))]
        case Reminded(side):
            return [Notice(side, NoticeType.ITEM_READY, {"type": "reminder", "priority": "medium"})]
        case (
            Spoke(side)
            | AskedAgain(side)
            | ReplyEnded(side)
            | CareTaken(side)
            | CareEnded(side)
            | Archived(side)
            | LookedAt(side)
            | RelationStated(side)
        ):
            return [Notice(side, NoticeType.SESSION_UPDATED)]
        case _:
            assert_never(event)


def completed(session: Session, side: Side, stage: Stage) -> list[Notice]:
    mine = Notice(side, NoticeType.SESSION_UPDATED)
    done = Notice(side.other, NoticeType.STAGE_COMPLETED, {"stage": int(stage)})
    return [mine, done] if side.other in session.members else [mine]


def to_both(session: Session, kind: NoticeType) -> list[Notice]:
    return [Notice(side, kind) for side in session.members]


def session_lines(session: Session, event: Event) -> list[Line]:
    match event:
        case Created():
            return [Line(Side.INVITER, WELCOME, Stage.ONBOARDING)]
        case Joined():
            told = Line(Side.INVITER, PARTNER_JOINED, session.members[Side.INVITER].stage)
            return [Line(Side.INVITEE, WELCOME, Stage.ONBOARDING), told]
        case CompactSigned(side):
            return [Line(side, SIGNED, Stage.WITNESS)]
        case FeltHeard(side):
            return [Line(side, HEARD, Stage.PERSPECTIVE_STRETCH)]
        case FinishedAlone(side):
            others = [to for to in session.members if to is not side]
            neutral = [Line(to, PARTNER_FINISHED, session.tag_of(to)) for to in others]
            return [Line(side, FINISHED_ALONE, session.tag_of(side)), *neutral]
        case ExchangeCompleted():
            return [Line(side, UNDERSTOOD, Stage.NEED_MAPPING) for side in session.members]
        case Spoke() | AskedAgain() | ReplyEnded() | CareTaken() | CareEnded() | Reminded() | LookedAt():
            return []
        case Invited() | InvitationDeclined() | PauseBegan() | PauseEnded() | Archived() | Left():
            return []
        case RelationStated():
            return []
        case _:
            assert_never(event)
