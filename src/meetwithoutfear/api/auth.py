"""Who is calling. A cookie for the web app, a Bearer token for everybody else; both name the same row.

Routes behind a sign-in belong to a router with `SignedInRoute`: the caller is recognised before anything of the request
is looked at, so that without a sign-in the answer is always the same."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie, HTTPBearer

from meetwithoutfear.actions.caller import Caller, Here, Visitor
from meetwithoutfear.actions.identity import Welcome, recognise
from meetwithoutfear.api.limits import PER_USER
from meetwithoutfear.domain.errors import Invalid, NotFound, NotSignedIn
from meetwithoutfear.store.notes import Once

KEY_LIMIT = 200
# As long as browsers allow: each use moves the end of the sign-in, and only the server knows it.
COOKIE_LIFETIME = timedelta(days=400)
DEVICE_NAME_LIMIT = 80

# In this order: most browsers also claim to be the ones before them.
BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)

# For the documents: FastAPI lists them; the recognising itself happens in `recognised`.
COOKIE = APIKeyCookie(name="mwf", scheme_name="cookie", auto_error=False)
BEARER = HTTPBearer(scheme_name="bearer", auto_error=False)
SECURITY = [Depends(COOKIE), Depends(BEARER)]


def cookie_name(*, secure: bool) -> str:
    """The prefix binds the cookie to this host; browsers only grant it over TLS."""
    return "__Host-mwf" if secure else "mwf"


def visitor(request: Request) -> Visitor:
    state = request.app.state
    return Visitor(state.store, state.settings, state.clock(), device_name(request))


def device_name(request: Request) -> str:
    """A name its owner will recognise: browser and system where they can be told, else what the client calls itself."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), None)
    system = next((name for mark, name in SYSTEMS if mark in agent), None)
    if browser:
        return f"{browser}, {system}" if system else browser
    printable = "".join(letter for letter in agent if letter.isprintable())
    return printable[:DEVICE_NAME_LIMIT] or "unknown device"


def token_of(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(cookie_name(secure=request.app.state.settings.secure))


async def recognised(request: Request) -> Caller:
    token = token_of(request)
    if token is None:
        raise NotSignedIn
    guest = visitor(request)
    signed_in = await recognise(guest, token)
    await request.app.state.limits.hit(PER_USER, "user", str(signed_in.user.id))
    once = await once_of(request)
    listener = request.app.state.listener
    store = guest.store.acting_for(signed_in.user.id)
    return Caller(store, guest.settings, guest.now, signed_in, listener, once)


async def once_of(request: Request) -> Once | None:
    key = request.headers.get("idempotency-key")
    if key is None or request.method == "GET":
        return None
    if not 1 <= len(key) <= KEY_LIMIT or not key.isprintable():
        raise Invalid.field("Idempotency-Key", f"A key has 1 to {KEY_LIMIT} printable characters.")
    parts = [request.method.encode(), request.url.path.encode("utf-8", "surrogatepass"), await request.body()]
    digest = hashlib.sha256(b"\0".join(parts)).hexdigest()
    return Once(key, digest, request.scope["route"].status_code or 200)


def caller(request: Request) -> Caller:
    found: Caller = request.state.caller
    return found


CallerHere = Annotated[Caller, Depends(caller)]
VisitorHere = Annotated[Visitor, Depends(visitor)]


def parsed_id(text: str) -> UUID:
    """An id that cannot be one is an id of nothing."""
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None


async def member(request: Request, session_id: str) -> Here:
    return Here(**vars(request.state.caller), session_id=parsed_id(session_id))


MemberHere = Annotated[Here, Depends(member)]


def set_cookie(response: Response, request: Request, welcome: Welcome) -> None:
    settings = request.app.state.settings
    response.set_cookie(
        cookie_name(secure=settings.secure),
        welcome.token,
        max_age=int(COOKIE_LIFETIME.total_seconds()),
        path="/",
        httponly=True,
        secure=settings.secure,
        samesite="lax",
    )


def clear_cookie(response: Response, request: Request) -> None:
    secure = request.app.state.settings.secure
    response.delete_cookie(cookie_name(secure=secure), path="/", httponly=True, secure=secure, samesite="lax")


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"
