"""Needs in one's own words, sharing them, and what both stand on."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.care_world import CARE
from domain.journey import collecting, side_by_side, understood
from domain.story import INVITEE, INVITER, LATER, NOW
from meetwithoutfear.domain.commands import Continue, TakeCare
from meetwithoutfear.domain.errors import (
    Conflict,
    Invalid,
    InvalidTransition,
    NotFound,
    Paused,
    SafetyHold,
    SessionEnded,
)
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.commands import FindCommonGround
from meetwithoutfear.domain.needs.events import (
    CommonGroundFound,
    CommonGroundReached,
    GroundConfirmed,
    NeedsRevealed,
    NeedsReviewed,
    NeedsShared,
    NeedWithdrawn,
)
from meetwithoutfear.domain.needs.need import (
    CommonGround,
    Confirmation,
    Ground,
    Need,
    Source,
    chosen,
    editable,
    has_confirmed,
    is_found,
    named,
    with_confirmations,
    with_proposed,
    with_word,
)
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.stages import Gate, Stage

ONE, OTHER, THIRD = UUID(int=1), UUID(int=2), UUID(int=3)


def need(number: UUID = ONE, words: str = "to be heard", **more: object) -> Need:
    return Need(number, words, NeedCategory.CONNECTION, **more)  # type: ignore[arg-type]


def test_a_need_is_found_by_its_id_or_it_is_not_there() -> None:
    assert named((need(), need(OTHER)), OTHER).id == OTHER
    with pytest.raises(NotFound):
        named((need(),), OTHER)


def test_what_was_shared_stands_as_it_was_shown_and_what_was_taken_back_is_ones_own_again() -> None:
    shared = need(shared_at=NOW)
    assert shared.is_shared
    with pytest.raises(Conflict):
        editable((shared,), ONE)
    assert not need(shared_at=NOW, withdrawn=True).is_shared
    assert editable((need(shared_at=NOW, withdrawn=True),), ONE).id == ONE


def test_of_what_the_guide_had_proposed_only_what_was_confirmed_or_worded_by_the_member_stays() -> None:
    known = (
        need(ONE, "rest", confirmed=True, source=Source.GUIDE),
        need(OTHER, "To Be Heard"),
        need(THIRD, "ease", source=Source.GUIDE),
    )
    fresh = [need(UUID(int=4), "to be heard"), need(UUID(int=5), "fairness")]
    assert [each.need for each in with_proposed(known, fresh)] == ["rest", "To Be Heard", "fairness"]


def test_a_shared_need_survives_a_new_proposal() -> None:
    shared = need(source=Source.GUIDE, shared_at=NOW)
    assert with_proposed((shared,), []) == (shared,)


def test_a_confirmation_may_bring_better_words_and_can_be_taken_back() -> None:
    said = [Confirmation(ONE, confirmed=True, adjustment="to be listened to")]
    [confirmed] = with_confirmations((need(),), said)
    assert (confirmed.need, confirmed.confirmed) == ("to be listened to", True)
    [taken] = with_confirmations((confirmed,), [Confirmation(ONE, confirmed=False)])
    assert (taken.need, taken.confirmed) == ("to be listened to", False)
    with pytest.raises(NotFound):
        with_confirmations((need(),), [Confirmation(OTHER, confirmed=True)])


def test_only_confirmed_needs_are_shared_and_at_least_one_and_none_twice() -> None:
    yes, no = need(confirmed=True), need(OTHER)
    assert chosen((yes, no), [ONE, ONE]) == (yes,)
    for wanted in ([], [ONE, OTHER]):
        with pytest.raises(Invalid):
            chosen((yes, no), wanted)
    with pytest.raises(NotFound):
        chosen((yes,), [THIRD])


def test_common_ground_is_what_both_have_said_yes_to() -> None:
    ground: Ground = (
        CommonGround(ONE, "to be heard", NeedCategory.CONNECTION),
        CommonGround(OTHER, "rest", NeedCategory.AUTONOMY),
    )
    ground = with_word(ground, INVITER, ONE, NOW, confirmed=True)
    assert has_confirmed(ground, INVITER)
    assert not has_confirmed(ground, INVITEE)
    ground = with_word(ground, INVITEE, OTHER, NOW, confirmed=True)
    assert not is_found(ground), "two halves of different things are nothing in common"
    ground = with_word(ground, INVITEE, ONE, LATER, confirmed=True)
    assert is_found(ground)
    ground = with_word(ground, INVITER, ONE, LATER, confirmed=False)
    assert not is_found(ground)
    assert ground[0].confirmed == {INVITEE: LATER}
    with pytest.raises(NotFound):
        with_word(ground, INVITER, THIRD, NOW, confirmed=True)


def test_saying_yes_again_keeps_the_time_of_the_first() -> None:
    ground = (CommonGround(ONE, "rest", None, confirmed={INVITER: NOW}),)
    assert with_word(ground, INVITER, ONE, LATER, confirmed=True) == ground


def test_before_its_stage_nobody_looks_at_needs() -> None:
    pair = collecting()
    with pytest.raises(InvalidTransition):
        pair.alice.reviews_needs()


def test_sharing_comes_after_confirming() -> None:
    pair = understood()
    with pytest.raises(InvalidTransition):
        pair.alice.shares_needs()
    pair.alice.reviews_needs()
    pair.alice.reviews_needs(confirmed=False)
    with pytest.raises(InvalidTransition):
        pair.alice.shares_needs()
    pair.alice.reviews_needs()
    assert pair.alice.shares_needs() == [NeedsShared(INVITER)]


def test_once_shared_the_own_list_is_closed() -> None:
    pair = understood()
    pair.alice.reviews_needs()
    pair.alice.shares_needs()
    for act in (pair.alice.reviews_needs, pair.alice.shares_needs):
        with pytest.raises(Conflict):
            act()


def test_the_lists_stand_side_by_side_in_the_step_in_which_the_second_shares() -> None:
    pair = understood()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
    pair.alice.shares_needs()
    assert pair.bob.shares_needs() == [NeedsShared(INVITEE), NeedsRevealed()]
    assert all(Gate.NEEDS_REVEALED in person.member.passed for person in (pair.alice, pair.bob))


def test_who_pauses_or_is_held_shares_nothing_and_what_was_shared_waits_for_them() -> None:
    pair = understood()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
    pair.alice.pauses()
    with pytest.raises(Paused):
        pair.alice.shares_needs()
    pair.alice.resumes()
    pair.play(TakeCare(INVITER, CARE))
    with pytest.raises(SafetyHold):
        pair.alice.shares_needs()
    pair.play(Continue(INVITER))
    pair.alice.shares_needs()
    pair.alice.pauses()
    assert pair.bob.shares_needs() == [NeedsShared(INVITEE)]
    assert NeedsRevealed() in pair.alice.resumes()


def test_the_last_need_taken_back_before_it_was_seen_opens_the_list_again() -> None:
    pair = understood()
    pair.alice.reviews_needs()
    pair.alice.shares_needs()
    pair.alice.takes_a_need_back(left=True)
    assert Gate.NEEDS_SHARED in pair.alice.member.passed
    assert pair.alice.takes_a_need_back() == [NeedWithdrawn(INVITER, left=False)]
    assert Gate.NEEDS_SHARED not in pair.alice.member.passed
    assert pair.alice.reviews_needs() == [NeedsReviewed(INVITER, confirmed=True)]


def test_what_was_seen_cannot_be_unseen() -> None:
    pair = side_by_side()
    pair.alice.takes_a_need_back()
    assert Gate.NEEDS_SHARED in pair.alice.member.passed


def test_common_ground_is_looked_for_once() -> None:
    pair = side_by_side()
    assert pair.are_compared(found=False) == [CommonGroundFound(found=False)]
    assert pair.are_compared() == []


def test_a_member_may_word_common_ground_before_the_comparison_is_done_and_stands_by_it() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    assert Gate.COMMON_GROUND_CONFIRMED in pair.alice.member.passed
    happened = pair.bob.confirms_ground(common=True)
    assert happened == [GroundConfirmed(INVITEE, confirmed=True), CommonGroundReached()]


def test_before_both_have_shared_there_is_no_common_ground_to_word_or_confirm() -> None:
    pair = understood()
    for act in (pair.alice.words_ground, pair.alice.confirms_ground):
        with pytest.raises(InvalidTransition):
            act()


def test_who_is_held_words_nothing_for_the_other() -> None:
    pair = side_by_side()
    pair.play(TakeCare(INVITER, CARE))
    with pytest.raises(SafetyHold):
        pair.alice.words_ground()


def test_a_yes_can_be_taken_back_until_both_have_said_it() -> None:
    pair = side_by_side()
    pair.are_compared()
    pair.alice.confirms_ground()
    pair.alice.confirms_ground(confirmed=False)
    assert Gate.COMMON_GROUND_CONFIRMED not in pair.alice.member.passed
    pair.alice.confirms_ground()
    pair.bob.confirms_ground(common=True)
    assert pair.alice.confirms_ground(confirmed=False) == []


def test_the_same_yes_opens_the_last_stage_for_both_at_once() -> None:
    pair = collecting()
    assert pair.session.phase is Phase.COLLECTING
    for person in (pair.alice, pair.bob):
        assert person.member.stage is Stage.STRATEGIC_REPAIR
        assert person.member.turns == 0


def test_a_comparison_that_comes_after_the_end_changes_nothing_and_a_person_is_told() -> None:
    pair = side_by_side()
    pair.bob.leaves()
    assert pair.play(FindCommonGround(found=True)) == []
    with pytest.raises(SessionEnded):
        pair.alice.confirms_ground()
