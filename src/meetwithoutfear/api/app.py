"""Puts the HTTP side together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from meetwithoutfear import __version__
from meetwithoutfear.api import (
    about,
    conversation,
    empathy,
    events,
    export,
    feelings,
    identity,
    invitations,
    needs,
    notifications,
    offers,
    repair,
    screening,
    sessions,
)
from meetwithoutfear.api.errors import install_error_handlers
from meetwithoutfear.api.events import Pace, Streams
from meetwithoutfear.api.kept import KeptAnswers, Shelves
from meetwithoutfear.api.limits import Limits
from meetwithoutfear.api.middleware import BodyLimit, OwnPagesOnly, RequestLog, SecurityHeaders
from meetwithoutfear.api.web import install_web_app
from meetwithoutfear.config import Settings
from meetwithoutfear.store.database import Database

DESCRIPTION = """Two people in conflict, each in private with a guide. Only what a person consented to share ever crosses.

Answers are `{"success": true, "data": …}` or `{"success": false, "error": {"code", "message", "details"?}}`.
Sign in by cookie (web) or `Authorization: Bearer`. Changing requests take an `Idempotency-Key`.
"""


# No word of a path holds a slash.
ANY, ROUTES_HERE = "/any", "/routes"


def create_app(
    settings: Settings,
    store: Database,
    clock: Callable[[], datetime],
    lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]],
) -> FastAPI:
    app = FastAPI(
        title="Meet Without Fear",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.settings, app.state.store, app.state.clock = settings, store, clock
    app.state.limits, app.state.streams = Limits(settings.rate_limits), Streams(store, clock, Pace())
    app.router.routes.extend(api_routes())
    install_web_app(app)
    install_error_handlers(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(OwnPagesOnly, base_url=settings.base_url)
    app.add_middleware(SecurityHeaders, secure=settings.secure)
    shelves = app.state.shelves = Shelves()
    store.wakeups.hearers.append(shelves.hear)
    app.add_middleware(
        KeptAnswers, shelves=shelves, wakeups=store.wakeups, clock=clock, limits=app.state.limits
    )
    app.add_middleware(RequestLog)
    return app


ROUTERS = (
    identity.doors, identity.router,
    sessions.router, invitations.router, invitations.doors, notifications.doors,
    *(noun.router for noun in (conversation, feelings, empathy, offers, needs, repair, screening)),
    *(noun.router for noun in (notifications, export, about, events)),
    about.probes,
)  # fmt: skip


class Directory(BaseRoute):
    """Leads to a route by the words of its path. To ask one after the other whether it is meant takes longer than to answer;
    what is not found here is left to that."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.root: dict[str, Any] = {}
        for route in routes:
            node = self.root
            for word in route.path.split("/"):
                node = node.setdefault(ANY if word.startswith("{") else word, {})
            node.setdefault(ROUTES_HERE, []).append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        node = self.root
        for word in scope.get("path", "").split("/"):
            found = node.get(word) or node.get(ANY)
            if found is None:
                return Match.NONE, {}
            node = found
        for route in node.get(ROUTES_HERE, ()):
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                return match, child_scope
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


@cache
def api_routes() -> list[BaseRoute]:
    """The same in every app."""
    routes = [route for router in ROUTERS for route in router.routes]
    return [Directory([route for route in routes if isinstance(route, Route)]), *routes]
