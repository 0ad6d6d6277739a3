"""Words about control, read by what the two are to each other: a quarrel between flatmates is no emergency, and nothing that
is one becomes a quarrel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check
from meetwithoutfear.domain.side import Relation

HERE = Path(__file__).parent
APART = [
    Relation.PARENT_AND_CHILD, Relation.RELATIVES, Relation.FRIENDS,
    Relation.FLATMATES, Relation.COLLEAGUES, Relation.FOUNDERS,
]  # fmt: skip
NEAR = [None, Relation.COUPLE, Relation.FORMER_COUPLE]
TOOK = "She took my phone and won't let me see my friends."


def listed(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


DEVELOPMENT = listed(HERE / "disputes_development.jsonl")
FROZEN = listed(HERE.parent / "data" / "ordinary_disputes.jsonl")


def said_relation(case: dict[str, Any]) -> Relation:
    return Relation({"parent_child": "PARENT_AND_CHILD"}.get(case["relation"], case["relation"].upper()))


def alarms(text: str, relation: Relation | None) -> bool:
    finding = check(text, relation)
    return finding is not None and finding.is_alarm


def test_the_development_disputes_are_all_judged_right() -> None:
    wrong = [case for case in DEVELOPMENT if alarms(case["text"], said_relation(case)) != case["danger"]]
    assert wrong == []


def test_no_ordinary_dispute_written_by_another_hand_is_an_alarm() -> None:
    disputes = [case for case in FROZEN if not case.get("danger")]
    rung = [case["text"] for case in disputes if alarms(case["text"], said_relation(case))]
    assert len(disputes) >= 60
    assert rung == []


def test_danger_in_the_same_words_is_heard_whatever_they_are_to_each_other() -> None:
    dangers = [case for case in FROZEN if case.get("danger")]
    missed = [case["text"] for case in dangers if not alarms(case["text"], said_relation(case))]
    assert len(dangers) >= 30
    assert len(missed) <= len(dangers) // 10, missed


def test_what_they_are_makes_nothing_lighter_that_is_heard_without_it() -> None:
    """But for words about control: for each danger, saying what they are loses no alarm."""
    for case in FROZEN:
        if case.get("danger") and alarms(case["text"], None):
            assert alarms(case["text"], said_relation(case)), case["text"]


@pytest.mark.parametrize("relation", APART)
def test_control_is_a_quarrel_between_people_apart(relation: Relation) -> None:
    assert check(TOOK, relation) == SafetyFinding(Label.COERCION, Certainty.C)


@pytest.mark.parametrize("relation", NEAR)
def test_control_is_control_in_a_couple_and_until_it_is_said(relation: Relation | None) -> None:
    assert check(TOOK, relation) == SafetyFinding(Label.COERCION, Certainty.A)


@pytest.mark.parametrize("relation", APART)
@pytest.mark.parametrize(
    "text",
    [
        "My husband took my phone.",
        "He took my phone. He is my boyfriend.",
        "We are married and she won't let me see my friends.",
        "He took my phone and hit me.",
        "She took my passport.",
        "They locked me in.",
        "He took my phone, and he has a knife.",
        "Mein Mann kontrolliert mein Handy.",
    ],
)
def test_a_partner_or_violence_named_keeps_the_strictest(text: str, relation: Relation) -> None:
    assert alarms(text, relation)


def test_somebody_elses_partner_and_whom_one_wants_to_see_are_no_partner_of_the_writer() -> None:
    assert not alarms("My mother won't let me see my boyfriend.", Relation.PARENT_AND_CHILD)
    assert not alarms("My son took my car keys, and my wife is furious.", Relation.PARENT_AND_CHILD)
    assert alarms("They took my phone, and my husband is furious.", Relation.RELATIVES)


def test_something_else_says_only_what_they_are_not_so_the_words_must_name_who_it_is() -> None:
    assert not alarms("My neighbour took my keys.", Relation.OTHER)
    assert alarms("He took my keys.", Relation.OTHER)


@pytest.mark.parametrize("relation", [None, Relation.PARENT_AND_CHILD])
def test_despair_beside_a_quarrel_is_despair(relation: Relation | None) -> None:
    finding = check("Mum took my phone. I want to die.", relation)
    assert finding == SafetyFinding(Label.SUICIDE, Certainty.A)


def test_in_german_a_quarrel_is_a_quarrel_too() -> None:
    assert not alarms("Meine Mutter kontrolliert mein Handy.", Relation.PARENT_AND_CHILD)
    assert alarms("Meine Mutter kontrolliert mein Handy.", None)
    assert alarms("Meine Mutter kontrolliert mein Handy und schlägt mich.", Relation.PARENT_AND_CHILD)
