"""The member's own words, said back: which clause to take, and how to say it from the other side.

A clause about the speaker is turned ("I sat in the car" becomes "you sat in the car"). Anything whose grammar or
meaning would not survive that, and above all a clause about the partner, is quoted instead: then it is plainly what
the member said, and the guide claims nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.detect import NAMED, FeelingReading, named_feelings
from meetwithoutfear.engines.embedded.sentences import (
    GRAMMAR,
    RUN_ON,
    WORD,
    agree,
    clauses,
    mend,
    plain,
    without_insults,
)

RULES = read_patterns("embedded/mirror.txt")

LEAD_IN, STRONG = RULES["lead_in"], RULES["strong"]
LONGEST, SHORTEST, LETTERS = 22, 3, 220
LATER_COUNTS = 0.4


@dataclass(frozen=True)
class Echo:
    text: str
    """Without final stop; turned text starts small."""
    quoted: bool
    source: str


def echo_of(reading: FeelingReading) -> Echo | None:
    """The clause worth saying back, if the message has one."""
    best = max(_candidates(reading), key=lambda candidate: candidate[0], default=None)
    return best[1] if best else None


def turn_to_you(clause: str) -> str | None:
    """From the speaker's side to the listener's, or None where that would not come out right."""
    words = mend(plain(clause))
    is_own = RULES["about_self"].match(words) or RULES["when"].match(words) or _at_some_time(words)
    if not is_own or RULES["unturnable"].search(words) or RULES["not_ours_to_say"].search(words):
        return None
    swapped = WORD.sub(lambda word: GRAMMAR["to_other"].get(word[0].lower(), word[0]), words)
    swapped = agree(swapped, "agreement_with_you")
    swapped = RULES["coordinated"].sub(lambda verb: _agree_again(swapped, verb), swapped)
    return swapped[:1].lower() + swapped[1:]


def _at_some_time(words: str) -> bool:
    start = RULES["at"].match(words)
    return start is not None and not RULES["somebody"].search(start[0])


def _agree_again(sentence: str, verb: re.Match[str]) -> str:
    """A second verb takes the subject of the first, unless somebody else has come in between."""
    start = sentence.lower().rfind("you", 0, verb.start())
    if start < 0 or RULES["third_person"].search(sentence, start, verb.start()):
        return verb[0]
    return f"{verb[1]}{verb[2] or ''} {GRAMMAR['plural'][verb[3].lower()]}"


def _candidates(reading: FeelingReading) -> list[tuple[float, Echo]]:
    found = []
    for place, sentence in enumerate(reading.sentences):
        pieces = [sentence] if len(sentence.split()) <= LONGEST else clauses(sentence)
        for piece in pieces:
            before = sentence[: max(0, sentence.find(piece))]
            if not RULES["leans"].search(before) and (echo := _echo(piece)):
                heard = float(reading.by_sentence[place].max(initial=0.0))
                later = LATER_COUNTS * place / len(reading.sentences)
                found.append((_worth(echo, heard) + _weight_in_sentence(piece, before) + later, echo))
    return found


def _echo(piece: str) -> Echo | None:
    bare = LEAD_IN.sub("", piece.strip())
    whole = bare if len(bare.split()) >= SHORTEST else piece.strip()
    trimmed = RULES["dangling"].sub("", RULES["filler"].sub("", whole)).strip(" ,;:.!…-–—")
    if not trimmed:
        return None
    fits = len(trimmed.split()) <= LONGEST and len(trimmed) <= LETTERS
    said = turn_to_you(trimmed) if fits and not RUN_ON.search(trimmed) else None
    if said:
        return Echo(said, quoted=False, source=trimmed)
    quotation = without_insults(_small_start(plain(trimmed).replace('"', "'")))
    return Echo(quotation if fits else _cut(quotation), quoted=True, source=trimmed)


def _cut(quotation: str) -> str:
    return " ".join(quotation.split()[:LONGEST])[:LETTERS] + " …"


def _small_start(text: str) -> str:
    """A quotation inside a sentence starts small, unless it starts with a name or with "I"."""
    first = re.match(r"[A-Za-z']+", text)
    return text[:1].lower() + text[1:] if first and RULES["common_start"].fullmatch(first[0]) else text


def _worth(echo: Echo, heard: float) -> float:
    words = len(echo.source.split())
    worth = heard + (0.0 if echo.quoted else 0.8) + (0.5 if heard >= NAMED else 0.0)
    worth -= 0.8 if words < 4 else 0.0  # noqa: PLR2004  # too little to stand alone
    worth -= 0.5 if words > LONGEST else 0.0
    return worth - (0.6 if echo.source.endswith("?") or "?" in echo.source else 0.0)


def _weight_in_sentence(piece: str, before: str) -> float:
    """Of the clauses of one sentence, which carries it: one with a feeling in it, and rather a whole thought than a tag."""
    named, _ = named_feelings((plain(piece),))
    strong = 0.5 if named else 0.3 if STRONG.search(piece) else 0.0
    strong -= 0.4 if RULES["subordinate"].search(before) else 0.0
    return strong + 0.03 * min(12, len(piece.split())) - (0.8 if RULES["aside"].search(plain(piece)) else 0.0)
