"""Everything of the caller in one file to keep: `export.json` for programs, `export.md` for people."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from fastapi import Request, Response

from meetwithoutfear.actions.export import gather
from meetwithoutfear.actions.notifications import look_at_preferences
from meetwithoutfear.api.auth import CallerHere
from meetwithoutfear.api.limits import PER_EXPORT
from meetwithoutfear.api.notifications import PreferencesBody
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.wire import iso, plain

SPEAKERS = {"USER": "You", "AI": "The guide"}
A_ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "A zip file", "content": {"application/zip": {"schema": {}}}}
}

router = routes_for_members("identity")


@router.get("/me/export", response_class=Response, responses={**A_ZIP, **refusals(401)})
async def export(caller: CallerHere, request: Request) -> Response:
    """Everything of the caller's, and what was shared with them as they see it in the app; nothing else of the partner's."""
    await request.app.state.limits.hit(PER_EXPORT, "export", str(caller.user_id))
    preferences = PreferencesBody.of(await look_at_preferences(caller))
    told = {
        "exportedAt": iso(caller.now),
        "account": plain(caller.user),
        "notifications": preferences.model_dump(mode="json"),
        **await gather(caller),
    }
    headers = {"Content-Disposition": 'attachment; filename="meet-without-fear.zip"'}
    return Response(zipped(told), media_type="application/zip", headers=headers)


def zipped(told: dict[str, Any]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.json", json.dumps(told, indent=2, ensure_ascii=False))
        archive.writestr("export.md", "\n".join(pages(told)) + "\n")
    return packed.getvalue()


def pages(told: dict[str, Any]) -> Iterator[str]:
    account = told["account"]
    yield f"# Meet Without Fear: everything of {account['name']}\n"
    yield f"Written on {told['exportedAt']} for {account['email']}. This is private: keep it where only you can read it.\n"
    for session in told["sessions"]:
        yield from session_pages(session)
    yield "# What you have shared\n"
    for consent in told["consents"]:
        taken_back = f", taken back {consent['revokedAt']}" if consent["revokedAt"] else ""
        yield f"To {consent['to']}, {consent['grantedAt']}{taken_back}:\n\n{quoted(consent['content'])}"


def session_pages(found: dict[str, Any]) -> Iterator[str]:
    session = found["session"]
    topic = f": {session['topic']}" if session["topic"] else ""
    yield f"# With {session['partner']['name']}{topic}\n"
    theirs = session["empathy"]["partnerAttempt"]
    texts = [
        ("Your draft", [found["draft"]["content"]] if found["draft"] else []),
        ("Your statement, every wording", [one["content"] for one in found["statements"]]),
        ("What was shared with you", [one["content"] for one in session["empathy"]["sharedContext"]]),
        ("Your partner's statement", [theirs["content"]] if theirs else []),
        ("Your feelings", [one["feeling"] for one in found["feelings"]]),
        ("Your own words for it", [found["words"]] if found["words"] else []),
        ("What you asked to leave out of drafts", found["leftOut"]),
        ("Your notes on how strong it was", [one["context"] for one in found["emotions"] if one["context"]]),
        ("Your needs", [one["need"] for one in found.get("needs", [])]),
        ("What your partner needs", [one["need"] for one in found.get("partnerNeeds", [])]),
        (
            "What you both stand on",
            [one["need"] for one in found.get("commonGround", []) if one["confirmedAt"]],
        ),
        ("Ideas", [one["description"] for one in found.get("ideas", [])]),
        ("What you agreed", [one["description"] for one in found.get("agreements", []) if one["agreedAt"]]),
        ("Your feedback", [one["feedback"] for one in found["validations"] if one["feedback"]]),
    ]
    for title, contents in texts:
        if contents:
            yield f"## {title}\n\n" + "\n".join(quoted(content) for content in contents)
    for title, chat in (("The conversation", found["chat"]), ("Your journal", found["journal"])):
        if chat:
            yield f"## {title}\n\n" + "\n".join(spoken(message) for message in chat)


def spoken(message: dict[str, Any]) -> str:
    speaker = SPEAKERS.get(message["role"], message["role"].replace("_", " ").capitalize())
    return f"**{speaker}**, {message['createdAt']}\n\n{quoted(message['content'])}"


def quoted(content: str) -> str:
    return "\n".join(f"> {line}" for line in content.splitlines()) + "\n"
