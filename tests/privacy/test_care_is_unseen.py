"""Couples to whom the same happens, but that one Alice is asked about danger and another is not, or that they answer
differently. Whatever Bob can get hold of is the same, byte by byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fakes import FakeClock
from people import Person
from postbox import Mailbox, words_of
from privacy.test_change_of_mind import all_of, in_order_of_appearance, looks_of
from serving import Served, served, settings_for

FAINT = ("I cannot take this any more.", "I feel so hopeless.", "I feel so hopeless, and he is out.")
PLAIN = ("He forgot my birthday.", "I felt so small.", "I was at home, and he was out.")
YES, NO = {"afraid": "yes", "ending": "yes"}, {"afraid": "no", "hurt": "no", "ending": "no"}


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as box:
        yield box


@pytest.fixture
def server(database_url: str, tmp_path: Path, clock: FakeClock, mailbox: Mailbox) -> Iterator[Served]:
    with served(settings_for(database_url, tmp_path, MWF_SMTP_URL=mailbox.url), clock) as running:
        yield running


def two(person: Callable[[str], Person], key: str) -> tuple[Person, Person]:
    alice, bob = person("Alice"), person("Bob")
    for somebody in (alice, bob):
        somebody.email = f"{key}.{somebody.email}"
        somebody.registers()
    return alice, bob


def test_faint_signs_that_add_up_to_a_question_show_in_nothing_the_other_can_get(
    person: Callable[[str], Person],
) -> None:
    asked, left = (
        after_faint_signs(person, f"couple{number}", said) for number, said in enumerate((FAINT, PLAIN))
    )
    assert asked == left


def after_faint_signs(person: Callable[[str], Person], key: str, said: tuple[str, ...]) -> list[str]:
    alice, bob = two(person, key)
    bob.joins(alice.starts_session())
    for somebody in (alice, bob):
        somebody.signs_compact()
    for words in said:
        alice.says(words)
        bob.says("I am here.")
    assert (alice.sees_session()["care"] is not None) == (said is FAINT)
    return in_order_of_appearance(all_of(bob), key)


@pytest.mark.parametrize("invites", ["Alice", "Bob"])
def test_what_somebody_answers_or_whether_they_do_shows_in_nothing_the_other_can_get(
    person: Callable[[str], Person], server: Served, mailbox: Mailbox, invites: str
) -> None:
    told = [
        after_questions(person, server, f"couple{number}", invites, answers)
        for number, answers in enumerate((YES, NO, {}, None))
    ]
    server.clock.passes(hours=2)
    server.rests()
    letters = [letters_to_bob(mailbox, f"couple{number}") for number in range(len(told))]
    for seen in (told, letters):
        assert seen[0]
        assert seen == [seen[0]] * len(seen)


def letters_to_bob(mailbox: Mailbox, key: str) -> list[str]:
    mine = [letter for letter in mailbox.letters if letter["To"] == f"{key}.bob@example.org"]
    texts = sorted(f"{letter['Subject']} {words_of(letter)}" for letter in mine)
    return in_order_of_appearance([re.sub(r"(unsubscribe|link)#\S+", "link", text) for text in texts], key)


def after_questions(
    person: Callable[[str], Person],
    server: Served,
    key: str,
    invites: str,
    answers: dict[str, str] | None,
) -> list[str]:
    """Asked before there is a session, and in it before the first consent."""
    alice, bob = two(person, key)
    if answers is not None:
        alice.does("POST", "/me/screening", answers)
    first, second = (alice, bob) if invites == "Alice" else (bob, alice)
    second.joins(first.starts_session(second.name))
    assert (alice.sees_session()["care"] is not None) == (answers is YES)
    if answers is YES:
        alice.goes_on()
    for somebody in (alice, bob):
        somebody.comes_to_guess()
    if answers is not None:
        alice.does("POST", alice.here("/screening"), answers)
    assert (alice.sees_session()["care"] is not None) == (answers is YES)
    bob.shares_statement("I imagine that you feel tired.")
    server.rests()
    meanwhile = looks_of(bob)
    if answers is YES:
        alice.goes_on()
    alice.shares_statement("I imagine that you feel unheard.")
    server.rests()
    seen = in_order_of_appearance([*meanwhile, *all_of(bob)], key)
    bob.resumes()
    return seen
