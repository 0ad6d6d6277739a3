"""Serves the web app: its files, and its one page for every address that is not the API's."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
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

router = APIRouter(include_in_schema=False)


class HashedFiles(StaticFiles):
    """The build names these after their content: they never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOREVER
        return response


@router.get("/api/docs")
async def docs() -> HTMLResponse:
    return HTMLResponse(DOCS_PAGE, headers={"Content-Security-Policy": DOCS_CSP})


@router.get("/{path:path}")
async def page(path: str) -> FileResponse:
    if path.startswith("api/"):
        raise HTTPException(404)
    file = (STATIC / path).resolve()
    if path and file.is_relative_to(STATIC) and file.is_file() and not file.name.startswith("."):
        return FileResponse(file, headers={"Cache-Control": "no-cache"})
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def install_web_app(app: FastAPI) -> None:
    """Without a built web app the server is an API alone; `mwf doctor` says so."""
    if (STATIC / "index.html").exists():
        app.mount("/assets", HashedFiles(directory=STATIC / "assets", check_dir=False))
        app.include_router(router)
