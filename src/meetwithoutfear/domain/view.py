"""What one member may know of a session: the one door outward. Everything the API says about a session is made here,
from the viewer's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.empathy.commands import Keep
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.empathy.moves import ExchangeCommand
from meetwithoutfear.domain.empathy.view import EmpathyView, empathy_view
from meetwithoutfear.domain.errors import DomainError, InvalidTransition
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.needs import commands as n
from meetwithoutfear.domain.needs.need import CommonGround
from meetwithoutfear.domain.repair import commands as r
from meetwithoutfear.domain.repair.agreement import AgreementType, Terms
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.repair.pool import released
from meetwithoutfear.domain.session import Chat, InvitationStatus, Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import GATES, Gate, Stage, StageStatus, stage_status
from meetwithoutfear.domain.waiting import (
    Patience,
    WaitingFor,
    facts_of,
    is_asked,
    is_overdue,
    may_finish_from,
    waiting_for,
)

ABSENT_PARTNER = "Your partner"


class TurnKind(StrEnum):
    YOURS = "YOURS"
    GUIDE = "GUIDE"
    PARTNER = "PARTNER"


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
    FINISH_ALONE = "FINISH_ALONE"
    REVIEW_NEEDS = "REVIEW_NEEDS"
    SHARE_NEEDS = "SHARE_NEEDS"
    CONFIRM_COMMON_GROUND = "CONFIRM_COMMON_GROUND"
    PROPOSE_COMMON_GROUND = "PROPOSE_COMMON_GROUND"
    ADD_IDEAS = "ADD_IDEAS"
    BE_READY = "BE_READY"
    REOPEN = "REOPEN"
    RANK = "RANK"
    PROPOSE_AGREEMENT = "PROPOSE_AGREEMENT"
    CONFIRM_AGREEMENT = "CONFIRM_AGREEMENT"
    RESOLVE = "RESOLVE"
    CLOSE = "CLOSE"


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
    empathy: EmpathyView
    phase: Phase | None
    closing: Closing


@dataclass(frozen=True)
class Closing:
    """Who has asked to end it without an agreement."""

    by_me: bool
    by_partner: bool


def view_for(viewer: UUID, session: Session, now: datetime, patience: Patience) -> SessionView:
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
        turn=turn_of(session, side, now, patience),
        empathy=exchange_view(session, side, now, patience),
        phase=session.phase,
        closing=Closing(
            by_me=me.close_asked_at is not None,
            by_partner=partner is not None and partner.close_asked_at is not None,
        ),
    )


def exchange_view(session: Session, side: Side, now: datetime, patience: Patience) -> EmpathyView:
    overdue = is_overdue(session.exchange.attempts[side], patience, now)
    view = empathy_view(side, session.exchange, facts_of(session), overdue=overdue)
    return replace(view, actions=()) if session.status is SessionStatus.ENDED else view


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


def turn_of(session: Session, side: Side, now: datetime, patience: Patience) -> Turn:
    silent = is_silent(session, side, now, patience)
    waiting = waiting_for(session, side)
    return Turn(kind_of_turn(session, side, waiting), waiting, allowed_actions(session, side, silent=silent))


def kind_of_turn(session: Session, side: Side, waiting: WaitingFor | None) -> TurnKind:
    if session.members[side].care is not None:
        return TurnKind.YOURS
    if Chat.MAIN in session.members[side].answering:
        return TurnKind.GUIDE
    if waiting is None or is_asked(session, side):
        return TurnKind.YOURS
    return TurnKind.GUIDE if waiting is WaitingFor.ANALYSIS else TurnKind.PARTNER


def is_silent(session: Session, side: Side, now: datetime, patience: Patience) -> bool:
    from_then = may_finish_from(session, side, patience, now)
    return from_then is not None and now >= from_then


def allowed_actions(session: Session, side: Side, *, silent: bool = False) -> tuple[Action, ...]:
    """The same decision that would judge the command says whether its button is there."""
    wanted = commands_of(session, side, silent=silent)
    return tuple(action for action, command in wanted.items() if is_allowed(session, command))


def commands_of(session: Session, side: Side, *, silent: bool) -> dict[Action, SessionCommand]:
    """Each button, with a command as it would give it."""
    commands: dict[Action, SessionCommand] = {
        Action.SIGN_COMPACT: c.SignCompact(side),
        Action.TALK: c.Speak(side, Chat.MAIN, session.id),
        Action.FEEL_HEARD: c.FeelHeard(side),
        Action.CONTINUE: c.Continue(side),
        Action.PAUSE: c.Pause(side),
        Action.RESUME: c.Resume(side),
        Action.ARCHIVE: c.Archive(side),
        Action.LEAVE: c.Leave(side),
        Action.FINISH_ALONE: c.FinishAlone(side, silent),
    }
    if side is Side.INVITER and session.invitation is not None:
        commands[Action.INVITE] = c.Invite(session.invitation.id, session.invitation.expires_at)
    commands |= {
        Action.REVIEW_NEEDS: n.ReviewNeeds(side),
        Action.SHARE_NEEDS: n.ShareNeeds(
            side, tuple(need.id for need in session.needs_of(side) if need.confirmed)
        ),
        Action.CONFIRM_COMMON_GROUND: n.ConfirmGround(
            side, {item.id: side not in item.confirmed for item in session.ground}
        ),
        Action.PROPOSE_COMMON_GROUND: n.ProposeGround(side, CommonGround(session.id, "", None)),
        Action.ADD_IDEAS: r.ChangeIdeas(side),
        Action.BE_READY: r.BeReady(side),
        Action.REOPEN: r.Reopen(side),
        Action.RANK: r.Rank(side, tuple(idea.id for idea in released(session.pool))),
        Action.PROPOSE_AGREEMENT: r.ProposeAgreement(side, session.id, AgreementType.COMMITMENT, Terms("")),
        Action.RESOLVE: r.Resolve(side),
        Action.CLOSE: r.AskToClose(side),
    }
    if session.proposal is not None:
        commands[Action.CONFIRM_AGREEMENT] = r.ConfirmAgreement(side, session.proposal.id)
    return commands


def is_allowed(session: Session, command: SessionCommand) -> bool:
    try:
        return bool(decide(session, command))
    except DomainError:
        return False


def decide_for(
    side: Side, session: Session, command: SessionCommand | ExchangeCommand, now: datetime, patience: Patience
) -> Sequence[Event]:
    """As the machine decides; a refusal tells the member where they stand, what is possible instead and, where only time is
    missing, when it will be possible."""
    try:
        return decide(session, command)
    except InvalidTransition as refusal:
        if not isinstance(command, ExchangeCommand):
            allowed = [str(action) for action in allowed_actions(session, side)]
            status = str(session.phase or session.status)
            raise InvalidTransition(refusal.message, status=status, allowed=allowed) from None
        view, since = exchange_view(session, side, now, patience), session.exchange.attempts[side].since
        details: dict[str, object] = {
            "status": view.status and str(view.status),
            "allowed": [str(action) for action in view.actions],
        }
        if isinstance(command, Keep) and view.status is Status.ANALYZING and since is not None:
            details["availableAt"] = (since + patience.analysis).isoformat()
        raise InvalidTransition(refusal.message, **details) from None
