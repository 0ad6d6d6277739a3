"""From what the rules say to what HTTP says: one table, and one shape for every error. A person at an address where there is
nothing sees a few words and the way back; programs get the usual error.

The nearest class in the table decides; a test walks all errors of the domain to see that each finds its place."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from meetwithoutfear.domain import errors
from meetwithoutfear.domain.errors import DomainError, TransientError

log = logging.getLogger(__name__)

STATUS_CODES: Mapping[type[DomainError], int] = {
    errors.NotSignedIn: 401,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Gone: 410,
    errors.Invalid: 422,
    errors.TooMany: 429,
}

# What the framework itself refuses. A body that is no JSON comes as 400; for a client it is one more invalid request.
UNREADABLE = (422, errors.Invalid.code, errors.Invalid.sentence)
HTTP_ANSWERS = {
    404: (404, errors.NotFound.code, errors.NotFound.sentence),
    405: (405, "METHOD_NOT_ALLOWED", "This cannot be done here."),
}


class EngineUnavailable(TransientError):
    """The guide could not answer; the message is saved and can be asked about again."""

    code = "ENGINE_UNAVAILABLE"
    sentence = "I could not answer just now. Your message is saved; please try again."

    def __init__(self, message_id: str) -> None:
        super().__init__(self.sentence)
        self.message_id = message_id


def status_code(error: DomainError) -> int:
    return next(STATUS_CODES[kind] for kind in type(error).__mro__ if kind in STATUS_CODES)


def error_response(
    status: int,
    code: str,
    message: str,
    details: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    error: dict[str, object] = {"code": code, "message": message}
    if details:
        error["details"] = dict(details)
    return JSONResponse({"success": False, "error": error}, status_code=status, headers=headers)


async def on_domain_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101  # as registered below
    headers = {}
    if isinstance(error, errors.NotSignedIn):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, errors.TooMany):
        headers["Retry-After"] = str(error.details.get("retryAfter", 60))
    return error_response(status_code(error), error.code, error.message, error.details, headers)


async def on_transient_error(_request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, EngineUnavailable):
        details = {"messageId": error.message_id}
        return error_response(503, error.code, error.sentence, details, {"Retry-After": "5"})
    sentence = "This could not be done just now. Nothing was lost; please try again in a moment."
    return error_response(503, TransientError.code, sentence, headers={"Retry-After": "2"})


async def on_invalid_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # as registered below
    fields = [{"field": field_name(found["loc"]), "message": str(found["msg"])} for found in error.errors()]
    return error_response(422, errors.Invalid.code, errors.Invalid.sentence, {"fields": fields})


def field_name(place: Sequence[Any]) -> str:
    """Where in the request, without the word `body` that only the server needs, and never what was written there."""
    words = [str(part) for part in place if part != "body"]
    return ".".join(words) or "body"


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # as registered below
    if error.status_code == HTTPStatus.NOT_FOUND and is_somebody_lost(request):
        return lost_page(request)
    status, code, sentence = HTTP_ANSWERS.get(error.status_code, UNREADABLE)
    return error_response(status, code, sentence, headers=error.headers)


async def on_bug(request: Request, error: Exception) -> JSONResponse:
    request_id = request.scope.get("request_id", "")
    log.error("a bug", extra={"requestId": request_id, "failure": type(error).__name__}, exc_info=error)
    return error_response(500, "INTERNAL", "Something went wrong on our side.", {"requestId": request_id})


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(DomainError, on_domain_error)
    app.add_exception_handler(TransientError, on_transient_error)
    app.add_exception_handler(RequestValidationError, on_invalid_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_bug)


SENTENCES: Mapping[str, tuple[str, str, str]] = {
    "en": (
        "There is nothing here",
        "This address leads to no page. Maybe a letter is missing.",
        "To the start",
    ),
    "de": (
        "Hier ist nichts",
        "Zu dieser Adresse gibt es keine Seite. Vielleicht fehlt ein Buchstabe.",
        "Zum Anfang",
    ),
}
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title} · Meet Without Fear</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>{title}</h1><p>{sentence}</p><p><a href="/">{back}</a></p></main></body></html>
"""


def is_somebody_lost(request: Request) -> bool:
    """Whether a person looks for a page, and not a program for an answer."""
    reads_pages = "text/html" in request.headers.get("accept", "")
    return reads_pages and request.method == "GET" and not f"{request.url.path}/".startswith("/api/")


def lost_page(request: Request) -> HTMLResponse:
    wanted = request.headers.get("accept-language", "").strip().lower()
    language = "de" if wanted.startswith("de") else "en"
    title, sentence, back = SENTENCES[language]
    page = PAGE.format(language=language, title=title, sentence=sentence, back=back)
    return HTMLResponse(page, status_code=404, headers={"Vary": "Accept, Accept-Language"})
