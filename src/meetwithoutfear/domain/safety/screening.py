"""Screening by asking: three questions to each person alone, offered twice and never a gate.

Whoever is afraid, is hurt, or thinks of ending their life mostly does not say so unasked. What they answer is theirs: it
changes what they are offered, and nothing that anybody else could notice. No clinician has read the questions yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType

from meetwithoutfear.domain.safety.check import Certainty, Label, SafetyFinding, worst


class Occasion(StrEnum):
    """BEGINNING: there is an account, and nobody else has been told of them. FIRST_CONSENT: the first words could cross."""

    BEGINNING = "BEGINNING"
    FIRST_CONSENT = "FIRST_CONSENT"


class Inquiry(StrEnum):
    AFRAID = "afraid"
    HURT = "hurt"
    ENDING = "ending"


class Told(StrEnum):
    YES = "yes"
    NO = "no"
    RATHER_NOT = "rather_not"


ABOUT: Mapping[Inquiry, Label] = MappingProxyType(
    {Inquiry.AFRAID: Label.FEAR, Inquiry.HURT: Label.ABUSE, Inquiry.ENDING: Label.SUICIDE}
)


def occasion_due(offered: Collection[Occasion], *, may_consent: bool, has_consented: bool) -> Occasion | None:
    """Each once. Where words could cross already, that is the occasion; after the first consent both have passed."""
    here = Occasion.FIRST_CONSENT if may_consent else Occasion.BEGINNING
    return None if has_consented or here in offered else here


def finding_in(answers: Mapping[Inquiry, Told]) -> SafetyFinding | None:
    """A yes to a question put by name is said outright: to ask the same back would not have heard it."""
    affirmed = [inquiry for inquiry, told in answers.items() if told is Told.YES]
    return worst([SafetyFinding(ABOUT[inquiry], Certainty.A) for inquiry in affirmed])
