"""What a person sees at an address where there is nothing: a few words and the way back. Programs get the usual error."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import HTMLResponse
from starlette.requests import Request

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
