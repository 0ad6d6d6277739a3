"""What has happened, in the past tense: the entries of a session's journal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class Created:
    """The first entry of the journal. It comes with the session, so it changes nothing."""


@dataclass(frozen=True)
class Invited:
    invitation_id: UUID
    expires_at: datetime


@dataclass(frozen=True)
class Joined:
    user_id: UUID
    name: str
    relation: Relation | None = None


@dataclass(frozen=True)
class InvitationDeclined:
    pass


@dataclass(frozen=True)
class RelationStated:
    side: Side
    relation: Relation | None


@dataclass(frozen=True)
class CompactSigned:
    side: Side


@dataclass(frozen=True)
class Spoke:
    side: Side
    chat: Chat
    message_id: UUID
    awaits_reply: bool


@dataclass(frozen=True)
class AskedAgain:
    side: Side
    chat: Chat
    message_id: UUID


@dataclass(frozen=True)
class ReplyEnded:
    side: Side
    chat: Chat


@dataclass(frozen=True)
class FeltHeard:
    side: Side


@dataclass(frozen=True)
class CareTaken:
    """The member's conversation is in care from now on, or has gone one turn further in it."""

    side: Side
    care: Care


@dataclass(frozen=True)
class CareEnded:
    side: Side


@dataclass(frozen=True)
class PauseBegan:
    side: Side


@dataclass(frozen=True)
class PauseEnded:
    side: Side


@dataclass(frozen=True)
class Archived:
    side: Side


@dataclass(frozen=True)
class Left:
    side: Side


@dataclass(frozen=True)
class FinishedAlone:
    side: Side


@dataclass(frozen=True)
class Reminded:
    side: Side


@dataclass(frozen=True)
class LookedAt:
    side: Side
    item_id: UUID


@dataclass(frozen=True)
class ExchangeCompleted:
    """Both statements have been validated: the next stage opens for both at once."""


Event = (
    Created
    | Invited
    | Joined
    | InvitationDeclined
    | RelationStated
    | CompactSigned
    | Spoke
    | AskedAgain
    | ReplyEnded
    | FeltHeard
    | CareTaken
    | CareEnded
    | PauseBegan
    | PauseEnded
    | Archived
    | Left
    | FinishedAlone
    | Reminded
    | LookedAt
    | ExchangeCompleted
)
