"""What one member may know of a session: the one door outward. Everything the API says about a session is made here,
from the viewer's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, TypeVar
from uuid import UUID

from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.empathy import view as x
from meetwithoutfear.domain.empathy.commands import ExchangeCommand, Keep
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.errors import DomainError, InvalidTransition
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.needs import commands as n
from meetwithoutfear.domain.needs.need import CommonGround
from meetwithoutfear.domain.needs.view import (
    ComparisonView,
    GroundView,
    NeedView,
    comparison_view,
    ground_view,
    needs_view,
)
from meetwithoutfear.domain.pending import ItemView, item_views
from meetwithoutfear.domain.repair import commands as r
from meetwithoutfear.domain.repair import view as v
from meetwithoutfear.domain.repair.agreement import AgreementType, Terms
from meetwithoutfear.domain.repair.pool import released
from meetwithoutfear.domain.safety import ConcernKind, Label, crossing_check
from meetwithoutfear.domain.session import Chat, InvitationStatus, Session, SessionStatus
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.stages import GATES, Gate, Phase, Stage, StageStatus, stage_status
from meetwithoutfear.domain.waiting import (
    Patience,
    WaitingFor,
    is_asked,
    is_overdue,
    may_finish_from,
    waited_since,
    waiting_for,
)
from meetwithoutfear.domain.wire import Both, Own, Time, View, WhileJoined

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


T = TypeVar("T")
Inviter = Annotated[T, "the inviter, until somebody has joined"]


@dataclass(frozen=True)
class StageView(View, called="StageState"):
    status: Own[StageStatus]
    gates: Own[Mapping[str, Time | None]]


@dataclass(frozen=True)
class TurnView(View, called="OwnTurn"):
    kind: Own[TurnKind]
    waiting_for: Own[WaitingFor | None]
    actions: Own[tuple[Action, ...]]


@dataclass(frozen=True)
class MemberView(View, called="Me"):
    """`relation` is what the two are to each other as the reader says, and for the reader alone."""

    id: Own[UUID]
    name: Own[str]
    relation: Own[Relation | None]
    stage: Own[int]
    stages: Own[Mapping[int, StageView]]


@dataclass(frozen=True)
class PartnerView(View, called="Partner"):
    name: WhileJoined[str]
    joined: WhileJoined[bool]
    stage: WhileJoined[int | None]


@dataclass(frozen=True)
class InvitationView(View, called="OwnInvitation"):
    status: Inviter[InvitationState]
    expires_at: Inviter[Time]


@dataclass(frozen=True)
class DoneBy(View, called="Pauses"):
    """Who has done it: paused, or asked to end without an agreement."""

    by_me: Both[bool]
    by_partner: Both[bool]


@dataclass(frozen=True)
class ExchangeView(View):
    my_attempt: x.OwnAttempt | None
    partner_attempt: x.TheirAttempt | None
    shared_context: tuple[x.ReceivedContext, ...]
    has_new_shared_context: Own[bool]
    message_count_since_shared_context: Own[int]
    my_shared_context: tuple[x.OwnContext, ...]
    waiting_for: Own[WaitingFor | None]
    actions: Own[tuple[x.ExchangeAction, ...]]
    version: Own[int]


@dataclass(frozen=True)
class Counts(View):
    """How much waits for the reader and has not been looked at."""

    pending: Own[int]


@dataclass(frozen=True)
class CareView(View, called="CareState"):
    """The reader's conversation is about their safety alone. `about` is null where only that is known."""

    since: Own[Time]
    urgent: Own[bool]
    about: Own[Label | None]


@dataclass(frozen=True)
class SessionView(View, called="Session"):
    id: Both[UUID]
    status: Both[SessionStatus]
    topic: Both[str | None]
    version: Own[int]
    paused: DoneBy
    me: MemberView
    partner: PartnerView
    invitation: InvitationView | None
    turn: TurnView
    empathy: ExchangeView
    pending_actions: tuple[ItemView, ...]
    counts: Counts
    phase: Both[Phase | None]
    closing: DoneBy
    care: CareView | None


@dataclass(frozen=True)
class WholeView(SessionView, called="WholeSession"):
    """A session with everything that its reader may read of it. Parts that have not begun are not there."""

    draft: x.Draft | None
    draft_concern: Own[ConcernKind | None]
    """What in the draft's words may hurt."""
    needs: tuple[NeedView, ...]
    comparison: ComparisonView | None
    ground: GroundView | None
    pool: v.PoolView | None
    readiness: v.ReadinessView | None
    ranking: v.RankingView | None
    overlap: v.OverlapView | None
    agreements: tuple[v.CheckInsView, ...]


@dataclass(frozen=True)
class SessionItem(View):
    """A session in a list."""

    id: Both[UUID]
    status: Both[SessionStatus]
    partner_name: WhileJoined[str]
    topic: Both[str | None]
    stage: Own[int]
    turn: Own[TurnKind]
    waiting_for: Own[WaitingFor | None]
    badge_count: Own[int]
    last_activity_at: Own[Time]


@dataclass(frozen=True)
class ClosingView(View, called="ClosingAnswer"):
    closed: Both[bool]
    asked_by_me: Both[bool]
    asked_by_partner: Both[bool]
    session: SessionView


@dataclass(frozen=True)
class CompactView(View, called="CompactStatus"):
    signed: Own[bool]
    signed_at: Own[Time | None]
    partner_signed: WhileJoined[bool]


@dataclass(frozen=True)
class HeardView(Helping, called="HeardStatus"):
    confirmed: Own[bool]
    confirmed_at: Own[Time | None]
    stage: Own[int]
    partner_completed: WhileJoined[bool]


def view_for(viewer: UUID, session: Session, now: datetime, patience: Patience) -> SessionView:
    side = session.side_of(viewer)
    me, partner = session.members[side], session.members.get(side.other)
    paused = partner is not None and partner.left_at is None and partner.paused_at is not None
    closing = partner is not None and partner.close_asked_at is not None
    overdue = is_overdue(session.exchange.attempts[side], patience, now)
    waiting, seen = waiting_for(session, side), x.empathy_view(side, session, overdue=overdue)
    silent_from = may_finish_from(session, side, patience, now)
    actions = allowed_actions(session, side, silent=silent_from is not None and silent_from <= now)
    refining = seen.mine is not None and seen.mine.status is Status.REFINING
    stages: dict[int, StageView] = {
        stage: StageView(stage_status(stage, me.passed), {gate: me.passed.get(gate) for gate in GATES[stage]})
        for stage in Stage
    }
    invitation = None
    if side is Side.INVITER and session.invitation is not None and session.status is SessionStatus.INVITED:
        status, expires_at = session.invitation.status, session.invitation.expires_at
        state = InvitationState.OPEN if expires_at > now else InvitationState.EXPIRED
        declined = status is InvitationStatus.DECLINED
        invitation = InvitationView(InvitationState.DECLINED if declined else state, expires_at)
    return SessionView.of(
        session,
        version=me.version,
        paused=DoneBy(me.paused_at is not None, paused),
        me=MemberView(me.user_id, me.name, me.relation, me.stage, stages),
        partner=partner_view(session, side),
        invitation=invitation,
        turn=TurnView(kind_of_turn(session, side, waiting), waiting, actions),
        empathy=ExchangeView(
            my_attempt=seen.mine,
            partner_attempt=seen.theirs,
            shared_context=seen.received,
            has_new_shared_context=seen.has_news,
            message_count_since_shared_context=me.turns if refining else 0,
            my_shared_context=seen.shared,
            waiting_for=waiting,
            actions=seen.actions,
            version=me.version,
        ),
        pending_actions=item_views(me.pending),
        counts=Counts(me.badge),
        closing=DoneBy(me.close_asked_at is not None, closing),
        care=CareView.of(me.care, about=me.care.label) if me.care else None,
    )


AT_ONCE = Patience(timedelta(), timedelta(), timedelta())


def sees_change(before: Session, after: Session, side: Side, now: datetime) -> bool:
    """Whether anything a member is shown of it has become different, or will at another time."""
    viewer = after.members[side].user_id
    shown, shows = (whole_view_for(viewer, each, now, AT_ONCE, None) for each in (before, after))
    return shown != shows or waited_since(before, side) != waited_since(after, side)


def whole_view_for(
    viewer: UUID, session: Session, now: datetime, patience: Patience, draft: x.Draft | None
) -> WholeView:
    side, is_repairing = session.side_of(viewer), session.phase is not None
    passed = session.members[side].passed
    concern, ranked_at = crossing_check(draft.content) if draft else None, passed.get(Gate.RANKINGS_SUBMITTED)
    return WholeView(
        **vars(view_for(viewer, session, now, patience)),
        draft=draft,
        draft_concern=concern.kind if concern else None,
        needs=needs_view(session, side),
        comparison=comparison_view(session, side),
        ground=ground_view(session, side) if Gate.NEEDS_REVEALED in passed else None,
        pool=v.pool_view(session, side) if is_repairing else None,
        readiness=v.readiness_view(session, side) if is_repairing else None,
        ranking=v.ranking_view(session, side, ranked_at) if ranked_at else None,
        overlap=v.overlap_view(session, side),
        agreements=tuple(v.check_ins_view(session, side, each.id) for each in session.agreements),
    )


def session_item(session: Session, side: Side) -> SessionItem:
    me, waiting = session.members[side], waiting_for(session, side)
    return SessionItem.of(
        session,
        partner_name=partner_view(session, side).name,
        stage=me.stage,
        turn=kind_of_turn(session, side, waiting),
        waiting_for=waiting,
        badge_count=me.badge,
        last_activity_at=me.last_activity_at or me.joined_at,
    )


def compact_view(session: Session, side: Side) -> CompactView:
    signed_at = session.members[side].passed.get(Gate.COMPACT_SIGNED)
    return CompactView(signed_at is not None, signed_at, is_past(session, side.other, Stage.ONBOARDING))


def heard_view(session: Session, side: Side) -> HeardView:
    me = session.members[side]
    heard_at = me.passed.get(Gate.FELT_HEARD)
    return HeardView(heard_at is not None, heard_at, me.stage, is_past(session, side.other, Stage.WITNESS))


def is_past(session: Session, side: Side, stage: Stage) -> bool:
    """As the other one may know: of somebody who has left nothing is known any more."""
    seen = partner_view(session, side.other).stage
    return seen is not None and seen > stage


def partner_view(session: Session, side: Side) -> PartnerView:
    partner = session.members.get(side.other)
    if partner is None:
        return PartnerView(session.partner_name, joined=False, stage=None)
    if partner.left_at is not None:
        return PartnerView(ABSENT_PARTNER, joined=False, stage=None)
    return PartnerView(partner.name, joined=True, stage=partner.stage)


def kind_of_turn(session: Session, side: Side, waiting: WaitingFor | None) -> TurnKind:
    me = session.members[side]
    if me.care is None and Chat.MAIN in me.answering:
        return TurnKind.GUIDE
    if me.care is not None or waiting is None or is_asked(session, side):
        return TurnKind.YOURS
    return TurnKind.GUIDE if waiting is WaitingFor.ANALYSIS else TurnKind.PARTNER


def allowed_actions(session: Session, side: Side, *, silent: bool = False) -> tuple[Action, ...]:
    """The same decision that would judge the command says whether its button is there; it is asked about those that can be
    in question where the member stands."""
    me, wanted = session.members[side], dict[Action, SessionCommand]()
    if me.stage is Stage.ONBOARDING:
        wanted[Action.SIGN_COMPACT] = c.SignCompact(side)
    wanted[Action.TALK] = c.Speak(side, Chat.MAIN, session.id)
    if me.stage is Stage.WITNESS:
        wanted[Action.FEEL_HEARD] = c.FeelHeard(side)
    if me.care is not None:
        wanted[Action.CONTINUE] = c.Continue(side)
    wanted |= {Action.PAUSE: c.Pause(side)} if me.paused_at is None else {Action.RESUME: c.Resume(side)}
    wanted |= {Action.ARCHIVE: c.Archive(side), Action.LEAVE: c.Leave(side)}
    if silent:
        wanted[Action.FINISH_ALONE] = c.FinishAlone(side, silent)
    if side is Side.INVITER and session.invitation is not None and session.status is SessionStatus.INVITED:
        wanted[Action.INVITE] = c.Invite(side, session.invitation.id, session.invitation.expires_at)
    if me.stage is Stage.NEED_MAPPING:
        wanted |= actions_on_needs(session, side)
    if session.phase is not None:
        wanted |= actions_on_ideas(session, side)
    allowed = list[Action]()
    for action, command in wanted.items():
        with suppress(DomainError):
            if decide(session, command):
                allowed.append(action)
    return tuple(allowed)


def actions_on_needs(session: Session, side: Side) -> dict[Action, SessionCommand]:
    confirmed = tuple(need.id for need in session.needs_of(side) if need.confirmed)
    turned = {item.id: side not in item.confirmed for item in session.ground}
    return {
        Action.REVIEW_NEEDS: n.ReviewNeeds(side),
        Action.SHARE_NEEDS: n.ShareNeeds(side, confirmed),
        Action.CONFIRM_COMMON_GROUND: n.ConfirmGround(side, turned),
        Action.PROPOSE_COMMON_GROUND: n.ProposeGround(side, CommonGround(session.id, "", None)),
    }


def actions_on_ideas(session: Session, side: Side) -> dict[Action, SessionCommand]:
    commands: dict[Action, SessionCommand] = {
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


def decide_for(
    side: Side, session: Session, command: SessionCommand, now: datetime, patience: Patience
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
        mine = session.exchange.attempts[side]
        view = x.empathy_view(side, session, overdue=is_overdue(mine, patience, now))
        details: dict[str, object] = {
            "status": mine.reads_as and str(mine.reads_as),
            "allowed": [str(action) for action in view.actions],
        }
        if isinstance(command, Keep) and mine.status is Status.ANALYZING and mine.since is not None:
            details["availableAt"] = (mine.since + patience.analysis).isoformat()
        raise InvalidTransition(refusal.message, **details) from None
