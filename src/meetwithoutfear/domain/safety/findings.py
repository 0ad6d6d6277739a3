"""What a check can find, how sure it is, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.safety.words import FAINT, QUESTIONS, RESPONSES


class Tier(StrEnum):
    """A: said outright. B: strongly hinted. C: faint, worth no more than a quiet line with the way to help."""

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
    tier: Tier
    # The same text also tells of fear, coercion or violence, although something else in it goes first.
    also_from_partner: bool = False

    @property
    def is_alarm(self) -> bool:
        return self.tier is not Tier.C

    @property
    def holds(self) -> bool:
        """Whether what this member is about to send across is held until they say to continue."""
        return self.is_alarm and (self.also_from_partner or self.label in FROM_THE_PARTNER)

    @property
    def words(self) -> str:
        if self.tier is Tier.C:
            return FAINT
        return (RESPONSES if self.tier is Tier.A else QUESTIONS)[self.label.value]


def worst(findings: list[SafetyFinding]) -> SafetyFinding | None:
    if not findings:
        return None
    order = list(Label)
    first = min(findings, key=lambda finding: (finding.tier, order.index(finding.label)))
    from_partner = any(finding.holds for finding in findings) and first.label not in FROM_THE_PARTNER
    return SafetyFinding(first.label, first.tier, from_partner)
