"""Single paths through the exchange, as stories."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from domain.journey import alone, heard
from domain.world import BOB_JOINS, CARE, INVITEE, INVITER, LATER, NOW, after
from meetwithoutfear.domain.act import unfold
from meetwithoutfear.domain.commands import Leave
from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Conclude,
    Consent,
    Outcome,
    Resubmit,
    Validate,
)
from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    Consented,
    OfferSuperseded,
    Revealed,
)
from meetwithoutfear.domain.empathy.exchange import (
    Attempt,
    Exchange,
    OfferStatus,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.errors import InvalidTransition, Paused, SafetyHold
from meetwithoutfear.domain.events import Left
from meetwithoutfear.domain.machine import apply_event, decide
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side

HEARD, ALONE = heard().session, after(alone().session, BOB_JOINS)
"""Both feel heard; Alice does, and Bob has only just joined."""
OFFER = UUID(int=9)
GUESS, BETTER, MORE = "a guess", "a better guess", "a little more"


def play(session: Session, command: SessionCommand) -> tuple[Session, list[Event]]:
    """The command's own events and everything that follows, to a fixed point."""
    act = unfold(session, decide(session, command), NOW)
    return act.after, [step.event for step in act.steps]


def analysed(session: Session, side: Side, outcome: Outcome) -> Session:
    attempt = session.exchange.attempts[side]
    return after(session, Conclude(side, attempt.revision, attempt.iteration, outcome, OFFER))


def guessed() -> Session:
    """Alice has guessed, and the reconciler sees a gap."""
    return analysed(after(HEARD, Consent(INVITER, GUESS)), INVITER, Outcome.SHARING)


def paused(session: Session) -> Session:
    return session.with_both(lambda member: replace(member, paused_at=NOW))


def in_care(session: Session) -> Session:
    return session.with_both(lambda member: replace(member, care=CARE))


def test_at_first_nobody_has_guessed() -> None:
    assert Exchange().attempts == {side: Attempt() for side in Side}


def test_a_statement_waits_until_the_other_has_been_heard() -> None:
    session, happened = play(ALONE, Consent(INVITER, GUESS))
    assert happened == [Consented(INVITER, GUESS)]
    assert session.exchange.attempts[INVITER].status is Status.HELD
    _, together = play(HEARD, Consent(INVITER, GUESS))
    assert together == [Consented(INVITER, GUESS), AnalysisBegan(INVITER)]


def test_the_reveal_comes_for_both_in_the_step_that_makes_the_second_ready() -> None:
    session = analysed(after(HEARD, Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED)
    session = after(session, Consent(INVITEE, GUESS))
    _, happened = play(session, Conclude(INVITEE, 1, 1, Outcome.OPTIONAL, OFFER))
    assert happened[1:] == [Revealed(INVITER), Revealed(INVITEE)]


def test_three_refinements_are_analysed_and_the_fourth_is_taken_as_it_is() -> None:
    session = guessed()
    for number in range(4):
        assert session.exchange.attempts[INVITER].status is Status.AWAITING_SHARING
        session = after(session, AcceptOffer(INVITEE, MORE), Resubmit(INVITER, f"{number}"))
        session = analysed(session, INVITER, Outcome.SHARING)
    alice = session.exchange.attempts[INVITER]
    assert alice.status is Status.READY
    assert alice.reason is Reason.BREAKER
    assert alice.attempts == 4
    assert [offer.iteration for offer in alice.offers] == [1, 2, 3, 4]
    assert session.exchange.attempts[INVITEE] == HEARD.exchange.attempts[INVITEE]


@pytest.mark.parametrize(
    ("session", "refusal"), [(in_care(guessed()), SafetyHold), (paused(guessed()), Paused)]
)
def test_nothing_crosses_while_its_owner_pauses_or_is_in_care(
    session: Session, refusal: type[Exception]
) -> None:
    for command in (Consent(INVITEE, GUESS), AcceptOffer(INVITEE, MORE)):
        with pytest.raises(refusal):
            decide(session, command)
    assert decide(session, Consent(INVITER, GUESS)) == []


def test_a_verdict_crosses_only_with_its_feedback_but_in_care_none_is_given() -> None:
    session = analysed(after(HEARD, Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED)
    session = analysed(after(session, Consent(INVITEE, GUESS)), INVITEE, Outcome.PROCEED)
    assert decide(paused(session), Validate(INVITER, Verdict.PARTIAL))
    with pytest.raises(Paused):
        decide(paused(session), Validate(INVITER, Verdict.MISSES, shared=True))
    for command in (Validate(INVITER, Verdict.PARTIAL), AcceptDifference(INVITER)):
        with pytest.raises(SafetyHold):
            decide(in_care(session), command)


def test_whoever_leaves_closes_the_open_offer() -> None:
    session, happened = play(guessed(), Leave(INVITEE))
    assert happened == [Left(INVITEE), OfferSuperseded(INVITER)]
    assert session.exchange.attempts[INVITER].offers[-1].status is OfferStatus.SUPERSEDED
    assert play(session, Leave(INVITER))[1] == [Left(INVITER)]


def test_an_attempt_knows_since_when_it_is_where_it_is() -> None:
    session = after(ALONE, Consent(INVITER, GUESS))
    reworded = apply_event(session, Consented(INVITER, BETTER), LATER)
    assert reworded.exchange.attempts[INVITER].since == NOW
    compared = apply_event(reworded, AnalysisBegan(INVITER), LATER)
    assert compared.exchange.attempts[INVITER].since == LATER


def test_what_has_no_row_in_the_table_cannot_happen() -> None:
    with pytest.raises(KeyError):
        apply_event(HEARD, Revealed(INVITER), NOW)
    with pytest.raises(InvalidTransition):
        decide(HEARD, Resubmit(INVITER, GUESS))
