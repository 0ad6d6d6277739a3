"""A session: two members, one status, and the only way to change any of it.

`decide(session, command)` checks and answers with events; it never changes anything. `evolve(session, event)` applies
one event. What may happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no
other code sets a status. A command whose effect already holds decides to nothing, so a repeated tap does no harm.

Both members are handled by the same code: a `Side` says which of them is meant, and no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound, SessionEnded
from meetwithoutfear.domain.stages import Gate, Passed, Stage, current_stage


class Side(StrEnum):
    INVITER = "INVITER"
    INVITEE = "INVITEE"

    @property
    def other(self) -> Side:
        return Side.INVITEE if self is Side.INVITER else Side.INVITER


class SessionStatus(StrEnum):
    INVITED = "INVITED"
    ACTIVE = "ACTIVE"
    ENDED = "ENDED"


class InvitationStatus(StrEnum):
    OPEN = "OPEN"
    ACCEPTED = "ACCEPTED"
    DECLINED = "DECLINED"
    REPLACED = "REPLACED"


@dataclass(frozen=True)
class Invitation:
    id: UUID
    status: InvitationStatus
    expires_at: datetime


@dataclass(frozen=True)
class Member:
    user_id: UUID
    name: str
    joined_at: datetime
    passed: Passed = field(default_factory=dict)
    paused_at: datetime | None = None
    archived_at: datetime | None = None
    left_at: datetime | None = None
    version: int = 0
    message_seq: int = 0
    last_activity_at: datetime | None = None

    @property
    def stage(self) -> Stage:
        return current_stage(self.passed)


@dataclass(frozen=True)
class Session:
    id: UUID
    status: SessionStatus
    partner_name: str
    topic: str | None
    members: Mapping[Side, Member]
    invitation: Invitation | None = None
    journal_seq: int = 0

    def side_of(self, user_id: UUID) -> Side:
        for side, member in self.members.items():
            if member.user_id == user_id:
                return side
        raise NotFound

    def partner_of(self, side: Side) -> Member | None:
        return self.members.get(side.other)


@dataclass(frozen=True)
class Invite:
    invitation_id: UUID
    expires_at: datetime


@dataclass(frozen=True)
class Join:
    user_id: UUID
    name: str


@dataclass(frozen=True)
class DeclineInvitation:
    pass


@dataclass(frozen=True)
class SignCompact:
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


Command = Invite | Join | DeclineInvitation | SignCompact | Pause | Resume | Archive | Leave


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


@dataclass(frozen=True)
class InvitationDeclined:
    pass


@dataclass(frozen=True)
class CompactSigned:
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


Event = (
    Created
    | Invited
    | Joined
    | InvitationDeclined
    | CompactSigned
    | PauseBegan
    | PauseEnded
    | Archived
    | Left
)

INVITED, ACTIVE, ENDED = SessionStatus.INVITED, SessionStatus.ACTIVE, SessionStatus.ENDED

TRANSITIONS: Mapping[tuple[SessionStatus, type[Event]], SessionStatus] = {
    (INVITED, Created): INVITED,
    (INVITED, Invited): INVITED,
    (INVITED, InvitationDeclined): INVITED,
    (INVITED, Joined): ACTIVE,
    (INVITED, CompactSigned): INVITED,
    (INVITED, PauseBegan): INVITED,
    (INVITED, PauseEnded): INVITED,
    (INVITED, Archived): INVITED,
    (INVITED, Left): ENDED,
    (ACTIVE, CompactSigned): ACTIVE,
    (ACTIVE, PauseBegan): ACTIVE,
    (ACTIVE, PauseEnded): ACTIVE,
    (ACTIVE, Archived): ACTIVE,
    (ACTIVE, Left): ENDED,
    (ENDED, Archived): ENDED,
    (ENDED, Left): ENDED,
}


def decide(session: Session, command: Command) -> list[Event]:
    events = proposed(session, command)
    for event in events:
        if (session.status, type(event)) not in TRANSITIONS:
            raise refusal(session)
    return events


def refusal(session: Session) -> Conflict:
    return SessionEnded() if session.status is ENDED else InvalidTransition()


def proposed(session: Session, command: Command) -> list[Event]:
    """What the command would make happen; nothing at all where its effect already holds."""
    match command:
        case Invite(invitation_id, expires_at):
            if Side.INVITEE in session.members:
                raise Conflict("Your partner has already joined.")
            return [Invited(invitation_id, expires_at)]
        case Join(user_id, name):
            return joining(session, user_id, name)
        case DeclineInvitation():
            return [InvitationDeclined()]
        case SignCompact(side):
            signed = Gate.COMPACT_SIGNED in session.members[side].passed
            return [] if signed else [CompactSigned(side)]
        case Pause(side):
            return [] if session.members[side].paused_at else [PauseBegan(side)]
        case Resume(side):
            return [PauseEnded(side)] if session.members[side].paused_at else []
        case Archive(side):
            return [] if session.members[side].archived_at else [Archived(side)]
        case Leave(side):
            return [] if session.members[side].left_at else [Left(side)]
        case _:
            assert_never(command)


def joining(session: Session, user_id: UUID, name: str) -> list[Event]:
    if session.members[Side.INVITER].user_id == user_id:
        raise Conflict("This is your own invitation. Send the link to the other person.")
    invitee = session.members.get(Side.INVITEE)
    if invitee is None:
        return [Joined(user_id, name)]
    if invitee.user_id == user_id:
        return []
    raise NotFound


def evolve(session: Session, event: Event, now: datetime) -> Session:
    session = replace(
        session, status=TRANSITIONS[session.status, type(event)], journal_seq=session.journal_seq + 1
    )
    match event:
        case Created():
            return session
        case Invited(invitation_id, expires_at):
            fresh = Invitation(invitation_id, InvitationStatus.OPEN, expires_at)
            return replace(session, invitation=fresh)
        case Joined(user_id, name):
            joined = answered(session, InvitationStatus.ACCEPTED)
            return replace(joined, members={**session.members, Side.INVITEE: Member(user_id, name, now)})
        case InvitationDeclined():
            return answered(session, InvitationStatus.DECLINED)
        case CompactSigned(side):
            passed = {**session.members[side].passed, Gate.COMPACT_SIGNED: now}
            return with_member(session, side, replace(session.members[side], passed=passed))
        case PauseBegan(side):
            return with_member(session, side, replace(session.members[side], paused_at=now))
        case PauseEnded(side):
            return with_member(session, side, replace(session.members[side], paused_at=None))
        case Archived(side):
            return with_member(session, side, replace(session.members[side], archived_at=now))
        case Left(side):
            gone = with_member(session, side, replace(session.members[side], left_at=now))
            return answered(gone, InvitationStatus.REPLACED)
        case _:
            assert_never(event)


def with_member(session: Session, side: Side, member: Member) -> Session:
    return replace(session, members={**session.members, side: member})


def answered(session: Session, status: InvitationStatus) -> Session:
    """An open invitation closes once; a closed one keeps the answer it got."""
    invitation = session.invitation
    if invitation is None or invitation.status is not InvitationStatus.OPEN:
        return session
    return replace(session, invitation=replace(invitation, status=status))
