"""A private conversation as the engine sees it, what it answers, and how it finds words not used before."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from meetwithoutfear import data
from meetwithoutfear.prompts.prompt import Speaker, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICE = 5
PLACE = re.compile(r"\{\w+\}")


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
class Reply:
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
    loaded: dict[str, Any] = json.loads(data.read_text("phrases.json"))
    return loaded


def fresh(options: Sequence[str], talk: Talk, **words: str) -> str:
    """An option not used yet, filled in, or else the one used longest ago.

    Options stand in the order in which they fit; the message decides among the first few, so nothing is random.
    """
    used = {option: _last_used(option, talk) for option in options}
    unused = [option for option in options if used[option] < 0][:CHOICE]
    start = int(hashlib.sha256(talk.message.encode()).hexdigest(), 16)
    chosen = unused[start % len(unused)] if unused else min(options, key=used.__getitem__)
    return _filled(chosen, {"partner": talk.partner, **words})


def _last_used(option: str, talk: Talk) -> int:
    mark = max(PLACE.split(option.replace("{partner}", talk.partner)), key=len)
    return max((place for place, text in enumerate(talk.said) if mark in text), default=-1)


def _filled(option: str, words: dict[str, str]) -> str:
    if "x" in words:
        words = {**words, "X": words["x"][:1].upper() + words["x"][1:]}
    return PLACE.sub(lambda place: words[place[0].strip("{}")], option)
