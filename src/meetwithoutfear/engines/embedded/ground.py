"""What two lists of shared needs have in common: the same need, or two of one category that mean nearly the same.

Nothing comes out that is not in both lists; the words are those the members chose. Without weights only needs that go by
the same name are found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.reframing import needs_reframing
from meetwithoutfear.engines.embedded.language import is_english
from meetwithoutfear.engines.embedded.needs import needs_named_in
from meetwithoutfear.prompts.common_ground import MOST_ITEMS, SharedNeed
from meetwithoutfear.prompts.needs import WORDING_LIMIT, same_wording

if TYPE_CHECKING:
    from meetwithoutfear.domain.feelings import NeedCategory
    from meetwithoutfear.engines.embedded.encoder import Encoder

SAME, SAME_NAME = 1.0, 0.95
# Among the plain wordings of all needs only those for safety, security and protection lie above. Many pairs that mean the
# same lie below and are missed: better that than a common ground that is none.
NEAR = 0.75


@dataclass(frozen=True)
class InCommon:
    need: str
    category: NeedCategory
    description: str
    ours: int
    theirs: int


def find_common(
    encoder: Encoder | None, ours: tuple[SharedNeed, ...], theirs: tuple[SharedNeed, ...]
) -> tuple[InCommon, ...]:
    """The nearest pairs first; each need is used once."""
    pairs = [
        (likeness(encoder, one, other), place, opposite)
        for place, one in enumerate(ours)
        for opposite, other in enumerate(theirs)
    ]
    found: list[InCommon] = []
    for near, place, opposite in sorted(pairs, key=lambda pair: -pair[0]):
        item = _in_common(ours[place], theirs[opposite], place + 1, opposite + 1)
        if near >= NEAR and not any(_overlap(item, other) for other in found):
            found.append(item)
    return tuple(found[:MOST_ITEMS])


def likeness(encoder: Encoder | None, one: SharedNeed, other: SharedNeed) -> float:
    if not (is_need(one.need) and is_need(other.need)):
        return 0.0
    if same_wording(one.need) == same_wording(other.need):
        return SAME
    if one.category is not other.category:
        return 0.0
    if needs_named_in(one.need) & needs_named_in(other.need):
        return SAME_NAME
    if encoder is None or not (is_english(one.need) and is_english(other.need)):
        return 0.0
    first, second = encoder.encode([one.need, other.need])
    return float(first @ second)


def is_need(wording: str) -> bool:
    """Members may share what is worded as a demand. That both make one is nothing they have in common."""
    return len(wording) <= WORDING_LIMIT and needs_reframing(wording) is None


def _overlap(one: InCommon, other: InCommon) -> bool:
    return (
        one.ours == other.ours
        or one.theirs == other.theirs
        or same_wording(one.need) == same_wording(other.need)
    )


def _in_common(one: SharedNeed, other: SharedNeed, ours: int, theirs: int) -> InCommon:
    words = sorted((one.need, other.need), key=lambda need: (len(need), need))
    if same_wording(one.need) == same_wording(other.need):
        description = f"You both named it: “{words[0]}”."
    else:
        description = f"One of you calls it “{words[0]}”, the other “{words[1]}”."
    return InCommon(words[0], one.category, description, ours, theirs)
