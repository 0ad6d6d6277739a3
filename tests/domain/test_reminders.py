"""Who is reminded of what waits for them, and what lapses when nobody acts."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from domain.journey import alone, asked, guessed, heard, ready, refining, revealed, sent_back
from domain.world import BOB_JOINS, INVITEE, INVITER, NOW, Person
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.events import Kept, StoodBy
from meetwithoutfear.domain.empathy.exchange import Reason, Status, Verdict
from meetwithoutfear.domain.events import Reminded
from meetwithoutfear.domain.waiting import lapses_at

THREE_DAYS, A_WEEK, TWO_WEEKS = timedelta(days=3), timedelta(days=7), timedelta(days=14)


def lapses(person: Person) -> datetime | None:
    return lapses_at(person.world.session, person.side)


def test_whoever_has_something_to_do_is_reminded_after_three_days_and_after_seven_and_then_no_more() -> None:
    pair = alone()
    pair.play(BOB_JOINS)
    assert pair.bob.member.remind_at == NOW + THREE_DAYS
    pair.wait(days=3)
    assert pair.bob.is_reminded() == [Reminded(INVITEE)]
    assert pair.bob.member.remind_at == NOW + A_WEEK
    pair.wait(days=4)
    assert pair.bob.is_reminded() == [Reminded(INVITEE)]
    assert pair.bob.is_reminded() == []


def test_an_act_begins_the_days_anew() -> None:
    pair = heard()
    pair.wait(days=3)
    pair.bob.is_reminded()
    pair.bob.speaks()
    assert pair.bob.member.reminders == 0
    assert pair.bob.member.remind_at == pair.now + THREE_DAYS


def test_to_take_something_back_is_an_act_of_whoever_takes_it_back_and_of_nobody_else() -> None:
    seen, unseen, late = refining(), refining(), revealed()
    seen.alice.looks()
    for act, who, other in (
        (seen.bob.takes_it_back, seen.bob, seen.alice),
        (unseen.bob.takes_it_back, unseen.bob, unseen.alice),
        (late.alice.withdraws, late.alice, late.bob),
    ):
        before = other.member.acted_at
        who.world.wait(days=2)
        act()
        assert (who.member.acted_at, other.member.acted_at) == (who.world.now, before)


def test_who_waits_for_the_other_is_not_reminded() -> None:
    assert guessed().alice.member.remind_at is None
    assert asked().alice.member.remind_at is None
    assert ready().alice.member.remind_at is None
    pair = revealed()
    pair.alice.says(Verdict.ACCURATE)
    assert pair.alice.member.remind_at is None


def test_that_the_other_waits_in_secret_reminds_nobody_any_sooner_or_later() -> None:
    pair = heard()
    bob = pair.bob.member
    pair.wait(days=1)
    pair.alice.guesses()
    pair.wait(days=1)
    pair.alice.is_analysed(Outcome.PROCEED)
    assert pair.bob.member == bob
    assert bob.remind_at == NOW + THREE_DAYS


def test_an_offer_and_the_shared_words_and_the_reveal_are_new_turns() -> None:
    pair = guessed()
    pair.wait(days=5)
    pair.bob.is_reminded()
    pair.alice.is_analysed(Outcome.SHARING)
    assert pair.bob.member.reminders == 0
    assert pair.bob.member.remind_at == pair.now + THREE_DAYS
    pair.wait(days=3)
    pair.bob.is_reminded()
    pair.bob.shares()
    assert pair.alice.member.remind_at == pair.now + THREE_DAYS
    pair.wait(days=3)
    pair.alice.is_reminded()
    pair.alice.keeps()
    pair.bob.guesses()
    pair.wait(days=1)
    pair.bob.is_analysed(Outcome.PROCEED)
    for person in (pair.alice, pair.bob):
        assert person.member.reminders == 0
        assert person.member.remind_at == pair.now + THREE_DAYS


def test_an_offer_that_ran_out_does_not_use_up_the_reminders_of_the_reveal() -> None:
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.PROCEED)
    for days in (3, 4):
        pair.wait(days=days)
        pair.bob.is_reminded()
    pair.bob.lets_it_expire()
    assert pair.bob.attempt.revealed
    assert pair.bob.member.reminders == 0
    assert pair.bob.member.remind_at == pair.now + THREE_DAYS


def test_a_new_showing_after_the_reveal_is_a_new_turn_for_the_subject() -> None:
    for act in ("resubmits", "keeps", "lets_it_lapse"):
        pair = sent_back()
        pair.wait(days=14)
        getattr(pair.alice, act)()
        assert pair.bob.member.reminders == 0
        assert pair.bob.member.remind_at == pair.now + THREE_DAYS


@pytest.mark.parametrize("act", ["declines", "lets_it_expire", "fetches"])
def test_what_the_subject_does_with_the_offer_moves_no_reminder_of_the_guesser(act: str) -> None:
    pair = asked()
    before = pair.alice.member
    pair.wait(days=1)
    getattr(pair.bob, act)()
    assert pair.alice.member == before


def test_nobody_is_reminded_while_they_pause_and_the_days_begin_anew_afterwards() -> None:
    pair = asked()
    pair.bob.pauses()
    assert pair.bob.member.remind_at is None
    pair.wait(days=10)
    pair.bob.resumes()
    assert pair.bob.member.remind_at == pair.now + THREE_DAYS


def test_nobody_is_reminded_of_a_session_that_has_ended() -> None:
    pair = asked()
    pair.bob.leaves()
    assert (pair.alice.member.remind_at, pair.bob.member.remind_at) == (None, None)


def test_a_refinement_lapses_after_two_weeks_without_an_act() -> None:
    pair = refining()
    assert lapses(pair.alice) == NOW + TWO_WEEKS
    pair.wait(days=14)
    assert pair.alice.lets_it_lapse() == [Kept(INVITER, Reason.LAPSED)]
    assert pair.alice.attempt.reason is Reason.LAPSED
    assert lapses(pair.alice) is None


def test_every_act_puts_the_lapse_off_and_somebody_elses_does_not() -> None:
    pair = refining()
    pair.wait(days=10)
    pair.bob.speaks()
    assert lapses(pair.alice) == NOW + TWO_WEEKS
    pair.alice.speaks()
    assert lapses(pair.alice) == pair.now + TWO_WEEKS


def test_what_was_done_before_there_was_something_to_refine_with_is_no_act_on_it() -> None:
    pair = asked()
    pair.wait(days=5)
    pair.bob.shares()
    assert lapses(pair.alice) == pair.now + TWO_WEEKS


def test_to_be_reminded_or_left_alone_is_no_act() -> None:
    for begin in (refining, sent_back):
        pair = begin()
        pair.wait(days=3)
        pair.alice.is_reminded()
        assert lapses(pair.alice) == NOW + TWO_WEEKS
        pair.wait(days=11)
        pair.alice.lets_it_lapse()
        assert pair.alice.member.acted_at == NOW


def test_nothing_lapses_during_a_pause() -> None:
    pair = refining()
    pair.alice.pauses()
    assert lapses(pair.alice) is None
    pair.wait(days=20)
    pair.alice.resumes()
    assert lapses(pair.alice) == pair.now + TWO_WEEKS


def test_after_the_reveal_a_lapse_brings_the_words_back_before_their_subject() -> None:
    pair = sent_back()
    pair.wait(days=14)
    assert pair.alice.lets_it_lapse() == [StoodBy(INVITER, lapsed=True)]
    assert pair.alice.attempt.status is Status.REVEALED
    assert pair.alice.lets_it_lapse() == []


def test_only_a_refinement_can_lapse() -> None:
    assert lapses(guessed().alice) is None
    assert guessed().alice.lets_it_lapse() == []
