"""What somebody may ask for outside the exchange and the last two stages, in the imperative. Where its effect already holds,
a command answers with nothing, so a repeated tap does no harm."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.empathy.commands import Withdraw
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, NotFound, SessionEnded
from meetwithoutfear.domain.moves import Event, MemberCommand, SessionCommand
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.waiting import facts_of


@dataclass(frozen=True)
class Invite(SessionCommand):
    held_in_care = True

    invitation_id: UUID
    expires_at: datetime

    @property
    def actor(self) -> Side:
        return Side.INVITER

    def decide(self, session: Session) -> list[Event]:
        if Side.INVITEE in session.members:
            raise Conflict("Your partner has already joined.")
        # A new link may be meant for somebody else.
        renewed = session.invitation is not None
        return [
            e.Invited(self.invitation_id, self.expires_at),
            *(withdraw_statement(session) if renewed else []),
        ]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class DeclineInvitation(SessionCommand):
    def decide(self, session: Session) -> list[Event]:
        return [e.InvitationDeclined(), *withdraw_statement(session)]


def withdraw_statement(session: Session) -> list[Event]:
    """Words about one person never go to another: whoever comes next is guessed about anew."""
    if session.exchange.attempts[Side.INVITER].status is None:
        return []
    return [*Withdraw(Side.INVITER).decide(session.exchange, facts_of(session))]


@dataclass(frozen=True)
class StateRelation(MemberCommand):
    """Say what the two are to each other, or take it back. It is the member's own, and nobody else is told."""

    relation: Relation | None

    def decide(self, session: Session) -> list[Event]:
        known = session.members[self.side].relation
        return unless(known is self.relation, e.RelationStated(self.side, self.relation))


@dataclass(frozen=True)
class SignCompact(MemberCommand):
    held_in_care = True

    def decide(self, session: Session) -> list[Event]:
        signed = Gate.COMPACT_SIGNED in session.members[self.side].passed
        return unless(signed, e.CompactSigned(self.side))


STILL_ANSWERING = "The guide is still answering."


@dataclass(frozen=True)
class Speak(MemberCommand):
    """Say something to the guide. It changes nothing but the own chat; some words are answered without the engine. At most
    one reply is being made for a member and chat."""

    chat: Chat
    message_id: UUID
    awaits_reply: bool = True

    def decide(self, session: Session) -> list[Event]:
        refuse_talk_after_the_end(session, self.side)
        if self.chat in session.members[self.side].answering:
            raise Conflict(STILL_ANSWERING)
        return [e.Spoke(self.side, self.chat, self.message_id, self.awaits_reply)]


@dataclass(frozen=True)
class AskAgain(MemberCommand):
    """The reply to this message failed or was stopped: try once more."""

    held_in_care = True

    chat: Chat
    message_id: UUID

    def decide(self, session: Session) -> list[Event]:
        refuse_talk_after_the_end(session, self.side)
        if session.members[self.side].answering.get(self.chat, self.message_id) != self.message_id:
            raise Conflict(STILL_ANSWERING)
        return [e.AskedAgain(self.side, self.chat, self.message_id)]


def refuse_talk_after_the_end(session: Session, side: Side) -> None:
    """Whoever had to end it alone may still close it for themselves, with the guide."""
    if session.status is SessionStatus.ENDED and session.members[side].finished_at is None:
        raise SessionEnded


@dataclass(frozen=True)
class EndReply(MemberCommand):
    """The guide has answered, or could not."""

    chat: Chat
    message_id: UUID

    def decide(self, session: Session) -> list[Event]:
        awaited = session.members[self.side].answering.get(self.chat)
        return unless(awaited != self.message_id, e.ReplyEnded(self.side, self.chat))


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class TakeCare(MemberCommand):
    """Something the member wrote speaks of danger: the conversation is about that alone, and what would cross or move a gate
    waits, until they say that they are safe, or to go on. Having said so, they may send on even such words; in the
    conversation each new danger is a reason to ask again."""

    care: Care
    about_to_cross: bool = False

    def decide(self, session: Session) -> list[Event]:
        member = session.members[self.side]
        cleared = self.about_to_cross and member.cleared_at is not None
        return unless(cleared or member.care == self.care, e.CareTaken(self.side, self.care))


@dataclass(frozen=True)
class Continue(MemberCommand):
    """Out of care."""

    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].care is None, e.CareEnded(self.side))


@dataclass(frozen=True)
class Pause(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].paused_at is not None, e.PauseBegan(self.side))


@dataclass(frozen=True)
class Resume(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].paused_at is None, e.PauseEnded(self.side))


@dataclass(frozen=True)
class Archive(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].archived_at is not None, e.Archived(self.side))


@dataclass(frozen=True)
class Leave(MemberCommand):
    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].left_at is not None, e.Left(self.side))


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Remind(MemberCommand):
    """Something has been waiting for the member for days."""

    def decide(self, session: Session) -> list[Event]:
        return unless(session.members[self.side].remind_at is None, e.Reminded(self.side))


@dataclass(frozen=True)
class LookAt(MemberCommand):
    """The member has looked at one of the things that wait for them."""

    item_id: UUID

    def decide(self, session: Session) -> list[Event]:
        items = [item for item in session.members[self.side].pending if item.item_id == self.item_id]
        if not items:
            raise NotFound
        return unless(all(item.seen_at for item in items), e.LookedAt(self.side, self.item_id))


def unless(already: bool, event: Event) -> list[Event]:  # reads as a sentence where it is called
    return [] if already else [event]
