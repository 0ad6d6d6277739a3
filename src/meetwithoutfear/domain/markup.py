"""Recognising one tag, with a little tolerance for how models spell. Everything else that begins with `<` is text."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    THINKING = "thinking"
    DRAFT = "draft"
    CONTENT = "content"
    WRAPPER = "wrapper"
    """Put round a reply by models that like envelopes: the tag goes, the words stay."""


class NoTag(Enum):
    TEXT = auto()
    """Just a `<`."""
    WAIT = auto()
    """What follows will tell."""


@dataclass(frozen=True)
class Tag:
    end: int
    kind: Kind
    closing: bool


EXACT = {
    **dict.fromkeys(("thinking", "think", "thought", "thoughts", "reasoning", "scratchpad"), Kind.THINKING),
    **dict.fromkeys(("draft",), Kind.DRAFT),
    **dict.fromkeys(("content",), Kind.CONTENT),
    **dict.fromkeys(("response", "reply", "answer", "output", "message"), Kind.WRAPPER),
}
BLOCKS = (Kind.THINKING.value, Kind.DRAFT.value, Kind.CONTENT.value)
ALIKE = 0.8
"""Catches thinkng, thikning, darft and contents; lets thing, drinking and comment pass."""

HEAD = re.compile(r"<([ \t]{0,2})(/?)[ \t]{0,2}((?:[A-Za-z][A-Za-z0-9_-]{0,19})?)")
REST = re.compile(r"[^<>\n]{0,80}")


def kind_of(name: str) -> Kind | None:
    plain = plainly(name)
    if plain in EXACT:
        return EXACT[plain]
    near = difflib.get_close_matches(plain, BLOCKS, 1, ALIKE)
    return Kind(near[0]) if near else None


def plainly(name: str) -> str:
    return name.strip("-_0123456789").casefold()


def read_tag(text: str, at: int, *, at_end: bool) -> Tag | NoTag:
    """The tag that begins at this `<`. Never decides before the text that follows can no longer change the decision."""
    head = HEAD.match(text, at)
    assert head is not None  # noqa: S101  # the caller stands at a `<`
    space, slash, name = head.groups()
    if head.end() == len(text):
        return cut_short(len(text), space, slash, name) if at_end else NoTag.WAIT
    kind = kind_of(name)
    if kind is None or text[head.end()].isalpha():
        return NoTag.TEXT
    rest = REST.match(text, head.end())
    assert rest is not None  # noqa: S101  # an empty rest is a rest
    if rest.end() == len(text) and not at_end:
        return NoTag.WAIT
    extra = rest[0].strip(" \t/")
    if text.startswith(">", rest.end()):
        return Tag(rest.end() + 1, kind, bool(slash)) if is_attribute(kind, extra) else NoTag.TEXT
    # The bracket was forgotten. A thought is worth protecting even then; a draft only if it is alone on its line.
    forgotten = not space and plainly(name) in EXACT and (not extra or kind is Kind.THINKING)
    return Tag(head.end(), kind, bool(slash)) if forgotten else NoTag.TEXT


def is_attribute(kind: Kind, extra: str) -> bool:
    return not extra or "=" in extra or (kind is Kind.THINKING and ":" in extra)


def cut_short(end: int, space: str, slash: str, name: str) -> Tag | NoTag:
    """At the very end of a reply the beginning of a tag is dropped; a lone `<` was meant."""
    begun = len(name) > 1 and (kind_of(name) or any(tag.startswith(name.casefold()) for tag in EXACT))
    return Tag(end, Kind.WRAPPER, closing=True) if not space and (slash or begun) else NoTag.TEXT
