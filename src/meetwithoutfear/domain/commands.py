"""What somebody may ask for outside the exchange and the last two stages, in the imperative. Where its effect already holds,
a command answers with nothing, so a repeated tap does no harm."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.empathy.commands import Withdraw
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound, SessionEnded
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.stages import Gate, Stage


class Invite(MemberCommand):
    """Only who has begun the session has somebody to invite."""

    held_in_care = True

    invitation_id: UUID
    expires_at: datetime

    def decide(self, session: Session) -> list[Event]:
        if Side.INVITEE in session.members:
            raise Conflict("Your partner has already joined.")
        # A new link may be meant for somebody else.
        renewed = session.invitation is not None
        return [
            e.Invited(self.invitation_id, self.expires_at),
            *(withdraw_statement(session) if renewed else []),
        ]


class Join(SessionCommand):
    user_id: UUID
    name: str
    relation: Relation | None = None

    def decide(self, session: Session) -> list[Event]:
        if session.members[Side.INVITER].user_id == self.user_id:
            raise Conflict("This is your own invitation. Send the link to the other person.")
        invitee = session.members.get(Side.INVITEE)
        if invitee is None:
            return [e.Joined(self.user_id, self.name, self.relation)]
        if invitee.user_id == self.user_id:
            return []
        raise NotFound


class DeclineInvitation(SessionCommand):
    def decide(self, session: Session) -> list[Event]:
        return [e.InvitationDeclined(), *withdraw_statement(session)]


def withdraw_statement(session: Session) -> list[Event]:
    """Words about one person never go to another: whoever comes next is guessed about anew."""
    if session.exchange.attempts[Side.INVITER].status is None:
        return []
    return [*Withdraw(Side.INVITER).decide(session)]


class StateRelation(MemberCommand):
    """Say what the two are to each other, or take it back. It is the member's own, and nobody else is told."""

    relation: Relation | None

    def decide(self, session: Session) -> list[Event]:
        return (
            []
            if session.members[self.side].relation is self.relation
            else [e.RelationStated(self.side, self.relation)]
        )


class SignCompact(MemberCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        signed = Gate.COMPACT_SIGNED in session.members[self.side].passed
        return [] if signed else [e.CompactSigned(self.side)]


STILL_ANSWERING = "The guide is still answering."


class TalkCommand(MemberCommand):
    """With the guide, or alone in the journal."""

    chat: Chat
    message_id: UUID


class Speak(TalkCommand):
    """Say something to the guide. It changes nothing but the own chat; some words are answered without the engine. At most
    one reply is being made for a member and chat."""

    awaits_reply: bool = True

    def decide(self, session: Session) -> list[Event]:
        if self.chat in session.members[self.side].answering:
            raise Conflict(STILL_ANSWERING)
        return [e.Spoke(self.side, self.chat, self.message_id, self.awaits_reply)]


class AskAgain(TalkCommand):
    """The reply to this message failed or was stopped: try once more."""

    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        if session.members[self.side].answering.get(self.chat, self.message_id) != self.message_id:
            raise Conflict(STILL_ANSWERING)
        return [e.AskedAgain(self.side, self.chat, self.message_id)]


class EndReply(MemberCommand):
    """The guide has answered, or could not."""

    chat: Chat
    message_id: UUID

    def decide(self, session: Session) -> list[Event]:
        awaited = session.members[self.side].answering.get(self.chat)
        return [] if awaited != self.message_id else [e.ReplyEnded(self.side, self.chat)]


class FeelHeard(MemberCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        member = session.members[self.side]
        if Gate.FELT_HEARD in member.passed:
            return []
        if member.stage is not Stage.WITNESS:
            raise InvalidTransition("First comes the promise, then the conversation.")
        if not member.turns:
            raise InvalidTransition("Tell the guide something first, so that there is something to be heard.")
        return [e.FeltHeard(self.side)]


class TakeCare(MemberCommand):
    """Something the member wrote speaks of danger: the conversation is about that alone, and what would cross or move a gate
    waits, until they say that they are safe, or to go on. Having said so, they may send on even such words; in the
    conversation each new danger is a reason to ask again."""

    care: Care
    about_to_cross: bool = False

    def decide(self, session: Session) -> list[Event]:
        member = session.members[self.side]
        cleared = self.about_to_cross and member.cleared_at is not None
        return [] if cleared or member.care == self.care else [e.CareTaken(self.side, self.care)]


class Continue(MemberCommand):
    """Out of care."""

    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].care is None else [e.CareEnded(self.side)]


class Pause(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].paused_at else [e.PauseBegan(self.side)]


class Resume(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].paused_at is None else [e.PauseEnded(self.side)]


class Archive(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].archived_at else [e.Archived(self.side)]


class Leave(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].left_at else [e.Left(self.side)]


class FinishAlone(MemberCommand):
    """The other one has been silent for a long time; `silent` says whether for long enough."""

    silent: bool

    def decide(self, session: Session) -> list[Event]:
        if session.members[self.side].finished_at is not None:
            return []
        if session.status is SessionStatus.ENDED:
            raise SessionEnded
        if not self.silent:
            raise InvalidTransition(
                "Your partner has not been silent for so long that you have to end it alone."
            )
        return [e.FinishedAlone(self.side)]


class Remind(MemberCommand):
    """Something has been waiting for the member for days."""

    def decide(self, session: Session) -> list[Event]:
        return [] if session.members[self.side].remind_at is None else [e.Reminded(self.side)]


class LookAt(MemberCommand):
    """The member has looked at one of the things that wait for them."""

    item_id: UUID

    def decide(self, session: Session) -> list[Event]:
        items = [item for item in session.members[self.side].pending if item.item_id == self.item_id]
        if not items:
            raise NotFound
        return [] if all(item.seen_at for item in items) else [e.LookedAt(self.side, self.item_id)]
