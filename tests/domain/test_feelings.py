from __future__ import annotations

import pytest

from meetwithoutfear.domain.feelings import (
    FEELINGS,
    NEEDS,
    RELATED_PAIRS,
    AreaHint,
    GuidanceType,
    NeedCategory,
    PromptSeed,
    closeness,
    suggested_view,
)


def test_there_are_twenty_seven_feelings_about_forty_needs_and_six_categories() -> None:
    assert len(FEELINGS) == 27
    assert 38 <= len(NEEDS) <= 44
    assert all(list(NEEDS.values()).count(category) >= 5 for category in NeedCategory)


def test_the_closed_lists_hold_what_a_prompt_may_say_and_nothing_more() -> None:
    assert len(AreaHint) == 24
    assert set(GuidanceType) == {
        "explore_deeper_feelings",
        "explore_breadth",
        "challenge_assumptions",
        "acknowledge_impact",
        "name_a_feeling",
        "stay_with_shared_words",
    }
    assert set(PromptSeed) == {
        "what might be underneath",
        "what else might be there",
        "what might you be assuming",
        "what did it cost them",
        "what would you call that feeling",
        "what in their words stays with you",
    }


def test_every_feeling_points_to_known_needs_and_has_words_for_itself() -> None:
    for feeling in FEELINGS.values():
        assert set(feeling.needs) <= set(NEEDS)
        assert feeling.says
        assert feeling.noun
        assert len(feeling.prototypes) >= 5


def test_only_what_others_do_or_leave_undone_is_told_by_a_good_thing_that_is_missing() -> None:
    unheard = FEELINGS["unheard"].lacks
    assert unheard is not None
    assert unheard.search("He never listens to me.")
    assert FEELINGS["fear"].lacks is None


def test_related_pairs_join_known_feelings_of_different_families() -> None:
    for pair in RELATED_PAIRS:
        one, other = pair
        assert FEELINGS[one].family != FEELINGS[other].family


@pytest.mark.parametrize("one", FEELINGS)
def test_closeness_is_the_same_from_both_sides_and_full_only_for_itself(one: str) -> None:
    for other in FEELINGS:
        assert closeness(one, other) == closeness(other, one)
        assert (closeness(one, other) == 1.0) == (one == other)


def test_family_counts_more_than_a_neighbour_and_a_neighbour_more_than_a_stranger() -> None:
    assert (
        closeness("fear", "anxiety") > closeness("fear", "abandonment") > closeness("fear", "jealousy") == 0
    )


def test_the_likeliest_feelings_come_first_and_the_others_behind_them() -> None:
    ranked = list(FEELINGS)
    seen = suggested_view(ranked)
    first, *_ = vars(seen).values()
    shown = [feeling.feeling for part in vars(seen).values() for feeling in part]
    assert shown == ranked
    assert len(first) == 8
