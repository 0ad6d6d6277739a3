"""The only way to change a session.

`decide(session, command)` checks and answers with events; it never changes anything. `evolve(session, event)` applies one event.
What may happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no other code sets a
status. A command whose effect already holds decides to nothing, so a repeated tap does no harm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.commands import (
    Archive,
    AskAgain,
    Command,
    Continue,
    DeclineInvitation,
    EndReply,
    FeelHeard,
    Hold,
    Invite,
    Join,
    Leave,
    Pause,
    Resume,
    SignCompact,
    Speak,
)
from meetwithoutfear.domain.errors import (
    Conflict,
    InvalidTransition,
    NotFound,
    ReplyInFlight,
    SafetyHold,
    SessionEnded,
)
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
from meetwithoutfear.domain.session import (
    Chat,
    Invitation,
    InvitationStatus,
    Member,
    Session,
    SessionStatus,
    Side,
)
from meetwithoutfear.domain.stages import Gate, Stage

INVITED, ACTIVE, ENDED = SessionStatus.INVITED, SessionStatus.ACTIVE, SessionStatus.ENDED

TRANSITIONS: Mapping[tuple[SessionStatus, type[Event]], SessionStatus] = {
    (INVITED, Created): INVITED,
    (INVITED, Invited): INVITED,
    (INVITED, InvitationDeclined): INVITED,
    (INVITED, Joined): ACTIVE,
    (INVITED, CompactSigned): INVITED,
    (INVITED, Spoke): INVITED,
    (INVITED, AskedAgain): INVITED,
    (INVITED, ReplyEnded): INVITED,
    (INVITED, FeltHeard): INVITED,
    (INVITED, HoldBegan): INVITED,
    (INVITED, HoldEnded): INVITED,
    (INVITED, PauseBegan): INVITED,
    (INVITED, PauseEnded): INVITED,
    (INVITED, Archived): INVITED,
    (INVITED, Left): ENDED,
    (ACTIVE, CompactSigned): ACTIVE,
    (ACTIVE, Spoke): ACTIVE,
    (ACTIVE, AskedAgain): ACTIVE,
    (ACTIVE, ReplyEnded): ACTIVE,
    (ACTIVE, FeltHeard): ACTIVE,
    (ACTIVE, HoldBegan): ACTIVE,
    (ACTIVE, HoldEnded): ACTIVE,
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
            if session.members[Side.INVITER].held_at:
                raise SafetyHold
            return [Invited(invitation_id, expires_at)]
        case Join(user_id, name):
            return joining(session, user_id, name)
        case DeclineInvitation():
            return [InvitationDeclined()]
        case SignCompact(side):
            signed = Gate.COMPACT_SIGNED in session.members[side].passed
            return [] if signed else [CompactSigned(side)]
        case Speak(side, chat, message_id, awaits_reply):
            if chat in session.members[side].answering:
                raise ReplyInFlight
            return [Spoke(side, chat, message_id, awaits_reply)]
        case AskAgain(side, chat, message_id):
            if session.members[side].answering.get(chat, message_id) != message_id:
                raise ReplyInFlight
            return [AskedAgain(side, chat, message_id)]
        case EndReply(side, chat, message_id):
            awaited = session.members[side].answering.get(chat) == message_id
            return [ReplyEnded(side, chat)] if awaited else []
        case FeelHeard(side):
            return feeling_heard(side, session.members[side])
        case Hold(side):
            return [] if session.members[side].held_at else [HoldBegan(side)]
        case Continue(side):
            return [HoldEnded(side)] if session.members[side].held_at else []
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


def feeling_heard(side: Side, member: Member) -> list[Event]:
    if Gate.FELT_HEARD in member.passed:
        return []
    if member.stage is not Stage.WITNESS:
        raise InvalidTransition("First comes the promise, then the conversation.")
    if not member.turns:
        raise InvalidTransition("Tell the guide something first, so that there is something to be heard.")
    return [FeltHeard(side)]


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
            return with_member(session, side, replace(session.members[side], passed=passed, turns=0))
        case Spoke(side, chat, message_id, awaits_reply):
            member = session.members[side]
            member = replace(member, turns=member.turns + (chat is Chat.MAIN))
            return with_member(session, side, answering(member, chat, message_id if awaits_reply else None))
        case AskedAgain(side, chat, message_id):
            return with_member(session, side, answering(session.members[side], chat, message_id))
        case ReplyEnded(side, chat):
            return with_member(session, side, answering(session.members[side], chat, None))
        case FeltHeard(side):
            passed = {**session.members[side].passed, Gate.FELT_HEARD: now}
            return with_member(session, side, replace(session.members[side], passed=passed, turns=0))
        case HoldBegan(side):
            return with_member(session, side, replace(session.members[side], held_at=now))
        case HoldEnded(side):
            return with_member(session, side, replace(session.members[side], held_at=None))
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


def answering(member: Member, chat: Chat, message_id: UUID | None) -> Member:
    others = {place: awaited for place, awaited in member.answering.items() if place is not chat}
    return replace(member, answering=others if message_id is None else {**others, chat: message_id})


def answered(session: Session, status: InvitationStatus) -> Session:
    """An open invitation closes once; a closed one keeps the answer it got."""
    invitation = session.invitation
    if invitation is None or invitation.status is not InvitationStatus.OPEN:
        return session
    return replace(session, invitation=replace(invitation, status=status))
