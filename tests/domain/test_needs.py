"""Needs in one's own words, sharing them, and what both stand on."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.journey import collecting, side_by_side, to_the_agreement, understood
from domain.world import CARE, INVITEE, INVITER, LATER, NOW, Person
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
from meetwithoutfear.domain.needs.commands import (
    ConfirmGround,
    ConfirmNeeds,
    FindCommonGround,
    ProposeNeeds,
    RemoveNeed,
    RewordNeed,
    ShareNeeds,
    WithdrawNeed,
)
from meetwithoutfear.domain.needs.events import (
    CommonGroundFound,
    CommonGroundReached,
    GroundConfirmed,
    GroundWithdrawn,
    NeedsRevealed,
    NeedsReviewed,
    NeedsShared,
    NeedWithdrawn,
)
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    CommonGround,
    GroundKind,
    Need,
    NeedConfirmation,
    NeedWording,
    Source,
    choose_to_share,
    find_editable,
    find_need,
    with_confirmations,
    with_proposed,
)
from meetwithoutfear.domain.stages import Gate, Phase, Stage

ONE, OTHER, THIRD = UUID(int=1), UUID(int=2), UUID(int=3)


def need(number: UUID = ONE, words: str = "to be heard", **more: object) -> Need:
    return Need(number, words, NeedCategory.CONNECTION, **more)  # type: ignore[arg-type]


def ids_of(person: Person) -> tuple[UUID, ...]:
    return tuple(each.id for each in person.needs)


def test_a_need_is_found_by_its_id_or_it_is_not_there() -> None:
    assert find_need((need(), need(OTHER)), OTHER).id == OTHER
    with pytest.raises(NotFound):
        find_need((need(),), OTHER)


def test_what_was_shared_stands_as_it_was_shown_and_what_was_taken_back_is_ones_own_again() -> None:
    shared = need(shared_at=NOW)
    assert shared.is_shared
    with pytest.raises(Conflict):
        find_editable((shared,), ONE)
    assert not need(shared_at=NOW, withdrawn=True).is_shared
    assert find_editable((need(shared_at=NOW, withdrawn=True),), ONE).id == ONE


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
    said = [NeedConfirmation(ONE, confirmed=True, adjustment="to be listened to")]
    [confirmed] = with_confirmations((need(),), said)
    assert confirmed.need == "to be listened to"
    assert confirmed.confirmed is True
    [taken] = with_confirmations((confirmed,), [NeedConfirmation(ONE, confirmed=False)])
    assert taken.need == "to be listened to"
    assert taken.confirmed is False
    with pytest.raises(NotFound):
        with_confirmations((need(),), [NeedConfirmation(OTHER, confirmed=True)])


def test_only_confirmed_needs_are_shared_and_at_least_one_and_none_twice() -> None:
    yes, no = need(confirmed=True), need(OTHER)
    assert choose_to_share((yes, no), [ONE, ONE]) == (yes,)
    for wanted in ([], [ONE, OTHER]):
        with pytest.raises(Invalid):
            choose_to_share((yes, no), wanted)
    with pytest.raises(NotFound):
        choose_to_share((yes,), [THIRD])


def test_common_ground_is_what_both_have_said_yes_to() -> None:
    item = CommonGround(ONE, "to be heard", NeedCategory.CONNECTION)
    hers = item.with_word(INVITER, NOW, confirmed=True)
    assert hers.confirmed == {INVITER: NOW}
    assert hers.is_common is False
    both = hers.with_word(INVITEE, LATER, confirmed=True)
    assert both.is_common
    taken = both.with_word(INVITER, LATER, confirmed=False)
    assert taken.confirmed == {INVITEE: LATER}
    assert taken.is_common is False


def test_saying_yes_again_keeps_the_time_of_the_first() -> None:
    item = CommonGround(ONE, "rest", None, confirmed={INVITER: NOW})
    assert item.with_word(INVITER, LATER, confirmed=True) == item


def test_before_its_stage_nobody_looks_at_needs() -> None:
    pair = collecting()
    with pytest.raises(InvalidTransition):
        pair.alice.reviews_needs()


def test_a_list_is_worded_proposed_reworded_and_cut_by_its_writer() -> None:
    pair = understood()
    pair.alice.words_a_need("to be heard")
    [mine] = pair.alice.needs
    heard = (need(OTHER, "ease", source=Source.GUIDE), need(THIRD, "To be heard", source=Source.GUIDE))
    pair.play(ProposeNeeds(INVITER, heard))
    assert [each.need for each in pair.alice.needs] == ["to be heard", "ease"]
    pair.play(RewordNeed(INVITER, mine.id, NeedWording("to be listened to", None, "in the evening")))
    pair.play(RewordNeed(INVITER, mine.id, NeedWording(None, NeedCategory.FAIRNESS, None)))
    [worded, _] = pair.alice.needs
    assert worded.words == "to be listened to: in the evening"
    assert worded.category is NeedCategory.FAIRNESS
    assert worded.confirmed is True
    pair.play(RemoveNeed(INVITER, OTHER))
    assert pair.alice.needs == (worded,)
    assert pair.bob.needs == ()


def test_nobody_changes_or_takes_back_a_need_of_the_other() -> None:
    pair = understood()
    pair.bob.words_a_need()
    [his] = pair.bob.needs
    for command in (
        RewordNeed(INVITER, his.id, NeedWording("mine", None, None)),
        RemoveNeed(INVITER, his.id),
        ConfirmNeeds(INVITER, (NeedConfirmation(his.id, confirmed=False),)),
        ShareNeeds(INVITER, (his.id,)),
    ):
        with pytest.raises(NotFound):
            pair.play(command)
    pair.bob.shares_needs()
    assert pair.play(WithdrawNeed(INVITER, his.id)) == []
    assert [each.is_shared for each in pair.bob.needs] == [True]


def test_a_list_has_an_end() -> None:
    pair = understood()
    for _ in range(MOST_NEEDS):
        pair.alice.words_a_need()
    with pytest.raises(Conflict):
        pair.alice.words_a_need()
    assert len(pair.alice.needs) == MOST_NEEDS


def test_sharing_comes_after_confirming() -> None:
    pair = understood()
    with pytest.raises(Invalid):
        pair.alice.shares_needs()
    pair.alice.reviews_needs()
    pair.alice.reviews_needs(confirmed=False)
    assert Gate.NEEDS_CONFIRMED not in pair.alice.member.passed
    with pytest.raises(Invalid):
        pair.alice.shares_needs(pair.alice.needs[0].id)
    pair.alice.reviews_needs()
    assert pair.alice.shares_needs() == [NeedsShared(INVITER, (pair.alice.needs[0].id,))]


def test_once_shared_the_own_list_is_closed() -> None:
    pair = understood()
    pair.alice.words_a_need()
    pair.alice.words_a_need("ease")
    first, second = ids_of(pair.alice)
    pair.alice.shares_needs(first)
    assert pair.alice.shares_needs(first) == []
    with pytest.raises(Conflict):
        pair.alice.shares_needs(second)
    with pytest.raises(Conflict):
        pair.alice.words_a_need()


def test_the_lists_stand_side_by_side_in_the_step_in_which_the_second_shares() -> None:
    pair = understood()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
    pair.alice.shares_needs()
    assert pair.bob.shares_needs() == [NeedsShared(INVITEE, ids_of(pair.bob)), NeedsRevealed()]
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
    assert pair.bob.shares_needs() == [NeedsShared(INVITEE, ids_of(pair.bob))]
    assert NeedsRevealed() in pair.alice.resumes()


def test_the_last_need_taken_back_before_it_was_seen_opens_the_list_again() -> None:
    pair = understood()
    pair.alice.words_a_need()
    pair.alice.words_a_need("ease")
    first, second = ids_of(pair.alice)
    pair.alice.shares_needs()
    assert pair.alice.takes_a_need_back() == [NeedWithdrawn(INVITER, first)]
    assert Gate.NEEDS_SHARED in pair.alice.member.passed
    assert pair.alice.takes_a_need_back() == [NeedWithdrawn(INVITER, second)]
    assert Gate.NEEDS_SHARED not in pair.alice.member.passed
    assert pair.alice.takes_a_need_back() == []
    assert pair.alice.reviews_needs() == [NeedsReviewed(INVITER, pair.alice.needs)]


def test_what_was_seen_cannot_be_unseen_and_is_left_out_from_then_on() -> None:
    pair = side_by_side()
    pair.alice.takes_a_need_back()
    assert Gate.NEEDS_SHARED in pair.alice.member.passed
    [mine] = pair.alice.needs
    assert mine.is_shared is False
    assert mine.withdrawn is True


def test_common_ground_is_looked_for_once() -> None:
    pair = side_by_side()
    assert pair.are_compared(found=False) == [CommonGroundFound(())]
    assert pair.are_compared() == []


def test_a_member_may_word_common_ground_before_the_comparison_is_done_and_stands_by_it() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    assert Gate.COMMON_GROUND_CONFIRMED in pair.alice.member.passed
    [item] = pair.session.ground
    assert item.confirmed == {INVITER: pair.now}
    happened = pair.bob.confirms_ground()
    assert happened == [GroundConfirmed(INVITEE, {item.id: True}), CommonGroundReached()]


def test_two_halves_of_different_things_are_nothing_in_common() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    pair.bob.words_ground()
    assert pair.session.phase is None
    pair.bob.confirms_ground()
    assert pair.session.phase is Phase.COLLECTING


def test_nobody_stands_by_what_is_not_there() -> None:
    pair = side_by_side()
    with pytest.raises(NotFound):
        pair.play(ConfirmGround(INVITER, {THIRD: True}))


def test_common_ground_has_an_end() -> None:
    pair = side_by_side()
    for _ in range(MOST_GROUND):
        pair.alice.words_ground()
    with pytest.raises(Conflict):
        pair.bob.words_ground()


def test_who_worded_common_ground_takes_it_back_while_it_is_theirs_alone() -> None:
    pair = side_by_side()
    pair.are_compared()
    pair.alice.words_ground()
    found, hers = pair.session.ground
    assert pair.bob.takes_ground_back(1) == []
    assert pair.alice.takes_ground_back(0) == [], "what was found is nobody's"
    assert pair.alice.takes_ground_back(1) == [GroundWithdrawn(INVITER, {hers.id: False})]
    assert [*pair.session.ground] == [found]
    assert Gate.COMMON_GROUND_CONFIRMED not in pair.alice.member.passed
    pair.alice.words_ground()
    pair.play(ConfirmGround(INVITEE, {pair.session.ground[1].id: True}))
    assert pair.alice.takes_ground_back(1) == []


def test_what_the_other_one_stands_by_is_no_longer_ones_own_to_take_back() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    pair.alice.confirms_ground(confirmed=False)
    pair.bob.confirms_ground()
    assert pair.alice.takes_ground_back() == []
    assert Gate.COMMON_GROUND_CONFIRMED in pair.bob.member.passed


def test_that_both_see_each_other_needs_no_further_words() -> None:
    seen = CommonGround(ONE, "We see each other's needs", None, kind=GroundKind.SEEN)
    described = CommonGround(ONE, "rest", NeedCategory.AUTONOMY, "on Sundays")
    assert (seen.words, described.words) == ("We see each other's needs", "rest: on Sundays")


def test_before_both_have_shared_there_is_no_common_ground_to_word_or_confirm() -> None:
    pair = understood()
    with pytest.raises(InvalidTransition):
        pair.alice.words_ground()
    assert pair.alice.confirms_ground() == []


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
    pair.bob.confirms_ground()
    assert pair.alice.confirms_ground(confirmed=False) == []


def test_the_same_yes_opens_the_last_stage_for_both_at_once() -> None:
    pair = collecting()
    assert pair.session.phase is Phase.COLLECTING
    for person in (pair.alice, pair.bob):
        assert person.member.stage is Stage.STRATEGIC_REPAIR
        assert person.member.turns == 0


def test_a_comparison_that_comes_when_they_have_agreed_without_it_changes_nothing() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    pair.bob.confirms_ground()
    to_the_agreement(pair)
    pair.alice.resolves()
    assert pair.are_compared() == []


def test_a_comparison_that_comes_after_the_end_changes_nothing_and_a_person_is_told() -> None:
    pair = side_by_side()
    pair.bob.leaves()
    assert pair.play(FindCommonGround(())) == []
    with pytest.raises(SessionEnded):
        pair.alice.confirms_ground()
