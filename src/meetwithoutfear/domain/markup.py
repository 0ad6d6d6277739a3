"""Reading what an engine writes beside its reply: one tag, and the notes between two.

A tag is recognised with a little tolerance for how models spell; everything else that begins with `<` is text. Notes are
a few `Key: value` lines that no person ever sees: Mode, ReadyShare, FeelHeardCheck and UserIntensity end with their line;
Strategy is free and ends with its paragraph.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from enum import Enum, auto


class TagKind(Enum):
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
    kind: TagKind
    closing: bool


EXACT = {
    **dict.fromkeys(
        ("thinking", "think", "thought", "thoughts", "reasoning", "scratchpad"), TagKind.THINKING
    ),
    **dict.fromkeys(("draft",), TagKind.DRAFT),
    **dict.fromkeys(("content",), TagKind.CONTENT),
    **dict.fromkeys(("response", "reply", "answer", "output", "message"), TagKind.WRAPPER),
}
BLOCKS = (TagKind.THINKING.value, TagKind.DRAFT.value, TagKind.CONTENT.value)
ALIKE = 0.8
"""Catches thinkng, thikning, darft and contents; lets thing, drinking and comment pass."""

HEAD = re.compile(r"<([ \t]{0,2})(/?)[ \t]{0,2}((?:[A-Za-z][A-Za-z0-9_-]{0,19})?)")
REST = re.compile(r"[^<>\n]{0,80}")


def kind_of(name: str) -> TagKind | None:
    plain = plain_name(name)
    if plain in EXACT:
        return EXACT[plain]
    near = difflib.get_close_matches(plain, BLOCKS, 1, ALIKE)
    return TagKind(near[0]) if near else None


def plain_name(name: str) -> str:
    return name.strip("-_0123456789").casefold()


def read_tag(text: str, at: int, *, at_end: bool) -> Tag | NoTag:
    """The tag that begins at this `<`. Never decides before the text that follows can no longer change the decision."""
    head = HEAD.match(text, at)
    assert head is not None  # noqa: S101  # the caller stands at a `<`
    space, slash, name = head.groups()
    if head.end() == len(text):
        return read_last_tag(len(text), space, slash, name) if at_end else NoTag.WAIT
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
    forgotten = not space and plain_name(name) in EXACT and (not extra or kind is TagKind.THINKING)
    return Tag(head.end(), kind, bool(slash)) if forgotten else NoTag.TEXT


def is_attribute(kind: TagKind, extra: str) -> bool:
    return not extra or "=" in extra or (kind is TagKind.THINKING and ":" in extra)


def read_last_tag(end: int, space: str, slash: str, name: str) -> Tag | NoTag:
    """At the very end of a reply the beginning of a tag is dropped; a lone `<` was meant."""
    begun = len(name) > 1 and (kind_of(name) or any(tag.startswith(name.casefold()) for tag in EXACT))
    return Tag(end, TagKind.WRAPPER, closing=True) if not space and (slash or begun) else NoTag.TEXT


STRATEGY = "strategy"
KEYS = ("mode", "readyshare", "feelheardcheck", "userintensity", STRATEGY)

# Models write "- Mode:", "**ReadyShare**:", "user_intensity :" and mean the same.
ORNAMENT = r"[ \t>*•#`\[\]_-]*"
NOTE = re.compile(
    rf"^{ORNAMENT}(mode|ready[ _]?share|feel[ _]?heard[ _]?check|user[ _]?intensity|strategy){ORNAMENT}:(.*)$",
    re.IGNORECASE | re.MULTILINE,
)
BLANK_LINE = re.compile(r"\n[ \t]*\n")
LEAST, MOST = 1, 10


@dataclass(frozen=True)
class Thinking:
    mode: str | None = None
    ready_share: bool | None = None
    feel_heard: bool | None = None
    intensity: int | None = None
    strategy: str | None = None


def read_notes(text: str, known: Thinking | None = None) -> Thinking:
    """The notes in this text, on top of those already known: a later note replaces an earlier one."""
    thinking = known or Thinking()
    for note in NOTE.finditer(text):
        value = note[2].strip(" \t*`[]_.")
        match key_of(note[1]):
            case "mode":
                thinking = replace(thinking, mode=value.upper() or thinking.mode)
            case "readyshare":
                thinking = replace(thinking, ready_share=read_yes_or_no(value, thinking.ready_share))
            case "feelheardcheck":
                thinking = replace(thinking, feel_heard=read_yes_or_no(value, thinking.feel_heard))
            case "userintensity":
                thinking = replace(thinking, intensity=read_intensity(value, thinking.intensity))
            case _:
                thinking = replace(thinking, strategy=value or thinking.strategy)
    return thinking


def split_reply(text: str) -> tuple[str, str]:
    """Notes whose closing tag was forgotten, and the reply that follows them. Without a single note nobody can tell
    where a thought ends: then all of it counts as thought."""
    notes = list(NOTE.finditer(text))
    if not notes:
        return text, ""
    last = notes[-1]
    if key_of(last[1]) != STRATEGY:
        return text[: last.end()], text[last.end() :]
    gap = BLANK_LINE.search(text, last.end())
    return (text, "") if gap is None else (text[: gap.start()], text[gap.end() :])


def begins_with_note(text: str) -> bool | None:
    """Whether a reply starts with a note although no tag was opened; None while that is still open."""
    squeezed = re.sub(r"[\s>*•#`\[\]_-]", "", text).casefold()
    if any(squeezed.startswith(f"{key}:") for key in KEYS):
        return True
    return None if any(f"{key}:".startswith(squeezed) for key in KEYS) else False


def key_of(written: str) -> str:
    return re.sub(r"[ _]", "", written).casefold()


def read_yes_or_no(value: str, otherwise: bool | None) -> bool | None:
    word = value.casefold().partition(" ")[0].strip(",;.()")
    if word in {"y", "yes", "true"}:
        return True
    return False if word in {"n", "no", "false"} else otherwise


def read_intensity(value: str, otherwise: int | None) -> int | None:
    number = re.match(r"\d{1,2}(?!\d)", value)
    if number is None or not LEAST <= int(number[0]) <= MOST:
        return otherwise
    return int(number[0])
