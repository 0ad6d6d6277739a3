"""What has happened in a session outside the exchange and the last two stages, in the past tense."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from meetwithoutfear.domain.moves import MemberEvent, News, SessionEvent, StageLeft, Words
from meetwithoutfear.domain.notices import SAYS, Notice, NoticeType
from meetwithoutfear.domain.pending import marked_seen
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Chat, Invitation, InvitationStatus, Member, Session
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind
from meetwithoutfear.domain.waiting import after_the_pause

say = SAYS["session"]


class Created(SessionEvent, name="Created"):
    """The first entry of the journal. It comes with the session, so it changes nothing."""

    moment = Appearance(Kind.INVITED, Audience.INVITER)

    def lines(self, session: Session) -> Iterable[Words]:
        yield Side.INVITER, say["welcome"]

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(Side.INVITER, NoticeType.SESSION_UPDATED)


class Invited(SessionEvent, name="Invited"):
    invitation_id: UUID
    expires_at: datetime

    def apply(self, session: Session, now: datetime) -> Session:
        fresh = Invitation(self.invitation_id, InvitationStatus.OPEN, self.expires_at)
        return replace(session, invitation=fresh)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(Side.INVITER, NoticeType.SESSION_UPDATED)


class Joined(SessionEvent, name="Joined"):
    moment = Appearance(Kind.JOINED, Audience.INVITEE)
    both_learn = NoticeType.SESSION_JOINED

    user_id: UUID
    member_name: str
    relation: Relation | None = None

    def apply(self, session: Session, now: datetime) -> Session:
        joined = session.answer_invitation(InvitationStatus.ACCEPTED)
        member = Member(self.user_id, self.member_name, now, self.relation, self.relation)
        return joined.with_member(Side.INVITEE, member)

    def lines(self, session: Session) -> Iterable[Words]:
        yield Side.INVITEE, say["welcome"]
        yield Side.INVITER, say["partner joined"]


class InvitationDeclined(SessionEvent, name="InvitationDeclined"):
    def apply(self, session: Session, now: datetime) -> Session:
        return session.answer_invitation(InvitationStatus.DECLINED)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(Side.INVITER, NoticeType.SESSION_DECLINED)


class RelationStated(MemberEvent, name="RelationStated"):
    relation: Relation | None

    def apply_member(self, member: Member, now: datetime) -> Member:
        first = member.first_relation or self.relation
        return replace(member, relation=self.relation, first_relation=first)


class StageCompleted(MemberEvent):
    """A member has gone through the last gate of a stage. That they have is no secret; what they said in it is."""

    gate: ClassVar[Gate]

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).enter_stage(self.gate, now)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if self.side.other in session.members:
            stage = before.members[self.side].stage
            yield Notice(self.side.other, NoticeType.STAGE_COMPLETED, {"stage": int(stage)})


class CompactSigned(StageCompleted, name="CompactSigned"):
    moment = Appearance(Kind.COMPACT_SIGNED)
    gate = Gate.COMPACT_SIGNED
    hears = say["signed"]


class FeltHeard(StageCompleted, name="FeltHeard"):
    moment = Appearance(Kind.FELT_HEARD)
    gate = Gate.FELT_HEARD
    hears = say["heard"]


class Spoke(MemberEvent, name="Spoke"):
    chat: Chat
    message_id: UUID
    awaits_reply: bool

    def apply_member(self, member: Member, now: datetime) -> Member:
        counts = self.chat is Chat.MAIN and member.care is None
        member = replace(member.count_act(now), turns=member.turns + counts)
        return member.with_answering(self.chat, self.message_id if self.awaits_reply else None)


class AskedAgain(MemberEvent, name="AskedAgain"):
    chat: Chat
    message_id: UUID

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).with_answering(self.chat, self.message_id)


class ReplyEnded(MemberEvent, name="ReplyEnded"):
    chat: Chat

    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.with_answering(self.chat, None)


class CareTaken(MemberEvent, name="CareTaken"):
    """The member's conversation is in care from now on, or has gone one turn further in it."""

    care: Care

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), care=self.care)


class CareEnded(MemberEvent, name="CareEnded"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), care=None, cleared_at=now)


class PauseBegan(MemberEvent, name="PauseBegan"):
    moment = Appearance(Kind.PAUSED)
    both_learn = NoticeType.SESSION_PAUSED

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), paused_at=now)


class PauseEnded(MemberEvent, name="PauseEnded"):
    both_learn = NoticeType.SESSION_RESUMED

    def apply(self, session: Session, now: datetime) -> Session:
        paused_at = session.members[self.side].paused_at or now
        return super().apply(after_the_pause(session, self.side, paused_at, now), now)

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), paused_at=None)


class Archived(MemberEvent, name="Archived"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), archived_at=now)


class Left(MemberEvent, name="Left"):
    moment = Appearance(Kind.ENDED)

    def apply(self, session: Session, now: datetime) -> Session:
        return super().apply(session, now).answer_invitation(InvitationStatus.REPLACED)

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member, left_at=now, relation=None, first_relation=None)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(self.side, NoticeType.SESSION_LEFT)
        partner = session.members.get(self.side.other)
        if partner is not None and partner.left_at is None:
            yield Notice(self.side.other, NoticeType.SESSION_LEFT)


class FinishedAlone(MemberEvent, name="FinishedAlone"):
    moment = Appearance(Kind.ENDED, Audience.ENDED_ALONE)
    both_learn = NoticeType.SESSION_ENDED
    hears, other_hears = say["finished alone"], say["partner finished"]

    def apply(self, session: Session, now: datetime) -> Session:
        return super().apply(session, now).answer_invitation(InvitationStatus.REPLACED)

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), finished_at=now)


class Reminded(MemberEvent, name="Reminded"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member, reminders=member.reminders + 1)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(self.side, NoticeType.ITEM_READY, {"type": "reminder", "priority": "medium"})

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        yield self.side, News.REMINDER


class LookedAt(MemberEvent, name="LookedAt"):
    item_id: UUID

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member, pending=marked_seen(member.pending, self.item_id, now))


class ExchangeCompleted(StageLeft, name="ExchangeCompleted"):
    """Both statements have been validated."""

    both_hear = say["understood"]
    stage = Stage.PERSPECTIVE_STRETCH

    def apply(self, session: Session, now: datetime) -> Session:
        return session.with_both(lambda member: member.enter_stage(Gate.EXCHANGE_COMPLETED, now))

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        return ((side, News.BOTH_VALIDATED) for side in session.members)
