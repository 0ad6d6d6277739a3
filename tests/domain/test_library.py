"""What the library promises: enough, different, for everybody, and worded so that either of the two may have said it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from meetwithoutfear.domain.feelings import NEEDS, NeedCategory
from meetwithoutfear.domain.repair.pool import EXPERIMENTS
from meetwithoutfear.domain.safety import check
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.vocabulary import read_json


def test_there_are_at_least_120_and_every_entry_of_the_file_is_one() -> None:
    assert len(EXPERIMENTS) >= 120
    assert len(EXPERIMENTS) == len(read_json("experiments.json"))


@pytest.mark.parametrize("field", ["key", "description", "measure", "if_then"])
def test_no_text_occurs_twice(field: str) -> None:
    texts = Counter(getattr(experiment, field).casefold() for experiment in EXPERIMENTS)
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize("category", NeedCategory)
def test_every_category_of_needs_has_at_least_twelve(category: NeedCategory) -> None:
    assert sum(category in experiment.categories for experiment in EXPERIMENTS) >= 12


@pytest.mark.parametrize("need", NEEDS)
def test_every_need_has_at_least_three(need: str) -> None:
    assert sum(need in experiment.needs for experiment in EXPERIMENTS) >= 3


@pytest.mark.parametrize("relation", Relation)
def test_every_kind_of_relation_has_at_least_fifteen(relation: Relation) -> None:
    assert sum(relation in experiment.relations for experiment in EXPERIMENTS) >= 15


def test_no_four_words_open_more_than_three() -> None:
    openings = Counter(" ".join(experiment.description.lower().split()[:4]) for experiment in EXPERIMENTS)
    assert [words for words, times in openings.items() if times > 3] == []


def test_every_field_is_filled_and_within_its_length() -> None:
    for experiment in EXPERIMENTS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", experiment.key)
        assert 40 <= len(experiment.description) <= 300, experiment.key
        assert 10 <= len(experiment.measure) <= 200, experiment.key
        assert experiment.measure.endswith("?"), experiment.key
        assert len(experiment.if_then) <= 240, experiment.key
        assert re.match(r"If .+, then we ", experiment.if_then), experiment.key
        assert re.fullmatch(r"1 week|[2-4] weeks|[2-9] days|1[0-4] days", experiment.duration), experiment.key
        assert experiment.relations, experiment.key


def test_every_experiment_serves_one_to_three_known_needs_and_so_their_categories() -> None:
    for experiment in EXPERIMENTS:
        assert 1 <= len(experiment.needs) == len(set(experiment.needs)) <= 3, experiment.key
        assert set(experiment.needs) <= set(NEEDS), experiment.key
        assert experiment.categories == {NEEDS[need] for need in experiment.needs}


def test_a_description_does_not_tell_who_of_the_two_proposed_it() -> None:
    one_sided = re.compile(r"\b(I|me|my|mine|you|your|yours)\b", re.IGNORECASE)
    for experiment in EXPERIMENTS:
        outside_of_quotes = re.sub(r"“[^”]*”", "", experiment.description)
        assert not one_sided.search(outside_of_quotes), experiment.key


def test_no_text_would_alarm_the_safety_check() -> None:
    for experiment in EXPERIMENTS:
        for text in (experiment.description, experiment.measure, experiment.if_then):
            assert check(text) is None, experiment.key
