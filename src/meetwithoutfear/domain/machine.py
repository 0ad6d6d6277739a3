"""The only way to change a session.

`decide(session, command)` checks and answers with events; it never changes anything. `evolve(session, event)` applies one
event. What may happen in which status is TRANSITIONS, as data: an event that has no row there cannot occur, and no other
code sets a status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.commands import Command
from meetwithoutfear.domain.deciding import proposed
from meetwithoutfear.domain.errors import Conflict, InvalidTransition, SessionEnded
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
from meetwithoutfear.domain.session import Chat, Invitation, InvitationStatus, Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate

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
    (ENDED, ReplyEnded): ENDED,
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
        case Left(side):
            gone = with_member(session, side, replace(session.members[side], left_at=now))
            return answered(gone, InvitationStatus.REPLACED)
        case _:
            return with_member(session, event.side, after(session.members[event.side], event, now))


Talked = Spoke | AskedAgain | ReplyEnded
Passing = CompactSigned | FeltHeard
Own = Talked | Passing | HoldBegan | HoldEnded | PauseBegan | PauseEnded | Archived


def after(member: Member, event: Own, now: datetime) -> Member:
    match event:
        case Spoke() | AskedAgain() | ReplyEnded():
            return after_talking(member, event)
        case CompactSigned():
            return through(Gate.COMPACT_SIGNED, member, now)
        case FeltHeard():
            return through(Gate.FELT_HEARD, member, now)
        case HoldBegan():
            return replace(member, held_at=now)
        case HoldEnded():
            return replace(member, held_at=None, cleared_at=now)
        case PauseBegan():
            return replace(member, paused_at=now)
        case PauseEnded():
            return replace(member, paused_at=None)
        case Archived():
            return replace(member, archived_at=now)
        case _:
            assert_never(event)


def after_talking(member: Member, event: Talked) -> Member:
    match event:
        case Spoke(_, chat, message_id, awaits_reply):
            member = replace(member, turns=member.turns + (chat is Chat.MAIN))
            return answering(member, chat, message_id if awaits_reply else None)
        case AskedAgain(_, chat, message_id):
            return answering(member, chat, message_id)
        case ReplyEnded(_, chat):
            return answering(member, chat, None)
        case _:
            assert_never(event)


def through(gate: Gate, member: Member, now: datetime) -> Member:
    """Turns count from the beginning of a stage."""
    return replace(member, passed={**member.passed, gate: now}, turns=0)


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
