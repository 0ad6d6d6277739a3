"""Puts the HTTP side together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import cache

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute

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
    sessions,
)
from meetwithoutfear.api.errors import install_error_handlers
from meetwithoutfear.api.events import Pace, Stopping
from meetwithoutfear.api.limits import Limits
from meetwithoutfear.api.middleware import BodyLimit, OwnPagesOnly, RequestLog, SecurityHeaders
from meetwithoutfear.api.web import install_web_app
from meetwithoutfear.config import Settings
from meetwithoutfear.store.database import Database

DESCRIPTION = """Two people in conflict, each in private with a guide. Only what a person consented to share ever crosses.

Answers are `{"success": true, "data": …}` or `{"success": false, "error": {"code", "message", "details"?}}`.
Sign in by cookie (web) or `Authorization: Bearer`. Changing requests take an `Idempotency-Key`.
"""


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
    app.state.limits, app.state.stopping, app.state.pace = Limits(settings.rate_limits), Stopping(), Pace()
    app.router.routes.extend(api_routes())
    app.include_router(about.probes)
    install_web_app(app)
    install_error_handlers(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(OwnPagesOnly, base_url=settings.base_url)
    app.add_middleware(SecurityHeaders, secure=settings.secure)
    app.add_middleware(RequestLog)
    return app


@cache
def api_routes() -> list[BaseRoute]:
    """The same in every app. To read all signatures takes longer than anything else before the first answer."""
    once = APIRouter()
    once.include_router(api_router())
    return once.routes


def api_router() -> APIRouter:
    api = APIRouter(prefix="/api/v1")
    for noun in (identity.doors, identity.router, sessions.router, invitations.router, invitations.doors):
        api.include_router(noun)
    api.include_router(notifications.doors)
    talking = (conversation, feelings, empathy, offers, needs, repair)
    for module in (*talking, notifications, export):
        api.include_router(module.router)
    api.include_router(about.router)
    api.include_router(events.router)
    return api
