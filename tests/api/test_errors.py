"""One shape for every error, and a place in the table for every refusal of the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from databases import Sqlite
from meetwithoutfear.api.errors import install_error_handlers, status_code
from meetwithoutfear.api.middleware import BODY_LIMIT
from meetwithoutfear.domain.errors import DomainError, TooMany, TransientError
from meetwithoutfear.main import JsonLines
from people import Person
from serving import served, settings_for

STATUSES = {
    "UNAUTHENTICATED": 401,
    "INVALID_CREDENTIALS": 401,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "EMAIL_TAKEN": 409,
    "LINK_NEEDED": 409,
    "NO_MAIL": 409,
    "INVALID_TRANSITION": 409,
    "PAUSED": 409,
    "SAFETY_HOLD": 409,
    "OFFER_CLOSED": 409,
    "UNCHANGED": 422,
    "WRONG_PASSWORD": 422,
    "NOT_DELIVERED": 422,
    "SESSION_ENDED": 409,
    "GONE": 410,
    "VALIDATION_ERROR": 422,
    "RATE_LIMITED": 429,
}
SECRET = "what somebody wrote"


def kinds(of: type[DomainError] = DomainError) -> Iterator[type[DomainError]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_refusal_has_a_code_a_sentence_and_a_status() -> None:
    found = {kind.code: status_code(kind()) for kind in kinds()}
    assert found == STATUSES
    assert all(kind.sentence for kind in kinds())


def answer_to(error: Exception) -> httpx.Response:
    """What the handlers make of an error that some route raises."""
    app = FastAPI()
    install_error_handlers(app)

    @app.get("/")
    async def fail() -> None:
        raise error

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            return await http.get("/")

    return asyncio.run(ask())


@pytest.mark.parametrize("kind", list(kinds()), ids=lambda kind: kind.__name__)
def test_a_refusal_is_answered_with_its_code_and_sentence(kind: type[DomainError]) -> None:
    answer = answer_to(kind())
    assert answer.status_code == STATUSES[kind.code]
    assert answer.json() == {"success": False, "error": {"code": kind.code, "message": kind.sentence}}
    assert ("www-authenticate" in answer.headers) == (answer.status_code == 401)
    assert ("retry-after" in answer.headers) == (answer.status_code == 429)


def test_details_come_along_and_say_when_to_try_again() -> None:
    answer = answer_to(TooMany("Slowly.", retryAfter=7))
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["error"] == {
        "code": "RATE_LIMITED",
        "message": "Slowly.",
        "details": {"retryAfter": 7},
    }


def test_trouble_that_passes_is_no_fault_of_the_request() -> None:
    answer = answer_to(TransientError(SECRET))
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert answer.json()["error"]["code"] == "UNAVAILABLE"
    assert SECRET not in answer.text


def test_a_bug_says_nothing_but_that_it_is_one(caplog: pytest.LogCaptureFixture) -> None:
    answer = answer_to(ValueError(SECRET))
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "INTERNAL"
    assert set(answer.json()["error"]["details"]) == {"requestId"}
    assert SECRET not in answer.text
    [line] = [JsonLines().format(record) for record in caplog.records if record.message == "a bug"]
    assert "ValueError" in line
    assert SECRET not in line


@pytest.fixture(scope="module")
def alice(sqlite: Sqlite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    folder: Path = tmp_path_factory.mktemp("errors")
    with served(settings_for(sqlite.fresh(folder), folder)) as running:
        alice = Person(running.url, "Alice").registers()
        yield alice
        alice.close()


@pytest.mark.parametrize(
    ("request_line", "body", "status", "code"),
    [
        ("GET /nothing", None, 404, "NOT_FOUND"),
        ("GET ", None, 404, "NOT_FOUND"),
        ("GET /sessions/nonsense", None, 404, "NOT_FOUND"),
        ("PUT /me", None, 405, "METHOD_NOT_ALLOWED"),
        ("POST /sessions", b" " * (BODY_LIMIT + 1), 413, "TOO_LARGE"),
        ("POST /sessions", b"{}", 422, "VALIDATION_ERROR"),
        ("POST /sessions", b"{", 422, "VALIDATION_ERROR"),
        ("POST /sessions", b'{"partnerName": " "}', 422, "VALIDATION_ERROR"),
    ],
)
def test_every_error_has_the_same_shape(
    alice: Person, request_line: str, body: bytes | None, status: int, code: str
) -> None:
    method, path = request_line.split(" ")
    answer = alice.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"success", "error"}
    assert answer.json()["success"] is False
    error = answer.json()["error"]
    assert error["code"] == code
    assert isinstance(error["message"], str)
    assert ("details" in error) == (status == 422)
    assert ("allow" in answer.headers) == (status == 405)


def test_a_refusal_names_the_fields_and_never_repeats_what_was_written(alice: Person) -> None:
    words = {"partnerName": SECRET * 10, "topic": [SECRET], SECRET: 1}
    answer = alice.asks("POST", "/sessions", words)
    fields = [found["field"] for found in answer.json()["error"]["details"]["fields"]]
    assert fields[:2] == ["partnerName", "topic"]
    assert all(found["message"] for found in answer.json()["error"]["details"]["fields"])
    assert answer.text.count(SECRET) == 1, "only as the name of a field that is not expected"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/auth/login", 405), ("POST", "/nothing", 404), ("DELETE", "/nothing", 404)],
)
def test_the_web_app_does_not_answer_for_the_api(alice: Person, method: str, path: str, status: int) -> None:
    assert alice.asks(method, path).status_code == status
