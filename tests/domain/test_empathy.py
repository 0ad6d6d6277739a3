"""Single paths through the exchange, as stories."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from domain.world import INVITEE, INVITER, NOW
from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Close,
    Conclude,
    Consent,
    ExchangeCommand,
    Outcome,
    Resubmit,
    Validate,
)
from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    AttemptEvent,
    Consented,
    OfferSuperseded,
    Revealed,
)
from meetwithoutfear.domain.empathy.exchange import (
    Exchange,
    Facts,
    OfferStatus,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.empathy.machine import apply_event, decide, settle
from meetwithoutfear.domain.errors import InvalidTransition, Paused, SafetyHold
from meetwithoutfear.domain.side import Side

BOTH = frozenset(Side)
HEARD = Facts(heard=BOTH)
OFFER = UUID(int=9)
GUESS, BETTER, MORE = "a guess", "a better guess", "a little more"


def play(
    exchange: Exchange, facts: Facts, command: ExchangeCommand, now: datetime
) -> tuple[Exchange, list[AttemptEvent]]:
    """The command's own events and everything that follows, to a fixed point."""
    happened, events = list[AttemptEvent](), decide(exchange, facts, command)
    while events:
        for event in events:
            exchange = apply_event(exchange, event, now)
        happened += events
        events = settle(exchange, facts)
    return exchange, happened


def after(exchange: Exchange, *commands: ExchangeCommand, facts: Facts = HEARD) -> Exchange:
    for command in commands:
        exchange, _ = play(exchange, facts, command, NOW)
    return exchange


def analysed(exchange: Exchange, side: Side, outcome: Outcome) -> Exchange:
    attempt = exchange.attempts[side]
    return after(exchange, Conclude(side, attempt.revision, attempt.iteration, outcome, OFFER))


def guessed() -> Exchange:
    """Alice has guessed, and the reconciler sees a gap."""
    return analysed(after(Exchange(), Consent(INVITER, GUESS)), INVITER, Outcome.SHARING)


def test_a_statement_waits_until_the_other_has_been_heard() -> None:
    alone = Facts(heard=frozenset({INVITER}))
    exchange, happened = play(Exchange(), alone, Consent(INVITER, GUESS), NOW)
    assert happened == [Consented(INVITER, GUESS)]
    assert exchange.attempts[INVITER].status is Status.HELD
    _, together = play(Exchange(), HEARD, Consent(INVITER, GUESS), NOW)
    assert together == [Consented(INVITER, GUESS), AnalysisBegan(INVITER)]


def test_the_reveal_comes_for_both_in_the_step_that_makes_the_second_ready() -> None:
    exchange = analysed(after(Exchange(), Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED)
    exchange = after(exchange, Consent(INVITEE, GUESS))
    _, happened = play(exchange, HEARD, Conclude(INVITEE, 1, 1, Outcome.OPTIONAL, OFFER), NOW)
    assert happened[1:] == [Revealed(INVITER), Revealed(INVITEE)]


def test_three_refinements_are_analysed_and_the_fourth_is_taken_as_it_is() -> None:
    exchange = guessed()
    for number in range(4):
        assert exchange.attempts[INVITER].status is Status.AWAITING_SHARING
        exchange = after(exchange, AcceptOffer(INVITEE, MORE), Resubmit(INVITER, f"{number}"))
        exchange = analysed(exchange, INVITER, Outcome.SHARING)
    alice = exchange.attempts[INVITER]
    assert alice.status is Status.READY
    assert alice.reason is Reason.BREAKER
    assert alice.attempts == 4
    assert [offer.iteration for offer in alice.offers] == [1, 2, 3, 4]
    assert exchange.attempts[INVITEE] == Exchange().attempts[INVITEE]


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [(replace(HEARD, in_care=BOTH), SafetyHold), (replace(HEARD, paused=BOTH), Paused)],
)
def test_nothing_crosses_while_its_owner_pauses_or_is_in_care(facts: Facts, refusal: type[Exception]) -> None:
    for command in (Consent(INVITEE, GUESS), AcceptOffer(INVITEE, MORE)):
        with pytest.raises(refusal):
            decide(guessed(), facts, command)
    assert decide(guessed(), facts, Consent(INVITER, GUESS)) == []


def test_a_verdict_crosses_only_with_its_feedback_but_in_care_none_is_given() -> None:
    exchange = analysed(after(Exchange(), Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED)
    exchange = analysed(after(exchange, Consent(INVITEE, GUESS)), INVITEE, Outcome.PROCEED)
    paused, in_care = replace(HEARD, paused=BOTH), replace(HEARD, in_care=BOTH)
    assert decide(exchange, paused, Validate(INVITER, Verdict.PARTIAL))
    with pytest.raises(Paused):
        decide(exchange, paused, Validate(INVITER, Verdict.MISSES, shared=True))
    for command in (Validate(INVITER, Verdict.PARTIAL), AcceptDifference(INVITER)):
        with pytest.raises(SafetyHold):
            decide(exchange, in_care, command)


def test_whoever_leaves_closes_the_open_offer() -> None:
    exchange, happened = play(guessed(), HEARD, Close(), NOW)
    assert happened == [OfferSuperseded(INVITER)]
    assert exchange.attempts[INVITER].offers[-1].status is OfferStatus.SUPERSEDED
    assert play(exchange, HEARD, Close(), NOW) == (exchange, [])


def test_an_attempt_knows_since_when_it_is_where_it_is() -> None:
    exchange = after(Exchange(), Consent(INVITER, GUESS), facts=Facts(heard=frozenset({INVITER})))
    later = NOW + timedelta(hours=1)
    reworded = apply_event(exchange, Consented(INVITER, BETTER), later)
    assert reworded.attempts[INVITER].since == NOW
    assert apply_event(reworded, AnalysisBegan(INVITER), later).attempts[INVITER].since == later


def test_what_has_no_row_in_the_table_cannot_happen() -> None:
    with pytest.raises(KeyError):
        apply_event(Exchange(), Revealed(INVITER), NOW)
    with pytest.raises(InvalidTransition):
        decide(Exchange(), HEARD, Resubmit(INVITER, GUESS))
