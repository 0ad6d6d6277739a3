"""What waits for a member in a session, and what counts on the badge."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from domain.journey import (
    HER_ATTEMPT,
    HIS_ATTEMPT,
    asked,
    guessed,
    heard,
    ready,
    refining,
    revealed,
    sent_back,
)
from domain.world import BOB, INVITEE, INVITER, LATER, NOW, Person
from meetwithoutfear.domain.act import waiting_notices
from meetwithoutfear.domain.commands import Archive
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Status, Verdict
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.events import LookedAt
from meetwithoutfear.domain.notices import Notice, NoticeType
from meetwithoutfear.domain.pending import (
    PendingItem,
    PendingType,
    Priority,
    new_items,
    pending_items,
)
from meetwithoutfear.domain.side import Side

DAY = timedelta(days=1)
OFFER = PendingType.SHARE_OFFER
RECEIVED = PendingType.CONTEXT_RECEIVED
OWN_SHOWN = PendingType.EMPATHY_AWAITING_VALIDATION
TO_JUDGE = PendingType.VALIDATE_PARTNER_EMPATHY


def waiting(person: Person) -> list[PendingType]:
    return [item.type for item in person.member.pending]


def count(person: Person) -> int:
    return person.member.badge


def counted(side: Side) -> Notice:
    """One thing waits for them, and nothing elsewhere."""
    return Notice(side, NoticeType.BADGE_UPDATE, {"total": 1, "count": 1})


def test_before_anything_has_come_nothing_waits() -> None:
    for begin in (heard, guessed, ready):
        pair = begin()
        assert waiting(pair.alice) == waiting(pair.bob) == []


def test_an_offer_waits_for_the_subject_until_it_is_answered_or_runs_out() -> None:
    pair = asked()
    offer = pair.alice.attempt.offers[-1]
    assert pair.bob.member.pending == (PendingItem(OFFER, offer.id, NOW),)
    assert (waiting(pair.alice), count(pair.bob)) == ([], 1)
    pair.bob.fetches()
    assert waiting(pair.bob) == [OFFER]
    for act in ("declines", "shares", "lets_it_expire"):
        answered = asked()
        getattr(answered.bob, act)()
        assert waiting(answered.bob) == []


def test_what_was_shared_waits_for_the_guesser_while_they_refine() -> None:
    pair = refining()
    assert pair.alice.member.pending == (PendingItem(RECEIVED, HER_ATTEMPT, NOW),)
    assert count(pair.alice) == 1
    pair.alice.resubmits()
    assert waiting(pair.alice) == []


def test_after_the_reveal_each_has_a_statement_to_judge_and_one_that_is_being_looked_at() -> None:
    pair = revealed()
    assert waiting(pair.alice) == waiting(pair.bob) == [OWN_SHOWN, TO_JUDGE]
    assert pair.alice.member.pending[1] == PendingItem(TO_JUDGE, HIS_ATTEMPT, NOW)


def test_what_is_only_good_to_know_never_counts() -> None:
    pair = revealed()
    assert count(pair.alice) == 1
    pair.alice.says(Verdict.ACCURATE)
    assert (waiting(pair.alice), count(pair.alice)) == ([OWN_SHOWN], 0)
    assert not PendingItem(OWN_SHOWN, HER_ATTEMPT, NOW).counts


def test_a_statement_that_was_judged_is_off_both_lists() -> None:
    pair = revealed()
    pair.bob.says(Verdict.PARTIAL)
    assert (waiting(pair.alice), waiting(pair.bob)) == ([TO_JUDGE], [OWN_SHOWN])


def test_a_private_verdict_changes_nothing_for_the_guesser() -> None:
    pair = revealed()
    before = pair.alice.member.pending
    pair.bob.says(Verdict.MISSES)
    assert pair.alice.member.pending == before
    assert waiting(pair.bob) == [OWN_SHOWN]


def test_feedback_sends_the_statement_back_and_the_own_one_still_waits_for_its_verdict() -> None:
    pair = sent_back()
    assert waiting(pair.alice) == [RECEIVED, OWN_SHOWN, TO_JUDGE]
    assert waiting(pair.bob) == [OWN_SHOWN]


def test_what_was_looked_at_counts_no_more_and_stays_looked_at() -> None:
    pair = asked()
    offer = pair.alice.attempt.offers[-1]
    assert pair.bob.looks_at(offer.id) == [LookedAt(INVITEE, offer.id)]
    assert count(pair.bob) == 0
    pair.now = LATER
    for act in (pair.bob.speaks, pair.bob.fetches, pair.bob.guesses):
        act()
    assert pair.bob.member.pending == (PendingItem(OFFER, offer.id, NOW, seen_at=NOW),)
    assert pair.bob.looks_at(offer.id) == []


def test_nobody_looks_at_what_does_not_wait_for_them() -> None:
    pair = asked()
    for person in (pair.alice, pair.bob):
        with pytest.raises(NotFound):
            person.looks_at(BOB)
    with pytest.raises(NotFound):
        pair.alice.looks_at(pair.alice.attempt.offers[-1].id)


def test_a_look_at_one_thing_leaves_the_others_unseen() -> None:
    pair = revealed()
    pair.alice.looks_at(HIS_ATTEMPT)
    shown, to_judge = pair.alice.member.pending
    assert (shown.seen_at, to_judge.seen_at) == (None, NOW)


def test_a_new_round_is_a_new_item() -> None:
    pair = asked()
    pair.bob.looks_at(pair.alice.attempt.offers[-1].id)
    pair.bob.shares()
    pair.alice.looks_at(HER_ATTEMPT)
    pair.alice.resubmits()
    pair.now = LATER
    pair.alice.is_analysed(Outcome.SHARING)
    assert count(pair.bob) == 1
    pair.bob.shares("and more")
    assert pair.alice.member.pending == (PendingItem(RECEIVED, HER_ATTEMPT, LATER),)


def test_a_look_at_an_earlier_round_is_no_look_at_this_one() -> None:
    pair = refining()
    now, before = pair.alice.member.pending, PendingItem(RECEIVED, HER_ATTEMPT, NOW - DAY, seen_at=NOW)
    looked = pair.session.with_member(INVITER, replace(pair.alice.member, pending=(before,)))
    assert pending_items(looked, INVITER) == now
    assert new_items(looked, pair.session) == [(INVITER, item) for item in now]


def test_a_new_wording_is_to_be_judged_anew() -> None:
    pair = sent_back()
    pair.bob.looks_at(HIS_ATTEMPT)
    pair.now = LATER
    pair.alice.resubmits()
    assert pair.bob.member.pending[1] == PendingItem(TO_JUDGE, HER_ATTEMPT, LATER)


def test_something_new_that_counts_is_announced_once_to_whom_it_waits_for() -> None:
    before = guessed()
    pair = guessed()
    pair.forget()
    pair.alice.is_analysed(Outcome.SHARING)
    announced = Notice(INVITEE, NoticeType.ITEM_READY, {"type": "share_offer", "priority": "high"})
    assert waiting_notices(before.session, pair.session) == [announced, counted(INVITEE)]
    pair.forget()
    pair.bob.fetches()
    pair.bob.looks_at(pair.alice.attempt.offers[-1].id)
    assert NoticeType.ITEM_READY not in pair.bob.inbox


def test_the_reveal_announces_what_is_to_be_judged_and_not_what_is_only_good_to_know() -> None:
    pair = ready()
    before = pair.session
    pair.bob.is_analysed(Outcome.PROCEED)
    to_judge = {"type": "validate_partner_empathy", "priority": "high"}
    announced = [Notice(side, NoticeType.ITEM_READY, to_judge) for side in (INVITER, INVITEE)]
    assert waiting_notices(before, pair.session) == [*announced, counted(INVITER), counted(INVITEE)]


def test_for_who_was_not_there_before_everything_is_new() -> None:
    pair = asked()
    without_bob = replace(pair.session, members={INVITER: pair.alice.member})
    assert {notice.to for notice in waiting_notices(without_bob, pair.session)} == {INVITEE}


def test_the_number_on_the_badge_is_of_all_sessions() -> None:
    before = guessed().session
    after = asked().session
    told = waiting_notices(
        before, after.with_member(INVITEE, replace(after.members[INVITEE], badge_elsewhere=2))
    )
    assert told[-1] == Notice(INVITEE, NoticeType.BADGE_UPDATE, {"total": 3, "count": 1})


def test_news_brings_a_session_back_out_of_the_archive_and_a_silent_no_does_not() -> None:
    pair = asked()
    for person in (pair.alice, pair.bob):
        pair.play(Archive(person.side))
    pair.bob.declines()
    assert pair.alice.member.archived_at == NOW
    assert pair.bob.member.archived_at is None


def test_what_an_offer_or_a_verdict_waits_for_is_urgent() -> None:
    urgent = {kind for kind in PendingType if PendingItem(kind, HER_ATTEMPT, NOW).priority is Priority.HIGH}
    assert urgent == {OFFER, TO_JUDGE, PendingType.AGREEMENT_TO_CONFIRM}


def test_an_attempt_that_is_stored_nowhere_waits_for_nobody() -> None:
    unstored = Exchange({side: Attempt(status=Status.REVEALED) for side in (INVITER, INVITEE)})
    assert pending_items(replace(heard().session, exchange=unstored), INVITER) == ()
