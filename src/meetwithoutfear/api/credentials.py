"""What opens an account: links, password, address. Every door answers alike for known and unknown addresses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request, Response
from pydantic import Field

from meetwithoutfear.actions import credentials
from meetwithoutfear.actions.credentials import Hand, LinkView
from meetwithoutfear.actions.identity import Welcome
from meetwithoutfear.api.auth import (
    CallerHere,
    VisitorHere,
    address_of,
    set_cookie,
    token_of,
)
from meetwithoutfear.api.identity import Email, GivenPassword, Password, UserAnswer
from meetwithoutfear.api.limits import PER_ACCOUNT, PER_ADDRESS
from meetwithoutfear.api.models import Nothing, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_anybody, routes_for_members
from meetwithoutfear.domain.notifications import Letter
from meetwithoutfear.domain.text import clean_email

TOKEN_LIMIT = 200

Token = Annotated[str, Field(min_length=1, max_length=TOKEN_LIMIT)]


class LinkRequest(Wire):
    email: Email


class LinkToken(Wire):
    token: Token


class Redemption(Wire):
    """An address that is proven for the first time drops the account's password and devices, unless its password or a
    sign-in to it comes along. `takeOver` drops them in spite of a sign-in: somebody else's, on this device."""

    token: Token
    password: GivenPassword | None = None
    take_over: YesOrNo = False


class PasswordReset(Wire):
    token: Token
    password: Password


class AddressMove(Wire):
    token: Token
    password: GivenPassword | None = None


class PasswordChange(Wire):
    """The current one wherever there is one."""

    current_password: GivenPassword | None = None
    password: Password


class AddressChange(Wire):
    email: Email
    password: GivenPassword | None = None


class Erasure(Wire):
    confirm: YesOrNo


doors = routes_for_anybody("identity", "/auth")
router = routes_for_members("identity", "/me")


@doors.post("/link", status_code=202)
async def request_link(body: LinkRequest, visitor: VisitorHere, request: Request) -> Nothing:
    """Mails a sign-in link if there is such an account. The answer does not say whether there is."""
    await knock(request, body.email)
    await credentials.request_link(visitor, body.email, Letter.SIGN_IN)
    return Nothing()


@doors.post("/link/look", responses=refusals(410))
async def look_at_link(body: LinkToken, visitor: VisitorHere, request: Request) -> LinkView:
    """What a link is good for, for whoever holds it. It stays as it is."""
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    return await credentials.look_at_link(visitor, body.token, Hand(token_of(request)))


@doors.post("/link/redeem", responses=refusals(410))
async def redeem_link(
    body: Redemption, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await request.app.state.limits.hit(PER_ACCOUNT, "redeem", body.token)
    hand = Hand(token_of(request), body.password, body.take_over)
    welcome = await credentials.redeem_link(visitor, body.token, hand)
    set_cookie(response, request, welcome)
    return welcome


@doors.post("/password/forgot", status_code=202)
async def request_new_password(body: LinkRequest, visitor: VisitorHere, request: Request) -> Nothing:
    """Mails a link to choose a new password if there is such an account. The answer does not say whether there is."""
    await knock(request, body.email)
    await credentials.request_link(visitor, body.email, Letter.NEW_PASSWORD)
    return Nothing()


@doors.post("/password/reset", responses=refusals(410))
async def reset_password(
    body: PasswordReset, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    """A new password by a link. Every other device is signed out."""
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    welcome = await credentials.reset_password(visitor, body.token, body.password, Hand(token_of(request)))
    set_cookie(response, request, welcome)
    return welcome


@doors.post("/email/confirm", responses=refusals(409, 410))
async def move_to_address(
    body: AddressMove, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    """The account has the address that the link was mailed to from now on; with a sign-in to it, or its password."""
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await request.app.state.limits.hit(PER_ACCOUNT, "redeem", body.token)
    welcome = await credentials.move_to_address(visitor, body.token, Hand(token_of(request), body.password))
    set_cookie(response, request, welcome)
    return welcome


@router.post("/password")
async def change_password(body: PasswordChange, caller: CallerHere, request: Request) -> UserAnswer:
    """Every other device is signed out. An account without a password gets one within half an hour of a sign-in by link."""
    await request.app.state.limits.hit(PER_ACCOUNT, "password", str(caller.user_id))
    user = await credentials.change_password(caller, body.current_password, body.password)
    return UserAnswer(user=user)


@router.post("/email", status_code=202)
async def request_new_email(body: AddressChange, caller: CallerHere, request: Request) -> Nothing:
    """Mails a link to the new address; until it is used nothing changes."""
    await request.app.state.limits.hit(PER_ACCOUNT, "password", str(caller.user_id))
    await request.app.state.limits.hit(PER_ACCOUNT, "link", clean_email(body.email))
    await credentials.request_new_email(caller, body.email, body.password)
    return Nothing()


@router.post("/email/link", status_code=202)
async def request_proof(caller: CallerHere, request: Request) -> Nothing:
    """Mails the link that proves the caller's address once more; nothing where it is proven."""
    await request.app.state.limits.hit(PER_ACCOUNT, "link", caller.user.email)
    await credentials.request_proof(caller)
    return Nothing()


@router.post("/inherited/keep", responses=refusals(401))
async def keep_inherited(caller: CallerHere) -> UserAnswer:
    """What was in the account when its owner first came stays."""
    return UserAnswer(user=await credentials.keep_inherited(caller))


@router.post("/inherited/delete")
async def delete_inherited(body: Erasure, caller: CallerHere) -> UserAnswer:
    """Everything in the account goes, as when it is deleted; address, name and this sign-in stay."""
    user = await credentials.delete_inherited(caller, confirmed=body.confirm)
    return UserAnswer(user=user)


async def knock(request: Request, email: str) -> None:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await request.app.state.limits.hit(PER_ACCOUNT, "link", clean_email(email))
