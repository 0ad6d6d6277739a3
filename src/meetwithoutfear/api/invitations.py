"""Invitations. Their token stands in the path; paths are never logged."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request, Response
from pydantic import Field

from meetwithoutfear.actions import invitations
from meetwithoutfear.actions.invitations import InvitationLink, InvitationPreview
from meetwithoutfear.api.auth import (
    SECURITY,
    MemberHere,
    VisitorHere,
    address_of,
    recognised,
    set_cookie,
    token_of,
)
from meetwithoutfear.api.identity import Email, Name, Password, knock
from meetwithoutfear.api.limits import PER_ADDRESS
from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.api.route import refusals, routes_for_anybody, routes_for_members
from meetwithoutfear.domain.errors import Invalid, NotSignedIn
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.people import User


class InvitationRequest(Wire):
    email: Email | None = None
    message: (
        Annotated[str, Field(max_length=INVITATION_MESSAGE_LIMIT, examples=["I would like us to talk."])]
        | None
    ) = None


class InvitationAnswer(Wire):
    invitation: InvitationLink


class Newcomer(Wire):
    """Name and e-mail make an account; somebody signed in leaves them out. `relation` is what the two are to each other, as
    the one who joins says."""

    name: Name | None = None
    email: Email | None = None
    password: Password | None = None
    relation: Relation | None = None


class Accepted(Wire):
    session_id: Id
    session: SessionView
    user: User
    token: str | None


class Declined(Wire):
    declined: bool


router = routes_for_members("invitations")
doors = routes_for_anybody("invitations", "/invitations/{token}")


@router.post("/sessions/{session_id}/invitation", status_code=201)
async def renew_invitation(body: InvitationRequest, caller: MemberHere) -> InvitationAnswer:
    """A new link; the older one dies."""
    link = await invitations.renew_invitation(caller, body.email, body.message)
    return InvitationAnswer(invitation=link)


@doors.get("", responses=refusals(404, 410))
async def preview_invitation(token: str, visitor: VisitorHere, request: Request) -> InvitationPreview:
    await request.app.state.limits.hit(PER_ADDRESS, "invitation", address_of(request))
    return await invitations.preview_invitation(visitor, token)


@doors.post("/accept", responses=refusals(404, 409, 410), dependencies=SECURITY)
async def accept_invitation(
    token: str, body: Newcomer, visitor: VisitorHere, request: Request, response: Response
) -> Accepted:
    await knock(request)
    if await is_signed_in(request):
        return to_accepted(await invitations.accept_invitation(request.state.caller, token, body.relation))
    if body.email is None or body.name is None:
        raise Invalid.field(
            "email" if body.email is None else "name", "Sign in, or give your name and e-mail address."
        )
    acceptance = await invitations.accept_as_newcomer(
        visitor, token, email=body.email, name=body.name, password=body.password, relation=body.relation
    )
    if acceptance.welcome:
        set_cookie(response, request, acceptance.welcome)
    return to_accepted(acceptance)


@doors.post("/decline", responses=refusals(404, 410))
async def decline_invitation(token: str, visitor: VisitorHere, request: Request) -> Declined:
    await knock(request)
    await invitations.decline_invitation(visitor, token)
    return Declined(declined=True)


async def is_signed_in(request: Request) -> bool:
    """A sign-in that has run out is none: the guest can still come in as a newcomer."""
    if token_of(request) is None:
        return False
    try:
        request.state.caller = await recognised(request)
    except NotSignedIn:
        return False
    return True


def to_accepted(found: invitations.Acceptance) -> Accepted:
    token = found.welcome.token if found.welcome else None
    return Accepted(session_id=found.session.id, session=found.session, user=found.user, token=token)
