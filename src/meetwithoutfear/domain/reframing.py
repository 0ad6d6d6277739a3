"""When a need is worded as something else: a demand, one particular way to meet it, or what another person is to do.

The wording stays as it is. What is returned is a suggestion for its author, who may leave it aside; so a doubtful case is
let pass, and what is not English is never touched. The rules are in data/reframing.txt.
"""

from __future__ import annotations

from meetwithoutfear.domain.vocabulary import read_patterns

ABOUT_ANOTHER = (
    "This speaks of what somebody else does. What would it give you? "
    "For example: to be heard, to feel safe, to share the load."
)
ONE_WAY = (
    "This is one way to get there, and there may be others. What would it give you? "
    "For example: to have rest, to feel close, to be treated fairly."
)

RULES = read_patterns("reframing.txt")


def needs_reframing(wording: str) -> str | None:
    """A gentle suggestion, or None when the wording speaks for its author."""
    words = " ".join(wording.replace("’", "'").split())
    if RULES["others_deeds"].search(words) and not RULES["inward"].match(words.removeprefix("to ")):
        return ABOUT_ANOTHER
    return ONE_WAY if RULES["particular_ways"].search(words) else None
