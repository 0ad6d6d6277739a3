from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.feelings import FEELINGS, GuidanceType, closeness
from meetwithoutfear.domain.gap import (
    CORE,
    SECONDARY,
    SEED_OF,
    Misattribution,
    Recommendation,
    Severity,
    Stance,
    action_for,
    compare,
    guidance_for,
    settle_action,
    severity_of,
)

KEYS = list(FEELINGS)
MINOR_ERROR = Misattribution("jealousy", major=False)
MAJOR_ERROR = Misattribution("relief", major=True)


def some_pair(chance: random.Random) -> tuple[dict[str, float], list[str], list[str]]:
    subject = {f: chance.choice([CORE, SECONDARY]) for f in chance.sample(KEYS, chance.randint(1, 5))}
    guess = chance.sample(KEYS, chance.randint(0, 5))
    denied = chance.sample(KEYS, chance.randint(0, 2))
    return subject, guess, denied


@pytest.mark.unmeasured
def test_adding_a_true_feeling_never_lowers_the_score_in_ten_thousand_pairs() -> None:
    chance = random.Random(1)
    for _ in range(10_000):
        subject, guess, denied = some_pair(chance)
        more = [*guess, chance.choice(list(subject))]
        assert compare(subject, more, denied).score >= compare(subject, guess, denied).score


@pytest.mark.unmeasured
def test_adding_a_false_feeling_never_raises_the_score_in_ten_thousand_pairs() -> None:
    chance = random.Random(2)
    for _ in range(10_000):
        subject, guess, denied = some_pair(chance)
        refused = set(denied) - subject.keys()
        false = [f for f in KEYS if f in refused or not any(closeness(f, s) for s in subject)]
        more = [*guess, chance.choice(false)]
        assert compare(subject, more, denied).score <= compare(subject, guess, denied).score


@given(
    st.dictionaries(st.sampled_from(KEYS), st.sampled_from([CORE, SECONDARY])),
    st.lists(st.sampled_from(KEYS)),
    st.lists(st.sampled_from(KEYS)),
)
def test_any_comparison_sorts_every_feeling_of_the_subject_once(
    subject: dict[str, float], guess: list[str], denied: list[str]
) -> None:
    result = compare(subject, guess, denied)
    assert 0 <= result.score <= 100
    assert sorted((*result.captured, *result.missed)) == sorted(subject)
    assert not {item.feeling for item in result.misattributions} & subject.keys()


def test_a_guess_that_names_everything_has_the_full_score() -> None:
    assert compare({"fear": CORE, "hurt": SECONDARY}, ["hurt", "fear"]).score == 100


def test_a_core_feeling_weighs_three_times_a_secondary_one() -> None:
    assert compare({"fear": CORE, "hurt": SECONDARY}, ["fear"]).score == 75
    assert compare({"fear": CORE, "hurt": SECONDARY}, ["hurt"]).score == 25


def test_a_feeling_of_the_same_family_counts_as_captured() -> None:
    result = compare({"fear": CORE}, ["anxiety"])
    assert result.score == 70
    assert result.captured == ("fear",)
    assert result.misattributions == ()


def test_a_feeling_out_of_the_blue_costs_twenty_points() -> None:
    result = compare({"fear": CORE}, ["fear", "jealousy"])
    assert result.score == 80
    assert result.misattributions == (MINOR_ERROR,)


def test_what_the_subject_denied_is_a_major_error_and_earns_nothing() -> None:
    result = compare({"frustration": CORE}, ["anger"], denied=["anger"])
    assert result.score == 0
    assert result.misattributions == (Misattribution("anger", major=True),)


def test_what_the_subject_confirmed_outranks_what_they_denied_before() -> None:
    assert compare({"anger": CORE}, ["anger"], denied=["anger"]).score == 100


def test_telling_a_person_in_pain_that_they_are_fine_is_a_major_error() -> None:
    assert compare({"sadness": CORE}, ["relief"]).misattributions == (MAJOR_ERROR,)
    assert compare({"sadness": CORE, "hope": SECONDARY}, ["relief"]).misattributions == ()


def test_a_subject_of_whom_nothing_is_known_is_neither_met_nor_missed() -> None:
    result = compare({}, ["fear"])
    assert result.score == 50
    assert result.misattributions == ()


@pytest.mark.parametrize(
    ("score", "severity"),
    [
        (100, "none"),
        (80, "none"),
        (79, "minor"),
        (60, "minor"),
        (59, "moderate"),
        (30, "moderate"),
        (29, "significant"),
    ],
)
def test_the_bands_begin_at_eighty_sixty_and_thirty(score: int, severity: str) -> None:
    assert severity_of(score) is Severity(severity)


@pytest.mark.parametrize(
    ("score", "wrong", "action"),
    [
        (80, (), Recommendation.PROCEED),
        (80, (MINOR_ERROR,), Recommendation.OFFER_OPTIONAL),
        (79, (), Recommendation.OFFER_OPTIONAL),
        (60, (), Recommendation.OFFER_OPTIONAL),
        (59, (), Recommendation.OFFER_SHARING),
        (100, (MAJOR_ERROR,), Recommendation.OFFER_SHARING),
    ],
)
def test_the_rule_offers_less_the_better_the_guess(
    score: int, wrong: tuple[Misattribution, ...], action: Recommendation
) -> None:
    assert action_for(score, wrong) is action
    assert settle_action(None, score, wrong).action is action


@pytest.mark.parametrize(
    ("recommended", "score", "wrong", "overruled"),
    [
        (Recommendation.PROCEED, 60, (), False),
        (Recommendation.PROCEED, 60, (MINOR_ERROR,), False),
        (Recommendation.PROCEED, 59, (), True),
        (Recommendation.PROCEED, 90, (MAJOR_ERROR,), True),
        (Recommendation.OFFER_SHARING, 79, (), False),
        (Recommendation.OFFER_SHARING, 80, (MINOR_ERROR,), False),
        (Recommendation.OFFER_SHARING, 80, (), True),
        (Recommendation.OFFER_OPTIONAL, 5, (), False),
        (Recommendation.OFFER_OPTIONAL, 100, (), False),
    ],
)
def test_a_recommendation_stands_when_its_own_fields_support_it(
    recommended: Recommendation, score: int, wrong: tuple[Misattribution, ...], overruled: bool
) -> None:
    settled = settle_action(recommended, score, wrong)
    assert settled.overruled is overruled
    assert settled.action is (action_for(score, wrong) if overruled else recommended)


@pytest.mark.parametrize("stance", [s for s in Stance if s not in {Stance.AFFIRMED, Stance.UNCLEAR}])
@pytest.mark.parametrize("recommended", list(Recommendation))
def test_what_is_no_understanding_is_always_a_reason_to_share(
    stance: Stance, recommended: Recommendation
) -> None:
    settled = settle_action(recommended, 100, (), stance)
    assert settled.action is Recommendation.OFFER_SHARING
    assert settled.overruled is (recommended is not Recommendation.OFFER_SHARING)


@pytest.mark.parametrize("recommended", [None, *Recommendation])
def test_what_cannot_be_read_is_never_let_through(recommended: Recommendation | None) -> None:
    settled = settle_action(recommended, 100, (), Stance.UNCLEAR)
    decided_by_rule = recommended in {None, Recommendation.PROCEED}
    assert settled.action is (Recommendation.OFFER_OPTIONAL if decided_by_rule else recommended)
    assert settled.overruled is (recommended is Recommendation.PROCEED)


def test_a_missing_recommendation_is_not_counted_as_overruled() -> None:
    assert not settle_action(None, 10, ()).overruled


@pytest.mark.parametrize(
    ("guess", "shared", "guidance"),
    [
        (["fear", "sadness"], False, None),
        ([], False, GuidanceType.NAME_A_FEELING),
        (["jealousy"], False, GuidanceType.CHALLENGE_ASSUMPTIONS),
        (["fear"], False, GuidanceType.EXPLORE_BREADTH),
        (["abandonment"], False, GuidanceType.EXPLORE_DEEPER_FEELINGS),
        (["fear"], True, GuidanceType.STAY_WITH_SHARED_WORDS),
    ],
)
def test_guidance_follows_from_what_is_missing(
    guess: list[str], shared: bool, guidance: GuidanceType | None
) -> None:
    assert guidance_for(compare({"fear": CORE, "sadness": CORE}, guess), guess, shared=shared) is guidance


def test_a_missed_cost_asks_to_acknowledge_it() -> None:
    result = compare({"exhaustion": CORE, "fear": SECONDARY}, ["fear"])
    assert guidance_for(result, ["fear"], shared=False) is GuidanceType.ACKNOWLEDGE_IMPACT


def test_every_guidance_has_a_seed_for_its_question() -> None:
    assert set(SEED_OF) == set(GuidanceType)
