"""What each may see of the exchange, and what not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.exchange_walks import quick_walks
from domain.test_empathy import BETTER, GUESS, HEARD, MORE, OFFER, analysed, guessed
from domain.world import INVITEE, INVITER, NOW, after
from meetwithoutfear.domain.empathy.commands import (
    AcceptOffer,
    Consent,
    DeclineOffer,
    ExchangeCommand,
    Expire,
    Outcome,
    Validate,
    WithdrawContext,
)
from meetwithoutfear.domain.empathy.exchange import Delivery, Reason, Status, Verdict
from meetwithoutfear.domain.empathy.view import (
    ExchangeAction,
    OwnAttempt,
    OwnContext,
    ReceivedContext,
    TheirAttempt,
    empathy_view,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side


def revealed() -> Session:
    session = analysed(after(HEARD, Consent(INVITER, GUESS)), INVITER, Outcome.PROCEED)
    return analysed(after(session, Consent(INVITEE, BETTER)), INVITEE, Outcome.PROCEED)


def alice_sees(session: Session) -> object:
    return empathy_view(INVITER, session)


@pytest.mark.parametrize("silence", [DeclineOffer(INVITEE), Expire(INVITER)], ids=["declined", "expired"])
def test_an_offer_pending_declined_or_expired_is_all_the_same_to_the_guesser(
    silence: ExchangeCommand,
) -> None:
    assert alice_sees(after(guessed(), silence)) == alice_sees(guessed())


def test_what_was_shared_and_taken_back_unseen_reads_as_never_answered() -> None:
    taken_back = after(guessed(), AcceptOffer(INVITEE, MORE), WithdrawContext(INVITEE))
    assert alice_sees(taken_back) == alice_sees(guessed())


def test_the_subject_learns_of_a_statement_by_the_offer_or_the_reveal_and_by_nothing_else() -> None:
    empty = empathy_view(INVITEE, HEARD)
    assert empathy_view(INVITEE, after(HEARD, Consent(INVITER, GUESS))) == empty
    offered = empathy_view(INVITEE, guessed())
    assert offered.offered
    assert {ExchangeAction.SHARE, ExchangeAction.DECLINE} <= set(offered.actions)
    assert offered.theirs is None
    assert empathy_view(INVITEE, after(guessed(), DeclineOffer(INVITEE))) == empty


def test_after_the_reveal_each_sees_the_others_and_may_judge_it() -> None:
    seen = empathy_view(INVITEE, revealed())
    assert seen.mine is not None
    assert seen.theirs is not None
    assert seen.mine == OwnAttempt(
        seen.mine.id, Status.REVEALED, BETTER, 1, NOW, NOW, Delivery.DELIVERED, overdue=False, outcome=None
    )
    assert seen.theirs == TheirAttempt(seen.theirs.id, GUESS, NOW, Status.REVEALED, my_verdict=None)
    assert {ExchangeAction.VALIDATE, ExchangeAction.ACCEPT_DIFFERENCE} <= set(seen.actions)
    judged = after(revealed(), Validate(INVITEE, Verdict.ACCURATE))
    hers, his = (empathy_view(side, judged) for side in Side)
    assert hers.mine is not None
    assert hers.mine.status is Status.VALIDATED
    assert hers.mine.outcome is Verdict.ACCURATE
    assert his.theirs is not None
    assert his.theirs.my_verdict is Verdict.ACCURATE


@pytest.mark.parametrize("shared", [True, False])
def test_that_it_misses_the_mark_is_the_subjects_own_verdict_and_no_outcome(*, shared: bool) -> None:
    missed = after(revealed(), Validate(INVITEE, Verdict.MISSES, shared=shared))
    hers, his = (empathy_view(side, missed) for side in Side)
    assert his.theirs is not None
    assert his.theirs.my_verdict is Verdict.MISSES
    assert hers.mine is not None
    assert hers.mine.outcome is None
    assert hers.mine.status == (Status.REFINING if shared else Status.REVEALED)


def test_what_was_shared_is_seen_by_both_and_only_the_words_themselves() -> None:
    session = after(guessed(), AcceptOffer(INVITEE, MORE))
    theirs, own = ReceivedContext(OFFER, MORE, NOW, 1), OwnContext(OFFER, MORE, NOW, Delivery.DELIVERED)
    hers, his = (empathy_view(side, session) for side in Side)
    assert hers.received == (theirs,)
    assert hers.shared == ()
    assert hers.has_news is True
    assert his.received == ()
    assert his.shared == (own,)
    assert his.has_news is False


def test_an_overdue_analysis_may_be_gone_on_without() -> None:
    session = after(HEARD, Consent(INVITER, GUESS))
    seen = empathy_view(INVITER, session, overdue=True)
    assert seen.mine is not None
    assert seen.mine.overdue
    assert ExchangeAction.KEEP in seen.actions
    assert ExchangeAction.KEEP not in empathy_view(INVITER, session).actions


def test_private_words_do_not_show_when_a_view_is_printed() -> None:
    for side in Side:
        assert not {GUESS, BETTER, MORE} & set(repr(empathy_view(side, revealed())).split("'"))


@pytest.mark.unmeasured
def test_wherever_a_walk_leads_silence_cannot_be_told_from_waiting() -> None:
    """What the guesser may do where the answer was a silent no is what they may do where it is still awaited."""
    waiting, silent = set[tuple[ExchangeAction, ...]](), set[tuple[ExchangeAction, ...]]()
    for walk in quick_walks(4, 20_000):
        free = walk.world.session.with_both(lambda member: replace(member, paused_at=None, care=None))
        for side in Side:
            attempt = walk.exchange.attempts[side]
            if attempt.reads_as is not Status.AWAITING_SHARING:
                continue
            own = {
                ExchangeAction.CONSENT,
                ExchangeAction.RESUBMIT,
                ExchangeAction.KEEP,
                ExchangeAction.WITHDRAW,
            }
            seen = empathy_view(side, free).actions
            (silent if attempt.reason in {Reason.DECLINED, Reason.EXPIRED} else waiting).add(
                tuple(action for action in seen if action in own)
            )
    assert waiting == silent == {(ExchangeAction.WITHDRAW,)}
