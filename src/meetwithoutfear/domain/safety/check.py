"""The check itself: every sentence is shielded against idioms and denials, then every rule looks at it once
(data/danger.txt, data/danger_german.txt). What is only control is then weighed once more, by what the two are to each other.

"She took my phone" is control between two who are or were a couple, and a Tuesday between mother and son. Only what the
writer has said themselves about the two can make a finding lighter. Where their words name a partner of theirs, or
violence, nothing does; and where all they said is that it is something else, the words have to name who it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from meetwithoutfear.domain.safety.reading import german_lines, plain_lines
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.vocabulary import Patterns, Sections, any_of, read_rules


class Certainty(StrEnum):
    """A: said outright. B: strongly hinted. C: faint, worth no more than a quiet line with the way to help, until it adds up
    with others (`signs`)."""

    A = "A"
    B = "B"
    C = "C"


class Label(StrEnum):
    """In the order in which they go first when a text holds several."""

    SUICIDE = "suicide"
    CHILD = "child"
    ABUSE = "abuse"
    COERCION = "coercion"
    FEAR = "fear"
    HARM_OTHERS = "harm_others"
    SELFHARM = "selfharm"


FROM_THE_PARTNER = frozenset({Label.ABUSE, Label.COERCION, Label.FEAR})


@dataclass(frozen=True)
class SafetyFinding:
    label: Label
    certainty: Certainty
    # What is left of it under these relations, if its writer has said one of them.
    lighter: SafetyFinding | None = field(default=None, compare=False)
    lighter_for: frozenset[Relation] = field(default=frozenset(), compare=False)
    adds_up: bool = field(default=True, compare=False)
    """What is faint only because the two are no couple is a quarrel, however often it is told."""

    def given(self, relation: Relation | None) -> SafetyFinding:
        """As it weighs with what its writer has said about the two: the strictest, unless that makes it lighter."""
        return self.lighter if self.lighter is not None and relation in self.lighter_for else self

    @property
    def is_alarm(self) -> bool:
        return self.certainty is not Certainty.C


def worst(findings: list[SafetyFinding]) -> SafetyFinding | None:
    order = list(Label)
    return min(findings, key=lambda finding: (finding.certainty, order.index(finding.label)), default=None)


ENGLISH, GERMAN = read_rules("danger.txt"), read_rules("danger_german.txt")
MARK = "§"
NEAR = 80
# A rule ends with a word, not within one.
WORD_END = r"(?:(?!\w)|(?<= ))"
HEADING = re.compile(rf"({'|'.join(Label)}) ({'|'.join(Certainty)})( ordinary)?")

HARM = frozenset({Label.ABUSE, Label.COERCION, Label.CHILD, Label.HARM_OTHERS})
APART = frozenset(
    {
        Relation.PARENT_AND_CHILD,
        Relation.RELATIVES,
        Relation.FRIENDS,
        Relation.FLATMATES,
        Relation.COLLEAGUES,
        Relation.FOUNDERS,
    }
)
"""Between these a quarrel about keys, phones and money is mostly a quarrel."""


@dataclass(frozen=True)
class Rule:
    label: Label
    certainty: Certainty
    words: str
    ordinary: bool = False
    """Whether the same words are no more than a quarrel where the two are no couple."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.words)


@dataclass(frozen=True)
class RuleMatch:
    """What one rule found, and who did it, as far as the words before it tell."""

    finding: SafetyFinding
    ordinary: bool = False
    agent: str | None = None

    @property
    def lighter(self) -> SafetyFinding:
        return replace(self.finding, certainty=Certainty.C, adds_up=False) if self.ordinary else self.finding


def whole_words(rules: Iterable[str]) -> str:
    return rf"\b{any_of(rules)}{WORD_END}"


def rules_of(sections: Sections) -> tuple[Rule, ...]:
    """The headings of the rules say what they tell of; the other sections are words for them."""
    headings = [(heading, lines) for name, lines in sections.items() if (heading := HEADING.fullmatch(name))]
    return tuple(
        Rule(Label(heading[1]), Certainty(heading[2]), whole_words([line]), ordinary=heading[3] is not None)
        for heading, lines in headings
        for line in lines
    )


RULES, GERMAN_RULES = rules_of(ENGLISH), rules_of(GERMAN)
WORDS = Patterns(
    {
        "idioms": whole_words(ENGLISH["idioms"]),
        "faint": whole_words(ENGLISH["faint"]),
        "denial": rf"\b{any_of(ENGLISH['denial'])}",
        "meant": rf"\b{any_of(ENGLISH['meant'])}",
        "still": rf"\b{any_of(ENGLISH['still'])}\b",
        "german faint": rf"\b{any_of(GERMAN['faint'])}\b",
        "agent": any_of(ENGLISH["agent"]),
        "partner": any_of((*ENGLISH["partner"], *GERMAN["partner"])),
        "violence": rf"\b{any_of((*ENGLISH['violence'], *GERMAN['violence']))}\b",
    }
)


def check(text: str, relation: Relation | None = None) -> SafetyFinding | None:
    """The worst that the text tells of, or nothing. It knows no context beyond the text and what its writer has said about
    the two; until they have said it, the strictest reading holds."""
    lines = [shield(line) for line in plain_lines(text)]
    in_german = list(german_lines(text))
    found = [one for line in lines for one in matches_in(line)]
    found += [one for line in in_german for one in german_matches_in(line)]
    finding = worst([one.finding for one in found])
    quarrels = [one for one in found if one.ordinary and one.finding.is_alarm]
    if finding is None or not quarrels or any(is_harm(one) for one in found):
        return finding
    if any(map(WORDS["violence"].search, [*lines, *in_german])):
        return finding
    partner_named = any(map(WORDS["partner"].search, [*lines, *in_german]))
    lighter = lighter_for({one.agent for one in quarrels}, partner_named=partner_named)
    left = worst([one.lighter for one in found])
    return replace(finding, lighter=left, lighter_for=lighter).given(relation)


def shield(line: str) -> str:
    """Harmless phrases that sound like harm are covered with a mark before the rules look, and no rule reaches across it."""
    covered = WORDS["idioms"].sub(MARK, line)
    return covered if WORDS["meant"].search(covered) else WORDS["denial"].sub(MARK, covered)


def matches_in(line: str) -> list[RuleMatch]:
    """What stands around the words can make them faint; what stands far off, in a text without full stops, cannot. Who does
    it is told, as far as the words before it tell: a partner, somebody named, or a mere he or she."""
    found = []
    for rule in RULES:
        if match := rule.pattern.search(line):
            around = line[max(0, match.start() - NEAR) : match.end() + NEAR]
            is_faint = WORDS["faint"].search(around) and not WORDS["still"].search(around)
            finding = SafetyFinding(rule.label, Certainty.C if is_faint else rule.certainty)
            agents = WORDS["agent"].finditer(line) if rule.ordinary else ()
            before = [agent.lastgroup for agent in agents if agent.start() <= match.start()]
            found.append(RuleMatch(finding, rule.ordinary, before[-1] if before else None))
    return found


def german_matches_in(line: str) -> list[RuleMatch]:
    faint = WORDS["german faint"].search(line) is not None
    return [
        RuleMatch(SafetyFinding(rule.label, Certainty.C if faint else rule.certainty), rule.ordinary)
        for rule in GERMAN_RULES
        if rule.pattern.search(line)
    ]


def is_harm(match: RuleMatch) -> bool:
    """Beside it nothing in the same words is ordinary."""
    if match.ordinary:
        return False
    return match.finding.label in HARM or (match.finding.label is Label.FEAR and match.finding.is_alarm)


def lighter_for(agents: set[str | None], *, partner_named: bool) -> frozenset[Relation]:
    """The relations under which what these did is ordinary."""
    if "partner" in agents or (partner_named and agents != {"named"}):
        return frozenset()
    return APART | {Relation.OTHER} if agents == {"named"} else APART
