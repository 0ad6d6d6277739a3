"""What is about to be sent to the partner, read for threats, slurs and contempt. The guide points them out and offers other
words; the last word is the member's, except for threats, which are not delivered. To guess how the other feels
("you feel worthless") or to tell what one was called ("you called me a …") is none of these.

Threats and slurs are rules (data/crossing.txt). For contempt the words are lists (data/contempt.json); what makes them
contempt is the sentence (data/contempt.txt). What somebody feels, fears or thinks of themselves, what they were called, what
was said and is regretted, and what is said of a thing is none of it: those parts are covered before anything is looked for.
Sarcasm is its own list: praise for harm, pity with an "oh", titles nobody has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from meetwithoutfear.domain.safety.check import shield, whole_words
from meetwithoutfear.domain.safety.reading import german_lines, plain_lines
from meetwithoutfear.domain.vocabulary import Patterns, any_of, read_json, read_rules


class ConcernKind(StrEnum):
    """In the order in which they go first."""

    THREAT = "threat"
    SLUR = "slur"
    CONTEMPT = "contempt"


@dataclass(frozen=True)
class CrossingConcern:
    kind: ConcernKind

    @property
    def is_threat(self) -> bool:
        return self.kind is ConcernKind.THREAT


CROSSING = read_rules("crossing.txt")


def crossing_check(text: str) -> CrossingConcern | None:
    """The gravest concern about a text that is about to cross, or nothing."""
    text = unmask(text)
    lines = [RULES["told"].sub("§", shield(line)) for line in plain_lines(text)]
    if any(map(RULES["threats"].search, lines)) or any(
        map(RULES["german threats"].search, german_lines(text))
    ):
        return CrossingConcern(ConcernKind.THREAT)
    if any(map(RULES["slurs"].search, lines)):
        return CrossingConcern(ConcernKind.SLUR)
    return CrossingConcern(ConcernKind.CONTEMPT) if is_contempt(text) else None


LISTS = read_json("contempt.json")
ENGLISH, GERMAN = LISTS["english"], LISTS["german"]


def longest_first(words: Iterable[str]) -> tuple[str, ...]:
    """As a sentence is read, without hyphens; the longest first, for a shorter one may be its beginning."""
    plain = dict.fromkeys(word.replace("-", " ").replace("'", " ") for word in words)
    return tuple(sorted(plain, key=len, reverse=True))


CONTEMPT = read_rules(
    "contempt.txt",
    {
        "noun": longest_first(form for word in ENGLISH["nouns"] for form in (word, f"{word}s")),
        "thing": tuple(sorted(ENGLISH["things"], key=len, reverse=True)),
        "adjective": longest_first(ENGLISH["adjectives"]),
        "intensifier": longest_first([*ENGLISH["intensifiers"], *ENGLISH["adjectives"]]),
        "german_noun": longest_first(GERMAN["nouns"]),
        "german_adjective_stem": longest_first(GERMAN["adjectives"]),
        "german_intensifier": longest_first(GERMAN["intensifiers"]),
    },
)


RULES = Patterns(
    {
        **{section: any_of(rules) for section, rules in CONTEMPT.items()},
        "told": rf"\b{any_of(CROSSING['told'])}",
        "threats": whole_words(CROSSING["threats"]),
        "german threats": rf"\b{any_of(CROSSING['german threats'])}",
        "slurs": whole_words(CROSSING["slurs"]),
        "phrases": rf"(?<!\w){any_of(ENGLISH['phrases'])}",
        "sarcasm": rf"(?<!\w){any_of(ENGLISH['sarcasm'])}(?!\w)",
        "german phrases": rf"\b{any_of([*GERMAN['phrases'], *GERMAN['sarcasm']])}(?!\w)",
    }
)
AS_EVER = re.compile(r" ,? ?as (?:usual|always|ever) ,? ?")


def is_contempt(text: str) -> bool:
    for line in plain_lines(text, keep_fillers=True):
        bare = RULES["covered"].sub(lambda found: f"{found['subject'] or ''} § ", AS_EVER.sub(" ", line))
        in_whole = (RULES[name].search(line) for name in ("sarcasm", "like_you"))
        if any(in_whole) or any(RULES[name].search(bare) for name in ("phrases", "frames")):
            return True
    german = [RULES["german_covered"].sub("§ ", line) for line in german_lines(text)]
    return any(RULES[name].search(line) for name in ("german phrases", "german_frames") for line in german)


LETTERS = {
    "@": "[aou]", "4": "a", "$": "s", "5": "s", "!": "[il]", "1": "[il]", "|": "[il]", "3": "e", "0": "o", "+": "t",
    "7": "t", "v": "[uv]",
}  # fmt: skip
HIDDEN = "*#%^&_.-~·•"
MASK = r"*#%^&_@$!|+~·•"
# A word with something in it that no word has, of bounded length; an exclamation mark after a word is none.
MASKED = re.compile(
    rf"(?<![^\W_])(?=[^\s]{{2,20}}(?:\s|$|[,;:?\"”)]))[a-zäöüß0-9@$!]+(?:[{re.escape(MASK)}0-9]+[a-zäöüß]*){{1,6}}"
)
SPACED = re.compile(r"(?<![^\W_])[a-zäöü](?:[ .\-_*][a-zäöü]){3,14}(?![^\W_])")
NAMELESS = re.compile(r"(?<!\S)(?=\S*[*#%&])[*#%&@$!]{3,8}(?=$|[\s.,;:?])")
KNOWN_WORDS: tuple[str, ...] = (*LISTS["swearing"], *ENGLISH["nouns"])
"""The likeliest first: what people mask is swearing."""


def unmask(text: str) -> str:
    """Words that are spelled so as not to be read (f***, sh!t, a$$hole, "s t u p i d") are given their letters back where
    only a word of the list can be meant; everything else stays as it was written."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = NAMELESS.sub("grawlix", plain)
    plain = SPACED.sub(lambda found: join_letters(found[0]), plain)
    return MASKED.sub(lambda found: unmask_word(found[0]), plain)


def join_letters(spaced: str) -> str:
    word = re.sub(r"[^a-zäöü]", "", spaced)
    return word if word in KNOWN_WORDS else spaced


@lru_cache(maxsize=512)
def unmask_word(masked: str) -> str:
    bare = masked.rstrip("!.-_")
    pieces = re.findall(r"\*+|.", bare)
    for spare in (0, 4):
        pattern = re.compile("".join(piece_pattern(run, spare) for run in pieces))
        if word := next(filter(pattern.fullmatch, KNOWN_WORDS), None):
            return word
    return masked


def piece_pattern(run: str, spare: int) -> str:
    """A star stands for a letter, several may stand for more; other marks for the letter that they look like."""
    if run[0] == "*":
        return f"[a-z]{{{len(run)},{len(run) + spare * (len(run) > 1)}}}"
    return "[a-z]" if run in HIDDEN else LETTERS.get(run, re.escape(run))
