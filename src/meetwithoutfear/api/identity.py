"""Accounts and devices: the doors, the profile, the way out. What opens an account is in `credentials`."""

from __future__ import annotations

import zoneinfo
from typing import Annotated

from fastapi import Request, Response
from pydantic import AfterValidator, Field

from meetwithoutfear.actions import credentials, identity
from meetwithoutfear.actions.identity import LONGEST, SHORTEST, DeviceView, Welcome
from meetwithoutfear.api.auth import (
    CallerHere,
    VisitorHere,
    address_of,
    clear_cookie,
    parsed_id,
    set_cookie,
)
from meetwithoutfear.api.limits import PER_ACCOUNT, PER_ADDRESS
from meetwithoutfear.api.models import ListOf, Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_anybody, routes_for_members
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


doors = routes_for_anybody("identity", "/auth")
router = routes_for_members("identity")


@doors.post("/register", status_code=201, responses=refusals(409))
async def register(body: Registration, visitor: VisitorHere, request: Request, response: Response) -> Welcome:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await request.app.state.limits.hit(PER_ACCOUNT, "register", clean_email(body.email))
    welcome = await identity.register(visitor, body.email, body.password, body.name)
    set_cookie(response, request, welcome)
    return welcome


@doors.post("/login", responses=refusals(401))
async def log_in(body: Credentials, visitor: VisitorHere, request: Request, response: Response) -> Welcome:
    await request.app.state.limits.hit(PER_ADDRESS, "door", address_of(request))
    await request.app.state.limits.hit(PER_ACCOUNT, "login", clean_email(body.email))
    welcome = await identity.log_in(visitor, body.email, body.password)
    set_cookie(response, request, welcome)
    return welcome


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
