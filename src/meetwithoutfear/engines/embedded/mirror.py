"""The member's own words, said back: which clause to take, and how to say it from the other side.

A clause about the speaker is turned ("I sat in the car" becomes "you sat in the car"). Anything whose grammar or meaning
would not survive that, and above all a clause about the partner, is quoted instead: then it is plainly what the member
said, and the guide claims nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.engines.embedded.clauses import TO_OTHER, WORD, clauses, plain
from meetwithoutfear.engines.embedded.detect import NAMED, Reading

LONGEST = 22
LATER_COUNTS = 0.4
LEAD_IN = re.compile(
    r"^(?:(?:and|but|so|well|honestly|look|like|also|plus|anyway|yeah|yes|no|okay|ok|oh|i mean|you know|"
    r"to be honest|tbh|"
    r"actually|basically|or|because|then again|more like|it's just that|just)\b[,:]?\s+)+",
    re.IGNORECASE,
)
FILLER = re.compile(
    r",?\s*\b(?:you know|i mean|you see|or whatever|and stuff|tbh)\b,?|"
    r",? which (?:is|was|sounds) (?:so |really |kind of )?(?:pathetic|stupid|silly|ridiculous|dumb|embarrassing)\W*$",
    re.IGNORECASE,
)
INNER = r"(?:stomach|chest|heart|hands?|head|mind|throat|body|face|skin|life|whole life|job|sleep|shoulders|jaw|knees|eyes)"
ABOUT_SELF = re.compile(rf"^(?:i|i'm|im|i've|ive|i'd|i'll|my {INNER})\b", re.IGNORECASE)
SETTING = re.compile(
    r"^(?:when(?:ever)?|if|since|after|before|every time|each time|even (?:when|if|though)|while|once|"
    r"by the time|last|"
    r"yesterday|today|tonight|sometimes|most|some|every|on|in|at|by|for|since|these days|now|then|deep down|"
    r"inside|part of me)\b"
    r"[^.?!]*?(?:,| )(?:i|i'm|i've|i'd|i'll)\b",
    re.IGNORECASE,
)
UNTURNABLE = re.compile(
    r"\b(?:you|your|yours|you're|u|we|us|our|ours|we're|we've|we'd|we'll|let's)\b|[\"“”?]", re.IGNORECASE
)
# Said back as a fact, these would hurt ("you don't count") or judge the partner ("you know she lied").
NOT_OURS_TO_SAY = re.compile(
    r"\bi(?:'m| am|m) (?:just |such |so |only |really |probably )*(?:a |an )?(?:bad|terrible|awful|failure|"
    r"idiot|fool|stupid|worthless|"
    r"useless|pathetic|burden|loser|fraud|nobody|nothing|joke|horrible|monster|selfish|weak|crazy|mess|"
    r"disaster|ugly|fat)\b|"
    r"\bi (?:don't|do not|dont) (?:count|matter|deserve|belong)\b|\b(?:not|never) (?:good )?enough\b|\bno good\b|"
    r"\bi (?:know|knew|saw|see|noticed|found out|reali[sz]ed?|discovered|learned|caught)\b.*\b(?:he|she|they|"
    r"him|her|them)\b",
    re.IGNORECASE,
)
COORDINATED = re.compile(r"\b(and|but|or|then)( \w+ly| just| still| even)? (was|wasn't|am)\b", re.IGNORECASE)
THIRD_PERSON = re.compile(r"\b(?:he|she|it|they|who|that|which|there)\b", re.IGNORECASE)
COMMON_START = re.compile(
    r"he|she|it|they|we|you|my|his|her|their|our|the|a|an|this|that|these|those|there|when|whenever|if|since|after|"
    r"before|every|each|even|while|once|last|sometimes|some|most|on|in|at|by|for|now|then|nobody|nothing|everyone|"
    r"everything|no|not|maybe|he's|she's|it's|that's|they're|we've|we're|what|how|why|who|all|one|just|never|always",
    re.IGNORECASE,
)
PLURAL = {"was": "were", "wasn't": "weren't", "am": "are"}
TURNED = (
    (re.compile(r"\byou am\b"), "you are"),
    (re.compile(r"\byou was\b"), "you were"),
    (re.compile(r"\byou wasn't\b"), "you weren't"),
    (re.compile(r"\b[Aa]m you\b"), "are you"),
    (re.compile(r"\b[Ww]as you\b"), "were you"),
    (
        re.compile(r"\byou (\w+ly|just|always|never|still|also|really|only|even|so|too|both|too) was\b"),
        r"you \1 were",
    ),
    (
        re.compile(r"\byou (\w+ly|just|always|never|still|also|really|only|even|so|too|both|too) am\b"),
        r"you \1 are",
    ),
)


@dataclass(frozen=True)
class Echo:
    text: str
    """Without final stop; turned text starts small."""
    quoted: bool
    source: str


def echo_of(reading: Reading) -> Echo | None:
    """The clause worth saying back, if the message has one."""
    best = max(_candidates(reading), key=lambda candidate: candidate[0], default=None)
    return best[1] if best else None


def turned(clause: str) -> str | None:
    """From the speaker's side to the listener's, or None where that would not come out right."""
    words = plain(clause)
    if (
        UNTURNABLE.search(words)
        or NOT_OURS_TO_SAY.search(words)
        or not (ABOUT_SELF.match(words) or SETTING.match(words))
    ):
        return None
    swapped = WORD.sub(lambda word: TO_OTHER.get(word[0].lower(), word[0]), words)
    for wrong, right in TURNED:
        swapped = wrong.sub(right, swapped)
    swapped = COORDINATED.sub(lambda verb: _agreeing(swapped, verb), swapped)
    return swapped[:1].lower() + swapped[1:]


def _agreeing(sentence: str, verb: re.Match[str]) -> str:
    """A second verb takes the subject of the first, unless somebody else has come in between."""
    start = sentence.lower().rfind("you", 0, verb.start())
    if start < 0 or THIRD_PERSON.search(sentence, start, verb.start()):
        return verb[0]
    return f"{verb[1]}{verb[2] or ''} {PLURAL[verb[3].lower()]}"


def _candidates(reading: Reading) -> list[tuple[float, Echo]]:
    found = []
    for place, sentence in enumerate(reading.sentences):
        pieces = [sentence] if len(sentence.split()) <= LONGEST else clauses(sentence)
        for piece in pieces:
            if echo := _echo(piece):
                heard = float(reading.by_sentence[place].max(initial=0.0))
                found.append((_worth(echo, heard) + LATER_COUNTS * place / len(reading.sentences), echo))
    return found


def _echo(piece: str) -> Echo | None:
    trimmed = FILLER.sub("", LEAD_IN.sub("", piece.strip())).strip(" ,;:.!…-–—")
    if not trimmed:
        return None
    said = turned(trimmed) if len(trimmed.split()) <= LONGEST else None
    if said:
        return Echo(said, quoted=False, source=trimmed)
    return Echo(_small_start(plain(trimmed).replace('"', "'")), quoted=True, source=trimmed)


def _small_start(text: str) -> str:
    """A quotation inside a sentence starts small, unless it starts with a name or with "I"."""
    first = re.match(r"[A-Za-z']+", text)
    return text[:1].lower() + text[1:] if first and COMMON_START.fullmatch(first[0]) else text


def _worth(echo: Echo, heard: float) -> float:
    words = len(echo.source.split())
    worth = heard + (0.0 if echo.quoted else 0.8) + (0.5 if heard >= NAMED else 0.0)
    worth -= 0.8 if words < 3 else 0.0  # noqa: PLR2004  # too little to stand alone
    worth -= 0.5 if words > LONGEST else 0.0
    return worth - (0.6 if echo.source.endswith("?") or "?" in echo.source else 0.0)
