"""What one member may know of a session: the one door outward. Everything the API says about a session is made here,
from the viewer's side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.commands import (
    Archive,
    Command,
    Continue,
    FeelHeard,
    Invite,
    Leave,
    Pause,
    Resume,
    SignCompact,
    Speak,
)
from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.events import Event
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.session import Chat, InvitationStatus, Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import GATES, Gate, Stage, StageStatus, stage_status

ABSENT_PARTNER = "Your partner"


class TurnKind(StrEnum):
    YOURS = "YOURS"
    GUIDE = "GUIDE"
    PARTNER = "PARTNER"


class WaitingFor(StrEnum):
    PARTNER_JOIN = "PARTNER_JOIN"


class Action(StrEnum):
    SIGN_COMPACT = "SIGN_COMPACT"
    TALK = "TALK"
    FEEL_HEARD = "FEEL_HEARD"
    CONTINUE = "CONTINUE"
    INVITE = "INVITE"
    PAUSE = "PAUSE"
    RESUME = "RESUME"
    ARCHIVE = "ARCHIVE"
    LEAVE = "LEAVE"


class InvitationState(StrEnum):
    OPEN = "OPEN"
    EXPIRED = "EXPIRED"
    DECLINED = "DECLINED"


@dataclass(frozen=True)
class StageView:
    status: StageStatus
    gates: Mapping[Gate, datetime | None]


@dataclass(frozen=True)
class Turn:
    kind: TurnKind
    waiting_for: WaitingFor | None
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class PartnerView:
    name: str
    joined: bool
    stage: Stage | None


@dataclass(frozen=True)
class InvitationView:
    status: InvitationState
    expires_at: datetime


@dataclass(frozen=True)
class SessionView:
    id: UUID
    status: SessionStatus
    topic: str | None
    version: int
    paused_by_me: bool
    paused_by_partner: bool
    me: Member
    stages: Mapping[Stage, StageView]
    partner: PartnerView
    invitation: InvitationView | None
    turn: Turn


def view_for(viewer: UUID, session: Session, now: datetime) -> SessionView:
    side = session.side_of(viewer)
    me, partner = session.members[side], session.partner_of(side)
    return SessionView(
        id=session.id,
        status=session.status,
        topic=session.topic,
        version=me.version,
        paused_by_me=me.paused_at is not None,
        paused_by_partner=partner is not None and partner.left_at is None and partner.paused_at is not None,
        me=me,
        stages={stage: stage_view(stage, me) for stage in Stage},
        partner=partner_view(session, side),
        invitation=invitation_view(session, side, now),
        turn=turn_of(session, side),
    )


def stage_view(stage: Stage, me: Member) -> StageView:
    return StageView(stage_status(stage, me.passed), {gate: me.passed.get(gate) for gate in GATES[stage]})


def partner_view(session: Session, side: Side) -> PartnerView:
    partner = session.partner_of(side)
    if partner is None:
        return PartnerView(session.partner_name, joined=False, stage=None)
    if partner.left_at is not None:
        return PartnerView(ABSENT_PARTNER, joined=False, stage=None)
    return PartnerView(partner.name, joined=True, stage=partner.stage)


def invitation_view(session: Session, side: Side, now: datetime) -> InvitationView | None:
    invitation = session.invitation
    if side is Side.INVITEE or invitation is None or session.status is not SessionStatus.INVITED:
        return None
    if invitation.status is InvitationStatus.DECLINED:
        return InvitationView(InvitationState.DECLINED, invitation.expires_at)
    state = InvitationState.OPEN if invitation.expires_at > now else InvitationState.EXPIRED
    return InvitationView(state, invitation.expires_at)


def turn_of(session: Session, side: Side) -> Turn:
    actions = allowed_actions(session, side)
    answering = Chat.MAIN in session.members[side].answering
    return Turn(TurnKind.GUIDE if answering else TurnKind.YOURS, None, actions)


def allowed_actions(session: Session, side: Side) -> tuple[Action, ...]:
    """The same decision that would judge the command says whether its button is there."""
    return tuple(
        action for action, command in possible_commands(session, side) if is_allowed(session, command)
    )


def possible_commands(session: Session, side: Side) -> list[tuple[Action, Command]]:
    commands: list[tuple[Action, Command]] = [
        (Action.SIGN_COMPACT, SignCompact(side)),
        (Action.TALK, Speak(side, Chat.MAIN, session.id)),
        (Action.FEEL_HEARD, FeelHeard(side)),
        (Action.CONTINUE, Continue(side)),
        (Action.PAUSE, Pause(side)),
        (Action.RESUME, Resume(side)),
        (Action.ARCHIVE, Archive(side)),
        (Action.LEAVE, Leave(side)),
    ]
    if side is Side.INVITER and session.invitation is not None:
        commands.append((Action.INVITE, Invite(session.invitation.id, session.invitation.expires_at)))
    return commands


def decide_for(side: Side, session: Session, command: Command) -> list[Event]:
    """As the machine decides; a refusal tells the member where they stand and what is possible instead."""
    try:
        return decide(session, command)
    except InvalidTransition as refusal:
        allowed = [str(action) for action in allowed_actions(session, side)]
        raise InvalidTransition(refusal.message, status=str(session.status), allowed=allowed) from None


def is_allowed(session: Session, command: Command) -> bool:
    try:
        return bool(decide(session, command))
    except Conflict:
        return False
