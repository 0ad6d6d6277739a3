"""The check itself: every sentence is shielded against idioms and denials, then every rule looks at it once."""

from __future__ import annotations

import re

from meetwithoutfear.domain.safety import others, partner, suicide
from meetwithoutfear.domain.safety.findings import SafetyFinding, Tier, worst
from meetwithoutfear.domain.safety.reading import sentences
from meetwithoutfear.domain.safety.rules import Rule
from meetwithoutfear.domain.safety.shields import is_faint, shielded

NEAR = 80
RULES = suicide.RULES + partner.RULES + others.RULES


def check(text: str) -> SafetyFinding | None:
    """The worst that the text tells of, or nothing. It knows no context beyond the text."""
    return worst([finding for sentence in sentences(text) for finding in findings_in(sentence)])


def findings_in(sentence: str) -> list[SafetyFinding]:
    looked_at = shielded(sentence)
    found = ((rule, match) for rule in RULES if (match := rule.pattern.search(looked_at)))
    return [SafetyFinding(rule.label, tier_of(rule, match)) for rule, match in found]


def tier_of(rule: Rule, match: re.Match[str]) -> Tier:
    """What stands around the words can make them faint; what stands far off, in a text without full stops, cannot."""
    around = match.string[max(0, match.start() - NEAR) : match.end() + NEAR]
    return Tier.C if is_faint(around) else rule.tier
