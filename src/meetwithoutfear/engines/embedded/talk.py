"""A private conversation as the engine sees it, what a message asks for, and a reply: how it finds words not used
before, and how it goes over the wire, as a model would have written it.

People's words may hold brackets of their own. One that could begin a tag is written as the like-looking ‹, so that a
quotation stays a quotation.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from meetwithoutfear.domain.vocabulary import read_json, read_patterns
from meetwithoutfear.engines.embedded.sentences import plain
from meetwithoutfear.prompts.prompt import Speaker, Turn

RULES = read_patterns("embedded/talk.txt")

CHOICE, CALM = 5, 3
PLACE = re.compile(r"\{\w+\}")
COULD_BE_A_TAG = re.compile(r"<(?=[ \t/]*(?:[A-Za-z]|$))")
PIECE = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True)
class Talk:
    """The turns of one phase, oldest first, ending with the member's message."""

    turns: tuple[Turn, ...]
    partner: str = "your partner"
    intensity: int | None = None
    """What the member set on the barometer, if anything."""
    count: int | None = None
    """Which message of the phase this is, when earlier ones are no longer among the turns."""
    me: str = ""
    topic: str | None = None
    named: tuple[str, ...] = ()
    """What both have before them already: it tells which private matters are no secret between the two."""

    @property
    def own(self) -> tuple[str, ...]:
        return tuple(turn.text for turn in self.turns if turn.speaker is Speaker.MEMBER)

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(turn.text for turn in self.turns if turn.speaker is Speaker.GUIDE)

    @property
    def message(self) -> str:
        return self.own[-1] if self.own else ""

    @property
    def number(self) -> int:
        return self.count or len(self.own)


@dataclass(frozen=True)
class GuideReply:
    text: str
    mode: str
    intensity: int
    strategy: str
    feel_heard_check: bool = False
    ready_share: bool = False
    draft: str | None = None
    content: str | None = None


@lru_cache(maxsize=1)
def phrases() -> dict[str, Any]:
    loaded: dict[str, Any] = read_json("phrases.json")
    return loaded


def fresh(options: Sequence[str], talk: Talk, **words: str) -> str:
    """An option not used yet, filled in, or else the one used longest ago.

    Options stand in the order in which they fit; the message decides among the first few, so nothing is random.
    """
    used = {}
    for option in options:
        mark = max(PLACE.split(option.replace("{partner}", talk.partner)), key=len)
        used[option] = max((place for place, text in enumerate(talk.said) if mark in text), default=-1)
    unused = [option for option in options if used[option] < 0][:CHOICE]
    start = int(hashlib.sha256(talk.message.encode()).hexdigest(), 16)
    chosen = unused[start % len(unused)] if unused else min(options, key=used.__getitem__)
    known = {"partner": talk.partner, **words}
    if "x" in words:
        known["X"] = words["x"][:1].upper() + words["x"][1:]
    return PLACE.sub(lambda place: known[place[0].strip("{}")], chosen)


class Intent(StrEnum):
    """What a message asks of the guide beyond being heard. The first whose words it has counts (data/embedded/talk.txt)."""

    WORDLESS = "wordless"
    LINK = "link"
    ORDERS = "orders"
    SWEARS = "swears"
    HOW = "how"
    PRIVACY = "privacy"
    MAY_I = "may_i"
    THANKS = "thanks"
    PARTNER_SIDE = "partner_side"
    TAKE_SIDES = "take_sides"
    ADVICE = "advice"
    ABOUT_GUIDE = "about_guide"
    RESIST = "resist"
    CORRECT = "correct"
    MINIMISE = "minimise"
    STUCK = "stuck"
    CLOSING = "closing"
    AGREE = "agree"
    GREETING = "greeting"
    MEANING = "meaning"
    LANGUAGE = "language"
    GET_HELP = "get_help"
    BLAME = "blame"
    TELL = "tell"


def intent_of(message: str) -> Intent:
    words = plain(message).strip()
    otherwise = Intent.BLAME if insult_in(words) else Intent.TELL
    return next((intent for intent in Intent if intent in RULES and RULES[intent].search(words)), otherwise)


def insult_in(message: str) -> str | None:
    """The hard word used of somebody else; what people call themselves is no insult."""
    found = RULES["insult"].search(plain(message))
    return next(word for word in found.groups() if word) if found else None


def join_words(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def to_wire(reply: GuideReply) -> str:
    words, draft, content = (
        COULD_BE_A_TAG.sub("‹", part or "") for part in (reply.text, reply.draft, reply.content)
    )
    parts = [
        "<thinking>",
        f"Mode: {reply.mode}",
        f"ReadyShare: {'Y' if reply.ready_share else 'N'}",
        f"FeelHeardCheck: {'Y' if reply.feel_heard_check else 'N'}",
        f"UserIntensity: {reply.intensity}",
        f"Strategy: {reply.strategy}",
        "</thinking>",
        words,
        *([f"<draft>{draft}</draft>"] if draft else []),
        *([f"<content>{content}</content>"] if content else []),
    ]
    return "\n".join(parts)


def by_word(text: str) -> Iterator[str]:
    return (piece[0] for piece in PIECE.finditer(text))
