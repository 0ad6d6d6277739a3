"""Who is told what when something has happened: entries for inboxes and the guide's fixed lines for chats. A notice is a
type and ids, never text; a line never names the partner, so nothing of a person stays in it when they leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CompactSigned,
    Created,
    Event,
    FeltHeard,
    HoldBegan,
    HoldEnded,
    InvitationDeclined,
    Invited,
    Joined,
    Left,
    PauseBegan,
    PauseEnded,
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
    SESSION_UPDATED = "session.updated"
    STAGE_COMPLETED = "partner.stage_completed"
    MESSAGE_CREATED = "message.created"


class Role(StrEnum):
    USER = "USER"
    AI = "AI"


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
    content: str
    stage: Stage
    role: Role = Role.AI
    chat: Chat = Chat.MAIN
    reply_to: UUID | None = None
    awaits_reply: bool = False
    flagged: bool = False


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
PARTNER_JOINED = (
    "Your partner has joined. Each of you has a room of your own; neither can look into the other's."
)


def notices(session: Session, event: Event) -> list[Notice]:
    match event:
        case Created() | Invited():
            return [Notice(Side.INVITER, NoticeType.SESSION_UPDATED)]
        case Joined():
            return to_both(session, NoticeType.SESSION_JOINED)
        case InvitationDeclined():
            return [Notice(Side.INVITER, NoticeType.SESSION_DECLINED)]
        case CompactSigned(side):
            return completed(session, side, Stage.ONBOARDING)
        case FeltHeard(side):
            return completed(session, side, Stage.WITNESS)
        case PauseBegan():
            return to_both(session, NoticeType.SESSION_PAUSED)
        case PauseEnded():
            return to_both(session, NoticeType.SESSION_RESUMED)
        case Left(side):
            partner = session.partner_of(side)
            stays = partner is not None and partner.left_at is None
            return [Notice(to, NoticeType.SESSION_LEFT) for to in ((side, side.other) if stays else (side,))]
        case (
            Spoke(side)
            | AskedAgain(side)
            | ReplyEnded(side)
            | HoldBegan(side)
            | HoldEnded(side)
            | Archived(side)
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


def lines(session: Session, event: Event) -> list[Line]:
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
        case Spoke() | AskedAgain() | ReplyEnded() | HoldBegan() | HoldEnded():
            return []
        case Invited() | InvitationDeclined() | PauseBegan() | PauseEnded() | Archived() | Left():
            return []
        case _:
            assert_never(event)


def touched(session: Session, event: Event, now: datetime) -> Session:
    """Whoever is told of something has seen their view change. News brings a session back out of the archive."""
    members = dict(session.members)
    for side in {notice.to for notice in notices(session, event)}:
        member = members[side]
        archived_at = member.archived_at if isinstance(event, Archived) else None
        members[side] = replace(
            member, version=member.version + 1, last_activity_at=now, archived_at=archived_at
        )
    return replace(session, members=members)
