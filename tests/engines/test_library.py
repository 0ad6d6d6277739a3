"""Searching the library: what is found fits, differs, and comes from common ground alone."""

from __future__ import annotations

import inspect
import io

import numpy as np
import pytest

from meetwithoutfear import data
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.repair.pool import EXPERIMENTS, Wanted
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.engines.embedded.ear import Ear, Vectors
from meetwithoutfear.engines.embedded.engine import LocalListener
from meetwithoutfear.engines.embedded.library import (
    FILE,
    LibrarySearch,
    embedded_text,
    load_vectors,
    texts_digest,
)

HEARD = Wanted("to be heard", NeedCategory.CONNECTION, "Both want to finish a thought and be listened to.")
MONEY = Wanted("honesty about money", NeedCategory.MEANING, "Both want to know where the money goes.")
ALONE = Wanted("time of one's own", NeedCategory.AUTONOMY, "Both need hours in which nobody asks for them.")
LOAD = Wanted(
    "to share the load fairly", NeedCategory.FAIRNESS, "Neither wants to carry the household alone."
)
FITTING = [
    (HEARD, {"to be heard"}),
    (LOAD, {"shared responsibility", "fairness"}),
    (MONEY, {"honesty", "security"}),
    (ALONE, {"space", "freedom"}),
    (Wanted("reliability", NeedCategory.SAFETY, "Both want promises to be kept."), {"reliability"}),
    (
        Wanted("to be seen", NeedCategory.RECOGNITION, "Both want the work they do to be noticed."),
        {"appreciation", "recognition"},
    ),
    (
        Wanted("quarrels that end well", NeedCategory.SAFETY, "Both are tired of raised voices."),
        {"peace", "safety"},
    ),
    (
        Wanted("to be near each other", NeedCategory.CONNECTION, "Both miss their evenings together."),
        {"closeness", "companionship", "connection"},
    ),
    (
        Wanted("a say in what happens", NeedCategory.AUTONOMY, "Both want to take part in decisions."),
        {"agency"},
    ),
    (
        Wanted("to put old hurts to rest", NeedCategory.MEANING, "Both would like to be forgiven."),
        {"forgiveness"},
    ),
    (
        Wanted("to sleep", NeedCategory.SAFETY, "Both are worn out by the nights with the baby."),
        {"rest"},
    ),
    (
        Wanted("a common goal", None, "Both want to know again what this company is for."),
        {"purpose"},
    ),
]


@pytest.fixture(scope="module")
def library(ear: Ear) -> LibrarySearch:
    return LibrarySearch(ear)


@pytest.fixture(scope="module")
def bare_library() -> LibrarySearch:
    """Without weights."""
    return LibrarySearch(None)


def test_the_shipped_vectors_belong_to_the_texts(ear: Ear) -> None:
    with np.load(io.BytesIO(data.read_bytes(FILE))) as file:
        assert str(file["sources"]) == texts_digest(), "run tools/embed_library.py"
    again = ear.encode([embedded_text(experiment) for experiment in EXPERIMENTS[::10]])
    assert (np.sum(again * load_vectors()[::10], axis=1) > 0.98).all()


def test_no_two_experiments_say_the_same_in_other_words(ear: Ear) -> None:
    vectors = ear.encode([experiment.description for experiment in EXPERIMENTS])
    assert np.triu(vectors @ vectors.T, k=1).max() < 0.9


@pytest.mark.parametrize(("wanted", "needs"), FITTING, ids=lambda value: getattr(value, "need", ""))
def test_what_is_wanted_is_met_among_the_first_three(
    library: LibrarySearch, wanted: Wanted, needs: set[str]
) -> None:
    found = library.find([wanted], count=3)
    assert any(needs & set(experiment.needs) for experiment in found)
    assert wanted.category is None or any(wanted.category in experiment.categories for experiment in found)


def test_money_finds_the_weekly_look_at_the_figures_among_its_first_three(library: LibrarySearch) -> None:
    assert "friday-figures" in {experiment.key for experiment in library.find([MONEY], count=3)}


def test_everything_wanted_gets_its_turn(library: LibrarySearch) -> None:
    first, second, third = library.find([HEARD, MONEY, ALONE], count=3)
    assert "to be heard" in first.needs
    assert "honesty" in second.needs
    assert NeedCategory.AUTONOMY in third.categories


def test_what_is_found_differs_more_than_the_nearest_ones_would(library: LibrarySearch, ear: Ear) -> None:
    vectors, place = load_vectors(), {experiment.key: row for row, experiment in enumerate(EXPERIMENTS)}
    found, nearest = 0.0, 0.0
    for wanted, _ in FITTING:
        rows = [place[experiment.key] for experiment in library.find([wanted], count=5)]
        near = vectors @ ear.encode([f"{wanted.need}. {wanted.description}"])[0]
        found += likeness(vectors[rows])
        nearest += likeness(vectors[np.argsort(-near)[:5]])
    assert found < 0.9 * nearest
    assert likeness(vectors[[place[one.key] for one in library.find([], count=6)]]) < 0.2


def likeness(vectors: Vectors) -> float:
    """On average between two of them."""
    return float((vectors @ vectors.T)[np.triu_indices(len(vectors), k=1)].mean())


def test_a_word_that_is_no_need_in_its_category_does_not_count_as_one(library: LibrarySearch) -> None:
    found = library.find([Wanted("to put old hurts to rest", NeedCategory.MEANING, "")], count=3)
    assert not any("rest" in experiment.needs for experiment in found)


def test_what_was_shown_before_is_left_out(library: LibrarySearch) -> None:
    before = {experiment.key for experiment in library.find([HEARD], count=5)}
    after = {experiment.key for experiment in library.find([HEARD], count=5, without=before)}
    assert len(after) == 5
    assert not before & after


@pytest.mark.parametrize("relation", Relation)
def test_only_what_suits_the_relation_is_found(library: LibrarySearch, relation: Relation) -> None:
    found = library.find([HEARD, LOAD], count=10, relation=relation)
    assert len(found) == 10
    assert all(relation in experiment.relations for experiment in found)


def test_as_many_as_asked_for_and_never_one_twice(library: LibrarySearch) -> None:
    for count in (0, 1, 7, len(EXPERIMENTS)):
        found = library.find([HEARD, MONEY], count=count)
        assert len({experiment.key for experiment in found}) == count
    assert len(library.find([HEARD], count=1000)) == len(EXPERIMENTS)


def test_nothing_in_common_still_finds_something(library: LibrarySearch) -> None:
    assert len(library.find([], count=3)) == 3
    assert len(library.find([Wanted("we see each other's needs", None, "")], count=3)) == 3


def test_the_same_question_has_the_same_answer(library: LibrarySearch, ear: Ear) -> None:
    assert library.find([HEARD, LOAD], count=8) == LibrarySearch(ear).find([HEARD, LOAD], count=8)


@pytest.mark.parametrize("wanted", [HEARD, LOAD, MONEY, FITTING[4][0], FITTING[8][0]], ids=lambda w: w.need)
def test_without_weights_the_names_of_needs_still_find_what_fits(
    bare_library: LibrarySearch, wanted: Wanted
) -> None:
    needs = next(needs for item, needs in FITTING if item == wanted)
    found = bare_library.find([wanted], count=3)
    assert all(needs & set(experiment.needs) for experiment in found)


def test_without_weights_and_names_the_category_and_the_words_decide(bare_library: LibrarySearch) -> None:
    found = bare_library.find([ALONE], count=3)
    assert all(NeedCategory.AUTONOMY in experiment.categories for experiment in found)
    (first,) = bare_library.find([Wanted("", None, "The unread mails and the drawers.")], count=1)
    assert "drawers" in first.description
    assert bare_library.find([ALONE, LOAD], count=6) == LibrarySearch(None).find([ALONE, LOAD], count=6)


@pytest.mark.anyio
async def test_the_listener_suggests_what_the_library_finds(library: LibrarySearch) -> None:
    shown = {experiment.key for experiment in library.find([LOAD], count=2)}
    suggested = await LocalListener().suggest_experiments(
        [LOAD], count=4, without=shown, relation=Relation.COUPLE
    )
    assert suggested == library.find([LOAD], count=4, without=shown, relation=Relation.COUPLE)


def test_a_suggestion_can_be_asked_for_with_common_ground_and_keys_alone() -> None:
    asked = inspect.signature(LocalListener.suggest_experiments).parameters
    assert [str(parameter) for parameter in asked.values()] == [
        "self",
        "wanted: 'Sequence[Wanted]'",
        "count: 'int'",
        "without: 'Collection[str]' = ()",
        "relation: 'Relation | None' = None",
    ]
    assert list(inspect.signature(Wanted).parameters) == ["need", "category", "description"]
