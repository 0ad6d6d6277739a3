"""What all routes have in common: who calls is recognised first, an answer goes out in its envelope, and the documents name
the refusals."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, get_type_hints

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from meetwithoutfear.api.auth import SECURITY, recognised
from meetwithoutfear.api.kept import KEPT_ROUTES
from meetwithoutfear.api.models import Envelope, ErrorEnvelope
from meetwithoutfear.api.plan import Answers, Handle, plan_for

SENTENCES = {
    401: "Not signed in",
    403: "A request from another site",
    404: "Nothing there, or nothing for the caller",
    409: "Not possible in the present state",
    410: "No longer valid",
    413: "Too large",
    422: "Something in the request is not right",
    429: "Too often; see Retry-After",
    503: "Just now not possible; nothing was changed",
}
API = "/api/v1"
ALWAYS = (403, 413, 422, 429, 503)
Endpoint = Callable[..., Awaitable[object]]
Responses = dict[int | str, dict[str, Any]]


def refusals(*codes: int) -> Responses:
    wanted = sorted({*codes, *ALWAYS})
    return {code: {"model": ErrorEnvelope, "description": SENTENCES[code]} for code in wanted}


class Route(APIRoute):
    """An endpoint gives what is answered. What gives nothing answers with nothing; what gives a response of its own is left
    alone."""

    is_for_members: ClassVar[bool] = False

    def __init__(
        self,
        path: str,
        endpoint: Endpoint,
        *,
        responses: Mapping[int | str, Any] | None = None,
        **more: Any,  # noqa: ANN401  # as FastAPI takes them
    ) -> None:
        answer = get_type_hints(endpoint, include_extras=True)["return"]
        if answer is type(None):
            more |= {"status_code": 204, "response_class": Response, "response_model": None}
        elif not (isinstance(answer, type) and issubclass(answer, Response)):
            more["response_model"] = Envelope[answer]  # type: ignore[valid-type]  # as it is annotated
        given = dict(responses or {})
        responses = given if given.keys() & SENTENCES.keys() else {**given, **self.refused(path, more)}
        endpoint = in_envelope(endpoint)
        super().__init__(path, endpoint, responses=dict(responses or {}), **more)

    def get_route_handler(self) -> Handle:
        handle = super().get_route_handler()
        plan = plan_for(self.dependant)
        return Answers(plan, self.response_model, self.status_code or 200, handle) if plan else handle

    def refused(self, path: str, more: Mapping[str, Any]) -> Responses:
        """Where there is an id there may be nothing; what changes something may come at the wrong time."""
        if not self.is_for_members:
            return refusals()
        is_found = "{" in path or more.get("status_code") == 204  # noqa: PLR2004
        codes = {401: True, 404: is_found, 409: more.get("methods") != ["GET"]}
        return refusals(*(code for code, may_come in codes.items() if may_come))


def in_envelope(endpoint: Endpoint) -> Endpoint:
    @functools.wraps(endpoint)
    async def answer(**named: Any) -> object:  # noqa: ANN401  # whatever the endpoint takes
        found = await endpoint(**named)
        if found is None or isinstance(found, Response):
            return found
        return {"data": found}

    return answer


class SignedInRoute(Route):
    """The caller is recognised before anything of the request is looked at, so that without a sign-in the answer is always
    the same."""

    is_for_members = True

    def get_route_handler(self) -> Handle:
        handle = super().get_route_handler()

        async def handle_for_caller(request: Request) -> Response:
            request.state.caller = await recognised(request)
            if self.path in KEPT_ROUTES and (reading := request.scope.get("reading")):
                reading.caller, reading.route = request.state.caller, self
            return await handle(request)

        return handle_for_caller


def routes_for_members(noun: str, prefix: str = "") -> APIRouter:
    return APIRouter(prefix=API + prefix, tags=[noun], route_class=SignedInRoute, dependencies=SECURITY)


def routes_for_anybody(noun: str, prefix: str = "", *, under: str = API) -> APIRouter:
    return APIRouter(prefix=under + prefix, tags=[noun], route_class=Route)


SESSION = "/sessions/{session_id}"
