"""The check itself: every sentence is shielded against idioms and denials, then every rule looks at it once. What is only
control is then weighed once more, by what the two are to each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety import german, others, partner, suicide
from meetwithoutfear.domain.safety.findings import Label, SafetyFinding, Tier, worst
from meetwithoutfear.domain.safety.ordinary import agent_before, lighter_for, names_partner, names_violence
from meetwithoutfear.domain.safety.reading import sentences
from meetwithoutfear.domain.safety.rules import Rule
from meetwithoutfear.domain.safety.shields import is_faint, shielded

NEAR = 80
RULES = suicide.RULES + partner.RULES + others.RULES
HARM = frozenset({Label.ABUSE, Label.COERCION, Label.CHILD, Label.HARM_OTHERS})


@dataclass(frozen=True)
class Found:
    """What one rule found, whether it may be an ordinary quarrel, and who did it, as far as the words before it tell."""

    finding: SafetyFinding
    ordinary: bool = False
    agent: str | None = None

    @property
    def lighter(self) -> SafetyFinding:
        return replace(self.finding, tier=Tier.C) if self.ordinary else self.finding


def check(text: str, relation: Relation | None = None) -> SafetyFinding | None:
    """The worst that the text tells of, or nothing. It knows no context beyond the text and what its writer has said about
    the two; until they have said it, the strictest reading holds."""
    lines = [shielded(sentence) for sentence in sentences(text)]
    german_lines = list(german.read(text))
    found = [one for line in lines for one in found_in(line)]
    found += [one for line in german_lines for one in found_in_german(line)]
    finding = worst([one.finding for one in found])
    quarrels = [one for one in found if one.ordinary and one.finding.is_alarm]
    if finding is None or not quarrels or any(is_harm(one) for one in found):
        return finding
    if any(map(names_violence, [*lines, *german_lines])):
        return finding
    partner_named = any(map(names_partner, [*lines, *german_lines]))
    lighter = lighter_for({one.agent for one in quarrels}, partner_named=partner_named)
    left = worst([one.lighter for one in found])
    return replace(finding, lighter=left, lighter_for=lighter).given(relation)


def is_harm(one: Found) -> bool:
    """Beside it nothing in the same words is ordinary."""
    if one.ordinary:
        return False
    return one.finding.label in HARM or (one.finding.label is Label.FEAR and one.finding.is_alarm)


def found_in(line: str) -> list[Found]:
    matches = ((rule, match) for rule in RULES if (match := rule.pattern.search(line)))
    return [
        Found(
            SafetyFinding(rule.label, tier_of(rule, match)),
            rule.ordinary,
            agent_before(line, match.start()) if rule.ordinary else None,
        )
        for rule, match in matches
    ]


def tier_of(rule: Rule, match: re.Match[str]) -> Tier:
    """What stands around the words can make them faint; what stands far off, in a text without full stops, cannot."""
    around = match.string[max(0, match.start() - NEAR) : match.end() + NEAR]
    return Tier.C if is_faint(around) else rule.tier


def found_in_german(line: str) -> list[Found]:
    faint = german.FAINT.search(line) is not None
    return [
        Found(SafetyFinding(rule.label, Tier.C if faint else rule.tier), rule.ordinary)
        for rule in german.RULES
        if rule.pattern.search(line)
    ]
