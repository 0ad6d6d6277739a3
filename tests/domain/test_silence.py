"""What happens to an offer leaves no trace with the guesser: pending, fetched, declined and expired are one and the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.journey import asked
from domain.world import BETTER, GUESS, INVITER, PATIENCE, World
from meetwithoutfear.domain.empathy.commands import (
    Consent,
    ExchangeCommand,
    FetchOffer,
    Keep,
    Resubmit,
    Validate,
)
from meetwithoutfear.domain.empathy.exchange import Status, Verdict
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.view import decide_for

OF_THE_GUESSER: list[ExchangeCommand] = [
    Consent(INVITER, GUESS),
    Consent(INVITER, BETTER),
    Resubmit(INVITER, GUESS),
    Resubmit(INVITER, BETTER),
    Keep(INVITER),
    Keep(INVITER, overdue=True),
    FetchOffer(INVITER),
    Validate(INVITER, Verdict.ACCURATE),
]


def fetched(pair: World) -> None:
    pair.bob.fetches(pair.now + PATIENCE.offer * 2)


def declined(pair: World) -> None:
    pair.bob.declines()


def expired(pair: World) -> None:
    pair.bob.lets_it_expire()


def taken_back(pair: World) -> None:
    """Never seen, so it is as if it had not come; but that it came and went was told at the time."""
    pair.bob.shares()
    pair.bob.takes_it_back()


in_any_way = pytest.mark.parametrize("happens", [fetched, declined, expired])


def answer(pair: World, command: ExchangeCommand) -> str:
    try:
        return repr(decide_for(INVITER, pair.session, command, pair.now, PATIENCE))
    except DomainError as refusal:
        return f"{refusal.code} {refusal.message} {refusal.details}"


@in_any_way
def test_the_guesser_is_told_nothing_and_sees_nothing(happens: Callable[[World], None]) -> None:
    pair = asked()
    pair.wait(days=1)
    before, member = pair.alice.view, pair.alice.member
    pair.forget()
    happens(pair)
    assert pair.alice.chat == []
    assert pair.alice.inbox == []
    assert pair.alice.view == before
    assert pair.alice.member == member


@in_any_way
def test_whatever_the_guesser_asks_for_they_get_the_same_answer(happens: Callable[[World], None]) -> None:
    pair = asked()
    happens(pair)
    for command in OF_THE_GUESSER:
        assert answer(pair, command) == answer(asked(), command)


@in_any_way
def test_taking_the_statement_back_looks_the_same_as_well(happens: Callable[[World], None]) -> None:
    pair, still = asked(), asked()
    happens(pair)
    for each in (pair, still):
        each.forget()
        each.alice.withdraws()
        each.alice.guesses(BETTER)
    assert pair.alice.chat == still.alice.chat
    assert pair.alice.inbox == still.alice.inbox
    assert pair.alice.view == still.alice.view


@in_any_way
def test_the_time_after_which_one_may_finish_alone_is_the_same(happens: Callable[[World], None]) -> None:
    pair = asked()
    pair.wait(days=3)
    happens(pair)
    pair.bob.pauses()
    pair.wait(days=3)
    pair.bob.resumes()
    still = asked()
    still.wait(days=3)
    still.bob.pauses()
    still.wait(days=3)
    still.bob.resumes()
    assert pair.alice.may_finish_from == still.alice.may_finish_from


def test_what_was_shared_and_taken_back_unseen_reads_as_still_awaited() -> None:
    pair = asked()
    before = pair.alice.view.empathy
    taken_back(pair)
    assert replace(pair.alice.view.empathy, version=before.version) == before
    assert before.my_attempt is not None
    assert before.my_attempt.status is Status.AWAITING_SHARING
