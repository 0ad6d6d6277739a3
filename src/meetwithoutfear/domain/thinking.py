"""What a guide notes for the program beside its reply: a few `Key: value` lines that no person ever sees.

Mode, ReadyShare, FeelHeardCheck and UserIntensity end with their line; Strategy is free and ends with its paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

MODE, READY_SHARE, FEEL_HEARD, INTENSITY, STRATEGY = (
    "mode",
    "readyshare",
    "feelheardcheck",
    "userintensity",
    "strategy",
)
KEYS = (MODE, READY_SHARE, FEEL_HEARD, INTENSITY, STRATEGY)

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
                thinking = replace(thinking, ready_share=yes_or_no(value, thinking.ready_share))
            case "feelheardcheck":
                thinking = replace(thinking, feel_heard=yes_or_no(value, thinking.feel_heard))
            case "userintensity":
                thinking = replace(thinking, intensity=intensity(value, thinking.intensity))
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


def yes_or_no(value: str, otherwise: bool | None) -> bool | None:
    word = value.casefold().partition(" ")[0].strip(",;.()")
    if word in {"y", "yes", "true"}:
        return True
    return False if word in {"n", "no", "false"} else otherwise


def intensity(value: str, otherwise: int | None) -> int | None:
    number = re.match(r"\d{1,2}(?!\d)", value)
    if number is None or not LEAST <= int(number[0]) <= MOST:
        return otherwise
    return int(number[0])
