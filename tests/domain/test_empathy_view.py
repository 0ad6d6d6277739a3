"""What each may see of the exchange, and what not."""

from __future__ import annotations

import pytest

from domain.story import INVITEE, INVITER
from domain.test_empathy import BETTER, GUESS, HEARD, MORE, after, analysed, guessed
from domain.test_exchange import walks
from meetwithoutfear.domain.empathy.commands import (
    AcceptOffer,
    Command,
    Consent,
    DeclineOffer,
    Expire,
    Outcome,
    Validate,
    WithdrawContext,
)
from meetwithoutfear.domain.empathy.exchange import Exchange, Facts, Reason, Status, Verdict
from meetwithoutfear.domain.empathy.view import Action, empathy_view, seen_status
from meetwithoutfear.domain.session import Side


def alice_sees(exchange: Exchange) -> object:
    return empathy_view(INVITER, exchange, HEARD)


@pytest.mark.parametrize("silence", [DeclineOffer(INVITEE), Expire(INVITER)], ids=["declined", "expired"])
def test_an_offer_pending_declined_or_expired_is_all_the_same_to_the_guesser(silence: Command) -> None:
    assert alice_sees(after(guessed(), silence)) == alice_sees(guessed())


def test_what_was_shared_and_taken_back_unseen_reads_as_never_answered() -> None:
    taken_back = after(guessed(), AcceptOffer(INVITEE, MORE), WithdrawContext(INVITEE))
    assert alice_sees(taken_back) == alice_sees(guessed())


def test_only_a_good_or_near_understanding_is_told_as_one() -> None:
    for outcome, told in ((Outcome.PROCEED, True), (Outcome.OPTIONAL, True), (Outcome.SHARING, False)):
        exchange = analysed(after(Exchange(), Consent(INVITER, GUESS)), INVITER, outcome)
        assert empathy_view(INVITER, exchange, HEARD).understood is told


def test_the_subject_learns_of_a_statement_by_the_offer_or_the_reveal_and_by_nothing_else() -> None:
    empty = empathy_view(INVITEE, Exchange(), HEARD)
    assert empathy_view(INVITEE, after(Exchange(), Consent(INVITER, GUESS)), HEARD) == empty
    offered = empathy_view(INVITEE, guessed(), HEARD)
    assert offered.offered
    assert {Action.SHARE, Action.DECLINE} <= set(offered.actions)
    assert offered.theirs is None
    assert empathy_view(INVITEE, after(guessed(), DeclineOffer(INVITEE)), HEARD) == empty


def test_after_the_reveal_each_sees_the_others_and_may_judge_it() -> None:
    exchange = after(
        analysed(after(Exchange(), Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED),
        Consent(INVITEE, BETTER),
    )
    exchange = analysed(exchange, INVITEE, Outcome.PROCEED)
    seen = empathy_view(INVITEE, exchange, HEARD)
    assert (seen.mine, seen.theirs) == (Status.REVEALED, Status.REVEALED)
    assert {Action.VALIDATE, Action.ACCEPT_DIFFERENCE} <= set(seen.actions)
    judged = after(exchange, Validate(INVITEE, Verdict.ACCURATE))
    assert empathy_view(INVITER, judged, HEARD).mine is Status.VALIDATED


@pytest.mark.unmeasured
def test_wherever_a_walk_leads_silence_cannot_be_told_from_waiting() -> None:
    """What the guesser may do where the answer was a silent no is what they may do where it is still awaited."""
    waiting, silent = set[tuple[Action, ...]](), set[tuple[Action, ...]]()
    for world in walks(4, 20_000):
        facts = Facts(heard=world.facts.heard)
        for side in Side:
            attempt = world.exchange.attempts[side]
            if seen_status(attempt) is not Status.AWAITING_SHARING:
                continue
            own = {Action.CONSENT, Action.RESUBMIT, Action.KEEP, Action.WITHDRAW}
            seen = empathy_view(side, world.exchange, facts).actions
            (silent if attempt.reason in {Reason.DECLINED, Reason.EXPIRED} else waiting).add(
                tuple(action for action in seen if action in own)
            )
    assert waiting == silent == {(Action.WITHDRAW,)}
