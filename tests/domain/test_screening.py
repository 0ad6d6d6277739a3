"""Three questions, offered twice: before anybody is told of the person, and before their first words could cross."""

from __future__ import annotations

import pytest

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding
from meetwithoutfear.domain.safety.screening import ABOUT, Inquiry, Occasion, Told, finding_in, occasion_due

BEGINNING, FIRST_CONSENT = Occasion
AFRAID, HURT, ENDING = Inquiry


def due(*offered: Occasion, may: bool = False, has: bool = False) -> Occasion | None:
    return occasion_due(offered, may_consent=may, has_consented=has)


def test_each_is_offered_once() -> None:
    assert due() is BEGINNING
    assert due(BEGINNING) is None
    assert due(BEGINNING, may=True) is FIRST_CONSENT
    assert due(BEGINNING, FIRST_CONSENT, may=True) is None


def test_who_comes_late_is_not_asked_twice_in_a_row() -> None:
    assert due(may=True) is FIRST_CONSENT
    assert due(FIRST_CONSENT, may=True) is None


def test_after_the_first_consent_both_have_passed() -> None:
    assert due(has=True) is None
    assert due(may=True, has=True) is None
    assert due(BEGINNING, may=True, has=True) is None


@pytest.mark.parametrize("told", [Told.NO, Told.RATHER_NOT])
def test_only_a_yes_is_one(told: Told) -> None:
    assert finding_in(dict.fromkeys(Inquiry, told)) is None
    assert finding_in({}) is None


@pytest.mark.parametrize("inquiry", Inquiry)
def test_a_yes_is_said_outright(inquiry: Inquiry) -> None:
    answers = {**dict.fromkeys(Inquiry, Told.NO), inquiry: Told.YES}
    assert finding_in(answers) == SafetyFinding(ABOUT[inquiry], Certainty.A)


def test_of_several_the_gravest_goes_first() -> None:
    assert finding_in(dict.fromkeys(Inquiry, Told.YES)) == SafetyFinding(Label.SUICIDE, Certainty.A)
    assert finding_in({AFRAID: Told.YES, HURT: Told.YES, ENDING: Told.NO}) == SafetyFinding(
        Label.ABUSE, Certainty.A
    )
