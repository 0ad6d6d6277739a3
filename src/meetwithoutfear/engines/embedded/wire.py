"""A reply as a model would have written it: notes, words, a draft or a content, each between its tags.

People's words may hold brackets of their own. One that could begin a tag is written as the like-looking ‹, so that a
quotation stays a quotation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from meetwithoutfear.engines.embedded.talk import Reply

COULD_BE_A_TAG = re.compile(r"<(?=[ \t/]*(?:[A-Za-z]|$))")
PIECE = re.compile(r"\S+\s*|\s+")


def wire_text(reply: Reply) -> str:
    parts = [_notes(reply), _disarmed(reply.text)]
    if reply.draft:
        parts.append(f"<draft>{_disarmed(reply.draft)}</draft>")
    if reply.content:
        parts.append(f"<content>{_disarmed(reply.content)}</content>")
    return "\n".join(parts)


def pieces(text: str) -> Iterator[str]:
    """Word by word."""
    return (piece[0] for piece in PIECE.finditer(text))


def _notes(reply: Reply) -> str:
    notes = (
        f"Mode: {reply.mode}",
        f"ReadyShare: {_letter(reply.ready_share)}",
        f"FeelHeardCheck: {_letter(reply.feel_heard_check)}",
        f"UserIntensity: {reply.intensity}",
        f"Strategy: {reply.strategy}",
    )
    return "\n".join(("<thinking>", *notes, "</thinking>"))


def _letter(truth: bool) -> str:
    return "Y" if truth else "N"


def _disarmed(words: str) -> str:
    return COULD_BE_A_TAG.sub("‹", words)
