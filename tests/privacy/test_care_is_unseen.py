"""Couples to whom the same happens, but that one of them is asked about danger and the other Alice is not. Whatever Bob can
get hold of is the same, byte by byte."""

from __future__ import annotations

from collections.abc import Callable

from people import Person
from privacy.test_change_of_mind import all_of, in_order_of_appearance

FAINT = ("I cannot take this any more.", "I feel so hopeless.", "I feel so hopeless, and he is out.")
PLAIN = ("He forgot my birthday.", "I felt so small.", "I was at home, and he was out.")


def test_faint_signs_that_add_up_to_a_question_show_in_nothing_the_other_can_get(
    person: Callable[[str], Person],
) -> None:
    asked, left = (
        couple_after(person, f"couple{number}", said) for number, said in enumerate((FAINT, PLAIN))
    )
    assert asked == left


def couple_after(person: Callable[[str], Person], key: str, said: tuple[str, ...]) -> list[str]:
    alice, bob = person("Alice"), person("Bob")
    for somebody in (alice, bob):
        somebody.email = f"{key}.{somebody.email}"
        somebody.registers()
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.signs_compact()
    for words in said:
        alice.says(words)
        bob.says("I am here.")
    assert (alice.sees_session()["care"] is not None) == (said is FAINT)
    return in_order_of_appearance(all_of(bob), key)
