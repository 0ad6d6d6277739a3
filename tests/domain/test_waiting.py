"""Who waits for whom, since when, and what a pause does to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from domain.journey import alone, asked, guessed, heard, ready, refining, revealed, sent_back
from domain.world import BOB_JOINS, NOW, PATIENCE, Person, World
from meetwithoutfear.domain.empathy.commands import GiveUp, Outcome
from meetwithoutfear.domain.empathy.exchange import Attempt, Verdict, later_of
from meetwithoutfear.domain.view import TurnKind, sees_change
from meetwithoutfear.domain.waiting import WaitingFor, changes_at, is_overdue

SILENCE = PATIENCE.silence
DAY = timedelta(days=1)


def test_before_the_reveal_a_member_waits_as_their_own_statement_reads() -> None:
    assert alone().alice.waits_for is None
    pair = alone()
    pair.alice.guesses()
    assert pair.alice.waits_for is WaitingFor.PARTNER_JOIN
    joined = alone()
    joined.alice.guesses()
    joined.play(BOB_JOINS)
    assert joined.alice.waits_for is WaitingFor.PARTNER_STAGE1
    assert guessed().alice.waits_for is WaitingFor.ANALYSIS
    assert asked().alice.waits_for is WaitingFor.PARTNER_SHARE
    assert refining().alice.waits_for is None
    assert ready().alice.waits_for is WaitingFor.PARTNER_STATEMENT


def test_after_the_reveal_one_waits_for_a_verdict_only_when_the_own_one_is_given() -> None:
    pair = revealed()
    assert (pair.alice.waits_for, pair.bob.waits_for) == (None, None)
    pair.alice.says(Verdict.ACCURATE)
    assert (pair.alice.waits_for, pair.bob.waits_for) == (WaitingFor.PARTNER_VALIDATION, None)
    pair.bob.says(Verdict.ACCURATE)
    assert (pair.alice.waits_for, pair.bob.waits_for) == (None, None)


def test_a_new_wording_is_waited_for_by_whoever_asked_for_it() -> None:
    pair = sent_back()
    assert (pair.alice.waits_for, pair.bob.waits_for) == (None, WaitingFor.PARTNER_REVISION)
    pair.alice.says(Verdict.PARTIAL)
    assert pair.bob.waits_for is WaitingFor.PARTNER_REVISION


def test_whose_turn_it_is_follows_from_the_wait_and_from_what_is_asked() -> None:
    assert heard().alice.view.turn.kind is TurnKind.YOURS
    assert guessed().alice.view.turn.kind is TurnKind.GUIDE
    assert asked().alice.view.turn.kind is TurnKind.PARTNER
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.SHARING)
    turn = pair.alice.view.turn
    assert turn.kind is TurnKind.YOURS
    assert turn.waiting_for is WaitingFor.PARTNER_SHARE
    pair.alice.declines()
    assert pair.alice.view.turn.kind is TurnKind.PARTNER


def test_nobody_waits_in_a_session_that_has_ended() -> None:
    pair = asked()
    pair.bob.leaves()
    assert pair.alice.waits_for is None
    assert pair.alice.may_finish_from is None
    assert pair.alice.view.empathy.actions == ()


def test_the_wait_counts_from_the_moment_the_statement_reads_so() -> None:
    pair = guessed()
    pair.wait(days=1)
    pair.alice.is_analysed(Outcome.SHARING)
    assert pair.alice.may_finish_from == NOW + DAY + SILENCE


@pytest.mark.parametrize("answer", ["declines", "lets_it_expire"])
def test_a_silent_no_does_not_begin_the_wait_anew(answer: str) -> None:
    pair = asked()
    pair.wait(days=2)
    getattr(pair.bob, answer)()
    assert pair.alice.waits_for is WaitingFor.PARTNER_SHARE
    assert pair.alice.may_finish_from == NOW + SILENCE


def test_for_an_analysis_nobody_counts_the_partners_silence() -> None:
    pair = guessed()
    pair.wait(days=30)
    assert pair.alice.may_finish_from is None


def test_a_wait_for_a_new_wording_counts_from_when_it_was_asked_for() -> None:
    pair = revealed()
    pair.wait(days=3)
    pair.bob.says(Verdict.MISSES, "because", shared=True)
    assert pair.bob.may_finish_from == NOW + 3 * DAY + SILENCE


def test_who_has_only_just_joined_was_not_silent_before() -> None:
    pair = alone()
    pair.alice.guesses()
    pair.wait(days=5)
    assert pair.alice.may_finish_from == NOW + SILENCE
    pair.play(BOB_JOINS)
    assert pair.alice.may_finish_from == NOW + 5 * DAY + SILENCE


def test_who_was_there_before_the_statement_is_waited_for_from_the_statement_on() -> None:
    pair = alone()
    pair.play(BOB_JOINS)
    pair.wait(days=5)
    pair.alice.guesses()
    assert pair.alice.may_finish_from == NOW + 5 * DAY + SILENCE


def test_a_wait_for_a_verdict_counts_from_the_own_one() -> None:
    pair = revealed()
    pair.wait(days=20)
    pair.alice.says(Verdict.ACCURATE)
    assert pair.alice.may_finish_from == pair.now + SILENCE


def test_a_wait_for_a_verdict_on_a_new_wording_counts_from_the_new_wording() -> None:
    pair = sent_back()
    pair.alice.says(Verdict.ACCURATE)
    pair.wait(days=3)
    pair.alice.resubmits()
    assert pair.alice.may_finish_from == pair.now + SILENCE


def test_the_pause_of_the_other_does_not_count_as_silence() -> None:
    pair = asked()
    pair.wait(days=5)
    pair.bob.pauses()
    pair.wait(days=30)
    assert pair.alice.may_finish_from == pair.now + SILENCE - 5 * DAY
    pair.bob.resumes()
    assert pair.alice.may_finish_from == pair.now + SILENCE - 5 * DAY
    pair.wait(days=9)
    assert pair.alice.may_finish_from == pair.now


def test_a_pause_from_before_the_wait_counts_only_from_its_beginning() -> None:
    pair = guessed()
    pair.bob.pauses()
    pair.wait(days=5)
    pair.alice.is_analysed(Outcome.SHARING)
    pair.wait(days=5)
    pair.bob.resumes()
    assert pair.alice.may_finish_from == pair.now + SILENCE


def test_ones_own_pause_does_not_lengthen_ones_own_wait() -> None:
    pair = asked()
    pair.alice.pauses()
    pair.wait(days=5)
    pair.alice.resumes()
    assert pair.alice.may_finish_from == NOW + SILENCE


@pytest.mark.parametrize("begin", [heard, guessed, refining])
def test_a_pause_moves_nothing_that_does_not_wait_for_who_paused(begin: Callable[[], World]) -> None:
    pair = begin()
    pair.bob.pauses()
    pair.wait(days=5)
    before = pair.session.exchange
    pair.bob.resumes()
    assert pair.session.exchange == before


def test_a_pause_stops_a_wait_that_began_with_ones_own_verdict() -> None:
    pair = revealed()
    pair.wait(days=20)
    pair.alice.says(Verdict.ACCURATE)
    pair.wait(days=1)
    pair.bob.pauses()
    pair.wait(days=20)
    stopped = pair.alice.may_finish_from
    pair.bob.resumes()
    assert pair.alice.may_finish_from == stopped == NOW + 40 * DAY + SILENCE


def test_who_pauses_alone_stops_nothing() -> None:
    pair = alone()
    pair.alice.pauses()
    pair.wait(days=5)
    before = pair.session.exchange
    pair.alice.resumes()
    assert pair.session.exchange == before


def test_where_the_joining_is_unknown_the_wait_is_what_the_statement_says() -> None:
    assert (later_of(NOW, None), later_of(None, NOW)) == (NOW, None)


def test_the_pause_of_who_owes_a_new_wording_does_not_count_either() -> None:
    pair = sent_back()
    pair.wait(days=1)
    pair.alice.pauses()
    pair.wait(days=12)
    pair.alice.resumes()
    assert pair.bob.may_finish_from == pair.now + SILENCE - DAY


def test_a_pause_freezes_the_deadline_of_an_offer() -> None:
    pair = asked()
    pair.wait(days=2)
    pair.bob.pauses()
    pair.wait(days=20)
    pair.bob.resumes()
    assert pair.alice.attempt.offers[-1].expires_at == pair.now + PATIENCE.offer - 2 * DAY


def test_an_offer_made_during_the_pause_has_its_whole_time_afterwards() -> None:
    pair = guessed()
    pair.bob.pauses()
    pair.wait(days=2)
    pair.alice.is_analysed(Outcome.SHARING)
    pair.wait(days=4)
    pair.bob.resumes()
    assert pair.alice.attempt.offers[-1].expires_at == pair.now + PATIENCE.offer


def test_an_answered_offer_keeps_its_deadline() -> None:
    pair = asked()
    expires_at = pair.alice.attempt.offers[-1].expires_at
    pair.bob.pauses()
    pair.wait(days=1)
    pair.bob.declines()
    pair.bob.resumes()
    assert pair.alice.attempt.offers[-1].expires_at == expires_at


def test_an_analysis_is_overdue_after_its_time_or_as_soon_as_it_was_given_up() -> None:
    pair = guessed()
    pair.wait(minutes=15)
    assert is_overdue(pair.alice.attempt, PATIENCE, pair.now)
    assert not is_overdue(pair.alice.attempt, PATIENCE, pair.now - timedelta(seconds=1))
    given_up = guessed()
    given_up.play(GiveUp(given_up.alice.side, 1, 1))
    assert is_overdue(given_up.alice.attempt, PATIENCE, given_up.now)
    assert not is_overdue(asked().alice.attempt, PATIENCE, NOW + DAY)
    assert not is_overdue(Attempt(), PATIENCE, NOW)


def test_what_changes_by_the_clock_alone_is_known_ahead() -> None:
    """What is shown now is shown until then, and no longer."""

    def next_change(pair: World, person: Person) -> timedelta | None:
        at = changes_at(pair.session, person.side, PATIENCE, pair.now)
        return None if at is None else at - pair.now

    invited = alone()
    assert invited.session.invitation is not None
    runs_out = invited.session.invitation.expires_at - invited.now
    assert next_change(invited, invited.alice) == runs_out
    invited.wait(days=runs_out / DAY)
    assert next_change(invited, invited.alice) is None
    analysed = guessed()
    assert next_change(analysed, analysed.alice) == PATIENCE.analysis
    analysed.wait(minutes=PATIENCE.analysis / timedelta(minutes=1))
    assert next_change(analysed, analysed.alice) is None
    waiting = asked()
    assert next_change(waiting, waiting.alice) == SILENCE
    waiting.bob.pauses()
    assert next_change(waiting, waiting.alice) is None


def test_a_change_in_secret_is_none_to_the_other() -> None:
    pair = heard()
    before = pair.session
    pair.alice.guesses()
    assert sees_change(before, pair.session, pair.alice.side, pair.now)
    assert not sees_change(before, pair.session, pair.bob.side, pair.now)
    before = pair.session
    pair.bob.pauses()
    assert sees_change(before, pair.session, pair.alice.side, pair.now)
