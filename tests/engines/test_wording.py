"""How people type, and what of it is said back to them."""

from __future__ import annotations

import pytest

from meetwithoutfear.engines.embedded.sentences import calm


@pytest.mark.parametrize(
    ("typed", "said_back"),
    [
        (
            "I deleted the photos and restored them, how stupid is that.",
            "I deleted the photos and restored them.",
        ),
        ("I cried in the car, silly me", "I cried in the car"),
        ("How stupid of him to say that.", "How stupid of him to say that."),
        ("I AM SO TIRED OF THIS", "I am so tired of this"),
    ],
)
def test_shouting_and_self_scorn_are_not_said_back(typed: str, said_back: str) -> None:
    assert calm(typed) == said_back
