"""Sessions and the compact."""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field

from meetwithoutfear.actions import sessions
from meetwithoutfear.actions.invitations import InvitationLink
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute
from meetwithoutfear.api.empathy_view import EmpathyView
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Id, ListOf, Wire
from meetwithoutfear.api.pending_view import Item
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.pending import badge
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.domain.session import SessionStatus
from meetwithoutfear.domain.stages import Gate, Stage, StageStatus
from meetwithoutfear.domain.text import NAME_LIMIT, TOPIC_LIMIT
from meetwithoutfear.domain.view import Action, InvitationState, SessionView, TurnKind
from meetwithoutfear.domain.waiting import WaitingFor
from meetwithoutfear.domain.wire import Time
from meetwithoutfear.store.sessions import Page

CURSOR_LIMIT = 200
Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[str | None, Query(max_length=CURSOR_LIMIT)]


class NewSession(Wire):
    partner_name: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT, examples=["Bob"])]
    topic: Annotated[str, Field(max_length=TOPIC_LIMIT, examples=["The move to the coast"])] | None = None
    relation: Relation | None = None


class StatedRelation(Wire):
    """Null takes it back."""

    relation: Relation | None


class Pauses(Wire):
    """Who has done it: paused, or asked to end without an agreement."""

    by_me: bool
    by_partner: bool


class StageState(Wire):
    status: StageStatus
    gates: dict[str, Time | None]


class Me(Wire):
    """`relation` is what the two are to each other as the caller says, and for the caller alone."""

    id: Id
    name: str
    relation: Relation | None
    stage: int
    stages: dict[str, StageState]


class Partner(Wire):
    name: str
    joined: bool
    stage: int | None


class InvitationStatus(Wire):
    status: InvitationState
    expires_at: Time


class Turn(Wire):
    kind: TurnKind
    waiting_for: WaitingFor | None
    actions: list[Action]


class Counts(Wire):
    """How much waits for the caller and has not been looked at."""

    pending: int


class CareState(Wire):
    """The caller's conversation is about their safety alone. `about` is null where only that is known."""

    since: Time
    urgent: bool
    about: Label | None


class Session(Wire):
    id: Id
    status: SessionStatus
    topic: str | None
    version: int
    paused: Pauses
    me: Me
    partner: Partner
    invitation: InvitationStatus | None
    turn: Turn
    empathy: EmpathyView
    pending_actions: list[Item]
    counts: Counts
    phase: Phase | None
    closing: Pauses
    care: CareState | None

    @classmethod
    def of(cls, view: SessionView) -> Session:
        return cls(
            id=view.id,
            status=view.status,
            topic=view.topic,
            version=view.version,
            paused=Pauses(by_me=view.paused_by_me, by_partner=view.paused_by_partner),
            me=me_of(view),
            partner=Partner(name=view.partner.name, joined=view.partner.joined, stage=view.partner.stage),
            invitation=invitation_of(view),
            turn=Turn(
                kind=view.turn.kind, waiting_for=view.turn.waiting_for, actions=list(view.turn.actions)
            ),
            empathy=EmpathyView.of(view),
            pending_actions=[Item.of(item) for item in view.me.pending],
            counts=Counts(pending=badge(view.me.pending)),
            phase=view.phase,
            closing=Pauses(by_me=view.closing.by_me, by_partner=view.closing.by_partner),
            care=care_of(view),
        )


def me_of(view: SessionView) -> Me:
    stages = {
        str(int(stage)): StageState(
            status=state.status, gates={str(gate): at for gate, at in state.gates.items()}
        )
        for stage, state in view.stages.items()
    }
    return Me(
        id=view.me.user_id,
        name=view.me.name,
        relation=view.me.relation,
        stage=view.me.stage,
        stages=stages,
    )


def invitation_of(view: SessionView) -> InvitationStatus | None:
    found = view.invitation
    return InvitationStatus(status=found.status, expires_at=found.expires_at) if found else None


def care_of(view: SessionView) -> CareState | None:
    care = view.me.care
    return CareState(since=care.since, urgent=care.urgent, about=care.label) if care else None


class SessionAnswer(Wire):
    session: Session


class SessionItem(Wire):
    id: Id
    status: SessionStatus
    partner_name: str
    topic: str | None
    stage: int
    turn: TurnKind
    waiting_for: WaitingFor | None
    badge_count: int
    last_activity_at: Time

    @classmethod
    def of(cls, view: SessionView) -> SessionItem:
        return cls(
            id=view.id,
            status=view.status,
            partner_name=view.partner.name,
            topic=view.topic,
            stage=view.me.stage,
            turn=view.turn.kind,
            waiting_for=view.turn.waiting_for,
            badge_count=badge(view.me.pending),
            last_activity_at=active_at(view),
        )


def active_at(view: SessionView) -> datetime:
    return view.me.last_activity_at or view.me.joined_at


class Invitation(Wire):
    token: str
    url: str
    expires_at: Time
    mailed: bool

    @classmethod
    def of(cls, link: InvitationLink) -> Invitation:
        return cls(token=link.token, url=link.url, expires_at=link.expires_at, mailed=link.mailed)


class CreatedSession(Wire):
    session: Session
    invitation: Invitation
    help: Help | None


class CompactStatus(Wire):
    signed: bool
    signed_at: Time | None
    partner_signed: bool

    @classmethod
    def of(cls, view: SessionView) -> CompactStatus:
        signed_at = view.me.passed.get(Gate.COMPACT_SIGNED)
        partner_signed = view.partner.stage is not None and view.partner.stage > Stage.ONBOARDING
        return cls(signed=signed_at is not None, signed_at=signed_at, partner_signed=partner_signed)


router = APIRouter(prefix="/sessions", tags=["sessions"], route_class=SignedInRoute, dependencies=SECURITY)


@router.post("", status_code=201, responses=refusals(401, 409))
async def create_session(body: NewSession, caller: CallerHere) -> Envelope[CreatedSession]:
    made = await sessions.create_session(caller, body.partner_name, body.topic, body.relation)
    return Envelope(
        data=CreatedSession(
            session=Session.of(made.session),
            invitation=Invitation.of(made.invitation),
            help=help_for(made.screened, caller.user.region),
        )
    )


@router.get("", responses=refusals(401))
async def list_sessions(
    caller: CallerHere, limit: Limit = 50, cursor: Cursor = None, *, archived: bool = False
) -> Envelope[ListOf[SessionItem]]:
    after = page_after(cursor) if cursor else None
    views = await sessions.list_sessions(caller, after, limit + 1, archived=archived)
    more = cursor_at(views[limit - 1]) if len(views) > limit else None
    return Envelope(data=ListOf(items=[SessionItem.of(view) for view in views[:limit]], next_cursor=more))


@router.get("/{session_id}", responses=refusals(401, 404))
async def read_session(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    return session_answer(await sessions.look_at_session(caller, session_id))


@router.put("/{session_id}/relation", responses=refusals(401, 404, 409))
async def state_relation(
    session_id: SessionIdHere, body: StatedRelation, caller: CallerHere
) -> Envelope[SessionAnswer]:
    """What the two are to each other, as the caller says. The partner is never shown it, nor that it changed."""
    return session_answer(await sessions.state_relation(caller, session_id, body.relation))


@router.post("/{session_id}/pause", responses=refusals(401, 404, 409))
async def pause(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    return session_answer(await sessions.pause(caller, session_id))


@router.post("/{session_id}/resume", responses=refusals(401, 404, 409))
async def resume(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    return session_answer(await sessions.resume(caller, session_id))


@router.post("/{session_id}/archive", responses=refusals(401, 404, 409))
async def archive(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    return session_answer(await sessions.archive(caller, session_id))


@router.post("/{session_id}/leave", responses=refusals(401, 404, 409))
async def leave(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    """Ends the session for both, with a neutral notice. Whoever left finds nothing there any more."""
    return session_answer(await sessions.leave(caller, session_id))


@router.post("/{session_id}/finish-alone", responses=refusals(401, 404, 409))
async def finish_alone(session_id: SessionIdHere, caller: CallerHere) -> Envelope[SessionAnswer]:
    """After a long silence of the other. Both keep what they have."""
    return session_answer(await sessions.finish_alone(caller, session_id))


@router.post("/{session_id}/compact/sign", responses=refusals(401, 404, 409))
async def sign_compact(session_id: SessionIdHere, caller: CallerHere) -> Envelope[CompactStatus]:
    return Envelope(data=CompactStatus.of(await sessions.sign_compact(caller, session_id)))


@router.get("/{session_id}/compact/status", responses=refusals(401, 404))
async def compact_status(session_id: SessionIdHere, caller: CallerHere) -> Envelope[CompactStatus]:
    return Envelope(data=CompactStatus.of(await sessions.look_at_session(caller, session_id)))


def session_answer(view: SessionView) -> Envelope[SessionAnswer]:
    return Envelope(data=SessionAnswer(session=Session.of(view)))


def cursor_at(view: SessionView) -> str:
    return base64.urlsafe_b64encode(f"{active_at(view).isoformat()}|{view.id}".encode()).decode()


def page_after(cursor: str) -> Page:
    try:
        at, _, session_id = base64.urlsafe_b64decode(cursor.encode()).decode().partition("|")
        time = datetime.fromisoformat(at)
        if time.tzinfo is None:
            raise bad_cursor()
        return Page(time.astimezone(UTC), UUID(session_id))
    except (ValueError, OverflowError, binascii.Error):
        raise bad_cursor() from None


def bad_cursor() -> Invalid:
    return Invalid.field("cursor", "This cursor was not made here.")
