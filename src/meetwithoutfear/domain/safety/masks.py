"""Words that are spelled so as not to be read: f***, sh!t, a$$hole, "s t u p i d". Each is given its letters back where only
a word of the list can be meant; everything else stays as it was written."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache

from meetwithoutfear import data

LETTERS = {
    "@": "[aou]", "4": "a", "$": "s", "5": "s", "!": "[il]", "1": "[il]", "|": "[il]", "3": "e", "0": "o", "+": "t", "7": "t", "v": "[uv]",
}  # fmt: skip
HIDDEN = "*#%^&_.-~·•"
MASK = r"*#%^&_@$!|+~·•"
# A word with something in it that no word has, of bounded length; an exclamation mark after a word is none.
MASKED = re.compile(
    rf"(?<![^\W_])(?=[^\s]{{2,20}}(?:\s|$|[,;:?\"”)]))[a-zäöüß0-9@$!]+(?:[{re.escape(MASK)}0-9]+[a-zäöüß]*){{1,6}}"
)
SPACED = re.compile(r"(?<![^\W_])[a-zäöü](?:[ .\-_*][a-zäöü]){3,14}(?![^\W_])")
NAMELESS = re.compile(r"(?<!\S)(?=\S*[*#%&])[*#%&@$!]{3,8}(?=$|[\s.,;:?])")


LISTED = json.loads(data.read_text("contempt.json"))
KNOWN_WORDS: tuple[str, ...] = (*LISTED["swearing"], *LISTED["english"]["nouns"])
"""The likeliest first: what people mask is swearing."""


def unmask(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = NAMELESS.sub("grawlix", plain)
    plain = SPACED.sub(lambda found: joined(found[0]), plain)
    return MASKED.sub(lambda found: revealed(found[0]), plain)


def joined(spaced: str) -> str:
    word = re.sub(r"[^a-zäöü]", "", spaced)
    return word if word in KNOWN_WORDS else spaced


@lru_cache(maxsize=512)
def revealed(masked: str) -> str:
    bare = masked.rstrip("!.-_")
    pieces = re.findall(r"\*+|.", bare)
    for spare in (0, 4):
        pattern = re.compile("".join(piece_of(run, spare) for run in pieces))
        if word := next(filter(pattern.fullmatch, KNOWN_WORDS), None):
            return word
    return masked


def piece_of(run: str, spare: int) -> str:
    """A star stands for a letter, several may stand for more; other marks for the letter that they look like."""
    if run[0] == "*":
        return f"[a-z]{{{len(run)},{len(run) + spare * (len(run) > 1)}}}"
    return "[a-z]" if run in HIDDEN else LETTERS.get(run, re.escape(run))
