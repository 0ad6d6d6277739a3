"""Whatever is sent: an answer as the documents say, never a 5xx, and what was refused has changed nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from drawing import share
from looking import everything
from people import PASSWORD, Person
from serving import Served
from waiting import PATIENCE_SECONDS

EXAMPLES = 10
OPERATIONS = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
JSON = {"Content-Type": "application/json"}
SIGNS_OUT = {"/api/v1/auth/logout", "/api/v1/me/devices", "/api/v1/me/devices/{device_id}"}
# Never ends by itself; the tests of the events read it.
ENDLESS = "/api/v1/events"


class Explorer:
    """Alice, signed in, sends what schemathesis thinks of: as it is, and with ids that exist."""

    def __init__(self, alice: Person, bob: Person, line: requests.Session) -> None:
        self.alice, self.bob, self.line = alice, bob, line
        self.sent = 0

    def explores(self, operation: Any) -> None:
        self.alice.signs_in()
        for case in operation.schema.iter_coverage_cases(
            operation,
            generation_modes=list(GenerationMode),
            generation_config=operation.schema.config.generation,
        ):
            self.sends(case)
        modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]
        quick = settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        quick(given(st.one_of(modes))(self.sends))()

    def sends(self, case: Any) -> None:
        self.sent += 1
        if case.operation.path in SIGNS_OUT:
            self.alice.signs_in()
        if self.sent % 3 == 0 and case.path_parameters:
            case.path_parameters = self.real_ids(case.path_parameters)
        token = self.alice.http.headers["Authorization"]
        if (case.operation.path, case.operation.method) == ("/api/v1/me", "delete"):
            token = self.somebody_new()
        answer = case.call(session=self.line, headers={"Authorization": token})
        case.validate_response(answer, checks=CHECKS)

    def real_ids(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Of a session that is new: what was sent before may have ended the last one."""
        self.alice.starts_session()
        makes: dict[str, Callable[[], str]] = {
            "session_id": lambda: self.alice.session_id,
            "token": self.bob.starts_session,
            "device_id": self.another_device,
            "message_id": self.last_message,
        }
        return {name: makes.get(name, lambda: str(uuid4()))() for name in wanted}

    def somebody_new(self) -> str:
        """Who may delete their account: Alice is needed for the rest."""
        person = {"email": f"{uuid4()}@example.org", "password": PASSWORD, "name": "New"}
        return f"Bearer {self.alice.does('POST', '/auth/register', person)['token']}"

    def last_message(self) -> str:
        return str(self.alice.says("We have hardly spoken since May.")["message"]["id"])

    def another_device(self) -> str:
        self.alice.does("POST", "/auth/login", {"email": self.alice.email, "password": PASSWORD})
        devices = self.alice.does("GET", "/me/devices")["items"]
        return next(str(device["id"]) for device in devices if not device["current"])


# The stricter of the two databases; what is written by hand below goes to both.
@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_every_answer_is_as_the_documents_say(server: Served, alice: Person, bob: Person) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json", timeout=PATIENCE_SECONDS)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == len(list(schema.get_all_operations()))
    with requests.Session() as line:
        explorer = Explorer(alice, bob, line)
        drawn = share([one for one in operations if one.path != ENDLESS], OPERATIONS, "operations")
        for operation in drawn:
            explorer.explores(operation)
    assert explorer.sent > len(drawn) * EXAMPLES


Route = tuple[str, str]
ENDPOINT = "https://push.example.net/abc"
KEYS = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}


def bodies(alice: Person, link: str) -> dict[Route, dict[str, object]]:
    """For each route with a body, one that would be accepted."""
    return {
        ("post", "/auth/register"): {"email": "new@example.org", "password": PASSWORD, "name": "New"},
        ("post", "/auth/login"): {"email": alice.email, "password": PASSWORD},
        ("post", "/auth/link"): {"email": alice.email},
        ("post", "/auth/link/look"): {"token": "a token"},
        ("post", "/auth/link/redeem"): {"token": "a token", "password": PASSWORD, "takeOver": False},
        ("post", "/auth/password/forgot"): {"email": alice.email},
        ("post", "/auth/password/reset"): {"token": "a token", "password": PASSWORD},
        ("post", "/auth/email/confirm"): {"token": "a token", "password": PASSWORD},
        ("post", "/me/password"): {"currentPassword": PASSWORD, "password": PASSWORD},
        ("post", "/me/email"): {"email": "new@example.org", "password": PASSWORD},
        ("post", "/me/inherited/delete"): {"confirm": True},
        ("patch", "/me"): {"name": "Alicia", "locale": "de", "region": "AT", "timeZone": "Europe/Vienna"},
        ("delete", "/me"): {"confirm": True, "password": PASSWORD},
        ("put", "/me/notifications"): {"email": True, "push": True, "quietHours": None},
        ("post", "/me/push-subscriptions"): {"endpoint": ENDPOINT, "keys": KEYS},
        ("delete", "/me/push-subscriptions"): {"endpoint": ENDPOINT},
        ("post", "/me/screening"): {"afraid": "no", "hurt": "rather_not", "ending": "no"},
        ("post", "/sessions"): {"partnerName": "Bob", "topic": "The move", "relation": "FRIENDS"},
        ("put", alice.here("/relation")): {"relation": "FRIENDS"},
        ("post", alice.here("/invitation")): {"email": "bob@example.org", "message": "Hello"},
        ("post", alice.here("/messages")): {"content": "Hello", "emotionalIntensity": 5},
        ("post", alice.here("/messages/seen")): {"seq": 1},
        ("post", alice.here("/messages/stream")): {"content": "Hello", "emotionalIntensity": 5},
        ("post", alice.here("/inner-thoughts")): {"content": "Hello", "emotionalIntensity": 5},
        ("post", alice.here("/inner-thoughts/stream")): {"content": "Hello", "emotionalIntensity": 5},
        ("post", alice.here("/feel-heard")): {"confirmed": True, "feelings": [], "words": "Hello"},
        ("post", alice.here("/emotions")): {"intensity": 5, "context": "Hello"},
        ("post", alice.here("/screening")): {"afraid": "no", "hurt": "rather_not", "ending": "no"},
        **bodies_of_the_exchange(alice),
        **bodies_of_the_last_stages(alice),
        ("post", f"/invitations/{link}/accept"): {
            "name": "New",
            "email": "new@example.org",
            "password": PASSWORD,
            "relation": "FRIENDS",
        },
    }


def bodies_of_the_exchange(alice: Person) -> dict[Route, dict[str, object]]:
    turns = [{"role": "user", "content": "Hello"}]
    return {
        ("post", alice.here("/empathy/last-look")): {"content": "Hello"},
        ("post", alice.here("/empathy/draft")): {"content": "Hello", "readyToShare": True, "feelings": []},
        ("post", alice.here("/empathy/consent")): {"consent": True, "content": "Hello", "feelings": []},
        ("post", alice.here("/empathy/resubmit")): {"content": "Hello", "feelings": []},
        ("post", alice.here("/empathy/validate")): {
            "rating": "PARTIAL",
            "feedback": "Hello",
            "shareFeedback": True,
        },
        ("post", alice.here("/empathy/validation-feedback/draft")): {"notes": "Hello"},
        ("post", alice.here("/empathy/refine")): {"message": "Hello"},
        ("post", alice.here("/empathy/share-suggestion/respond")): {"action": "accept", "content": "Hello"},
        ("post", alice.here("/reconciler/refinement-chat/message")): {"messages": turns},
        ("post", alice.here("/reconciler/refinement-chat/finalize")): {
            "finalContent": "Hello",
            "offerId": "00000000-0000-4000-8000-000000000000",
        },
    }


def bodies_of_the_last_stages(alice: Person) -> dict[Route, dict[str, object]]:
    nobody = "00000000-0000-4000-8000-000000000000"
    idea: dict[str, object] = {
        "description": "Hello",
        "needsAddressed": ["rest"],
        "duration": "1 week",
        "measureOfSuccess": "?",
    }
    need: dict[str, object] = {"need": "rest", "category": "AUTONOMY", "description": "Hello"}
    terms = {"duration": "1 week", "measureOfSuccess": "?", "followUpDate": "2030-01-01"}
    return {
        ("post", alice.here("/needs")): need,
        ("patch", alice.here("/needs/{need_id}")): need,
        ("post", alice.here("/needs/confirm")): {
            "confirmations": [{"needId": nobody, "confirmed": True, "adjustment": "rest"}]
        },
        ("post", alice.here("/needs/consent")): {"needIds": [nobody]},
        ("post", alice.here("/common-ground/confirm")): {
            "confirmations": [{"commonGroundId": nobody, "confirmed": True}]
        },
        ("post", alice.here("/common-ground/propose")): {**need, "kind": "NEED"},
        ("post", alice.here("/strategies")): idea,
        ("patch", alice.here("/strategies/{strategy_id}")): idea,
        ("post", alice.here("/strategies/suggest")): {"count": 3, "focusNeeds": ["rest"]},
        ("post", alice.here("/strategies/rank")): {"rankedIds": [nobody]},
        ("post", alice.here("/agreements")): {
            "strategyId": nobody,
            "description": "Hello",
            "type": "COMMITMENT",
            **terms,
        },
        ("post", alice.here("/agreements/{agreement_id}/confirm")): {
            "confirmed": True,
            "modification": "Hello",
            **terms,
        },
        ("post", alice.here("/agreements/{agreement_id}/check-in")): {
            "done": "YES",
            "wish": "COMPLETE",
            "felt": "Hello",
            "share": True,
        },
    }


def bad_bytes() -> Iterator[bytes]:
    """No JSON, or not an object."""
    yield from (b"", b"{", b"\xff\xfe", b"\0", b"nonsense", b"null", b"true", b"7", b'"text"', b"[]", b"[{}]")
    yield from (b"[" * 100_000, b"9" * 5_000, b'{"name": NaN')


def bad_values(field: str, good: object) -> Iterator[bytes]:
    """What no field takes: other types, far too much, and characters that cannot be stored."""
    yield from (b"[7]", b"{}", b'["text"]', b"NaN", b'"%s"' % (b"x" * 100_000))
    yield b'"true"' if isinstance(good, bool) else b"true"
    yield b"77" if field in {"intensity", "emotionalIntensity"} else b"7"
    yield from (rb'"half a \ud83d smile"', rb'"\udfff"', rb'"\ud800\u0061"')
    if field != "password":
        yield rb'"a\u0000b@example.org"'


def wrong_bodies(good: dict[str, object]) -> Iterator[bytes]:
    yield from bad_bytes()
    yield json.dumps({**good, "unexpected": 1}).encode()
    yield json.dumps({"data": good}).encode()
    for field, usual in good.items():
        rest = json.dumps({name: value for name, value in good.items() if name != field})[1:]
        begin = b'{"%s": ' % field.encode()
        for value in bad_values(field, usual):
            yield begin + value + (b", " if len(good) > 1 else b"") + rest.encode()


@pytest.fixture
def visitor(person: Callable[[str], Person]) -> Person:
    return person("Visitor")


@pytest.mark.unmeasured
def test_bad_bodies_are_refused_and_change_nothing(server: Served, alice: Person, visitor: Person) -> None:
    good_bodies = bodies(alice, alice.starts_session())
    server.rests()
    before = everything(server.settings.database_url)
    for (method, path), good in good_bodies.items():
        # Whoever is signed in accepts without a word: the words of an acceptance are a newcomer's.
        http = visitor.http if path.endswith("/accept") else alice.http
        for body in wrong_bodies(good):
            answer = http.request(method, path, content=body, headers=JSON)
            is_refusal(answer)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            is_refusal(http.request(method, path, json=good, headers={"Content-Type": kind}))
        assert everything(server.settings.database_url) == before, path


def is_refusal(answer: httpx.Response) -> None:
    sent = answer.request.content[:60]
    assert 400 <= answer.status_code < 500, f"{answer.status_code} {answer.request.url.path} {sent!r}"
    error = answer.json()["error"]
    assert error["code"]
    assert set(error) <= {"code", "message", "details"}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_every_route_with_a_body_is_among_them(server: Served, alice: Person) -> None:
    paths = httpx.get(f"{server.url}/api/v1/openapi.json", timeout=PATIENCE_SECONDS).json()["paths"]
    with_body = {
        (method, path.removeprefix("/api/v1"))
        for path, operations in paths.items()
        for method, operation in operations.items()
        if "requestBody" in operation
    }
    alice.session_id = "{session_id}"
    assert set(bodies(alice, "{token}")) == with_body


def test_bad_queries_and_cursors_are_refused(alice: Person) -> None:
    alice.starts_session()
    cursors = ["nonsense", "=", "\0", "é", "x" * 201, "MjAyNi0xMS0xNXw=", "-1", "9" * 19, "1.5", "٣"]
    queries = [{"limit": limit} for limit in ("0", "101", "-1", "many", "1.5", "", "9" * 30)]
    queries += [{"cursor": cursor} for cursor in cursors]
    for path in ("/sessions", alice.here("/messages")):
        for query in queries:
            assert alice.is_refused("GET", path, params=query) == (422, "VALIDATION_ERROR"), query
    assert alice.is_refused("GET", "/sessions", params={"archived": "perhaps"}) == (422, "VALIDATION_ERROR")
    for after in ("x", "-1", "", "9" * 19, "1.5"):
        assert alice.is_refused("GET", "/events", params={"after": after}) == (422, "VALIDATION_ERROR")
    for last in ("x", "-1", "9" * 19):
        assert alice.is_refused("GET", "/events", headers={"Last-Event-ID": last}) == (
            422,
            "VALIDATION_ERROR",
        )


def test_a_key_that_is_none_is_refused_and_changes_nothing(server: Served, alice: Person) -> None:
    server.rests()
    before = everything(server.settings.database_url)
    for key in ("", "x" * 201, "a\tb"):
        refused = alice.is_refused(
            "POST", "/sessions", {"partnerName": "Bob"}, headers={"Idempotency-Key": key}
        )
        assert refused == (422, "VALIDATION_ERROR")
    assert everything(server.settings.database_url) == before


def test_an_id_that_is_none_is_an_id_of_nothing(alice: Person) -> None:
    for odd in ("nonsense", "%00", "%ED%A0%80", "x" * 5_000, "0", "{session_id}"):
        assert alice.is_refused("GET", f"/sessions/{odd}") == (404, "NOT_FOUND")
        assert alice.is_refused("GET", f"/invitations/{odd}") == (404, "NOT_FOUND")
        assert alice.is_refused("DELETE", f"/me/devices/{odd}") == (404, "NOT_FOUND")


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_a_cursor_beyond_all_time_is_refused(alice: Person, at: str) -> None:
    alice.starts_session()
    cursor = base64.urlsafe_b64encode(f"{at}|{alice.session_id}".encode()).decode()
    assert alice.is_refused("GET", "/sessions", params={"cursor": cursor}) == (422, "VALIDATION_ERROR")


def test_an_address_that_grows_when_folded_is_refused(person: Callable[[str], Person]) -> None:
    words = {"email": "a@" + "\u0130" * 200 + ".org", "password": PASSWORD, "name": "Alice"}
    assert person("Alice").is_refused("POST", "/auth/register", words) == (422, "VALIDATION_ERROR")


@pytest.mark.parametrize("body", [b'"\xff"', b"[" * 100_000, b"9" * 5_000])
def test_bytes_that_are_no_json_are_a_validation_error(alice: Person, body: bytes) -> None:
    answer = alice.http.post("/sessions", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "VALIDATION_ERROR"
