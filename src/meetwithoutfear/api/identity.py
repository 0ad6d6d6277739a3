"""Accounts and devices: the doors, the profile, the way out; and what opens an account: links, password, address. Every door
answers alike for known and unknown addresses."""

from __future__ import annotations

import zoneinfo
from typing import Annotated

from fastapi import Request, Response
from pydantic import AfterValidator, Field

from meetwithoutfear.actions import credentials, identity
from meetwithoutfear.actions.credentials import Hand, LinkView
from meetwithoutfear.actions.identity import LONGEST, SHORTEST, DeviceView, Welcome
from meetwithoutfear.api.auth import (
    CallerHere,
    VisitorHere,
    address_of,
    clear_cookie,
    parsed_id,
    set_cookie,
    token_of,
)
from meetwithoutfear.api.limits import PER_ACCOUNT, PER_ADDRESS
from meetwithoutfear.api.models import ListOf, Nothing, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_anybody, routes_for_members
from meetwithoutfear.domain.notifications import Letter
from meetwithoutfear.domain.text import EMAIL_LIMIT, NAME_LIMIT, clean_email, clean_line
from meetwithoutfear.store.people import User

Email = Annotated[str, Field(min_length=3, max_length=EMAIL_LIMIT, examples=["alice@example.org"])]
Password = Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST, examples=["a long walk home"])]
GivenPassword = Annotated[str, Field(max_length=LONGEST)]
Name = Annotated[str, Field(min_length=1, max_length=NAME_LIMIT, examples=["Alice"])]


def known_time_zone(name: str) -> str:
    if name not in zoneinfo.available_timezones():
        raise ValueError("This is not the name of a time zone, such as Europe/Berlin.")
    return name


class UserAnswer(Wire):
    user: User


class Registration(Wire):
    email: Email
    password: Password
    name: Name


class Credentials(Wire):
    email: Email
    password: Annotated[str, Field(max_length=LONGEST, examples=["a long walk home"])]


class ProfileChange(Wire):
    """Any of the fields; what is left out stays, null forgets."""

    name: Name = ""
    locale: (
        Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$", examples=["en"])] | None
    ) = None
    region: Annotated[str, Field(pattern=r"^[A-Z]{2}$", examples=["DE"])] | None = None
    time_zone: (
        Annotated[str, Field(max_length=64, examples=["Europe/Berlin"]), AfterValidator(known_time_zone)]
        | None
    ) = None


class Deletion(Wire):
    """Nothing brings it back, so it has to be said; with the password, where there is one."""

    confirm: YesOrNo
    password: GivenPassword | None = None


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
router = routes_for_members("identity")


async def knock(request: Request, purpose: str = "", who: str = "") -> None:
    """At a door: so often from one address, and so often for one account or link, if they name one."""
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    if purpose:
        await request.app.state.limits.hit(PER_ACCOUNT, purpose, who)


def sign_in(response: Response, request: Request, welcome: Welcome) -> Welcome:
    set_cookie(response, request, welcome)
    return welcome


@doors.post("/register", status_code=201, responses=refusals(409))
async def register(body: Registration, visitor: VisitorHere, request: Request, response: Response) -> Welcome:
    await knock(request, "register", clean_email(body.email))
    return sign_in(response, request, await identity.register(visitor, body.email, body.password, body.name))


@doors.post("/login", responses=refusals(401))
async def log_in(body: Credentials, visitor: VisitorHere, request: Request, response: Response) -> Welcome:
    await knock(request, "login", clean_email(body.email))
    return sign_in(response, request, await identity.log_in(visitor, body.email, body.password))


@router.post("/auth/logout")
async def log_out(caller: CallerHere, request: Request, response: Response) -> None:
    await identity.log_out(caller)
    clear_cookie(response, request)


@router.get("/me")
async def read_profile(caller: CallerHere) -> UserAnswer:
    return UserAnswer(user=caller.user)


@router.patch("/me")
async def change_profile(body: ProfileChange, caller: CallerHere) -> UserAnswer:
    changes = body.model_dump(exclude_unset=True, by_alias=False)
    if "name" in changes:
        changes["name"] = clean_line("name", changes["name"], NAME_LIMIT)
    return UserAnswer(user=await identity.change_profile(caller, changes))


@router.delete("/me")
async def delete_account(body: Deletion, caller: CallerHere, request: Request, response: Response) -> None:
    """The account and everything in it, at once and for good. Sessions end for the partner as when somebody leaves."""
    await request.app.state.limits.hit(PER_ACCOUNT, "password", str(caller.user_id))
    await credentials.delete_account(caller, confirmed=body.confirm, password=body.password)
    clear_cookie(response, request)


@router.get("/me/devices")
async def list_devices(caller: CallerHere) -> ListOf[DeviceView]:
    return ListOf(items=await identity.list_devices(caller), next_cursor=None)


@router.delete("/me/devices")
async def sign_out_everywhere(caller: CallerHere, request: Request, response: Response) -> None:
    """On every device, this one too."""
    await identity.sign_out_everywhere(caller)
    clear_cookie(response, request)


@router.delete("/me/devices/{device_id}")
async def sign_out_device(device_id: str, caller: CallerHere) -> None:
    await identity.sign_out_device(caller, parsed_id(device_id))


@doors.post("/link", status_code=202)
async def request_link(body: LinkRequest, visitor: VisitorHere, request: Request) -> Nothing:
    """Mails a sign-in link if there is such an account. The answer does not say whether there is."""
    await knock(request, "link", clean_email(body.email))
    await credentials.request_link(visitor, body.email, Letter.SIGN_IN)
    return Nothing()


@doors.post("/link/look", responses=refusals(410))
async def look_at_link(body: LinkToken, visitor: VisitorHere, request: Request) -> LinkView:
    """What a link is good for, for whoever holds it. It stays as it is."""
    await knock(request)
    return await credentials.look_at_link(visitor, body.token, Hand(token_of(request)))


@doors.post("/link/redeem", responses=refusals(410))
async def redeem_link(
    body: Redemption, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    await knock(request, "redeem", body.token)
    hand = Hand(token_of(request), body.password, body.take_over)
    welcome = await credentials.redeem_link(visitor, body.token, hand)
    return sign_in(response, request, welcome)


@doors.post("/password/forgot", status_code=202)
async def request_new_password(body: LinkRequest, visitor: VisitorHere, request: Request) -> Nothing:
    """Mails a link to choose a new password if there is such an account. The answer does not say whether there is."""
    await knock(request, "link", clean_email(body.email))
    await credentials.request_link(visitor, body.email, Letter.NEW_PASSWORD)
    return Nothing()


@doors.post("/password/reset", responses=refusals(410))
async def reset_password(
    body: PasswordReset, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    """A new password by a link. Every other device is signed out."""
    await knock(request)
    welcome = await credentials.reset_password(visitor, body.token, body.password, Hand(token_of(request)))
    return sign_in(response, request, welcome)


@doors.post("/email/confirm", responses=refusals(409, 410))
async def move_to_address(
    body: AddressMove, visitor: VisitorHere, request: Request, response: Response
) -> Welcome:
    """The account has the address that the link was mailed to from now on; with a sign-in to it, or its password."""
    await knock(request, "redeem", body.token)
    welcome = await credentials.move_to_address(visitor, body.token, Hand(token_of(request), body.password))
    return sign_in(response, request, welcome)


@router.post("/me/password")
async def change_password(body: PasswordChange, caller: CallerHere, request: Request) -> UserAnswer:
    """Every other device is signed out. An account without a password gets one within half an hour of a sign-in by link."""
    await request.app.state.limits.hit(PER_ACCOUNT, "password", str(caller.user_id))
    user = await credentials.change_password(caller, body.current_password, body.password)
    return UserAnswer(user=user)


@router.post("/me/email", status_code=202)
async def request_new_email(body: AddressChange, caller: CallerHere, request: Request) -> Nothing:
    """Mails a link to the new address; until it is used nothing changes."""
    await request.app.state.limits.hit(PER_ACCOUNT, "password", str(caller.user_id))
    await request.app.state.limits.hit(PER_ACCOUNT, "link", clean_email(body.email))
    await credentials.request_new_email(caller, body.email, body.password)
    return Nothing()


@router.post("/me/email/link", status_code=202)
async def request_proof(caller: CallerHere, request: Request) -> Nothing:
    """Mails the link that proves the caller's address once more; nothing where it is proven."""
    await request.app.state.limits.hit(PER_ACCOUNT, "link", caller.user.email)
    await credentials.request_proof(caller)
    return Nothing()


@router.post("/me/inherited/keep", responses=refusals(401))
async def keep_inherited(caller: CallerHere) -> UserAnswer:
    """What was in the account when its owner first came stays."""
    return UserAnswer(user=await credentials.keep_inherited(caller))


@router.post("/me/inherited/delete")
async def delete_inherited(body: Erasure, caller: CallerHere) -> UserAnswer:
    """Everything in the account goes, as when it is deleted; address, name and this sign-in stay."""
    user = await credentials.delete_inherited(caller, confirmed=body.confirm)
    return UserAnswer(user=user)
