"""Wherever a walk through the session leads: whoever's view changes is told and nobody else, no line comes twice, and none
tells what nobody may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest

from domain.session_world import SessionWorld, Step
from domain.story import PATIENCE
from domain.test_exchange import walks_through
from meetwithoutfear.domain.empathy.events import (
    AnalysisPassed,
    ContextSeen,
    Event,
    Kept,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    OldContextWithdrawn,
    Resubmitted,
    Validated,
)
from meetwithoutfear.domain.empathy.telling import affected
from meetwithoutfear.domain.notices import NoticeType, Role
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.telling import lines, notices
from meetwithoutfear.domain.view import SessionView, exchange_view, view_for

STEPS = 20_000
PRAISE = re.compile(r"\b(close|near|right|good|well|accurate|understood|understanding)\b")
NAMES = re.compile(r"\b(Alice|Bob|Robert|The move)\b")
UNTOLD: dict[type[Event], str] = {
    ContextSeen: "the guesser's received context turns from new to seen, and only the subject is told",
    Resubmitted: "unseen context becomes seen by it, and the subject is not told",
    Kept: "unseen context becomes seen by it, and the subject is not told",
    Missed: "an unseen statement becomes seen by a private verdict, and the guesser is not told",
    OldContextWithdrawn: "what was never seen disappears from the guesser's view, who is not told",
}
EVERY_EVENT = [
    pytest.param(
        event, marks=[pytest.mark.xfail(reason=UNTOLD[event], strict=True)] if event in UNTOLD else []
    )
    for event in get_args(Event)
]


@pytest.fixture(scope="module")
def walks() -> list[list[Step]]:
    return [world.steps for world in walks_through(SessionWorld, 5, STEPS)]


def exchange_steps(walks: list[list[Step]]) -> Iterator[tuple[Step, Event]]:
    for steps in walks:
        for step in steps:
            if isinstance(step.event, Event):
                yield step, step.event


def view_changes(step: Step, side: Side) -> bool:
    before, after = (exchange_view(each, side, step.now, PATIENCE) for each in (step.before, step.after))
    return before != after


def outward(step: Step, side: Side) -> tuple[SessionView, SessionView]:
    """All that one may see of a session before and after, but for what is counted in secret."""
    views = (view_for(s.members[side].user_id, s, step.now, PATIENCE) for s in (step.before, step.after))
    before, after = (replace(view, me=replace(view.me, acted_at=None, remind_at=None)) for view in views)
    return before, after


@pytest.mark.parametrize("kind", EVERY_EVENT)
def test_whoevers_view_an_event_changes_is_told(walks: list[list[Step]], kind: type[Event]) -> None:
    found = [(step, event) for step, event in exchange_steps(walks) if isinstance(event, kind)]
    assert found
    for step, event in found:
        changed = {side for side in Side if view_changes(step, side)}
        assert changed <= set(affected(event)), event


def test_whoever_is_told_finds_something_changed(walks: list[list[Step]]) -> None:
    for step, event in exchange_steps(walks):
        spoken_to = {line.to for line in lines(step.after, event)}
        for side in affected(event):
            assert side in spoken_to or view_changes(step, side), event


def test_the_number_of_the_view_moves_only_for_whoever_is_told_and_is_told_with_the_news(
    walks: list[list[Step]],
) -> None:
    for step, event in exchange_steps(walks):
        told = notices(step.after, event)
        for side in Side:
            before, after = step.before.members[side].version, step.after.members[side].version
            assert after - before == (side in affected(event))
        for notice in told:
            if notice.type is NoticeType.STATUS_UPDATED:
                assert notice.data["version"] == step.after.members[notice.to].version


def test_who_is_not_told_of_an_event_keeps_everything_as_it_was(walks: list[list[Step]]) -> None:
    """Their list of what waits, their turn, their reminders; only an own act may be counted."""
    for step, event in exchange_steps(walks):
        for side in set(Side) - set(affected(event)):
            before, after = step.before.members[side], step.after.members[side]
            own_act = isinstance(event, OfferFetched) and side is event.direction.other
            assert own_act or before == after, event
            first, second = outward(step, side)
            assert (first.turn, first.me, first.stages) == (second.turn, second.me, second.stages)


def test_to_the_guesser_nothing_whatsoever_comes_from_what_became_of_the_offer(
    walks: list[list[Step]],
) -> None:
    silent = [
        (step, event)
        for step, event in exchange_steps(walks)
        if isinstance(event, OfferDeclined | OfferExpired | OfferFetched)
    ]
    assert len(silent) > 100
    for step, event in silent:
        guesser = event.direction
        assert guesser not in {notice.to for notice in notices(step.after, event)}
        assert guesser not in {line.to for line in lines(step.after, event)}
        assert step.before.members[guesser] == step.after.members[guesser]
        before, after = outward(step, guesser)
        assert before == after


def test_every_line_of_the_exchange_has_a_cause_and_no_cause_brings_a_line_twice(
    walks: list[list[Step]],
) -> None:
    for steps in walks:
        causes: Counter[tuple[Side, str | None]] = Counter()
        for step, event in exchange_steps([steps]):
            for line in lines(step.after, event):
                assert line.cause
                causes[line.to, line.cause] += 1
        assert not causes or max(causes.values()) == 1


def test_no_line_of_the_guide_names_anybody_and_no_notice_carries_words(walks: list[list[Step]]) -> None:
    for step, event in exchange_steps(walks):
        for line in lines(step.after, event):
            assert line.role is not Role.AI or not NAMES.search(line.content)
        for notice in notices(step.after, event):
            assert set(notice.data) <= {"attemptId", "offerId", "iteration", "version"}


def test_nobody_is_praised_but_for_a_good_or_near_understanding(walks: list[list[Step]]) -> None:
    """What the partner has said of the words is their verdict, not the guide's."""
    for step, event in exchange_steps(walks):
        for line in lines(step.after, event):
            if line.to is event.direction and line.role is Role.AI and PRAISE.search(line.content):
                assert isinstance(event, AnalysisPassed | Validated), line.content


def test_only_who_is_told_gets_a_line_and_it_carries_the_number_of_their_own_stage(
    walks: list[list[Step]],
) -> None:
    for step, event in exchange_steps(walks):
        for line in lines(step.after, event):
            assert line.to in affected(event)
            assert line.stage == step.after.tag_of(line.to)
