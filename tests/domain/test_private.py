"""Private text opens for its owner and for nobody else, and never by accident."""

from __future__ import annotations

import json
import logging
from uuid import UUID

import pytest

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.text import Private

ALICE, BOB = UUID(int=1), UUID(int=2)
SECRET = "I have never told anybody"
HERS = Private(ALICE, SECRET)


def test_the_owner_reads_it() -> None:
    assert HERS.read_as(ALICE) == SECRET


def test_for_everybody_else_it_is_not_there() -> None:
    with pytest.raises(NotFound):
        HERS.read_as(BOB)


def test_it_masks_itself_wherever_it_might_be_printed() -> None:
    shown = [
        repr(HERS),
        str(HERS),
        f"{HERS}",
        f"{HERS!r:>40}",
        format(HERS, ">40"),
        repr([HERS]),
    ]
    assert not any(SECRET in text for text in shown)
    assert str(HERS) == "Private(…)"


def test_it_masks_itself_in_logs_and_json(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger(__name__).warning("heard %s", HERS)
    assert SECRET not in caplog.text
    assert SECRET not in json.dumps({"content": HERS}, default=str)
    with pytest.raises(TypeError):
        json.dumps({"content": HERS})


def test_an_error_about_it_does_not_quote_it() -> None:
    with pytest.raises(NotFound) as refusal:
        HERS.read_as(BOB)
    assert SECRET not in repr(refusal.value)
