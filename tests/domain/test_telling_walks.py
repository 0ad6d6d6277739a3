"""Wherever a walk through the session leads: whoever's view changes is told and nobody else, no line comes twice, and none
tells what nobody may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from domain.exchange_walks import exchange_walks
from domain.world import PATIENCE, TimedAct, TimedStep, kinds_in
from meetwithoutfear.domain.act import lines_of, notices_of
from meetwithoutfear.domain.empathy import events as of_exchange
from meetwithoutfear.domain.empathy.events import (
    AnalysisPassed,
    AttemptEvent,
    BreakerTripped,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    Validated,
)
from meetwithoutfear.domain.empathy.exchange import Delivery
from meetwithoutfear.domain.empathy.view import EmpathyView, empathy_view
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, Role
from meetwithoutfear.domain.session import Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.domain.waiting import is_overdue

pytestmark = pytest.mark.unmeasured

STEPS = 10_000
PRAISE = re.compile(r"\b(close|near|right|good|well|accurate|understood|understanding)\b")
NAMES = re.compile(r"\b(Alice|Bob|Robert|The move)\b")


@dataclass(frozen=True)
class Told:
    """An event of the exchange, and everything that is said of it."""

    step: TimedStep
    event: AttemptEvent
    changed: frozenset[Side]
    notices: list[Notice]
    lines: list[Line]

    @property
    def spoken_to(self) -> set[Side]:
        return {line.to for line in self.lines}

    def is_act_of(self, side: Side) -> bool:
        return self.event.by_guesser if side is self.event.guesser else self.event.by_subject


@dataclass(frozen=True)
class ToldAct:
    """An act with something of the exchange in it, from before the first event of the exchange to after the last."""

    act: TimedAct
    events: list[Told]
    changed: frozenset[Side]

    @property
    def told(self) -> set[Side]:
        return {notice.to for notice in self.act.notices}

    @property
    def told_of_the_exchange(self) -> list[Notice]:
        return [notice for notice in self.act.notices if notice.type.startswith("empathy.")]

    @property
    def is_of_the_exchange_alone(self) -> bool:
        return len(self.events) == len(self.act.steps)


def told_of(step: TimedStep, event: AttemptEvent) -> Told:
    changed = frozenset(side for side in Side if view_changes(step, side))
    return Told(step, event, changed, [*notices_of(step)], lines_of(step))


def told_of_act(act: TimedAct) -> ToldAct:
    events = [told_of(step, step.event) for step in act.steps if isinstance(step.event, AttemptEvent)]
    first, last = events[0].step, events[-1].step
    whole = TimedStep(first.before, last.event, last.after, act.now)
    return ToldAct(act, events, frozenset(side for side in Side if view_changes(whole, side)))


def views(step: TimedStep, side: Side) -> tuple[EmpathyView, EmpathyView]:
    def seen(session: Session) -> EmpathyView:
        overdue = is_overdue(session.exchange.attempts[side], PATIENCE, step.now)
        return empathy_view(side, session, overdue=overdue)

    return seen(step.before), seen(step.after)


def view_changes(step: TimedStep, side: Side) -> bool:
    before, after = views(step, side)
    return before != after


Seen = tuple[SessionView, Member]


def outward(of: TimedStep | TimedAct, side: Side) -> tuple[Seen, Seen]:
    """All that one may see of a session before and after, and how they stand in it, but for what is counted in secret."""

    def seen(session: Session) -> Seen:
        member = session.members[side]
        return view_for(member.user_id, session, of.now, PATIENCE), uncounted(member)

    return seen(of.before), seen(of.after)


def uncounted(member: Member) -> Member:
    """But for that they have acted, and what is counted from then on."""
    return replace(member, acted_at=None, remind_at=None, reminders=0)


@pytest.fixture(scope="module")
def walks() -> list[list[ToldAct]]:
    return [
        [
            told_of_act(act)
            for act in walk.world.acts
            if any(isinstance(s.event, AttemptEvent) for s in act.steps)
        ]
        for walk in exchange_walks(5, STEPS)
    ]


def acts(walks: list[list[ToldAct]]) -> Iterator[ToldAct]:
    return (told for walk in walks for told in walk)


def everything(walks: list[list[ToldAct]]) -> Iterator[Told]:
    return (told for act in acts(walks) for told in act.events)


@pytest.mark.parametrize("kind", sorted(kinds_in(of_exchange), key=str))
def test_whoevers_view_an_act_changes_is_told_and_nobody_else(
    walks: list[list[ToldAct]], kind: type[Event]
) -> None:
    found = [act for act in acts(walks) if any(isinstance(told.event, kind) for told in act.events)]
    assert found
    for act in found:
        assert {notice.to for notice in act.told_of_the_exchange} == act.changed, act.events
        if act.is_of_the_exchange_alone:
            assert act.told == act.changed, act.events


def test_what_an_event_tells_by_name_it_tells_to_whoevers_view_it_changes(walks: list[list[ToldAct]]) -> None:
    for told in everything(walks):
        assert {notice.to for notice in told.notices} <= told.changed, told.event


def test_that_a_view_has_changed_is_told_once_in_an_act(walks: list[list[ToldAct]]) -> None:
    for act in acts(walks):
        updates = [notice.to for notice in act.act.notices if notice.type is NoticeType.STATUS_UPDATED]
        assert sorted(updates) == sorted(act.changed)


def test_the_number_of_the_view_moves_only_for_whoever_is_told_and_is_told_with_the_news(
    walks: list[list[ToldAct]],
) -> None:
    for act in acts(walks):
        before, after = act.act.before.members, act.act.after.members
        for side in Side:
            assert after[side].version - before[side].version == (side in act.told)
        for notice in act.act.notices:
            if notice.type is NoticeType.STATUS_UPDATED:
                assert notice.data["version"] == after[notice.to].version


def test_who_is_not_told_of_an_event_keeps_everything_as_it_was(walks: list[list[ToldAct]]) -> None:
    """Their list of what waits, their turn, their reminders; only an own act may be counted."""
    for told in everything(walks):
        for side in set(Side) - told.changed:
            before, after = told.step.before.members[side], told.step.after.members[side]
            if told.is_act_of(side):
                before, after = uncounted(before), uncounted(after)
            assert before == after, told.event
            (first, _), (second, _) = outward(told.step, side)
            assert first.turn == second.turn
            assert first.me == second.me


def test_who_is_not_told_of_an_act_keeps_everything_as_it_was(walks: list[list[ToldAct]]) -> None:
    for act in acts(walks):
        for side in set(Side) - act.told:
            before, after = act.act.before.members[side], act.act.after.members[side]
            if any(told.is_act_of(side) for told in act.events):
                before, after = uncounted(before), uncounted(after)
            assert before == after, act.events
            (first, _), (second, _) = outward(act.act, side)
            assert first.turn == second.turn
            assert first.me == second.me


def test_to_the_guesser_nothing_whatsoever_comes_from_what_became_of_the_offer(
    walks: list[list[ToldAct]],
) -> None:
    silent = OfferDeclined | OfferExpired | OfferFetched
    events = [told for told in everything(walks) if isinstance(told.event, silent)]
    assert len(events) > 100
    for told in events:
        assert told.event.guesser not in {notice.to for notice in told.notices}
        assert nothing_comes_of_it(told, told.event.guesser)
    # Where the reveal follows, that is told; but not what it followed from.
    alone = [
        act for act in acts(walks) if isinstance(act.events[0].event, silent) and len(act.act.steps) == 1
    ]
    assert len(alone) > 100
    for act in alone:
        assert nothing_comes_of_the_act(act, act.events[0].event.guesser)


def nothing_comes_of_it(told: Told, side: Side) -> bool:
    before, after = outward(told.step, side)
    same = told.step.before.members[side] == told.step.after.members[side]
    return same and before == after and side not in told.spoken_to


def nothing_comes_of_the_act(act: ToldAct, side: Side) -> bool:
    before, after = outward(act.act, side)
    same = act.act.before.members[side] == act.act.after.members[side]
    return same and before == after and side not in act.told


def test_to_the_guesser_nothing_whatsoever_comes_from_a_verdict_that_is_kept_private(
    walks: list[list[ToldAct]],
) -> None:
    private = [
        (act, told)
        for act in acts(walks)
        for told in act.events
        if isinstance(told.event, Missed) and not told.event.shared
    ]
    receipts = {told.step.before.exchange.attempts[told.event.guesser].delivery for _, told in private}
    assert receipts == {Delivery.DELIVERED, Delivery.SEEN}
    assert all(nothing_comes_of_it(told, told.event.guesser) for _, told in private)
    assert all(nothing_comes_of_the_act(act, told.event.guesser) for act, told in private)


def test_of_the_end_of_the_loop_the_subject_sees_a_receipt_at_most_and_hears_only_if_ever_asked(
    walks: list[list[ToldAct]],
) -> None:
    tripped = [told for told in everything(walks) if isinstance(told.event, BreakerTripped)]
    asked = {bool(told.step.after.exchange.attempts[told.event.guesser].offers) for told in tripped}
    assert True in asked
    for told in tripped:
        offers = told.step.after.exchange.attempts[told.event.guesser].offers
        assert (told.event.subject in told.spoken_to) == bool(offers)
        before, after = views(told.step, told.event.subject)
        assert replace(before, shared=()) == replace(after, shared=())


def test_every_line_of_the_exchange_has_a_cause_and_no_cause_brings_a_line_twice(
    walks: list[list[ToldAct]],
) -> None:
    for walk in walks:
        causes = Counter((line.to, line.cause) for act in walk for told in act.events for line in told.lines)
        assert all(cause for _, cause in causes)
        assert not causes or max(causes.values()) == 1


def test_no_line_of_the_guide_names_anybody_and_no_notice_carries_words(walks: list[list[ToldAct]]) -> None:
    for told in everything(walks):
        for line in told.lines:
            assert line.role is not Role.AI or not NAMES.search(line.content)
    for act in acts(walks):
        of_the_exchange = act.told_of_the_exchange
        for notice in of_the_exchange:
            assert set(notice.data) <= {"attemptId", "offerId", "iteration", "version"}
        for notice in act.act.notices:
            assert notice in of_the_exchange or set(notice.data) <= {"stage"}


def test_the_guess_of_the_other_is_named_only_to_who_was_asked_because_of_it_or_has_read_it(
    walks: list[list[ToldAct]],
) -> None:
    """That there is one is the guesser's own affair until then."""
    for act in acts(walks):
        attempts = act.act.after.exchange.attempts
        for notice in act.told_of_the_exchange:
            theirs = attempts[notice.to.other]
            if notice.data.get("attemptId") == str(theirs.id):
                assert theirs.revealed or theirs.offers, act.events


def test_nobody_is_praised_but_for_a_good_or_near_understanding(walks: list[list[ToldAct]]) -> None:
    """What the partner has said of the words is their verdict, not the guide's."""
    for told in everything(walks):
        for line in told.lines:
            if line.to is told.event.guesser and line.role is Role.AI and PRAISE.search(line.content):
                assert isinstance(told.event, AnalysisPassed | Validated), line.content


def test_a_line_carries_the_number_of_the_stage_of_whoever_reads_it(walks: list[list[ToldAct]]) -> None:
    for told in everything(walks):
        for line in told.lines:
            assert line.stage == told.step.after.tag_of(line.to)


def test_only_whose_view_changes_is_spoken_to_but_for_what_ends_without_changing_it(
    walks: list[list[ToldAct]],
) -> None:
    """The end of the loop, and feedback or thanks for it where no round is left."""
    for told in everything(walks):
        if not isinstance(told.event, BreakerTripped | Missed):
            assert told.spoken_to <= told.changed, told.event
