"""The vocabulary of the gap analysis: 27 feelings in families, the needs under them, and the closed lists.

The words themselves are in data/feelings.json and data/needs.json, so that they can be read and extended without touching a
rule. The closed lists are enums, because nothing but their members may ever reach a prompt written for the other person.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from meetwithoutfear.domain.vocabulary import read_json
from meetwithoutfear.domain.wire import Own, View


class NeedCategory(StrEnum):
    SAFETY = "SAFETY"
    CONNECTION = "CONNECTION"
    AUTONOMY = "AUTONOMY"
    RECOGNITION = "RECOGNITION"
    MEANING = "MEANING"
    FAIRNESS = "FAIRNESS"


class AreaHint(StrEnum):
    WORK_AND_EFFORT = "work and effort"
    BEING_VALUED = "being valued"
    BEING_HEARD = "being heard"
    BEING_RESPECTED = "being respected"
    TRUST_AND_HONESTY = "trust and honesty"
    FEAR_AND_SAFETY = "fear and safety"
    CLOSENESS_AND_DISTANCE = "closeness and distance"
    BEING_LEFT_OUT = "being left out"
    FAIRNESS_AND_LOAD = "fairness and load"
    FREEDOM_AND_CHOICE = "freedom and choice"
    WORRY_ABOUT_THE_FUTURE = "worry about the future"
    OLD_WOUNDS = "old wounds"
    GUILT_AND_REGRET = "guilt and regret"
    SELF_WORTH = "self-worth"
    LOSS_AND_GRIEF = "loss and grief"
    TIREDNESS = "tiredness"
    FAMILY_AND_LOYALTY = "family and loyalty"
    MONEY_AND_SECURITY = "money and security"
    PARENTING = "parenting"
    PROMISES_AND_RELIABILITY = "promises and reliability"
    BEING_ALONE_WITH_IT = "being alone with it"
    ANGER_UNDERNEATH = "anger underneath"
    SHAME = "shame"
    NOT_KNOWING_WHERE_THINGS_STAND = "not knowing where things stand"


class GuidanceType(StrEnum):
    EXPLORE_DEEPER_FEELINGS = "explore_deeper_feelings"
    EXPLORE_BREADTH = "explore_breadth"
    CHALLENGE_ASSUMPTIONS = "challenge_assumptions"
    ACKNOWLEDGE_IMPACT = "acknowledge_impact"
    NAME_A_FEELING = "name_a_feeling"
    STAY_WITH_SHARED_WORDS = "stay_with_shared_words"


class PromptSeed(StrEnum):
    WHAT_MIGHT_BE_UNDERNEATH = "what might be underneath"
    WHAT_ELSE_MIGHT_BE_THERE = "what else might be there"
    WHAT_MIGHT_YOU_BE_ASSUMING = "what might you be assuming"
    WHAT_DID_IT_COST_THEM = "what did it cost them"
    WHAT_WOULD_YOU_CALL_THAT_FEELING = "what would you call that feeling"
    WHAT_IN_THEIR_WORDS_STAYS_WITH_YOU = "what in their words stays with you"


@dataclass(frozen=True)
class ChosenFeeling:
    """One that a member has said is theirs, and whether it is the strongest."""

    feeling: str
    most: bool = False


@dataclass(frozen=True)
class Feeling:
    key: str
    family: str
    says: str
    """Fits after "you feel"."""
    noun: str
    """Fits after "there is"."""
    area: AreaHint
    needs: tuple[str, ...]
    lexicon: re.Pattern[str]
    lacks: re.Pattern[str] | None
    """Good things whose absence tells this feeling ("never listens"); only feelings that others' deeds cause have it."""
    prototypes: tuple[str, ...]


def whole_words(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True)
class FeelingView(View):
    feeling: Own[str]
    family: Own[str]


@dataclass(frozen=True)
class SuggestedFeelings(View):
    """What the guide believes to have heard, and all others behind them."""

    feelings: tuple[FeelingView, ...]
    more: tuple[FeelingView, ...]


def feeling_from(key: str, entry: dict[str, Any]) -> Feeling:
    return Feeling(
        key=key,
        family=entry["family"],
        says=entry["says"],
        noun=entry["noun"],
        area=AreaHint(entry["area"]),
        needs=tuple(entry["needs"]),
        lexicon=whole_words(entry["lexicon"]),
        lacks=whole_words(entry["lacks"]) if "lacks" in entry else None,
        prototypes=tuple(entry["prototypes"]),
    )


_FILE = read_json("feelings.json")
FEELINGS: Mapping[str, Feeling] = MappingProxyType(
    {k: feeling_from(k, v) for k, v in _FILE["feelings"].items()}
)
SUGGESTED = 8


def suggested_view(ranked: Sequence[str]) -> SuggestedFeelings:
    """The likeliest first."""
    found = tuple(FeelingView(key, FEELINGS[key].family) for key in ranked)
    return SuggestedFeelings(found[:SUGGESTED], found[SUGGESTED:])


RELATED_PAIRS = frozenset(frozenset(pair) for pair in _FILE["related"])
SAME, FAMILY, RELATED = 1.0, 0.7, 0.3
POSITIVE = "POSITIVE"


def closeness(one: str, other: str) -> float:
    """How far one feeling stands for another: the same, of its family, a listed neighbour, or not at all."""
    if one == other:
        return SAME
    if FEELINGS[one].family == FEELINGS[other].family:
        return FAMILY
    return RELATED if frozenset((one, other)) in RELATED_PAIRS else 0.0


_NEEDS = read_json("needs.json")
NEEDS: Mapping[str, NeedCategory] = {
    need: NeedCategory(category) for need, category in _FILE["needs"].items()
}
WORDING: Mapping[str, str] = {need: _NEEDS["needs"][need]["wording"] for need in NEEDS}
DESCRIPTIONS: Mapping[str, str] = {need: _NEEDS["needs"][need]["description"] for need in NEEDS}
IN_GENERAL: Mapping[NeedCategory, str] = {each: _NEEDS["inGeneral"][each] for each in NeedCategory}
KNOWN = {words: need for need, wording in WORDING.items() for words in (need, wording)}


def describe_need(wording: str, category: NeedCategory) -> str:
    """How a need is described. It may cross to the partner with it, so it is made of these sentences alone and never of what
    somebody said to the guide."""
    need = KNOWN.get(" ".join(wording.lower().split()).rstrip(".!"))
    return DESCRIPTIONS[need] if need else IN_GENERAL[category]
