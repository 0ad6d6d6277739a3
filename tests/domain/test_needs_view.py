"""What each may see of needs and common ground, and what not."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from domain.journey import collecting, compared, side_by_side, understood
from domain.world import INVITEE, INVITER, NOW
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.commands import ProposeNeeds
from meetwithoutfear.domain.needs.need import GroundKind, Need, Source
from meetwithoutfear.domain.needs.view import (
    GroundItemView,
    GroundView,
    SharedNeedView,
    comparison_view,
    ground_item_view,
    ground_view,
    need_view,
    needs_view,
)

HEARD = Need(
    UUID(int=1),
    "that you listen to me",
    NeedCategory.CONNECTION,
    "It matters.",
    ("You never listen",),
    source=Source.GUIDE,
    confidence=0.8,
)


def test_a_view_is_written_in_camel_case_and_its_times_to_the_millisecond() -> None:
    at = NOW + timedelta(microseconds=1500)
    view = GroundItemView(UUID(int=1), "rest", None, "", GroundKind.NEED, True, True, True, at)
    written = TypeAdapter(GroundItemView).dump_python(view, mode="json")
    assert written["confirmedByPartner"] is True
    assert written["confirmedAt"] == "2026-11-15T12:00:00.001Z"


def test_the_own_list_has_everything_and_a_suggestion_where_it_speaks_of_somebody_else() -> None:
    pair = understood()
    pair.alice.words_a_need("rest")
    pair.play(ProposeNeeds(INVITER, (HEARD,)))
    rest, heard = needs_view(pair.session, INVITER)
    assert rest.need == "rest"
    assert rest.confirmed is True
    assert rest.source is Source.MEMBER
    assert rest.needs_reframing is None
    assert heard == need_view(pair.session, INVITER, HEARD.id)
    assert heard.evidence == HEARD.evidence
    assert heard.confidence == 0.8
    assert heard.shared is False
    assert heard.needs_reframing
    assert "listen" not in repr(heard).split("needs_reframing")[0]
    assert needs_view(pair.session, INVITEE) == ()
    with pytest.raises(NotFound):
        need_view(pair.session, INVITEE, HEARD.id)


def test_the_others_needs_are_seen_once_both_have_shared_and_without_the_quotes() -> None:
    pair = understood()
    pair.alice.words_a_need("rest")
    pair.alice.shares_needs()
    assert comparison_view(pair.session, INVITEE) is None
    pair.bob.words_a_need("to be heard")
    pair.bob.shares_needs()
    [hers], [his] = pair.alice.needs, pair.bob.needs
    seen = comparison_view(pair.session, INVITEE)
    assert seen is not None
    assert seen.mine == (SharedNeedView(his.id, "to be heard", his.category, ""),)
    assert seen.partner == (SharedNeedView(hers.id, "rest", hers.category, ""),)


def test_what_was_taken_back_is_on_nobodys_list_but_the_own() -> None:
    pair = side_by_side()
    pair.alice.takes_a_need_back()
    seen = comparison_view(pair.session, INVITEE)
    assert seen is not None
    assert seen.partner == ()
    assert [need.shared for need in needs_view(pair.session, INVITER)] == [False]


def test_common_ground_shows_who_has_said_yes_and_since_when_both() -> None:
    assert ground_view(understood().session, INVITER) == GroundView((), False, False)
    pair = compared()
    pair.alice.confirms_ground()
    [item] = pair.session.ground
    his = ground_item_view(pair.session, INVITEE, item.id)
    category = NeedCategory.CONNECTION
    assert his == GroundItemView(
        item.id, "to be heard", category, "", GroundKind.NEED, False, False, True, None
    )
    assert ground_view(pair.session, INVITEE) == GroundView((his,), True, False)
    with pytest.raises(NotFound):
        ground_item_view(pair.session, INVITEE, UUID(int=7))
    both = ground_view(collecting().session, INVITER)
    assert both.both_confirmed
    assert both.common_ground[0].confirmed_at == NOW


def test_who_worded_it_knows_it_as_theirs() -> None:
    pair = side_by_side()
    pair.alice.words_ground()
    for side, is_mine in ((INVITER, True), (INVITEE, False)):
        assert [item.proposed_by_me for item in ground_view(pair.session, side).common_ground] == [is_mine]
