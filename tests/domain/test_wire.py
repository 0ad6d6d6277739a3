"""How a view is written down, and what of a session is on it as a whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest

from domain.journey import agreed, heard, invited, met, ranked, resolved, side_by_side
from domain.world import ALICE, AN_AGREEMENT, BOB, CARE, INVITEE, INVITER, NOW, PATIENCE, after
from meetwithoutfear.domain.commands import Leave, SignCompact
from meetwithoutfear.domain.empathy.view import Draft
from meetwithoutfear.domain.help import HELP_LINES, Resource
from meetwithoutfear.domain.pending import Pending, PendingItem, PendingType
from meetwithoutfear.domain.repair.pool import EXPERIMENTS, Experiment
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.domain.view import (
    CompactView,
    TurnKind,
    WholeView,
    compact_view,
    heard_view,
    session_item,
    view_for,
    whole_view_for,
)
from meetwithoutfear.domain.wire import Own, View, decoder, describe_fields, plain


@dataclass(frozen=True)
class Page(View):
    """What is said of a page is not said of its fields."""

    how_often: Own[int]
    """In words that go on
    in the next line."""
    kinds: Own[dict[Side, UUID | None]]

    def is_looked_at(self) -> bool:
        """Neither is this."""
        return self.how_often > 0


def whole(viewer: UUID, session: Session, draft: Draft | None = None) -> WholeView:
    return whole_view_for(viewer, session, NOW, PATIENCE, draft)


def test_a_view_is_written_by_one_rule_down_to_its_last_field() -> None:
    page = Page(2, {INVITER: ALICE, INVITEE: None})
    assert plain([page, NOW, date(2026, 3, 1)]) == [
        {"howOften": 2, "kinds": {"INVITER": str(ALICE), "INVITEE": None}},
        NOW.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "2026-03-01",
    ]


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (Care | None, CARE),
        (Care | None, None),
        (
            Pending,
            (
                PendingItem(PendingType.SHARE_OFFER, BOB, NOW),
                PendingItem(PendingType.RANKING_DUE, BOB, NOW, NOW),
            ),
        ),
        (Resource, HELP_LINES["default"][0]),
        (Resource, replace(HELP_LINES["default"][0], checked=None)),
        (tuple[Experiment, ...], EXPERIMENTS),
    ],
)
def test_what_is_written_comes_back_as_it_was(hint: Any, value: object) -> None:
    assert decoder(hint)(json.loads(json.dumps(plain(value, time=datetime.isoformat)))) == value


def test_in_the_document_every_field_of_a_view_is_there_with_what_is_said_under_it() -> None:
    schema = {"properties": {"howOften": {}, "kinds": {}}, "required": ["kinds"]}
    describe_fields(schema, Page)
    said = "In words that go on\nin the next line."
    assert schema == {
        "properties": {"howOften": {"description": said}, "kinds": {}},
        "required": ["howOften", "kinds"],
    }
    assert not Page(0, {}).is_looked_at()


def test_the_whole_session_begins_with_what_every_answer_has_and_holds_nothing_that_has_not_begun() -> None:
    session = heard().session
    seen = whole(ALICE, session)
    first = view_for(ALICE, session, NOW, PATIENCE)
    assert {name: vars(seen)[name] for name in vars(first)} == vars(first)
    for later in (seen.ground, seen.pool, seen.readiness, seen.ranking, seen.overlap, seen.comparison):
        assert later is None
    assert seen.needs == ()
    assert seen.agreements == ()


def test_a_draft_stands_in_the_session_of_its_writer_with_what_in_it_may_hurt() -> None:
    kind = Draft("I imagine that you feel alone.", ready_to_share=False, feelings=(), updated_at=NOW)
    hard = Draft("You are such a stupid cow.", ready_to_share=False, feelings=(), updated_at=NOW)
    session = heard().session
    assert whole(ALICE, session, kind).draft is kind
    assert whole(ALICE, session, kind).draft_concern is None
    assert whole(ALICE, session, hard).draft_concern is not None


def test_what_the_two_do_together_is_there_once_it_has_begun() -> None:
    both_shared = whole(BOB, side_by_side().session)
    assert both_shared.comparison is not None
    assert both_shared.ground is not None
    assert both_shared.pool is None
    met_in_order = whole(BOB, ranked().session)
    assert met_in_order.pool is not None
    assert met_in_order.readiness is not None
    assert met_in_order.ranking is not None
    assert met_in_order.overlap is not None


def test_each_agreement_comes_with_what_was_said_looking_back() -> None:
    [one] = whole(ALICE, agreed().session).agreements
    assert one.agreement.id == AN_AGREEMENT
    assert one.mine is None
    [later] = whole(ALICE, resolved().session).agreements
    assert later.agreement.id == AN_AGREEMENT


def test_in_the_list_a_session_says_whose_turn_it_is() -> None:
    item = session_item(invited(), INVITER)
    assert item.partner_name == "Robert"
    assert item.turn is TurnKind.YOURS
    assert item.stage is Stage.ONBOARDING
    assert item.badge_count == 0


def test_of_the_others_steps_one_learns_that_they_were_gone_and_nothing_once_they_have_left() -> None:
    assert compact_view(met(), INVITER) == CompactView(signed=False, signed_at=None, partner_signed=False)
    session = after(met(), SignCompact(INVITEE))
    assert compact_view(session, INVITER).partner_signed is True
    assert compact_view(session, INVITEE) == CompactView(signed=True, signed_at=NOW, partner_signed=False)
    assert compact_view(after(session, Leave(INVITEE)), INVITER).partner_signed is False
    seen = heard_view(heard().session, INVITER)
    assert seen.confirmed is True
    assert seen.stage == Stage.PERSPECTIVE_STRETCH
    assert seen.partner_completed is True
