"""Every way to say no has a stable code and a sentence for people."""

from __future__ import annotations

import inspect
import re

import pytest

from meetwithoutfear.domain import errors
from meetwithoutfear.domain.errors import Conflict, DomainError, Invalid, NotFound, TransientError

KINDS = [
    kind
    for _name, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, DomainError) and kind is not DomainError
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_speaks_for_itself(kind: type[DomainError]) -> None:
    error = kind()
    assert error.message == kind.sentence == str(error)
    assert error.sentence.endswith(".")
    assert error.code == error.code.upper()
    assert error.details == {}


def test_the_tree_at_the_top_of_the_file_shows_every_error_below_its_own() -> None:
    told = re.findall(r"^( *)([A-Z][A-Za-z]+)(?:  |$)", errors.__doc__ or "", re.MULTILINE)
    parents = {name: parent_in(told, place) for place, (_, name) in enumerate(told)}
    everyone = [*KINDS, DomainError, TransientError]
    assert parents == {kind.__name__: kind.__bases__[0].__name__ for kind in everyone}


def parent_in(told: list[tuple[str, str]], place: int) -> str:
    space, _ = told[place]
    return next((name for before, name in reversed(told[:place]) if len(before) < len(space)), "Exception")


def test_no_two_errors_share_a_code() -> None:
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes) == 18
    assert TransientError.code not in codes


def test_a_better_sentence_and_details_can_be_given() -> None:
    error = Conflict("Your partner has already joined.", status="ACTIVE")
    assert error.message == str(error) == "Your partner has already joined."
    assert error.details == {"status": "ACTIVE"}
    assert NotFound().message == "There is nothing here for you."


def test_what_is_wrong_with_a_field_is_said_at_the_field() -> None:
    error = Invalid.field("name", "This must not be empty.")
    assert error.details == {"fields": [{"field": "name", "message": "This must not be empty."}]}
