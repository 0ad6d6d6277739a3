"""The clauses of a sentence of a statement, each with what still governs it from before.

Finer than clauses.py, which cuts for meaning: here every place counts at which a denial may end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.engines.embedded.polarity import DISBELIEF

BREAK = re.compile(
    r"[;:]|\s[–—-]\s|[–—]|\.{2,}|…|[!?.]\s|"
    r",\s+(?=(?:(?:and|so|or) )?(?:you|i|he|she|they|we|it|that|this|there|maybe|perhaps|"
    r"probably|just|only|rather|more|instead|even|part of|"
    r"deep down|underneath|inside|in fact|actually|really|my|your|how|why|what|who|{name})\b)|"
    r",?\s*\b(?:(?<!anything )(?<!nothing )but|because|cause|although|(?<!as )though|"
    r"even though|while|whereas|yet|except|unless|and yet|"
    r"when(?! i think)|whenever|until|since(?! when)|after|before|and (?=(?:i|he|she|"
    r"they|we|it|that (?:makes|hurts|leaves|made|left)|this|my|maybe|perhaps|probably|"
    r"now|then|in truth|you(?:'re|'ve)? ?(?:are|have|do|"
    r"feel|felt|were|must|might|may|probably|want|need|long|wish)?\b)))\b|"
    r"(?<!wonder )(?<!wondering )(?<!as )(?<!even )(?<!you )"
    r"(?<!know )(?<!sure )(?<!see )(?<!surprised )\bif (?=you|"
    r"she|he|they|i\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    text: str
    cut: str
    """The word at which it was cut off the clause before."""
    opens: bool
    """Does it begin anew, so that a verb at its head is an order?"""
    inherited: str
    """What of the clause before still governs this one."""


def clauses_of(sentence: str, name: str = "") -> list[Clause]:
    pattern = re.compile(BREAK.pattern.replace("{name}", re.escape(name) or "you"), re.IGNORECASE)
    pieces: list[tuple[str, str]] = []
    start = 0
    for found in pattern.finditer(sentence):
        pieces.append((sentence[start : found.start()], found[0]))
        start = found.start() if re.search(r"\bif\b", found[0], re.IGNORECASE) else found.end()
    made: list[Clause] = []
    inherited, opens, last = "", True, ""
    for text, cut in (*pieces, (sentence[start:], "")):
        made.append(Clause(text, last, opens, inherited))
        last = cut.strip(" ,").lower() or ","
        opens = bool(re.search(r"[;:–—.!?…-]|\bbut\b", cut))
        disbelief = DISBELIEF.search(text)
        if cut.strip().lower() not in {"and", "or", "nor"}:
            inherited = ""
        elif disbelief:
            inherited = disbelief[0]
    return made
