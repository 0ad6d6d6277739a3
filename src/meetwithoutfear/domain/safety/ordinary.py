"""Whether words about control may be no more than an ordinary quarrel.

"She took my phone" is control between two who are or were a couple, and a Tuesday between mother and son. Only what the
writer has said themselves about the two can make a finding lighter. Where their words name a partner of theirs, or
violence, nothing does; and where all they said is that it is something else, the words have to name who it is."""

from __future__ import annotations

import re

from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety.rules import KIN_NOUN, compiled

APART = frozenset(
    [
        Relation.PARENT_AND_CHILD,
        Relation.RELATIVES,
        Relation.FRIENDS,
        Relation.FLATMATES,
        Relation.COLLEAGUES,
        Relation.FOUNDERS,
    ]
)
"""Between these a quarrel about keys, phones and money is mostly a quarrel."""

LOVER = r"(?:husband|wife|partner|boyfriend|girlfriend|fiancee?|spouse|ex|other half|lover|man|woman)"
# Whom one is kept from seeing is not who keeps one from it.
SEEN = (
    "see", "seeing", "meet", "meeting", "visit", "visiting", "date", "dating", "to", "about", "out with", "stay with",
    "be with", "call", "text", "invite", "marry", "told", "of", "for", "like", "as",
)  # fmt: skip
PARTNER = (
    "".join(rf"(?<!\b{words} )" for words in SEEN)
    + rf"\b(?:my|our) (?:own |new |then |future |former |own |long term )?{LOVER}\b(?! s\b)"
    r"|\b(?:my|our) (?:\w+ s|children s) (?:father|mother)\b|\bthe (?:father|mother) of (?:my|our)\b"
    r"|\b(?:we|and i) (?:are|were|have been|had been|got|used to be) (?:\w+ )?(?:married|dating|together|engaged|a couple|divorced|separated|lovers)\b"
    r"|\b(?:our (?:marriage|wedding|divorce|love life)|(?:slept|sleep|sleeping) (?:together|with (?:him|her|me))|in love with (?:him|her|me)|cheated on me|(?:i|we) (?:am|are) (?:dating|seeing) (?:him|her|each))\b"
)
ROLE = (
    rf"(?:{KIN_NOUN}|roommate|flatmate|housemate|tenant|landlady|caretaker|trainer|manager|supervisor|team lead|lead|head"
    r"|director|employer|client|customer|co ?founder|founder|business partner|investor|friends|nephew|niece|grandson"
    r"|granddaughter|stepson|stepdaughter|children|carer|nurse|doctor|club|committee|council|neighbou?rs)"
)
AGENT = re.compile(
    rf"(?P<partner>{PARTNER})|(?P<named>\b{ROLE}\b(?! s\b))|(?P<pronoun>\b(?:he|she|they|who)\b)"
)
NAMES_PARTNER = re.compile(PARTNER)
GERMAN_PARTNER = re.compile(
    r"\bmein(?:e|em|er)? (?:mann|frau|freund|freundin|ex|exmann|exfrau|exfreund|exfreundin|partner|partnerin|verlobter?)\b"
    r"(?! (?:nicht |nie )?(?:sehen|treffen|besuchen|anrufen)\b)|\bwir (?:sind|waren) (?:\w+ )?(?:verheiratet|ein paar|zusammen|geschieden|getrennt)\b"
)
VIOLENCE = compiled(
    r"\b(?:<hit> (?:me|us|him|her|them|my|our|the)\b|violen\w+|knife|knives|gun|weapon|bruis\w+|beaten|strangl\w+|rap(?:e|ed|es)|prison\w*|blood|into my bed|touch(?:es|ed)? me)\b"
)
GERMAN_VIOLENCE = re.compile(
    r"\b(?:schlaeg\w*|schlug\w*|geschlagen|pruegel\w*|verpruegel\w*|gewalt\w*|wuerg\w*|gewuergt|messer|waffe|blut\w*|tritt mich|eingesperrt)\b"
)


def names_partner(line: str) -> bool:
    return bool(NAMES_PARTNER.search(line) or GERMAN_PARTNER.search(line))


def names_violence(line: str) -> bool:
    return bool(VIOLENCE.search(line) or GERMAN_VIOLENCE.search(line))


def agent_before(line: str, place: int) -> str | None:
    """Who does it, as far as the words before it tell: a partner, somebody named, or a mere he or she."""
    agents = [found.lastgroup for found in AGENT.finditer(line) if found.start() <= place]
    return agents[-1] if agents else None


def lighter_for(agents: set[str | None], *, partner_named: bool) -> frozenset[Relation]:
    """The relations under which what these did is ordinary."""
    if "partner" in agents or (partner_named and agents != {"named"}):
        return frozenset()
    return APART | {Relation.OTHER} if agents == {"named"} else APART
