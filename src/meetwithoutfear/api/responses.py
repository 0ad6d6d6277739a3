"""What the documents say of each route's refusals and empty answers."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from meetwithoutfear.api.models import ErrorEnvelope

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
ALWAYS = (403, 413, 422, 429, 503)


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    wanted = sorted({*codes, *ALWAYS})
    return {code: {"model": ErrorEnvelope, "description": SENTENCES[code]} for code in wanted}


NO_CONTENT: dict[str, Any] = {
    "status_code": 204,
    "response_class": Response,
    "response_model": None,
    "responses": refusals(401, 404, 409),
}
