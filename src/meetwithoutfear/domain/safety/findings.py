"""What a check can find, how sure it is, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from meetwithoutfear.domain.relation import Relation


class Certainty(StrEnum):
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
    certainty: Certainty
    # What is left of it under these relations, if its writer has said one of them.
    lighter: SafetyFinding | None = field(default=None, compare=False)
    lighter_for: frozenset[Relation] = field(default=frozenset(), compare=False)

    def given(self, relation: Relation | None) -> SafetyFinding:
        """As it weighs with what its writer has said about the two: the strictest, unless that makes it lighter."""
        return self.lighter if self.lighter is not None and relation in self.lighter_for else self

    @property
    def is_alarm(self) -> bool:
        return self.certainty is not Certainty.C


def worst(findings: list[SafetyFinding]) -> SafetyFinding | None:
    order = list(Label)
    return min(findings, key=lambda finding: (finding.certainty, order.index(finding.label)), default=None)
