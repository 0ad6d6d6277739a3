"""The offline check on every text a member writes, and the check on text about to cross to the partner.

Patterns, not a model: the same sentence always gets the same answer, with or without weights, before any engine is
asked. They are data (data/safety.json): `{they}`-like words are expanded, tier A is explicit, tier B calls for one
caring question, and what the check only half believes (a denied or worn-out phrase) is tier C, a quiet line with the
help link. The check never blocks writing; what a finding leads to is decided elsewhere.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from meetwithoutfear import data


class Tier(StrEnum):
    A = "A"
    B = "B"
    C = "C"


class SafetyLabel(StrEnum):
    CHILD_ABUSE = "child"
    SUICIDE = "suicide"
    PARTNER_VIOLENCE = "abuse"
    FEAR_OF_PARTNER = "fear"
    SELF_HARM = "selfharm"
    HARM_TO_OTHERS = "harm_others"


class Crossing(StrEnum):
    THREAT = "threat"
    SLUR = "slur"
    CONTEMPT = "contempt"


GRAVEST = tuple(SafetyLabel)
# What a member is in danger from, as opposed to in danger of doing: it holds their own crossings.
HOLDING = frozenset({SafetyLabel.PARTNER_VIOLENCE, SafetyLabel.FEAR_OF_PARTNER})


@dataclass(frozen=True)
class SafetyFinding:
    label: SafetyLabel
    tier: Tier

    @property
    def holds_crossings(self) -> bool:
        return self.label in HOLDING and self.tier is not Tier.C


@dataclass(frozen=True)
class CrossingFinding:
    kind: Crossing
    words: str
    """The member's own words, to point at."""

    @property
    def deliverable(self) -> bool:
        return self.kind is not Crossing.THREAT


@dataclass(frozen=True)
class Alarm:
    finding: SafetyFinding
    pattern: re.Pattern[str]
    says_no: bool
    """The phrase contains its own negation ("don't want to live"), so a "not" before it does not undo it."""


SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
# Some patterns look back and forth over the sentence; pieces of this size keep hostile text from costing seconds.
PIECE, OVERLAP = 240, 80
# A "never" shortly before the phrase, or inside it before its verb.
NEGATION = r"(?:\b(?:not|never|no|nobody|without|hardly|dont|doesnt|didnt)|n't)"
UNDONE = re.compile(rf"{NEGATION}\s+(?:\w+\s+){{0,3}}$", re.IGNORECASE)
UNDONE_WITHIN = re.compile(
    r"^\W*(?:i|he|she|they|my \w+)(?:'\w+)?\s+(?:(?:would|have|has|had|could|will|did|do|does)\s+)?"
    r"(?:never|not|wouldn't|don't|didn't|haven't|hasn't|couldn't)\b",
    re.IGNORECASE,
)


def check(text: str) -> SafetyFinding | None:
    """The gravest finding in the text, if any."""
    found = [finding for piece in _pieces(text) for finding in _findings(piece)]
    return min(found, key=lambda finding: (finding.tier, GRAVEST.index(finding.label)), default=None)


def crossing_check(text: str) -> CrossingFinding | None:
    """Threats, slurs and contempt in words meant for the partner, the gravest kind first."""
    pieces = _pieces(text)
    for kind in Crossing:
        for pattern in CROSSING[kind]:
            for piece in pieces:
                if match := pattern.search(piece):
                    return CrossingFinding(kind, match[0])
    return None


def _findings(piece: str) -> list[SafetyFinding]:
    found = []
    for alarm in ALARMS:
        if match := alarm.pattern.search(piece):
            undone = not alarm.says_no and (
                UNDONE.search(piece[: match.start()]) or UNDONE_WITHIN.search(match[0])
            )
            found.append(SafetyFinding(alarm.finding.label, Tier.C) if undone else alarm.finding)
    return found


def _pieces(text: str) -> list[str]:
    plain = re.sub(r"[^\S\n]+", " ", text.replace("’", "'").replace("‘", "'"))
    return [
        sentence[start : start + PIECE]
        for sentence in SENTENCE.findall(plain)
        for start in range(0, max(1, len(sentence) - OVERLAP), PIECE - OVERLAP)
    ]


def _alarms(group: dict[str, Any], words: dict[str, str]) -> list[Alarm]:
    finding = SafetyFinding(SafetyLabel(group["label"]), Tier(group["tier"]))
    return [Alarm(finding, _pattern(source, words), group["says_no"]) for source in group["patterns"]]


def _pattern(source: str, words: dict[str, str]) -> re.Pattern[str]:
    expanded = re.sub(r"\{([a-z]+)\}", lambda name: words[name[1]], source)
    return re.compile(expanded, re.IGNORECASE)


_RULES = json.loads(data.read_text("safety.json"))
ALARMS = tuple(alarm for group in _RULES["alarms"] for alarm in _alarms(group, _RULES["words"]))
CROSSING = {kind: tuple(_pattern(p, _RULES["words"]) for p in _RULES["crossing"][kind]) for kind in Crossing}
