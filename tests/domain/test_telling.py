"""Who is told what of the exchange, in which words and in which order."""

from __future__ import annotations

import re

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
from domain.world import BETTER, FEEDBACK, GUESS, INVITEE, INVITER, MORE, Person, World
from meetwithoutfear.domain.empathy.commands import GiveUp, Outcome
from meetwithoutfear.domain.empathy.events import ContextShared
from meetwithoutfear.domain.empathy.exchange import Reason, Verdict
from meetwithoutfear.domain.empathy.view import reason_for
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.notices import SAYS, Notice, NoticeType, Role
from meetwithoutfear.domain.side import Side

say, READY, OUTCOMES = SAYS["exchange"], SAYS["ready"], SAYS["outcomes"]
UPDATED = NoticeType.STATUS_UPDATED
HERS = {"attemptId": str(HER_ATTEMPT)}
HIS = {"attemptId": str(HIS_ATTEMPT)}
GOOD = re.compile(r"\b(close|near|right|good|well|accurate|understood|understanding)\b")


def roles(pair: World, side: Side) -> list[Role]:
    return [line.role for line in pair.lines if line.to is side]


def named(pair: World) -> list[Notice]:
    """What came besides the news that a view has changed and that something waits."""
    plain = {UPDATED, NoticeType.ITEM_READY}
    return [notice for notice in pair.notices if notice.type not in plain]


def test_who_sends_a_statement_reads_it_in_their_own_chat_and_is_led_to_their_inner_thoughts() -> None:
    pair = heard()
    pair.alice.guesses()
    assert pair.alice.chat == [GUESS, say["sent"]]
    assert roles(pair, INVITER) == [Role.EMPATHY_STATEMENT, Role.AI]
    assert "inner thoughts" in say["sent"]
    assert pair.bob.chat == []


def test_the_beginning_of_each_analysis_is_told_to_the_guesser_with_its_number() -> None:
    pair = guessed()
    starting = NoticeType.GAP_ANALYSIS_STARTING
    assert named(pair) == [Notice(INVITER, starting, {**HERS, "iteration": 1})]
    pair.alice.is_analysed(Outcome.SHARING)
    pair.bob.shares()
    pair.forget()
    pair.alice.resubmits()
    assert named(pair) == [Notice(INVITER, starting, {**HERS, "iteration": 2})]
    assert pair.alice.chat == [BETTER, say["resubmitted"]]


@pytest.mark.parametrize(
    ("outcome", "reason"), [(Outcome.PROCEED, Reason.ALIGNED), (Outcome.OPTIONAL, Reason.CLOSE)]
)
def test_a_good_or_near_understanding_is_told_to_the_guesser_alone(outcome: Outcome, reason: Reason) -> None:
    pair = guessed()
    pair.forget()
    pair.alice.is_analysed(outcome)
    assert named(pair) == [Notice(INVITER, NoticeType.GAPS_RESOLVED, HERS)]
    assert (pair.alice.chat, pair.bob.chat) == ([READY[reason]], [])


def test_a_gap_is_waiting_to_the_one_and_an_invitation_to_the_other() -> None:
    pair = guessed()
    pair.forget()
    pair.alice.is_analysed(Outcome.OPTIONAL_WITH_FOCUS)
    offer = {"offerId": str(pair.alice.attempt.offers[-1].id)}
    assert named(pair) == [
        Notice(INVITER, NoticeType.GAPS_REMAIN, HERS),
        Notice(INVITER, NoticeType.PARTNER_CONSIDERING_SHARE, HERS),
        Notice(INVITEE, NoticeType.SHARE_SUGGESTION, offer),
    ]
    assert (pair.alice.chat, pair.bob.chat) == ([say["waiting"]], [say["invited to share"]])


def test_the_second_invitation_says_which_one_it_is() -> None:
    pair = refining()
    pair.alice.resubmits()
    pair.forget()
    pair.alice.is_analysed(Outcome.SHARING)
    offer_id = str(pair.alice.attempt.offers[-1].id)
    again = Notice(INVITEE, NoticeType.MORE_SHARING_SUGGESTED, {"offerId": offer_id, "iteration": 2})
    assert named(pair)[-1] == again


def test_shared_words_come_with_an_introduction_and_a_question_and_stand_in_both_chats() -> None:
    pair = asked()
    pair.forget()
    pair.bob.shares()
    assert pair.alice.chat == [say["shared intro"], MORE, say["reflect"]]
    assert roles(pair, INVITER) == [Role.AI, Role.SHARED_CONTEXT, Role.AI]
    assert pair.bob.chat == [MORE, say["shared by me"]]
    assert roles(pair, INVITEE) == [Role.SHARED_CONTEXT, Role.AI]
    assert [notice.type for notice in named(pair)] == [NoticeType.SHARE_FINALIZED, NoticeType.REFINING]
    assert {notice.to for notice in named(pair)} == {INVITER}


def test_who_declines_or_lets_it_run_out_is_told_that_this_is_all_right() -> None:
    for act, sentence in (("declines", say["declined"]), ("lets_it_expire", say["expired"])):
        pair = asked()
        pair.forget()
        getattr(pair.bob, act)()
        assert pair.bob.chat == [sentence]
        assert named(pair) == []


def test_the_end_of_the_loop_is_told_warmly_to_both_and_announced_to_the_guesser() -> None:
    pair = refining()
    for number in range(3):
        pair.alice.resubmits(f"{number}")
        pair.alice.is_analysed(Outcome.SHARING)
        pair.bob.shares(f"more, {number}")
    pair.forget()
    pair.alice.resubmits()
    assert pair.alice.chat == [BETTER, READY[Reason.BREAKER]]
    assert pair.bob.chat == [say["nothing more asked"]]
    tripped = Notice(INVITER, NoticeType.CIRCUIT_BREAKER_ACTIVATED, {**HERS, "iteration": 5})
    assert named(pair) == [tripped]


def test_who_was_never_asked_for_anything_hears_nothing_of_the_end_of_the_loop() -> None:
    """Before the reveal a subject learns of a statement by an offer and by nothing else."""
    pair = guessed()
    pair.alice.is_analysed(Outcome.PROCEED)
    bob = pair.bob.member
    pair.forget()
    for number in range(4):
        pair.alice.withdraws()
        pair.alice.guesses(f"again, {number}")
    assert pair.alice.attempt.reason is Reason.BREAKER
    assert pair.bob.chat == []
    assert pair.bob.inbox == []
    assert pair.bob.member == bob


def test_the_reveal_brings_to_each_the_words_about_them_and_a_question() -> None:
    pair = ready()
    pair.forget()
    pair.bob.is_analysed(Outcome.OPTIONAL)
    assert roles(pair, INVITER)[-3:] == [
        Role.EMPATHY_REVEAL_INTRO,
        Role.EMPATHY_STATEMENT,
        Role.EMPATHY_VALIDATION_PROMPT,
    ]
    assert pair.alice.chat == pair.bob.chat[-3:] == [say["reveal intro"], GUESS, say["reveal prompt"]]
    assert named(pair)[1:] == [
        Notice(INVITEE, NoticeType.BOTH_READY, HERS),
        Notice(INVITEE, NoticeType.REVEALED, HERS),
        Notice(INVITER, NoticeType.BOTH_READY, HIS),
        Notice(INVITER, NoticeType.REVEALED, HIS),
    ]


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("verdict", [Verdict.ACCURATE, Verdict.PARTIAL])
def test_feedback_comes_with_the_verdict_only_if_it_may_be_passed_on(
    verdict: Verdict, *, shared: bool
) -> None:
    pair = revealed()
    pair.bob.says(verdict, FEEDBACK, shared=shared)
    passed_on = [say["feedback intro"], FEEDBACK] if shared else []
    assert pair.alice.chat == [OUTCOMES[verdict], *passed_on]
    assert pair.bob.chat == [say["judged"]]


def test_feedback_that_it_misses_the_mark_comes_word_for_word_with_help() -> None:
    pair = sent_back()
    assert pair.alice.chat == [say["feedback intro"], FEEDBACK, say["feedback help"]]
    assert roles(pair, INVITER) == [Role.AI, Role.VALIDATION_FEEDBACK, Role.AI]
    assert pair.bob.chat == [say["feedback sent"]]
    assert named(pair) == [Notice(INVITER, NoticeType.REFINING, HERS)]


def test_a_verdict_kept_private_stays_between_the_subject_and_the_guide() -> None:
    pair = revealed()
    before = pair.alice.view
    pair.bob.says(Verdict.MISSES, FEEDBACK)
    assert pair.alice.chat == []
    assert pair.alice.inbox == []
    assert pair.alice.view == before
    assert pair.bob.chat == [say["missed"]]


def test_when_no_round_is_left_feedback_may_still_be_passed_on() -> None:
    pair = sent_back()
    pair.alice.resubmits("again")
    pair.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    pair.alice.resubmits("and again")
    pair.bob.says(Verdict.MISSES)
    pair.forget()
    pair.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    assert pair.alice.chat == [say["feedback intro"], FEEDBACK]
    assert pair.bob.chat == [say["judged"]]
    assert UPDATED in pair.alice.inbox


def test_a_new_wording_is_shown_with_the_question_again() -> None:
    pair = sent_back()
    pair.forget()
    pair.alice.resubmits()
    assert pair.alice.chat == [BETTER, say["revised"]]
    assert pair.bob.chat == [say["new wording"], BETTER, say["reveal prompt"]]


def test_words_that_stay_as_they_are_are_told_to_both() -> None:
    pair = sent_back()
    pair.forget()
    pair.alice.keeps()
    assert (pair.alice.chat, pair.bob.chat) == ([say["stood by"]], [say["kept after the reveal"]])


def updates(pair: World) -> list[Notice]:
    return [notice for notice in pair.notices if notice.type is UPDATED]


def test_only_who_sees_a_difference_is_told_that_there_is_one() -> None:
    pair = guessed()
    pair.forget()
    pair.alice.is_analysed(Outcome.PROCEED)
    assert updates(pair) == [Notice(INVITER, UPDATED, {**HERS, "version": pair.alice.member.version})]
    pair.forget()
    pair.alice.looks()
    assert updates(pair) == []


def test_however_much_comes_at_once_each_is_told_once_that_their_view_has_changed() -> None:
    """The second analysis ends, and both statements are revealed."""
    pair = ready()
    pair.forget()
    pair.bob.is_analysed(Outcome.PROCEED)
    assert updates(pair) == [
        Notice(INVITER, UPDATED, {**HERS, "version": pair.alice.member.version}),
        Notice(INVITEE, UPDATED, {**HIS, "version": pair.bob.member.version}),
    ]


def test_a_change_of_what_one_may_do_with_the_own_guess_is_told_with_that_guess() -> None:
    """Nothing but a button comes or goes; least of all may the other's guess show through it."""
    given_up, taken_back = guessed(), revealed()
    for pair in (given_up, taken_back):
        pair.forget()
    given_up.play(GiveUp(INVITER, revision=1, iteration=1))
    taken_back.alice.withdraws()
    for pair in (given_up, taken_back):
        assert updates(pair) == [Notice(INVITER, UPDATED, {**HERS, "version": pair.alice.member.version})]


def test_who_was_quiet_for_long_is_not_told_that_they_have_decided_anything() -> None:
    pair = sent_back()
    pair.forget()
    pair.alice.lets_it_lapse()
    assert (pair.alice.chat, pair.bob.chat) == ([say["left as it is"]], [say["kept after the reveal"]])


@pytest.mark.parametrize("stays", ["alice", "bob"])
def test_who_has_left_is_told_nothing_of_what_ends_with_it(stays: str) -> None:
    pair = asked()
    pair.bob.guesses()
    pair.bob.is_analysed(Outcome.SHARING)
    pair.forget()
    here: Person = getattr(pair, stays)
    gone = Person(pair, here.side.other)
    gone.leaves()
    assert gone.inbox == [NoticeType.SESSION_LEFT]
    assert here.inbox == [NoticeType.SESSION_LEFT, UPDATED]


def test_words_that_were_shared_are_found_again_by_the_round_they_belong_to() -> None:
    pair = refining()
    pair.alice.resubmits()
    pair.alice.is_analysed(Outcome.SHARING)
    pair.bob.shares("and more")
    for iteration, words in ((1, MORE), (2, "and more")):
        begins = ContextShared.cause_of(INVITER, iteration)
        mine = [line.content for line in pair.lines if (line.cause or "").startswith(begins)]
        assert mine == [say["shared intro"], words, say["reflect"], words, say["shared by me"]]


def test_a_statement_that_is_left_as_it_is_is_told_as_that_and_nothing_more() -> None:
    kept, lapsed, unanalysed = refining(), refining(), guessed()
    kept.alice.keeps()
    lapsed.alice.lets_it_lapse()
    unanalysed.alice.keeps(overdue=True)
    assert kept.alice.chat[-1] == READY[Reason.KEPT]
    assert lapsed.alice.chat[-1] == READY[Reason.LAPSED]
    assert unanalysed.alice.chat[-1] == READY[Reason.UNANALYSED]


def test_what_is_taken_back_is_confirmed_to_who_took_it_back() -> None:
    pair = guessed()
    pair.forget()
    pair.alice.withdraws()
    assert (pair.alice.chat, pair.bob.chat) == ([say["withdrawn"]], [])


def test_when_both_have_judged_both_are_led_on() -> None:
    pair = revealed()
    pair.bob.says(Verdict.ACCURATE)
    pair.forget()
    pair.alice.accepts_the_difference()
    assert pair.alice.chat == [say["judged"], SAYS["session"]["understood"]]
    assert pair.bob.chat == [OUTCOMES[Verdict.DIFFERENCE], SAYS["session"]["understood"]]


def test_only_a_good_or_near_understanding_is_spoken_of_as_one() -> None:
    praised = {reason for reason, sentence in READY.items() if GOOD.search(sentence)}
    assert praised == {Reason.ALIGNED, Reason.CLOSE}
    assert not any(
        GOOD.search(sentence)
        for sentence in (
            say["sent"],
            say["resubmitted"],
            say["waiting"],
            say["stood by"],
            say["left as it is"],
        )
    )


def test_who_is_invited_to_share_hears_why_in_a_fixed_sentence() -> None:
    assert reason_for(None).endswith("a little more of what this is like for you.")
    for area in AreaHint:
        assert reason_for(area).endswith(f": {area}.")
