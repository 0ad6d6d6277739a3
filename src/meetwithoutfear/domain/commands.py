"""What somebody may ask for, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Chat
from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class Invite:
    invitation_id: UUID
    expires_at: datetime


@dataclass(frozen=True)
class Join:
    user_id: UUID
    name: str
    relation: Relation | None = None


@dataclass(frozen=True)
class DeclineInvitation:
    pass


@dataclass(frozen=True)
class StateRelation:
    """Say what the two are to each other, or take it back. It is the member's own, and nobody else is told."""

    side: Side
    relation: Relation | None


@dataclass(frozen=True)
class SignCompact:
    side: Side


@dataclass(frozen=True)
class Speak:
    """Say something to the guide. It changes nothing but the own chat; some words are answered without the engine."""

    side: Side
    chat: Chat
    message_id: UUID
    awaits_reply: bool = True


@dataclass(frozen=True)
class AskAgain:
    """The reply to this message failed or was stopped: try once more."""

    side: Side
    chat: Chat
    message_id: UUID


@dataclass(frozen=True)
class EndReply:
    """The guide has answered, or could not."""

    side: Side
    chat: Chat
    message_id: UUID


@dataclass(frozen=True)
class FeelHeard:
    side: Side


@dataclass(frozen=True)
class TakeCare:
    """Something the member wrote speaks of danger: the conversation is about that alone, and what would cross or move a gate
    waits, until they say that they are safe, or to go on. Having said so, they may send on even such words; in the
    conversation each new danger is a reason to ask again."""

    side: Side
    care: Care
    about_to_cross: bool = False


@dataclass(frozen=True)
class Continue:
    """Out of care."""

    side: Side


@dataclass(frozen=True)
class Pause:
    side: Side


@dataclass(frozen=True)
class Resume:
    side: Side


@dataclass(frozen=True)
class Archive:
    side: Side


@dataclass(frozen=True)
class Leave:
    side: Side


@dataclass(frozen=True)
class FinishAlone:
    """The other one has been silent for a long time; `silent` says whether for long enough."""

    side: Side
    silent: bool


@dataclass(frozen=True)
class Remind:
    """Something has been waiting for the member for days."""

    side: Side


@dataclass(frozen=True)
class LookAt:
    """The member has looked at one of the things that wait for them."""

    side: Side
    item_id: UUID


Command = (
    Invite
    | Join
    | DeclineInvitation
    | StateRelation
    | SignCompact
    | Speak
    | AskAgain
    | EndReply
    | FeelHeard
    | TakeCare
    | Continue
    | Pause
    | Resume
    | Archive
    | Leave
    | FinishAlone
    | Remind
    | LookAt
)
