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
    FinishAlone,
    Invite,
    Join,
    Leave,
    LookAt,
    Pause,
    Remind,
    Resume,
    SignCompact,
    Speak,
    StateRelation,
    TakeCare,
)
from meetwithoutfear.domain.empathy.commands import Withdraw
from meetwithoutfear.domain.empathy.deciding import proposed as proposed_in_exchange
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound, SessionEnded
from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CareEnded,
    CareTaken,
    CompactSigned,
    Event,
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
from meetwithoutfear.domain.needs.commands import Command as NeedsCommand
from meetwithoutfear.domain.needs.events import Event as NeedsEvent
from meetwithoutfear.domain.repair.commands import Command as RepairCommand
from meetwithoutfear.domain.repair.events import Event as RepairEvent
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.waiting import facts_of

StageEvent = NeedsEvent | RepairEvent
StageCommand = NeedsCommand | RepairCommand
Happening = Event | EmpathyEvent | NeedsEvent | RepairEvent

STILL_ANSWERING = "The guide is still answering."


def proposed(session: Session, command: Command) -> list[Happening]:
    match command:
        case Invite() | Join() | DeclineInvitation():
            return about_the_invitation(session, command)
        case Speak() | AskAgain():
            refuse_talk_after_the_end(session, command.side)
            return [*about_a_reply(session.members[command.side], command)]
        case EndReply():
            return [*about_a_reply(session.members[command.side], command)]
        case StateRelation(side, relation):
            return [*unless(session.members[side].relation is relation, RelationStated(side, relation))]
        case LookAt(side, item_id):
            return [*looking(session.members[side], side, item_id)]
        case FinishAlone():
            return finishing(session, command)
        case _:
            return [*about_a_member(session.members[command.side], command)]


def refuse_talk_after_the_end(session: Session, side: Side) -> None:
    """Whoever had to end it alone may still close it for themselves, with the guide."""
    if session.status is SessionStatus.ENDED and session.members[side].finished_at is None:
        raise SessionEnded


def finishing(session: Session, command: FinishAlone) -> list[Happening]:
    if session.members[command.side].finished_at is not None:
        return []
    if session.status is SessionStatus.ENDED:
        raise SessionEnded
    if not command.silent:
        raise InvalidTransition("Your partner has not been silent for so long that you have to end it alone.")
    return [FinishedAlone(command.side)]


def about_the_invitation(session: Session, command: Invite | Join | DeclineInvitation) -> list[Happening]:
    match command:
        case Invite(invitation_id, expires_at):
            if Side.INVITEE in session.members:
                raise Conflict("Your partner has already joined.")
            # A new link may be meant for somebody else.
            renewed = session.invitation is not None
            return [Invited(invitation_id, expires_at), *(back_to_draft(session) if renewed else [])]
        case Join():
            return [*joining(session, command)]
        case DeclineInvitation():
            return [InvitationDeclined(), *back_to_draft(session)]
        case _:
            assert_never(command)


def back_to_draft(session: Session) -> list[EmpathyEvent]:
    """Words about one person never go to another: whoever comes next is guessed about anew."""
    if session.exchange.attempts[Side.INVITER].status is None:
        return []
    return proposed_in_exchange(session.exchange, facts_of(session), Withdraw(Side.INVITER))


def joining(session: Session, command: Join) -> list[Event]:
    if session.members[Side.INVITER].user_id == command.user_id:
        raise Conflict("This is your own invitation. Send the link to the other person.")
    invitee = session.members.get(Side.INVITEE)
    if invitee is None:
        return [Joined(command.user_id, command.name, command.relation)]
    if invitee.user_id == command.user_id:
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


Own = SignCompact | FeelHeard | TakeCare | Continue | Pause | Resume | Archive | Leave | Remind


def about_a_member(member: Member, command: Own) -> list[Event]:
    match command:
        case SignCompact(side):
            return unless(Gate.COMPACT_SIGNED in member.passed, CompactSigned(side))
        case FeelHeard(side):
            return feeling_heard(side, member)
        case TakeCare(side, care, about_to_cross):
            cleared = about_to_cross and member.cleared_at is not None
            return unless(cleared or member.care == care, CareTaken(side, care))
        case Continue(side):
            return unless(member.care is None, CareEnded(side))
        case Pause(side):
            return unless(member.paused_at is not None, PauseBegan(side))
        case Resume(side):
            return unless(member.paused_at is None, PauseEnded(side))
        case Archive(side):
            return unless(member.archived_at is not None, Archived(side))
        case Leave(side):
            return unless(member.left_at is not None, Left(side))
        case Remind(side):
            return unless(member.remind_at is None, Reminded(side))
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


def looking(member: Member, side: Side, item_id: UUID) -> list[Event]:
    items = [item for item in member.pending if item.item_id == item_id]
    if not items:
        raise NotFound
    return unless(all(item.seen_at for item in items), LookedAt(side, item_id))


def unless(already: bool, event: Event) -> list[Event]:  # reads as a sentence where it is called
    return [] if already else [event]
