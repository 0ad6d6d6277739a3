"""Whose words a message carries follows from what it is, in whose chat it stands, and whose guess it came with."""

from __future__ import annotations

import pytest

from meetwithoutfear.domain.notices import Author, Role, author_of
from meetwithoutfear.domain.side import Side

BY_INVITER = "Revealed:INVITER:1.0.0:0:1"
"""The inviter guesses, the invitee is guessed about."""


@pytest.mark.parametrize(
    ("role", "to_inviter", "to_invitee"),
    [
        (Role.USER, Author.ME, Author.ME),
        (Role.AI, Author.GUIDE, Author.GUIDE),
        (Role.EMPATHY_REVEAL_INTRO, Author.GUIDE, Author.GUIDE),
        (Role.EMPATHY_VALIDATION_PROMPT, Author.GUIDE, Author.GUIDE),
        (Role.EMPATHY_STATEMENT, Author.ME, Author.PARTNER),
        (Role.SHARED_CONTEXT, Author.PARTNER, Author.ME),
        (Role.VALIDATION_FEEDBACK, Author.PARTNER, Author.PARTNER),
    ],
)
def test_whose_words_it_carries(role: Role, to_inviter: Author, to_invitee: Author) -> None:
    assert author_of(role, Side.INVITER, BY_INVITER) is to_inviter
    assert author_of(role, Side.INVITEE, BY_INVITER) is to_invitee
