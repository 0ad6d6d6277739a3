"""How a statement stands to the feelings it names: whose they are, and whether it affirms them."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.feelings import ChosenFeeling
from meetwithoutfear.domain.gap import Confidence, Recommendation, Stance
from meetwithoutfear.engines.embedded.gap import GapInput, analyse
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.stance import read_statement

DATA = Path(__file__).parents[1] / "data"
WRITTEN_WITH_THE_RULES = [
    json.loads(line) for line in (DATA / "stances.jsonl").read_text("utf-8").splitlines()
]
TIRED = ("I get up at six and do it all. I'm exhausted, and nobody sees it.",)
CHIPS = (ChosenFeeling("exhaustion", most=True), ChosenFeeling("unappreciated", most=True))
TICKED = ("exhaustion", "unappreciated")


def of(statement: str, subject: str = "", feelings: Collection[str] = ()) -> Stance:
    return read_statement(statement, subject).stance(feelings)


@pytest.mark.parametrize(
    ("statement", "stance"),
    [
        ("I don't think you feel exhausted or unseen.", Stance.DENIED),
        ("You have no reason to feel betrayed.", Stance.DENIED),
        ("You are overreacting. You feel a little tired, like everyone.", Stance.DENIED),
        ("You pretend to be exhausted.", Stance.PRETENDED),
        ("Your exhaustion is just an act.", Stance.PRETENDED),
        ("Oh, poor you, so exhausted and so unseen!", Stance.MOCKED),
        ("You are tired and lonely and also pathetic.", Stance.MOCKED),
        ("Stop being so exhausted and sad.", Stance.ORDERED),
        ("You need to stop being jealous.", Stance.ORDERED),
        ("Do you feel unseen and worn out?", Stance.ASKED),
        ("I am exhausted and nobody sees what I do.", Stance.NOT_THE_SUBJECTS),
        ("You make me feel invisible.", Stance.NOT_THE_SUBJECTS),
        ("My mother is exhausted and lonely.", Stance.NOT_THE_SUBJECTS),
        ("exhausted, unseen", Stance.WORD_LIST),
        ("Ich glaube, du bist erschöpft und fühlst dich übersehen.", Stance.UNCLEAR),
        ("We went to the lake on Sunday.", Stance.UNCLEAR),
    ],
)
def test_what_is_no_understanding_is_told_apart(statement: str, stance: Stance) -> None:
    assert of(statement) is stance


@pytest.mark.parametrize(
    "statement",
    [
        "Maybe you're lonely in the evenings, I guess.",
        "I don't doubt that you feel betrayed.",
        "It's not that you don't care. You are overwhelmed.",
        "I never noticed how exhausted you were.",
        "You don't feel seen, and you don't feel heard.",
        "You pretend to be fine, but inside you're sad.",
        "You feel that I don't listen. That leaves you alone.",
        "You feel exhausted and unseen. Am I right?",
        "You feel ignored by me. How can I make it better?",
        "I feel bad that you're so worn out.",
        "You're not overreacting. You're hurt.",
        "She feels left out and a little jealous.",
    ],
)
def test_hedges_double_denials_and_admissions_affirm(statement: str) -> None:
    assert of(statement) is Stance.AFFIRMED


def test_a_contrast_denies_one_feeling_and_affirms_the_other() -> None:
    reading = read_statement("You're not angry but hurt.")
    assert reading.affirmed == frozenset({"hurt"})
    assert reading.refused == frozenset({"anger"})
    assert reading.stance(["hurt"]) is Stance.AFFIRMED
    assert reading.stance(["anger", "hurt"]) is Stance.DENIED


def test_the_subject_is_known_by_name() -> None:
    statement = "I think Ben is hurt and disappointed."
    assert of(statement, "Ben") is Stance.AFFIRMED
    assert of(statement, "Tom") is Stance.NOT_THE_SUBJECTS


def test_the_examples_that_the_rules_were_written_with() -> None:
    misread = [
        case["statement"]
        for case in WRITTEN_WITH_THE_RULES
        if (of(case["statement"], case.get("subject", ""), case.get("feelings", ())) is Stance.AFFIRMED)
        is not (case["stance"] == Stance.AFFIRMED)
    ]
    assert misread == []


@given(st.text(max_size=400))
def test_any_text_has_a_stance(text: str) -> None:
    reading = read_statement(text)
    assert reading.stance() in Stance
    assert not reading.refused - reading.withheld


@pytest.mark.parametrize("ticked", [TICKED, ()])
def test_a_denial_stays_one_whatever_was_ticked_beside_it(reader: Reader, ticked: tuple[str, ...]) -> None:
    analysis = analyse(
        reader.detector,
        reader.scale,
        GapInput("I don't think you feel exhausted or unseen.", TIRED, CHIPS, ticked),
    )
    assert analysis.stance == Stance.DENIED
    assert analysis.alignment_score == 0
    assert analysis.recommended_action is Recommendation.OFFER_SHARING
    assert set(analysis.missed_feelings) == set(TICKED)
    assert analysis.suggested_share_focus


def test_a_feeling_that_is_only_the_writers_is_not_counted(reader: Reader) -> None:
    analysis = analyse(
        reader.detector,
        reader.scale,
        GapInput("You are worn out, and I feel invisible.", TIRED, CHIPS, ("exhaustion", "unappreciated")),
    )
    assert analysis.missed_feelings == ("unappreciated",)


def test_to_say_that_all_is_well_is_no_understanding_of_pain(reader: Reader) -> None:
    analysis = analyse(reader.detector, reader.scale, GapInput("You are relieved.", TIRED, CHIPS, TICKED))
    assert analysis.recommended_action is Recommendation.OFFER_SHARING


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("Ich glaube, du bist erschöpft und fühlst dich übersehen.", TIRED),
        ("Je pense que tu es épuisée et que personne ne te voit.", TIRED),
    ],
)
@pytest.mark.parametrize("chips", [CHIPS, ()])
@pytest.mark.parametrize("ticked", [TICKED, ()])
def test_what_cannot_be_read_is_not_decided_but_asked_about(
    reader: Reader,
    statement: str,
    told: tuple[str, ...],
    chips: tuple[ChosenFeeling, ...],
    ticked: tuple[str, ...],
) -> None:
    analysis = analyse(reader.detector, reader.scale, GapInput(statement, told, chips, ticked))
    assert analysis.confidence == Confidence.LOW
    assert analysis.recommended_action == Recommendation.OFFER_OPTIONAL
    assert analysis.guidance_type == "name_a_feeling"
    assert analysis.alignment_score < 80
    assert analysis.suggested_share_focus


def test_a_subject_whose_words_cannot_be_read_is_not_judged_by_them(reader: Reader) -> None:
    told = ("Ich stehe um sechs auf und mache alles. Ich bin erschöpft, und niemand sieht es.",)
    statement = "You are exhausted and feel unseen."
    assert analyse(reader.detector, reader.scale, GapInput(statement, told)).confidence is Confidence.LOW
    told_by_chips = analyse(reader.detector, reader.scale, GapInput(statement, told, CHIPS, TICKED))
    assert told_by_chips.confidence == Confidence.HIGH
    assert told_by_chips.recommended_action == Recommendation.PROCEED
