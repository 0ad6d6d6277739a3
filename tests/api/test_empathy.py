"""The exchange over HTTP, as a story."""

from __future__ import annotations

import pytest

from people import Person
from serving import Served

GUESS = "I imagine that you feel tired and alone with the house."
BETTER = "I imagine that you feel alone, and that nobody hears you."
MORE = "When the door closes at night I feel that nobody hears me."


@pytest.fixture
def both(alice: Person, bob: Person) -> tuple[Person, Person]:
    alice.starts_session()
    bob.joins(alice.link_token)
    return alice.comes_to_guess(), bob.comes_to_guess()


def test_a_whole_loop_with_an_offer_a_refinement_and_the_reveal(
    both: tuple[Person, Person], server: Served
) -> None:
    alice, bob = both
    server.engine.finds = ["gaps", "good", "good", "good"]
    alice.shares_statement(GUESS)
    alice.comes_to("AWAITING_SHARING")
    bob.shares_context(MORE)
    alice.comes_to("REFINING")
    assert alice.sees(MORE)
    alice.resubmits(BETTER)
    alice.comes_to("READY")
    bob.shares_statement(GUESS)
    bob.comes_to("REVEALED")
    assert bob.sees_partner_statement()["content"] == BETTER
    assert not bob.validates("ACCURATE")["stageCompleted"]
    assert alice.validates("PARTIAL")["stageCompleted"]
    assert alice.sees_session()["me"]["stage"] == bob.sees_session()["me"]["stage"] == 3
