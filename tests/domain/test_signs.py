"""Faint signs add up to one question for each kind of danger, and what they have been asked about does not count again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check
from meetwithoutfear.domain.safety.care import CATALOGUE
from meetwithoutfear.domain.safety.signs import IN_ALL, OF_ONE_KIND, Sign, weigh
from meetwithoutfear.domain.side import Relation

A, B, C = Certainty
START = datetime(2026, 11, 1, tzinfo=UTC)
PHONE = "She took my phone for two weeks."


def noted(*kinds: tuple[Label, Certainty]) -> list[Sign]:
    return [
        Sign(label, tier, START + timedelta(minutes=minute)) for minute, (label, tier) in enumerate(kinds)
    ]


def weight(
    label: Label, *before: tuple[Label, Certainty], cleared_at: datetime | None = None, tier: Certainty = C
) -> Certainty:
    found = weigh(SafetyFinding(label, tier), noted(*before), cleared_at)
    assert found.label is label
    return found.certainty


def test_one_faint_sign_asks_nothing() -> None:
    assert weight(Label.SUICIDE) is C


def test_the_second_of_a_kind_asks() -> None:
    assert len([Label.SUICIDE, Label.SUICIDE]) == OF_ONE_KIND
    assert weight(Label.SUICIDE, (Label.SUICIDE, C)) is B
    assert weight(Label.SUICIDE, (Label.CHILD, C)) is C


def test_what_comes_from_the_partner_is_one_kind() -> None:
    assert weight(Label.FEAR, (Label.COERCION, C)) is B
    assert weight(Label.FEAR, (Label.HARM_OTHERS, C)) is C


def test_the_third_of_any_kind_asks_about_itself() -> None:
    assert len([Label.SUICIDE, Label.CHILD, Label.FEAR]) == IN_ALL
    assert weight(Label.FEAR, (Label.SUICIDE, C), (Label.CHILD, C)) is B


@pytest.mark.parametrize("asked", [A, B])
def test_a_kind_that_was_asked_about_does_not_ask_again(asked: Certainty) -> None:
    before = [(Label.SUICIDE, asked), *[(Label.SUICIDE, C)] * 9]
    assert weight(Label.SUICIDE, *before, cleared_at=START) is C


def test_another_kind_asks_and_what_is_settled_does_not_count_for_it() -> None:
    suicide = (Label.SUICIDE, C)
    asked = [suicide, (Label.SUICIDE, B), suicide, suicide]
    assert weight(Label.FEAR, *asked, cleared_at=START + timedelta(minutes=1)) is C
    again = weight(Label.FEAR, *asked, (Label.ABUSE, C), cleared_at=START + timedelta(minutes=1))
    assert again is B


def test_what_was_said_before_they_went_on_from_care_is_settled() -> None:
    before = [(Label.FEAR, C), (Label.CHILD, C), (Label.SUICIDE, A)]
    assert weight(Label.FEAR, *before) is B
    assert weight(Label.FEAR, *before, cleared_at=START + timedelta(minutes=2)) is C


@pytest.mark.parametrize("tier", [A, B])
def test_an_alarm_weighs_as_it_is(tier: Certainty) -> None:
    assert weight(Label.SUICIDE, (Label.SUICIDE, C), tier=tier) is tier


def test_a_quarrel_between_two_who_are_no_couple_never_adds_up() -> None:
    found = check(PHONE, Relation.PARENT_AND_CHILD)
    assert found
    assert found.certainty is C
    before = noted(*[(Label.COERCION, C)] * 9)
    assert weigh(found, before, None).certainty is C
    assert weigh(SafetyFinding(Label.COERCION, C), before, None).certainty is B


def test_there_are_words_for_every_question_that_faint_signs_lead_to() -> None:
    assert [label for label in Label if f"first.{label}.B" not in CATALOGUE] == []
