"""Receipts: what one has sent to the other is on its way, in the other's chat, or seen there; and every way to see it."""

from __future__ import annotations

import pytest

from domain.journey import asked, ready, refining, revealed, sent_back
from domain.world import FEEDBACK, INVITEE, INVITER, MORE, Person
from meetwithoutfear.domain.empathy.commands import Outcome, Shown
from meetwithoutfear.domain.empathy.events import (
    ContextSeen,
    ContextWithdrawn,
    OldContextWithdrawn,
    StatementSeen,
)
from meetwithoutfear.domain.empathy.exchange import Delivery, Reason, Verdict
from meetwithoutfear.domain.errors import NotFound

PENDING, DELIVERED, SEEN = Delivery.PENDING, Delivery.DELIVERED, Delivery.SEEN


def receipt_of_statement(guesser: Person) -> Delivery | None:
    own = guesser.view.empathy.my_attempt
    return own.delivery_status if own else None


def receipts_of_context(subject: Person) -> list[Delivery]:
    return [context.delivery_status for context in subject.view.empathy.my_shared_context]


def test_a_statement_is_on_its_way_until_the_reveal() -> None:
    pair = ready()
    assert receipt_of_statement(pair.alice) is PENDING
    pair.alice.looks()
    pair.bob.looks()
    assert receipt_of_statement(pair.alice) is PENDING
    pair.bob.is_analysed(Outcome.PROCEED)
    assert receipt_of_statement(pair.alice) is receipt_of_statement(pair.bob) is DELIVERED


def test_whoever_was_shown_the_statement_has_seen_it_and_only_that_one() -> None:
    pair = revealed()
    assert pair.bob.looks() == [StatementSeen(INVITER)]
    assert receipt_of_statement(pair.alice) is SEEN
    assert receipt_of_statement(pair.bob) is DELIVERED
    assert pair.bob.looks() == []


@pytest.mark.parametrize(
    ("verdict", "shared"),
    [
        (Verdict.ACCURATE, True),
        (Verdict.ACCURATE, False),
        (Verdict.PARTIAL, True),
        (Verdict.PARTIAL, False),
        (Verdict.MISSES, True),
    ],
)
def test_whoever_judges_a_statement_has_seen_it(verdict: Verdict, *, shared: bool) -> None:
    pair = revealed()
    pair.bob.says(verdict, FEEDBACK, shared=shared)
    assert receipt_of_statement(pair.alice) is SEEN


def test_a_verdict_kept_private_is_no_receipt_and_takes_none_back() -> None:
    pair = revealed()
    pair.bob.says(Verdict.MISSES, FEEDBACK)
    assert receipt_of_statement(pair.alice) is DELIVERED
    assert pair.bob.looks() == [StatementSeen(INVITER)]
    seen = revealed()
    seen.bob.looks()
    seen.bob.says(Verdict.MISSES, FEEDBACK)
    assert receipt_of_statement(seen.alice) is SEEN


def test_feedback_that_is_passed_on_when_no_round_is_left_is_a_receipt() -> None:
    pair = sent_back()
    pair.alice.resubmits("again")
    pair.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    pair.alice.resubmits("and again")
    pair.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    assert receipt_of_statement(pair.alice) is SEEN


def test_whoever_accepts_the_difference_has_seen_the_statement() -> None:
    pair = revealed()
    pair.bob.accepts_the_difference()
    assert receipt_of_statement(pair.alice) is SEEN


def test_a_new_wording_is_delivered_anew_and_a_kept_one_was_seen_before() -> None:
    pair = sent_back()
    pair.alice.resubmits()
    assert receipt_of_statement(pair.alice) is DELIVERED
    kept = sent_back()
    kept.alice.keeps()
    assert receipt_of_statement(kept.alice) is SEEN


def test_what_is_shared_is_in_the_others_chat_at_once() -> None:
    pair = refining()
    assert receipts_of_context(pair.bob) == [DELIVERED]
    assert MORE in pair.alice.chat
    assert pair.alice.view.empathy.has_new_shared_context


def test_the_subjects_own_look_is_no_receipt() -> None:
    pair = refining()
    assert pair.bob.looks() == []
    assert receipts_of_context(pair.bob) == [DELIVERED]


def test_whoever_was_shown_the_shared_words_has_seen_them() -> None:
    pair = refining()
    assert pair.alice.looks() == [ContextSeen(INVITER)]
    assert receipts_of_context(pair.bob) == [SEEN]
    assert not pair.alice.view.empathy.has_new_shared_context
    assert pair.alice.looks() == []


@pytest.mark.parametrize("act", ["resubmits", "keeps"])
def test_whoever_acts_on_the_shared_words_has_seen_them(act: str) -> None:
    pair = refining()
    getattr(pair.alice, act)()
    assert receipts_of_context(pair.bob) == [SEEN]


def test_the_last_wording_before_the_loop_ends_is_a_receipt_as_well() -> None:
    pair = refining()
    for number in range(3):
        pair.alice.resubmits(f"{number}")
        pair.alice.is_analysed(Outcome.SHARING)
        pair.bob.shares(f"more, {number}")
    assert receipts_of_context(pair.bob) == [SEEN, SEEN, SEEN, DELIVERED]
    pair.alice.resubmits("the last")
    assert pair.alice.attempt.reason is Reason.BREAKER
    assert receipts_of_context(pair.bob) == [SEEN] * 4


def test_a_refinement_that_lapsed_says_nothing_about_having_been_read() -> None:
    pair = refining()
    pair.alice.lets_it_lapse()
    assert receipts_of_context(pair.bob) == [DELIVERED]
    assert pair.alice.looks() == [ContextSeen(INVITER)]


def test_what_was_shared_may_be_seen_after_the_statement_was_withdrawn() -> None:
    pair = refining()
    pair.alice.withdraws()
    assert pair.alice.looks() == [ContextSeen(INVITER)]


def test_what_is_taken_back_unseen_is_gone_for_both() -> None:
    pair = refining()
    assert pair.bob.takes_it_back() == [ContextWithdrawn(INVITER)]
    assert pair.alice.view.empathy.shared_context == ()
    assert pair.bob.view.empathy.my_shared_context == ()
    assert pair.alice.looks() == []
    assert pair.alice.attempt.offers[-1].delivery is DELIVERED


def test_what_was_seen_cannot_be_unseen() -> None:
    pair = refining()
    pair.alice.looks()
    offer = pair.alice.attempt.offers[-1]
    assert pair.bob.takes_it_back() == [OldContextWithdrawn(INVITER, offer.id)]
    assert [context.content for context in pair.alice.view.empathy.shared_context] == [MORE]
    assert pair.bob.view.empathy.my_shared_context == ()
    with pytest.raises(NotFound):
        pair.bob.takes_it_back()


def test_only_what_was_shown_is_seen() -> None:
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.PROCEED)
    pair.bob.shares()
    pair.alice.lets_it_lapse()
    assert pair.alice.is_shown() == []
    assert pair.alice.is_shown(rounds=[2], revisions=[2]) == []
    assert pair.alice.is_shown(rounds=[1]) == [ContextSeen(INVITER)]
    assert pair.alice.is_shown(rounds=[1], revisions=[1]) == [StatementSeen(INVITEE)]
    assert pair.alice.is_shown(rounds=[1], revisions=[1]) == []


def test_an_older_wording_that_was_shown_is_not_the_new_one() -> None:
    pair = sent_back()
    pair.alice.resubmits()
    assert pair.bob.is_shown(revisions=[1]) == []
    assert pair.bob.is_shown(revisions=[1, 2]) == [StatementSeen(INVITER)]


def test_the_lines_of_a_chat_tell_which_words_of_the_other_are_in_it() -> None:
    lines = [
        f"ContextShared:{INVITER}:1:0:1",  # to the guesser, and their own copy to the subject
        f"Revealed:{INVITEE}:1.2.0:0:1",
        f"Revised:{INVITEE}:3.2.1:0:3",
        f"Consented:{INVITER}:1.0.0:0:0",
        f"Revised:{INVITER}:2.1.1:0:0",
        f"FeedbackShared:{INVITER}:1.1.1:0:1",
    ]
    assert Shown.by_lines(INVITER, lines) == Shown(frozenset({1}), frozenset({1, 3}))
    assert Shown.by_lines(INVITEE, lines) == Shown(frozenset(), frozenset({2}))
    assert Shown.by_lines(INVITEE, []) == Shown()


def test_one_look_sees_everything_that_is_there() -> None:
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.PROCEED)
    pair.bob.shares()
    pair.alice.lets_it_lapse()
    assert pair.alice.looks() == [ContextSeen(INVITER), StatementSeen(INVITEE)]
