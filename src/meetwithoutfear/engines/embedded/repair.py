"""The guide of Stage 4: it makes an idea of the member's smaller and clearer, one missing piece at a time.

What exactly, when, for how long, how they would notice. It knows the member's own ideas and what both confirmed; whose idea
is whose it neither knows nor guesses, and of the partner's ideas and choices it does not speak.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.idea import ENDS, is_for_another, is_readable
from meetwithoutfear.engines.embedded.intents import Intent
from meetwithoutfear.engines.embedded.language import CANNOT_READ
from meetwithoutfear.engines.embedded.reflect import Heard, hear, slow_down, taken_up
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.detect import Detector

NOTICE = f"{CANNOT_READ} You can still write down your ideas, and everything you write is kept."
RECENT = 4
WITHOUT_IDEA = frozenset({Intent.STUCK, Intent.ADVICE, Intent.GREETING, Intent.WORDLESS, Intent.MINIMISE})
WHOSE = re.compile(
    r"\b(?:whose (?:idea|one|is)|who (?:wrote|said|came up|proposed|suggested|put|chose|picked|ranked|wants)|"
    r"(?:which|what|how) (?:\w+ ){0,3}?(?:did|does|has|will|would) (?:he|she|they|my \w+|(?-i:[A-Z][a-z]+)) "
    r"(?:\w+ )?(?:choose|chose|chosen|pick|picked|rank|ranked|want|write|wrote|like|propose|vote)\w*|"
    r"(?:is|was) (?:it|that|this|that one|this one) (?:his|hers|theirs|from (?:him|her|them)))\b",
    re.IGNORECASE,
)
VAGUE = re.compile(
    r"\b(?:more|better|nicer|kinder|less|harder|somehow|things|communicat\w+|respect\w*|supportive|understanding|"
    r"closer|improve|work on|be there)\b",
    re.IGNORECASE,
)
TIMES = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|nights?|noon|lunch|dinner|breakfast|weekends?|"
    r"tonight|tomorrow|daily|weekly|every \w+|each \w+|once|twice|o'clock|\d{1,2} ?[ap]m|before \w+|after \w+|when)\b",
    re.IGNORECASE,
)
SIGNS = re.compile(
    r"\b(?:notice|tell (?:that|if|whether)|see (?:that|if|whether)|know (?:that|if|whether|it)|measure|count|"
    r"worked|helped|sign|so that)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Ideas:
    """What the member may know in Stage 4: where they are, what both confirmed, and their own ideas."""

    phase: Phase
    common_ground: tuple[str, ...] = ()
    own: tuple[str, ...] = ()


def repair(detector: Detector, talk: Talk, ideas: Ideas) -> Reply:
    if not is_readable(talk.message):
        return Reply(NOTICE, "REPAIR", talk.intensity or 1, "not English")
    heard = hear(detector, talk)
    asks_whose = heard.intent is Intent.PARTNER_SIDE or bool(WHOSE.search(plain(talk.message)))
    lead = fresh(phrases()["repair"]["whose"], talk) if asks_whose else _noted(talk, heard)
    no_idea = asks_whose or (heard.intent in WITHOUT_IDEA and not ideas.own)
    parts = (slow_down(talk, heard), lead, _ask(talk, ideas, no_idea=no_idea))
    text = " ".join(part for part in parts if part)
    return Reply(text, "REPAIR", heard.intensity, f"{heard.intent}; {ideas.phase.lower()}")


def _noted(talk: Talk, heard: Heard) -> str:
    bank = phrases()["repair"]
    if heard.intent is Intent.TELL and heard.echo and heard.echo.quoted:
        return fresh(bank["noted"], talk, x=heard.echo.text)
    return taken_up(talk, heard, bank["intents"])


def _ask(talk: Talk, ideas: Ideas, *, no_idea: bool) -> str:
    bank = phrases()["repair"]
    if ideas.phase.value in bank:
        return fresh(bank[ideas.phase.value], talk)
    return _way_to_an_idea(talk, ideas) if no_idea else fresh(bank[_missing(talk, ideas)], talk)


def _way_to_an_idea(talk: Talk, ideas: Ideas) -> str:
    bank = phrases()["repair"]
    unsaid = [need for need in ideas.common_ground if not any(need in text for text in talk.said)]
    return fresh(bank["no_idea_but"], talk, x=unsaid[0]) if unsaid else fresh(bank["no_idea"], talk)


def _missing(talk: Talk, ideas: Ideas) -> str:
    """Which piece of the idea to ask for; not the one that was asked for last, whatever came of it."""
    newest = sentences(plain(talk.message))
    told = plain(" ".join((*talk.own[-RECENT:], *ideas.own[-1:])))
    lacks = {
        "own_part": any(is_for_another(sentence) for sentence in newest),
        "exactly": bool(VAGUE.search(plain(talk.message))),
        "when": not TIMES.search(told),
        "how_long": not ENDS.search(told),
        "notice": not SIGNS.search(told),
    }
    last = talk.said[-1] if talk.said else ""
    asked = {piece for piece in lacks if any(option in last for option in phrases()["repair"][piece])}
    return next(
        (piece for piece, is_missing in lacks.items() if is_missing and piece not in asked), "smaller"
    )
