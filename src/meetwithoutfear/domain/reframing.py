"""When a need is worded as something else: a demand, one particular way to meet it, or what another person is to do.

The wording stays as it is. What is returned is a suggestion for its author, who may leave it aside; so a doubtful case is
let pass, and what is not English is never touched. The rules are in data/reframing.txt.
"""

from __future__ import annotations

import re

from meetwithoutfear.domain.vocabulary import compile_any, read_rules

ABOUT_ANOTHER = (
    "This speaks of what somebody else does. What would it give you? "
    "For example: to be heard, to feel safe, to share the load."
)
ONE_WAY = (
    "This is one way to get there, and there may be others. What would it give you? "
    "For example: to have rest, to feel close, to be treated fairly."
)

RULES = read_rules("reframing.txt")
DEEDS, WAYS, INWARD = (
    compile_any(RULES[name], re.IGNORECASE) for name in ("others_deeds", "particular_ways", "inward")
)


def needs_reframing(wording: str) -> str | None:
    """A gentle suggestion, or None when the wording speaks for its author."""
    words = " ".join(wording.replace("’", "'").split())
    if DEEDS.search(words) and not INWARD.match(words.removeprefix("to ")):
        return ABOUT_ANOTHER
    return ONE_WAY if WAYS.search(words) else None
