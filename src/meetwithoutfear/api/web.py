"""Serves the web app: its files, and its one file for each of its pages. What no page owns is not there, and says so: a
probe on a usual path must not take the app for a good answer."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
INDEX = STATIC / "index.html"
FOREVER = "public, max-age=31536000, immutable"

# The interactive documents draw with inline styles; nothing else is relaxed for them.
DOCS_CSP = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)
DOCS_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Meet Without Fear: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script></body></html>
"""

PAGES = (
    "/",
    "/sign-in",
    "/register",
    "/link",
    "/forgot",
    "/goodbye",
    "/join",
    "/unsubscribe",
    "/help",
    "/guide",
    "/settings",
    "/consents",
    "/sessions/new",
    "/sessions/{id}",
    "/sessions/{id}/shared",
    "/sessions/{id}/together",
    "/sessions/{id}/again",
    "/sessions/{id}/timeline",
    "/sessions/{id}/compact",
    "/sessions/{id}/thoughts",
    "/sessions/{id}/invitation",
)
"""As the client's router knows them, in web/src/app.tsx; a test compares the two."""
PAGE = re.compile("|".join(page.replace("{id}", r"[A-Za-z0-9_-]+") for page in PAGES))

everywhere = APIRouter(include_in_schema=False)
router = APIRouter(include_in_schema=False)


class HashedFiles(StaticFiles):
    """The build names these after their content: they never change, and it has compressed them already. Nothing else is ever
    compressed: an answer that mixes a secret with somebody's input must not tell by its size."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        compressed = file_at(STATIC / "assets", f"{path}.gz")
        if compressed and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            response = await super().get_response(f"{path}.gz", scope)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        else:
            response = await super().get_response(path, scope)
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOREVER
        return response


@router.get("/api/docs")
async def docs() -> HTMLResponse:
    return HTMLResponse(DOCS_PAGE, headers={"Content-Security-Policy": DOCS_CSP})


class PageRoute(Route):
    """Addresses that belong to the web app: its pages and its files. At all others there is nothing."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or file_behind(scope["path"]) is None:
            return Match.NONE, {}
        return super().matches(scope)


async def page(request: Request) -> Response:
    return FileResponse(file_behind(request.scope["path"]) or INDEX, headers={"Cache-Control": "no-cache"})


def file_behind(path: str) -> Path | None:
    """All pages are one file; the app in it reads the address."""
    if PAGE.fullmatch(path):
        return INDEX
    found = None if path.startswith("/api/") else file_at(STATIC, path.removeprefix("/"))
    return None if found == INDEX else found


@everywhere.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """What people write here is for nobody to find, and neither is an invitation."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


def file_at(folder: Path, path: str) -> Path | None:
    try:
        file = (folder / path).resolve()
        found = bool(path) and file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError):  # too long for a file system, or holding what no name can hold
        return None
    return file if found and not file.name.startswith(".") else None


def install_web_app(app: FastAPI) -> None:
    """Without a built web app the server is an API alone; `mwf doctor` says so."""
    app.include_router(everywhere)
    if INDEX.exists():
        app.mount("/assets", HashedFiles(directory=STATIC / "assets", check_dir=False))
        app.include_router(router)
        app.router.routes.append(PageRoute("/{path:path}", page, methods=["GET"], include_in_schema=False))
