"""What every request goes through: an id and a log line without content, a limit on its size, a check that a browser's
cookie is used by our own pages only, and the security headers of every answer."""

from __future__ import annotations

import logging
import re
import time
from urllib.parse import urlsplit
from uuid import uuid4

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meetwithoutfear.api.errors import error_response

log = logging.getLogger(__name__)

BODY_LIMIT = 256 * 1024
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
OUR_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

CSP = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; "
    "img-src 'self' data:; connect-src 'self'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}


def header_of(scope: Scope, name: bytes) -> bytes:
    found: bytes = next((value for key, value in scope["headers"] if key == name), b"")
    return found


class RequestLog:
    """One line per request: which route, never which path, because paths carry tokens."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = header_of(scope, b"x-request-id").decode("latin-1")
        scope["request_id"] = given if OUR_REQUEST_ID.fullmatch(given) else uuid4().hex
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", scope["request_id"].encode())]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            route = getattr(scope.get("route"), "path", "")
            taken = round((time.perf_counter() - began) * 1000, 1)
            line = {"requestId": scope["request_id"], "method": scope["method"], "route": route}
            log.info("request", extra={**line, "status": status, "ms": taken})


class SecurityHeaders:
    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        # What the API says is for one person: no cache may keep it.
        headers = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
        if secure:
            headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
        self.headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                named = {name for name, _ in given}
                message["headers"] = [*given, *(each for each in self.headers if each[0] not in named)]
            await send(message)

        await self.app(scope, receive, with_headers)


class OwnPagesOnly:
    """A browser sends the cookie along whoever asks it to; only our own pages may change anything with it. A token in the
    Authorization header is never sent by accident."""

    def __init__(self, app: ASGIApp, *, base_url: str) -> None:
        self.app = app
        self.own_host = urlsplit(base_url).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            headers = Headers(scope=scope)
            if "authorization" not in headers and not self._is_own(headers):
                refusal = error_response(403, "CROSS_SITE", "This request came from another site.")
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _is_own(self, headers: Headers) -> bool:
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in {"same-origin", "none"}
        origin = headers.get("origin")
        return origin is None or host_of(origin) in {self.own_host, headers.get("host")}


def host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


class BodyLimit:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = header_of(scope, b"content-length") or b"0"
        if not announced.isdigit() or int(announced) > BODY_LIMIT:
            await self._refuse(scope, receive, send)
            return
        body = await read_within_limit(receive)
        if body is None:
            await self._refuse(scope, receive, send)
            return
        await self.app(scope, replaying(body, receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = error_response(
            413, "TOO_LARGE", f"This request is too large: at most {BODY_LIMIT // 1024} KiB."
        )
        await refusal(scope, receive, send)


async def read_within_limit(receive: Receive) -> bytes | None:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return body
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > BODY_LIMIT:
            return None
    return body


def replaying(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
