"""How a session ends for two people: one finishes alone after a long silence, one leaves; and what a declined invitation
does to words about somebody who is not coming."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest

from domain.journey import alone, asked, guessed, refining, sent_back, unsent
from domain.world import A_MESSAGE, CARE, EVE, EXPIRY, GUESS, INVITEE, INVITER, World
from meetwithoutfear.domain.commands import Continue, DeclineInvitation, Invite, Join, Speak, TakeCare
from meetwithoutfear.domain.empathy.commands import Conclude, Outcome
from meetwithoutfear.domain.empathy.events import Consented, OfferSuperseded, Withdrawn
from meetwithoutfear.domain.empathy.exchange import OfferStatus
from meetwithoutfear.domain.errors import InvalidTransition, SessionEnded
from meetwithoutfear.domain.events import FinishedAlone, InvitationDeclined, Invited, Left
from meetwithoutfear.domain.notices import SAYS, NoticeType
from meetwithoutfear.domain.session import Chat, InvitationStatus, SessionStatus
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.view import Action

ANEW = Invite(INVITER, UUID(int=201), EXPIRY)


def silent(begin: Callable[[], World] = asked) -> World:
    pair = begin()
    pair.wait(days=14)
    pair.forget()
    return pair


def test_after_a_long_silence_one_may_finish_alone_and_not_before() -> None:
    pair = asked()
    pair.wait(days=13, minutes=24 * 60 - 1)
    assert Action.FINISH_ALONE not in pair.alice.view.turn.actions
    with pytest.raises(InvalidTransition, match="not been silent"):
        pair.alice.finishes_alone()
    pair.wait(minutes=1)
    assert Action.FINISH_ALONE in pair.alice.view.turn.actions
    assert pair.alice.finishes_alone()[0] == FinishedAlone(INVITER)
    assert pair.session.status is SessionStatus.ENDED
    assert pair.alice.finishes_alone() == []


def test_nobody_finishes_alone_for_an_analysis_that_does_not_come() -> None:
    pair = silent(guessed)
    with pytest.raises(InvalidTransition):
        pair.alice.finishes_alone()


def test_nobody_finishes_alone_whose_own_turn_it_is() -> None:
    pair = silent(sent_back)
    assert Action.FINISH_ALONE not in pair.alice.view.turn.actions
    assert Action.FINISH_ALONE in pair.bob.view.turn.actions


def test_while_the_other_pauses_nobody_finishes_alone_unless_the_silence_was_long_enough_before() -> None:
    pair = asked()
    pair.wait(days=13)
    pair.bob.pauses()
    pair.wait(days=13)
    assert Action.FINISH_ALONE not in pair.alice.view.turn.actions
    late = silent()
    late.bob.pauses()
    assert Action.FINISH_ALONE in late.alice.view.turn.actions


def test_who_was_never_joined_may_end_it_and_the_invitation_is_over() -> None:
    pair = alone()
    pair.alice.guesses()
    pair.wait(days=14)
    pair.alice.finishes_alone()
    assert pair.session.invitation is not None
    assert pair.session.invitation.status is InvitationStatus.REPLACED
    with pytest.raises(SessionEnded):
        pair.play(Join(EVE, "Eve"))


def test_both_are_told_that_it_ended_and_neither_that_anybody_was_silent() -> None:
    pair = silent()
    pair.alice.finishes_alone()
    assert pair.alice.chat == [SAYS["session"]["finished alone"]]
    assert pair.bob.chat == [SAYS["session"]["partner finished"]]
    assert pair.alice.inbox == [NoticeType.SESSION_ENDED]
    assert pair.bob.inbox[0] is NoticeType.SESSION_ENDED
    assert "silence" not in SAYS["session"]["partner finished"]


def test_who_finished_may_still_talk_with_the_guide_and_the_other_not() -> None:
    pair = silent()
    pair.alice.finishes_alone()
    assert pair.alice.speaks()
    assert Action.TALK in pair.alice.view.turn.actions
    with pytest.raises(SessionEnded):
        pair.bob.speaks()
    assert Action.TALK not in pair.bob.view.turn.actions


def test_who_talks_on_after_the_end_is_cared_for_as_before() -> None:
    pair = silent()
    pair.alice.finishes_alone()
    assert pair.play(TakeCare(INVITER, CARE))
    assert pair.play(Speak(INVITER, Chat.INNER, A_MESSAGE))
    assert pair.play(Continue(INVITER))


def test_who_was_finished_without_cannot_finish_it_again() -> None:
    pair = silent()
    pair.alice.finishes_alone()
    with pytest.raises(SessionEnded):
        pair.bob.finishes_alone()


def test_finishing_and_leaving_leave_no_offer_open_and_nothing_waiting() -> None:
    for act in ("finishes_alone", "leaves"):
        pair = silent()
        happened = getattr(pair.alice, act)()
        assert happened[1:] == [OfferSuperseded(INVITER)]
        assert pair.alice.attempt.offers[-1].status is OfferStatus.SUPERSEDED
        assert pair.bob.member.pending == ()


def test_leaving_closes_the_offers_of_both_directions_in_the_same_step() -> None:
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.SHARING)
    assert pair.bob.leaves() == [Left(INVITEE), OfferSuperseded(INVITER), OfferSuperseded(INVITEE)]


def test_what_is_not_open_stays_as_it_is_when_somebody_leaves() -> None:
    pair = refining()
    before = pair.alice.attempt
    assert pair.bob.leaves() == [Left(INVITEE)]
    assert pair.alice.attempt == before


def test_after_the_end_a_person_is_told_so_and_a_job_changes_nothing() -> None:
    pair = guessed()
    pair.bob.leaves()
    with pytest.raises(SessionEnded):
        pair.alice.withdraws()
    assert pair.play(Conclude(INVITER, 1, 1, Outcome.PROCEED, UUID(int=9))) == []
    assert pair.alice.lets_it_lapse() == []


def test_a_declined_invitation_brings_the_statement_back_to_draft() -> None:
    pair = alone()
    assert pair.alice.guesses() == [Consented(INVITER, GUESS)]
    assert pair.play(DeclineInvitation()) == [InvitationDeclined(), Withdrawn(INVITER)]
    assert pair.alice.attempt.status is None
    assert pair.alice.attempt.statement == ""
    assert Gate.EMPATHY_CONSENTED not in pair.alice.member.passed
    assert pair.alice.view.empathy.my_attempt is None


def test_words_about_one_person_never_go_to_the_next() -> None:
    pair = alone()
    pair.alice.guesses("He is afraid of the move.")
    pair.play(DeclineInvitation())
    pair.play(ANEW)
    pair.play(Join(EVE, "Eve"))
    for act in (pair.bob.signs, pair.bob.speaks, pair.bob.feels_heard):
        act()
    assert pair.alice.attempt.status is None
    assert pair.alice.guesses()[0] == Consented(INVITER, GUESS)


def test_a_new_link_brings_the_statement_back_to_draft_too_since_it_may_be_meant_for_somebody_else() -> None:
    pair = alone()
    pair.alice.guesses()
    assert pair.play(ANEW) == [Invited(ANEW.invitation_id, EXPIRY), Withdrawn(INVITER)]
    assert pair.alice.attempt.status is None
    assert pair.alice.attempt.statement == ""
    assert Gate.EMPATHY_CONSENTED not in pair.alice.member.passed
    pair.play(Join(EVE, "Eve"))
    assert pair.alice.view.empathy.my_attempt is None
    assert pair.bob.view.empathy.partner_attempt is None


def test_without_a_statement_a_new_link_is_only_that() -> None:
    assert alone().play(ANEW) == [Invited(ANEW.invitation_id, EXPIRY)]


def test_the_first_link_leaves_the_statement_as_it_is() -> None:
    pair = World(unsent())
    for act in (pair.alice.signs, pair.alice.speaks, pair.alice.feels_heard, pair.alice.guesses):
        act()
    assert pair.play(ANEW) == [Invited(ANEW.invitation_id, EXPIRY)]
    assert pair.alice.attempt.statement == GUESS


def test_without_a_statement_a_declined_invitation_is_only_that() -> None:
    assert alone().play(DeclineInvitation()) == [InvitationDeclined()]
