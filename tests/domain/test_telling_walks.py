"""Wherever a walk through the session leads: whoever's view changes is told and nobody else, no line comes twice, and none
tells what nobody may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

import pytest

from domain.session_world import SessionWorld, Step
from domain.story import PATIENCE
from domain.test_exchange import walks_through
from meetwithoutfear.domain.empathy.events import (
    AnalysisPassed,
    BreakerTripped,
    Event,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    Validated,
)
from meetwithoutfear.domain.empathy.exchange import Delivery
from meetwithoutfear.domain.empathy.view import EmpathyView
from meetwithoutfear.domain.members import ACTS_OF_GUESSER, ACTS_OF_SUBJECT
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.telling import lines, notices
from meetwithoutfear.domain.view import SessionView, exchange_view, view_for

pytestmark = pytest.mark.unmeasured

STEPS = 10_000
PRAISE = re.compile(r"\b(close|near|right|good|well|accurate|understood|understanding)\b")
NAMES = re.compile(r"\b(Alice|Bob|Robert|The move)\b")


@dataclass(frozen=True)
class Told:
    """An event of the exchange, and everything that is said of it."""

    step: Step
    event: Event
    changed: frozenset[Side]
    notices: list[Notice]
    lines: list[Line]

    @property
    def spoken_to(self) -> set[Side]:
        return {line.to for line in self.lines}

    def is_act_of(self, side: Side) -> bool:
        acts = ACTS_OF_GUESSER if side is self.event.direction else ACTS_OF_SUBJECT
        return isinstance(self.event, acts)


def told_of(step: Step, event: Event) -> Told:
    changed = frozenset(side for side in Side if view_changes(step, side))
    return Told(step, event, changed, notices(step.before, step.after, event), lines(step.after, event))


def views(step: Step, side: Side) -> tuple[EmpathyView, EmpathyView]:
    before, after = (exchange_view(each, side, step.now, PATIENCE) for each in (step.before, step.after))
    return before, after


def view_changes(step: Step, side: Side) -> bool:
    before, after = views(step, side)
    return before != after


def outward(step: Step, side: Side) -> tuple[SessionView, SessionView]:
    """All that one may see of a session before and after, but for what is counted in secret."""
    both = (view_for(s.members[side].user_id, s, step.now, PATIENCE) for s in (step.before, step.after))
    before, after = (replace(view, me=uncounted(view.me)) for view in both)
    return before, after


def uncounted(member: Member) -> Member:
    """But for that they have acted, and what is counted from then on."""
    return replace(member, acted_at=None, remind_at=None, reminders=0)


@pytest.fixture(scope="module")
def walks() -> list[list[Told]]:
    worlds = walks_through(SessionWorld, 5, STEPS)
    return [
        [told_of(step, step.event) for step in world.steps if isinstance(step.event, Event)]
        for world in worlds
    ]


def everything(walks: list[list[Told]]) -> Iterator[Told]:
    return (told for walk in walks for told in walk)


@pytest.mark.parametrize("kind", get_args(Event))
def test_whoevers_view_an_event_changes_is_told_and_nobody_else(
    walks: list[list[Told]], kind: type[Event]
) -> None:
    found = [told for told in everything(walks) if isinstance(told.event, kind)]
    assert found
    for told in found:
        assert {notice.to for notice in told.notices} == told.changed, told.event


def test_the_number_of_the_view_moves_only_for_whoever_is_told_and_is_told_with_the_news(
    walks: list[list[Told]],
) -> None:
    for told in everything(walks):
        for side in Side:
            before, after = told.step.before.members[side].version, told.step.after.members[side].version
            assert after - before == (side in told.changed)
        for notice in told.notices:
            if notice.type is NoticeType.STATUS_UPDATED:
                assert notice.data["version"] == told.step.before.members[notice.to].version + 1


def test_who_is_not_told_of_an_event_keeps_everything_as_it_was(walks: list[list[Told]]) -> None:
    """Their list of what waits, their turn, their reminders; only an own act may be counted."""
    for told in everything(walks):
        for side in set(Side) - told.changed:
            before, after = told.step.before.members[side], told.step.after.members[side]
            if told.is_act_of(side):
                before, after = uncounted(before), uncounted(after)
            assert before == after, told.event
            first, second = outward(told.step, side)
            assert (first.turn, first.me, first.stages) == (second.turn, second.me, second.stages)


def test_to_the_guesser_nothing_whatsoever_comes_from_what_became_of_the_offer(
    walks: list[list[Told]],
) -> None:
    silent = [
        told
        for told in everything(walks)
        if isinstance(told.event, OfferDeclined | OfferExpired | OfferFetched)
    ]
    assert len(silent) > 100
    for told in silent:
        guesser = told.event.direction
        assert guesser not in {notice.to for notice in told.notices}
        assert nothing_comes_of_it(told, guesser)


def nothing_comes_of_it(told: Told, side: Side) -> bool:
    before, after = outward(told.step, side)
    same = told.step.before.members[side] == told.step.after.members[side]
    return same and before == after and side not in told.spoken_to


def test_to_the_guesser_nothing_whatsoever_comes_from_a_verdict_that_is_kept_private(
    walks: list[list[Told]],
) -> None:
    private = [told for told in everything(walks) if isinstance(told.event, Missed) and not told.event.shared]
    receipts = {told.step.before.exchange.attempts[told.event.direction].delivery for told in private}
    assert receipts == {Delivery.DELIVERED, Delivery.SEEN}
    assert all(nothing_comes_of_it(told, told.event.direction) for told in private)


def test_of_the_end_of_the_loop_the_subject_sees_a_receipt_at_most_and_hears_only_if_ever_asked(
    walks: list[list[Told]],
) -> None:
    tripped = [told for told in everything(walks) if isinstance(told.event, BreakerTripped)]
    asked = {bool(told.step.after.exchange.attempts[told.event.direction].offers) for told in tripped}
    assert True in asked
    for told in tripped:
        subject = told.event.direction.other
        offers = told.step.after.exchange.attempts[told.event.direction].offers
        assert (subject in told.spoken_to) == bool(offers)
        before, after = views(told.step, subject)
        assert replace(before, shared=()) == replace(after, shared=())


def test_every_line_of_the_exchange_has_a_cause_and_no_cause_brings_a_line_twice(
    walks: list[list[Told]],
) -> None:
    for walk in walks:
        causes = Counter((line.to, line.cause) for told in walk for line in told.lines)
        assert all(cause for _, cause in causes)
        assert not causes or max(causes.values()) == 1


def test_no_line_of_the_guide_names_anybody_and_no_notice_carries_words(walks: list[list[Told]]) -> None:
    for told in everything(walks):
        for line in told.lines:
            assert line.role is not Role.AI or not NAMES.search(line.content)
        for notice in told.notices:
            assert set(notice.data) <= {"attemptId", "offerId", "iteration", "version"}


def test_nobody_is_praised_but_for_a_good_or_near_understanding(walks: list[list[Told]]) -> None:
    """What the partner has said of the words is their verdict, not the guide's."""
    for told in everything(walks):
        for line in told.lines:
            if line.to is told.event.direction and line.role is Role.AI and PRAISE.search(line.content):
                assert isinstance(told.event, AnalysisPassed | Validated), line.content


def test_a_line_carries_the_number_of_the_stage_of_whoever_reads_it(walks: list[list[Told]]) -> None:
    for told in everything(walks):
        for line in told.lines:
            assert line.stage == told.step.after.tag_of(line.to)


def test_only_whose_view_changes_is_spoken_to_but_for_what_ends_without_changing_it(
    walks: list[list[Told]],
) -> None:
    """The end of the loop, and feedback or thanks for it where no round is left."""
    for told in everything(walks):
        if not isinstance(told.event, BreakerTripped | Missed):
            assert told.spoken_to <= told.changed, told.event
