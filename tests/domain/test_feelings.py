"""The vocabulary of feelings."""

from __future__ import annotations

from meetwithoutfear.domain.feelings import FAMILY, FEELINGS, RELATED, SAME, closeness


def test_there_are_twenty_seven_feelings_and_each_knows_its_words() -> None:
    assert len(FEELINGS) == 27
    assert all(feeling.lexicon.pattern and feeling.prototypes for feeling in FEELINGS.values())


def test_a_feeling_stands_for_itself_wholly_and_for_its_family_in_part() -> None:
    assert closeness("anger", "anger") == SAME
    assert closeness("anger", "frustration") == FAMILY


def test_closeness_is_mutual_and_ends_somewhere() -> None:
    pairs = [(one, other) for one in FEELINGS for other in FEELINGS]
    assert all(closeness(one, other) == closeness(other, one) for one, other in pairs)
    assert {closeness(one, other) for one, other in pairs} == {SAME, FAMILY, RELATED, 0}
