"""What a command would make happen, as events; nothing where its effect already holds, so a repeated tap does no harm.
Nothing is changed here, and whether an event may occur in the session's status is the machine's table to say."""

from __future__ import annotations

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
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound, SafetyHold
from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CompactSigned,
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
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage

STILL_ANSWERING = "The guide is still answering."


def proposed(session: Session, command: Command) -> list[Event]:
    match command:
        case Invite() | Join() | DeclineInvitation():
            return about_the_invitation(session, command)
        case Speak() | AskAgain() | EndReply():
            return about_a_reply(session.members[command.side], command)
        case _:
            return about_a_member(session.members[command.side], command)


def about_the_invitation(session: Session, command: Invite | Join | DeclineInvitation) -> list[Event]:
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


def about_a_reply(member: Member, command: Speak | AskAgain | EndReply) -> list[Event]:
    """At most one reply is being made for a member and chat."""
    match command:
        case Speak(side, chat, message_id, awaits_reply):
            if chat in member.answering:
                raise Conflict(STILL_ANSWERING)
            return [Spoke(side, chat, message_id, awaits_reply)]
        case AskAgain(side, chat, message_id):
            if member.answering.get(chat, message_id) != message_id:
                raise Conflict(STILL_ANSWERING)
            return [AskedAgain(side, chat, message_id)]
        case EndReply(side, chat, message_id):
            return unless(member.answering.get(chat) != message_id, ReplyEnded(side, chat))
        case _:
            assert_never(command)


Own = SignCompact | FeelHeard | Hold | Continue | Pause | Resume | Archive | Leave


def about_a_member(member: Member, command: Own) -> list[Event]:
    match command:
        case SignCompact(side):
            return unless(Gate.COMPACT_SIGNED in member.passed, CompactSigned(side))
        case FeelHeard(side):
            return feeling_heard(side, member)
        case Hold(side, about_to_cross):
            return unless(is_settled(member, about_to_cross=about_to_cross), HoldBegan(side))
        case Continue(side):
            return unless(member.held_at is None, HoldEnded(side))
        case Pause(side):
            return unless(member.paused_at is not None, PauseBegan(side))
        case Resume(side):
            return unless(member.paused_at is None, PauseEnded(side))
        case Archive(side):
            return unless(member.archived_at is not None, Archived(side))
        case Leave(side):
            return unless(member.left_at is not None, Left(side))
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


def is_settled(member: Member, *, about_to_cross: bool) -> bool:
    return member.held_at is not None or (about_to_cross and member.cleared_at is not None)


def unless(already: bool, event: Event) -> list[Event]:  # reads as a sentence where it is called
    return [] if already else [event]
