"""The last two stages as the two of them live through them: who is told what, what waits for whom, and what a pause does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from domain.journey import agreed, collecting, compared, ranked, ranking, resolved, side_by_side, understood
from domain.world import AN_AGREEMENT, CARE, INVITEE, INVITER, NOW, PATIENCE, World, kinds_in
from meetwithoutfear.domain.commands import Continue, Remind, TakeCare
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.needs import events as of_needs
from meetwithoutfear.domain.notices import SAYS, NoticeType
from meetwithoutfear.domain.pending import PendingType
from meetwithoutfear.domain.repair import events as of_repair
from meetwithoutfear.domain.timeline import By, Entry, Kind, Moment, timeline
from meetwithoutfear.domain.view import Action, TurnKind
from meetwithoutfear.domain.waiting import WaitingFor

UPDATED, ITEM = NoticeType.SESSION_UPDATED, NoticeType.ITEM_READY
say = SAYS["session"]
SECOND = UUID(int=AN_AGREEMENT.int + 1)
SILENCE, DAY = PATIENCE.silence, timedelta(days=1)


def told(pair: World, act: Callable[[], object]) -> tuple[set[NoticeType], set[NoticeType]]:
    """What Alice and what Bob are told of it, but for what now waits for them."""
    pair.forget()
    act()
    return set(pair.alice.inbox) - {ITEM}, set(pair.bob.inbox) - {ITEM}


def test_the_own_list_is_nobody_elses_business_and_of_sharing_only_that_it_happened_is_told() -> None:
    pair = understood()
    assert told(pair, pair.alice.reviews_needs) == ({UPDATED}, set())
    assert told(pair, pair.alice.shares_needs) == ({UPDATED}, {NoticeType.NEEDS_PARTNER_SHARED})
    assert told(pair, pair.alice.takes_a_need_back) == ({UPDATED}, set())
    assert pair.bob.chat == []


def test_the_lists_and_what_was_found_in_them_are_told_to_both_at_once() -> None:
    pair = understood()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
    pair.alice.shares_needs()
    alice, bob = told(pair, pair.bob.shares_needs)
    assert NoticeType.NEEDS_REVEALED in alice & bob
    assert pair.alice.chat == pair.bob.chat == [say["needs revealed"]]
    assert told(pair, pair.are_compared) == ({NoticeType.COMMON_GROUND_READY},) * 2
    assert pair.alice.chat == pair.bob.chat == [say["ground found"]]


def test_that_nothing_was_found_is_said_plainly_with_a_way_on() -> None:
    pair = side_by_side()
    pair.are_compared(found=False)
    assert pair.alice.chat == pair.bob.chat == [say["no ground found"]]
    assert Action.PROPOSE_COMMON_GROUND in pair.alice.view.turn.actions


def test_what_one_words_or_stands_by_is_told_to_the_other() -> None:
    pair = side_by_side()
    proposed, confirmed = NoticeType.COMMON_GROUND_PROPOSED, NoticeType.COMMON_GROUND_CONFIRMED
    assert told(pair, pair.alice.words_ground) == ({UPDATED}, {proposed, confirmed})
    alice, bob = told(pair, pair.bob.confirms_ground)
    assert alice == {confirmed, NoticeType.STAGE_COMPLETED}
    assert bob == {UPDATED, NoticeType.STAGE_COMPLETED}
    assert pair.alice.chat == pair.bob.chat == [say["ground reached"]]


def test_of_ideas_nobody_is_told_and_of_readiness_only_that_it_is_there() -> None:
    pair = collecting()
    assert told(pair, pair.alice.has_an_idea) == ({UPDATED}, set())
    assert told(pair, pair.alice.is_ready) == ({UPDATED}, {NoticeType.STRATEGIES_PARTNER_READY})
    assert told(pair, pair.alice.reopens) == ({UPDATED}, set())
    assert told(pair, pair.alice.is_ready) == ({UPDATED}, set()), "they know, and learn of no change of mind"
    alice, bob = told(pair, pair.bob.is_ready)
    assert NoticeType.STRATEGIES_RELEASED in alice & bob
    assert pair.alice.chat == pair.bob.chat == [say["pool released"]]


@pytest.mark.parametrize(("meets", "line"), [(True, say["overlap found"]), (False, say["overlap missed"])])
def test_of_a_ranking_only_that_it_is_there_is_told_and_to_both_where_the_lists_meet(
    meets: bool, line: str
) -> None:
    pair = ranking()
    assert told(pair, pair.alice.ranks) == ({UPDATED}, {NoticeType.STRATEGIES_PARTNER_RANKED})
    assert told(pair, pair.alice.ranks) == ({UPDATED}, set())
    alice, bob = told(pair, lambda: pair.bob.ranks(meets=meets))
    assert NoticeType.STRATEGIES_OVERLAP in alice & bob
    assert pair.alice.chat == pair.bob.chat == [line]


def test_in_a_new_round_the_first_readiness_and_the_first_ranking_are_told_again() -> None:
    pair = ranked()
    pair.bob.reopens()
    assert told(pair, pair.alice.is_ready) == ({UPDATED}, {NoticeType.STRATEGIES_PARTNER_READY})
    pair.bob.is_ready()
    assert told(pair, pair.alice.ranks) == ({UPDATED}, {NoticeType.STRATEGIES_PARTNER_RANKED})


def test_needs_that_were_taken_back_and_shared_again_are_told_once() -> None:
    pair = understood()
    pair.alice.reviews_needs()
    assert told(pair, pair.alice.shares_needs) == ({UPDATED}, {NoticeType.NEEDS_PARTNER_SHARED})
    assert told(pair, pair.alice.takes_a_need_back) == ({UPDATED}, set())
    assert told(pair, pair.alice.shares_needs) == ({UPDATED}, set())


def test_a_pool_that_opens_again_is_told_to_both() -> None:
    pair = ranked()
    assert told(pair, pair.bob.reopens) == ({NoticeType.STRATEGIES_REOPENED},) * 2
    assert pair.alice.chat == pair.bob.chat == [say["pool reopened"]]


def test_a_proposal_asks_the_other_and_its_answer_is_told_to_both() -> None:
    pair = ranked()
    assert told(pair, pair.alice.proposes) == ({UPDATED}, {NoticeType.AGREEMENT_PROPOSED})
    assert (pair.alice.chat, pair.bob.chat) == ([], [say["agreement proposed"]])
    assert told(pair, pair.bob.rewords) == ({NoticeType.AGREEMENT_PROPOSED}, {UPDATED})
    assert (pair.alice.chat, pair.bob.chat) == ([say["agreement proposed"]], [])
    assert told(pair, pair.alice.drops) == ({NoticeType.AGREEMENT_DROPPED},) * 2
    assert pair.alice.chat == pair.bob.chat == [say["agreement dropped"]]
    pair.alice.proposes()
    assert told(pair, pair.bob.agrees) == ({NoticeType.AGREEMENT_CONFIRMED},) * 2
    assert pair.alice.chat == pair.bob.chat == [say["agreement reached"]]
    assert all(notice.data == {"agreementId": str(SECOND)} for notice in pair.notices)


def test_the_end_with_an_agreement_is_told_to_both() -> None:
    pair = agreed()
    assert told(pair, pair.bob.resolves) == ({NoticeType.SESSION_RESOLVED},) * 2
    assert pair.alice.chat == pair.bob.chat == [say["resolved"]]


def test_the_wish_to_end_without_one_is_told_to_the_other_and_the_end_to_both() -> None:
    pair = ranked()
    assert told(pair, pair.alice.asks_to_close) == ({UPDATED}, {NoticeType.CLOSE_ASKED})
    assert (pair.alice.chat, pair.bob.chat) == ([], [say["close asked"]])
    alice, bob = told(pair, pair.bob.asks_to_close)
    assert NoticeType.SESSION_ENDED in alice & bob
    assert say["closed"] in pair.alice.chat
    assert say["closed"] in pair.bob.chat


def test_the_day_to_look_back_comes_for_each_and_what_is_said_is_told_only_when_shared() -> None:
    pair = resolved()
    assert told(pair, pair.alice.is_asked_to_look_back) == ({NoticeType.FOLLOW_UP_DUE}, set())
    assert pair.alice.chat == [say["look back"]]
    assert told(pair, pair.alice.looks_back) == ({UPDATED}, set())
    shared = told(pair, lambda: pair.alice.looks_back(shared=True))
    assert shared == ({UPDATED}, {NoticeType.FOLLOW_UP_SHARED})
    alice, bob = told(pair, pair.bob.looks_back)
    assert NoticeType.FOLLOW_UP_SETTLED in alice & bob


def test_each_step_waits_for_whoever_has_to_take_it() -> None:
    pair = understood()
    assert pair.alice.to_do == pair.bob.to_do == [PendingType.NEEDS_TO_CONFIRM]
    pair = side_by_side()
    assert pair.alice.to_do == pair.bob.to_do == []
    pair.are_compared()
    assert pair.alice.to_do == pair.bob.to_do == [PendingType.COMMON_GROUND_TO_CONFIRM]
    pair.alice.confirms_ground()
    assert (pair.alice.to_do, pair.bob.to_do) == ([], [PendingType.COMMON_GROUND_TO_CONFIRM])
    assert collecting().alice.to_do == []
    pair = ranking()
    assert pair.alice.to_do == pair.bob.to_do == [PendingType.RANKING_DUE]
    pair.alice.ranks()
    assert pair.alice.to_do == []
    pair = ranked()
    pair.alice.proposes()
    assert (pair.alice.to_do, pair.bob.to_do) == ([], [PendingType.AGREEMENT_TO_CONFIRM])
    pair = resolved()
    pair.bob.is_asked_to_look_back()
    assert (pair.alice.to_do, pair.bob.to_do) == ([], [PendingType.FOLLOW_UP_DUE])


def test_two_who_stand_by_different_things_are_both_asked_to_look_again() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    pair.bob.words_ground()
    assert pair.alice.to_do == pair.bob.to_do == [PendingType.COMMON_GROUND_TO_CONFIRM]
    assert waits(pair) == (None, None)


def waits(pair: World) -> tuple[WaitingFor | None, WaitingFor | None]:
    return pair.alice.waits_for, pair.bob.waits_for


def test_who_has_done_their_part_waits_for_the_other() -> None:
    pair = understood()
    assert pair.alice.waits_for is None
    pair.alice.reviews_needs()
    pair.alice.shares_needs()
    assert waits(pair) == (WaitingFor.PARTNER_NEEDS, None)
    pair = side_by_side()
    assert pair.alice.waits_for is WaitingFor.ANALYSIS
    assert pair.alice.may_finish_from is None
    pair.alice.words_ground()
    assert waits(pair) == (WaitingFor.PARTNER_COMMON_GROUND, None)
    pair = collecting()
    pair.alice.is_ready()
    assert waits(pair) == (WaitingFor.PARTNER_IDEAS, None)
    pair = ranking()
    pair.alice.ranks()
    assert waits(pair) == (WaitingFor.PARTNER_RANKING, None)
    pair = ranked()
    assert waits(pair) == (None, None)
    pair.alice.proposes()
    assert waits(pair) == (WaitingFor.PARTNER_AGREEMENT, None)
    assert pair.alice.view.turn.kind is TurnKind.PARTNER
    assert (agreed().alice.waits_for, resolved().alice.waits_for) == (None, None)


WAITS: dict[str, Callable[[], World]] = {
    "ideas": lambda: after(collecting(), "is_ready"),
    "a ranking": lambda: after(ranking(), "ranks"),
    "an agreement": lambda: after(ranked(), "proposes"),
    "common ground": lambda: after(side_by_side(), "words_ground"),
}


def after(pair: World, act: str) -> World:
    getattr(pair.alice, act)()
    return pair


@pytest.mark.parametrize("begin", WAITS.values(), ids=WAITS.keys())
def test_a_long_silence_can_be_ended_alone_and_a_pause_of_the_other_does_not_count(
    begin: Callable[[], World],
) -> None:
    pair = begin()
    assert pair.alice.may_finish_from == NOW + SILENCE
    pair.wait(days=3)
    pair.bob.pauses()
    pair.wait(days=30)
    assert pair.alice.may_finish_from == pair.now + SILENCE - 3 * DAY
    pair.bob.resumes()
    assert pair.alice.may_finish_from == pair.now + SILENCE - 3 * DAY
    pair.wait(days=11)
    assert pair.alice.finishes_alone()


def test_a_break_of_who_is_not_waited_for_changes_nothing_for_the_other() -> None:
    pair = collecting()
    pair.bob.pauses()
    pair.wait(days=3)
    pair.bob.resumes()
    assert pair.alice.member.waits_from is None


def test_who_has_something_to_do_is_reminded_and_news_begins_the_days_anew() -> None:
    pair = ranking()
    assert pair.alice.member.remind_at == NOW + 3 * DAY
    pair.wait(days=3)
    pair.play(Remind(INVITER))
    pair.play(Remind(INVITEE))
    assert pair.alice.member.remind_at == NOW + 7 * DAY
    pair.bob.ranks()
    pair.alice.ranks()
    assert pair.bob.member.remind_at == pair.now + 3 * DAY
    pair.bob.proposes()
    reminders = {person.side: person.member.remind_at for person in (pair.alice, pair.bob)}
    assert reminders == {INVITER: pair.now + 3 * DAY, INVITEE: None}


def test_after_the_end_only_the_day_to_look_back_is_a_reason_to_remind() -> None:
    pair = resolved()
    assert pair.alice.member.remind_at is None
    pair.wait(days=7)
    pair.alice.is_asked_to_look_back()
    assert pair.alice.member.remind_at == pair.now + 3 * DAY
    assert pair.bob.member.remind_at is None


@pytest.mark.parametrize(
    ("begin", "expected"),
    [
        (understood, {Action.REVIEW_NEEDS}),
        (side_by_side, {Action.PROPOSE_COMMON_GROUND}),
        (compared, {Action.CONFIRM_COMMON_GROUND, Action.PROPOSE_COMMON_GROUND}),
        (collecting, {Action.ADD_IDEAS, Action.BE_READY, Action.CLOSE}),
        (ranking, {Action.REOPEN, Action.RANK, Action.CLOSE}),
        (ranked, {Action.REOPEN, Action.PROPOSE_AGREEMENT, Action.CLOSE}),
        (agreed, {Action.PROPOSE_AGREEMENT, Action.RESOLVE}),
        (resolved, set()),
    ],
)
def test_the_buttons_are_those_of_the_phase(begin: Callable[[], World], expected: set[Action]) -> None:
    always = {Action.TALK, Action.PAUSE, Action.ARCHIVE, Action.LEAVE}
    assert set(begin().alice.view.turn.actions) == expected | always


def test_a_proposal_can_be_confirmed_by_the_other_alone() -> None:
    pair = ranked()
    pair.alice.proposes()
    assert Action.CONFIRM_AGREEMENT not in pair.alice.view.turn.actions
    assert Action.CONFIRM_AGREEMENT in pair.bob.view.turn.actions


def test_who_is_held_may_look_through_their_needs_and_not_share_them() -> None:
    pair = understood()
    pair.alice.reviews_needs()
    pair.play(TakeCare(INVITER, CARE))
    assert Action.SHARE_NEEDS not in pair.alice.view.turn.actions
    assert Action.REVIEW_NEEDS in pair.alice.view.turn.actions
    pair.play(Continue(INVITER))
    assert Action.SHARE_NEEDS in pair.alice.view.turn.actions


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ("CommonGroundReached", Kind.STAGE_COMPLETED),
        ("AgreementReached", Kind.AGREED),
        ("Resolved", Kind.RESOLVED),
        ("Closed", Kind.ENDED),
    ],
)
def test_what_both_do_together_is_a_moment_of_both(event: str, kind: Kind) -> None:
    for side in (INVITER, INVITEE):
        assert timeline([Entry(Event.by_name[event].moment, INVITER, NOW)], side) == [
            Moment(kind, By.BOTH, NOW)
        ]


def test_nothing_else_of_the_last_stages_is_a_moment() -> None:
    """Least of all who said yes, who was ready, who let it go, or who would rather end."""
    shown = {
        kind.name
        for kind in kinds_in(of_needs, of_repair)
        for side in (INVITER, INVITEE)
        if timeline([Entry(kind.moment, INVITER, NOW)], side)
    }
    assert shown == {"CommonGroundReached", "AgreementReached", "Resolved", "Closed"}
