"""Invitations. Their token stands in the path; paths are never logged."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from meetwithoutfear.actions import invitations
from meetwithoutfear.actions.invitations import Accepted as Acceptance
from meetwithoutfear.api.auth import (
    SECURITY,
    CallerHere,
    SessionIdHere,
    SignedInRoute,
    VisitorHere,
    address_of,
    recognised,
    set_cookie,
    token_of,
)
from meetwithoutfear.api.identity import Email, Name, Password, User
from meetwithoutfear.api.limits import PER_ADDRESS
from meetwithoutfear.api.models import Envelope, Id, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.api.sessions import Invitation, Session
from meetwithoutfear.domain.errors import Invalid, NotSignedIn
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.domain.wire import Time


class InvitationRequest(Wire):
    email: Email | None = None
    message: (
        Annotated[str, Field(max_length=INVITATION_MESSAGE_LIMIT, examples=["I would like us to talk."])]
        | None
    ) = None


class InvitationAnswer(Wire):
    invitation: Invitation


class InvitationPreview(Wire):
    inviter_name: str
    partner_name: str
    topic: str | None
    message: str | None
    expires_at: Time


class Newcomer(Wire):
    """Name and e-mail make an account; somebody signed in leaves them out. `relation` is what the two are to each other, as
    the one who joins says."""

    name: Name | None = None
    email: Email | None = None
    password: Password | None = None
    relation: Relation | None = None


class Accepted(Wire):
    session_id: Id
    session: Session
    user: User
    token: str | None


class Declined(Wire):
    declined: bool


router = APIRouter(tags=["invitations"], route_class=SignedInRoute, dependencies=SECURITY)
doors = APIRouter(prefix="/invitations/{token}", tags=["invitations"])


@router.post("/sessions/{session_id}/invitation", status_code=201, responses=refusals(401, 404, 409))
async def renew_invitation(
    session_id: SessionIdHere, body: InvitationRequest, caller: CallerHere
) -> Envelope[InvitationAnswer]:
    """A new link; the older one dies."""
    link = await invitations.renew_invitation(caller, session_id, body.email, body.message)
    return Envelope(data=InvitationAnswer(invitation=Invitation.of(link)))


@doors.get("", responses=refusals(404, 410))
async def preview_invitation(
    token: str, visitor: VisitorHere, request: Request
) -> Envelope[InvitationPreview]:
    await request.app.state.limits.hit(PER_ADDRESS, "invitation", address_of(request))
    found = await invitations.preview_invitation(visitor, token)
    return Envelope(
        data=InvitationPreview(
            inviter_name=found.inviter_name,
            partner_name=found.partner_name,
            topic=found.topic,
            message=found.message,
            expires_at=found.expires_at,
        )
    )


@doors.post("/accept", responses=refusals(404, 409, 410), dependencies=SECURITY)
async def accept_invitation(
    token: str, body: Newcomer, visitor: VisitorHere, request: Request, response: Response
) -> Envelope[Accepted]:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    if await is_signed_in(request):
        return accepted(await invitations.accept_invitation(request.state.caller, token, body.relation))
    if body.email is None or body.name is None:
        raise Invalid.field(
            "email" if body.email is None else "name", "Sign in, or give your name and e-mail address."
        )
    acceptance = await invitations.accept_as_newcomer(
        visitor, token, email=body.email, name=body.name, password=body.password, relation=body.relation
    )
    if acceptance.welcome:
        set_cookie(response, request, acceptance.welcome)
    return accepted(acceptance)


@doors.post("/decline", responses=refusals(404, 410))
async def decline_invitation(token: str, visitor: VisitorHere, request: Request) -> Envelope[Declined]:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await invitations.decline_invitation(visitor, token)
    return Envelope(data=Declined(declined=True))


async def is_signed_in(request: Request) -> bool:
    """A sign-in that has run out is none: the guest can still come in as a newcomer."""
    if token_of(request) is None:
        return False
    try:
        request.state.caller = await recognised(request)
    except NotSignedIn:
        return False
    return True


def accepted(acceptance: Acceptance) -> Envelope[Accepted]:
    token = acceptance.welcome.token if acceptance.welcome else None
    session = Session.of(acceptance.session)
    return Envelope(
        data=Accepted(session_id=session.id, session=session, user=User.of(acceptance.user), token=token)
    )
