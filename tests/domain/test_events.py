"""What holds of every event: the name it is stored by, whom it speaks to, and that none happens without a row in a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from domain.exchange_walks import exchange_walks
from domain.journey import alone
from domain.test_session_walks import finished, in_the_last_stages, left_at_once, to_the_very_end
from domain.together_walks import wanderings
from domain.world import BETTER, BOB_JOINS, INVITEE, INVITER, PATIENCE, TimedAct, TimedStep
from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.act import lines_of, unfold
from meetwithoutfear.domain.empathy import events as x
from meetwithoutfear.domain.empathy.commands import ExchangeCommand
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Reason, Status
from meetwithoutfear.domain.errors import InvalidTransition, SessionEnded
from meetwithoutfear.domain.machine import PHASES, STATEMENTS, TRANSITIONS, decide
from meetwithoutfear.domain.moves import Event, MemberEvent, SessionCommand
from meetwithoutfear.domain.repair import events as r
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Phase
from meetwithoutfear.domain.view import view_for

STORED = [
    "Created", "Invited", "Joined", "InvitationDeclined", "RelationStated", "CompactSigned", "FeltHeard", "Spoke",
    "AskedAgain", "ReplyEnded", "CareTaken", "CareEnded", "PauseBegan", "PauseEnded", "Archived", "Left",
    "FinishedAlone", "Reminded", "LookedAt", "ExchangeCompleted",
    "Consented", "AnalysisBegan", "AnalysisPassed", "GapsFound", "AnalysisStuck", "WentUnanalysed", "OfferFetched",
    "ContextShared", "OfferDeclined", "OfferExpired", "OfferSuperseded", "ContextWithdrawn", "OldContextWithdrawn",
    "StatementSeen", "ContextSeen", "Resubmitted", "BreakerTripped", "Revised", "Kept", "StoodBy", "Withdrawn",
    "LateWithdrawn", "Revealed", "Validated", "FeedbackShared", "Missed",
    "NeedsReviewed", "NeedsShared", "NeedWithdrawn", "NeedsRevealed", "CommonGroundFound", "GroundProposed",
    "GroundConfirmed", "GroundWithdrawn", "CommonGroundReached",
    "IdeasChanged", "GotReady", "ReadinessTakenBack", "IdeaWithdrawn", "PoolReleased", "PoolReopened", "Ranked",
    "OverlapFound", "OverlapMissed", "AgreementProposed", "AgreementModified", "AgreementReached", "AgreementDropped",
    "Resolved", "CloseAsked", "Closed", "FollowUpCame", "CheckedIn", "FollowUpSettled",
]  # fmt: skip
"""They stand in everybody's journal. A new event adds a name; none is ever changed or taken away."""


def kinds(of: type[Event] = Event) -> Iterator[type[Event]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_the_names_by_which_events_are_stored_are_these_for_ever() -> None:
    assert len(set(STORED)) == len(STORED)
    assert set(Event.by_name) == set(STORED)


def test_everything_that_can_happen_has_a_name_of_its_own() -> None:
    named = {kind for kind in kinds() if "name" in vars(kind)}
    in_a_table = {kind for table in (TRANSITIONS, PHASES, STATEMENTS) for _, kind in table}
    last = {kind for kind in kinds() if not kind.__subclasses__()}
    assert in_a_table | last <= named
    assert named == set(Event.by_name.values()), "two events have the same name"
    assert all(Event.by_name[kind.name] is kind for kind in named)


@cache
def everything_done() -> list[TimedAct]:
    """Walks through the exchange and through the last stages, and a session from its beginning to each of its ends."""
    joined = alone()
    joined.play(BOB_JOINS)
    stories = (to_the_very_end(), finished(alone()), finished(joined), left_at_once(), *in_the_last_stages())
    return [
        *(act for walk in exchange_walks(21, 3_000) for act in walk.world.acts),
        *(act for walk in wanderings(22, 3_000) for act in walk.world.acts),
        *(act for pair in stories for act in pair.acts),
    ]


def every_step() -> Iterator[TimedStep]:
    return (step for act in everything_done() for step in act.steps)


def test_everything_that_can_happen_happens_on_these_walks() -> None:
    """But for the first entry of a journal, which comes with the session."""
    assert {type(step.event) for step in every_step()} == set(Event.by_name.values()) - {e.Created}


def test_the_journal_names_whose_act_it_was_and_nobody_where_it_is_of_both() -> None:
    named = {type(step.event) for step in every_step() if step.event.whose is not None}
    assert {kind for kind in Event.by_name.values() if issubclass(kind, MemberEvent | AttemptEvent)} == named


def view_changes(of: TimedStep | TimedAct, side: Side) -> bool:
    if side not in of.before.members:
        return True

    def seen(session: Session) -> tuple[object, ...]:
        """Their view, how they stand, and what both see beside it: the common ground, the agreement, the round of ideas."""
        member = session.members[side]
        view = view_for(member.user_id, session, of.now, PATIENCE)
        return view, member, session.ground_at, session.proposal, session.round

    return seen(of.before) != seen(of.after)


def is_told_by_words_alone(event: Event, to: Side) -> bool:
    """Two things may be told though nothing else changes: that nothing more is asked, and feedback after the last round."""
    if isinstance(event, x.BreakerTripped):
        return to is event.subject
    return isinstance(event, x.Missed) and event.shared and to is event.guesser


@pytest.mark.unmeasured
def test_no_event_speaks_to_anybody_for_whom_it_changes_nothing() -> None:
    for step in every_step():
        for to in {line.to for line in lines_of(step)}:
            assert view_changes(step, to) or is_told_by_words_alone(step.event, to), step.event


@pytest.mark.unmeasured
def test_whoever_is_spoken_to_is_told_so_in_the_same_act() -> None:
    for act in everything_done():
        told = {notice.to for notice in act.notices}
        for step in act.steps:
            for line in lines_of(step):
                assert line.to in told or is_told_by_words_alone(step.event, line.to), step.event


class Planted(SessionCommand):
    """A command that decides what it should not."""

    events: tuple[Event, ...]

    def decide(self, session: Session) -> list[Event]:  # noqa: ARG002  # it does not look
        return [*self.events]


class PlantedInExchange(ExchangeCommand):
    events: tuple[AttemptEvent, ...]

    def decide(self, session: Session) -> list[AttemptEvent]:  # noqa: ARG002
        return [*self.events]


def one_of_each() -> list[Event]:
    return [*{type(step.event): step.event for step in every_step()}.values(), e.Created()]


def standing(status: SessionStatus, phase: Phase | None = None) -> Session:
    return next(s.after for s in every_step() if (s.after.status, s.after.phase) == (status, phase))


def with_statement(status: Status | None) -> Session:
    return next(s.after for s in every_step() if s.after.exchange.attempts[INVITER].status is status)


def has_row(session: Session, event: Event) -> bool:
    if isinstance(event, AttemptEvent):
        return (session.exchange.attempts[event.guesser].status, type(event)) in STATEMENTS
    if isinstance(event, r.RepairEvent) and (session.phase, type(event)) not in PHASES:
        return False
    return (session.status, type(event)) in TRANSITIONS


PLACES = [
    *((status, None) for status in SessionStatus if status is not SessionStatus.RESOLVED),
    *((SessionStatus.ACTIVE, phase) for phase in Phase),
    (SessionStatus.RESOLVED, Phase.AGREED),
]


@pytest.mark.parametrize(("status", "phase"), PLACES)
def test_an_event_without_a_row_is_refused_wherever_a_session_stands(
    status: SessionStatus, phase: Phase | None
) -> None:
    session, refused = standing(status, phase), 0
    for event in one_of_each():
        if has_row(session, event):
            assert decide(session, Planted((event,))) == [event]
            continue
        refused += 1
        with pytest.raises((InvalidTransition, SessionEnded)) as refusal:
            decide(session, Planted((event,)))
        assert refusal.type is InvalidTransition or status is SessionStatus.ENDED
    assert refused


@pytest.mark.parametrize("status", [None, *Status])
def test_an_event_without_a_row_is_refused_wherever_a_statement_stands(status: Status | None) -> None:
    session = with_statement(status)
    events = [event for event in one_of_each() if isinstance(event, AttemptEvent)]
    assert not all(has_row(session, event) for event in events)
    for event in events:
        for command in (PlantedInExchange((event,)), Planted((event,))):
            if has_row(session, event):
                assert decide(session, command) == [event]
            else:
                with pytest.raises(InvalidTransition):
                    decide(session, command)


@pytest.mark.parametrize(
    ("status", "phase", "events"),
    [
        (SessionStatus.ACTIVE, None, (e.Left(INVITER), e.PauseBegan(INVITEE))),
        (SessionStatus.ACTIVE, None, (e.RelationStated(INVITER, None), e.InvitationDeclined())),
        (SessionStatus.INVITED, None, (e.FinishedAlone(INVITER), e.CompactSigned(INVITER))),
        (SessionStatus.ACTIVE, Phase.AGREED, (r.Resolved(INVITER), r.Resolved(INVITER))),
        (SessionStatus.ACTIVE, Phase.COLLECTING, (r.PoolReleased(), r.GotReady(INVITER))),
        (SessionStatus.ACTIVE, Phase.RANKING, (r.Ranked(INVITER, ()), r.Resolved(INVITER))),
        (SessionStatus.ACTIVE, Phase.RANKING, (r.OverlapFound(), r.OverlapFound())),
        (SessionStatus.ACTIVE, Phase.COLLECTING, (r.Closed(), r.CloseAsked(INVITER))),
    ],
)
def test_an_event_that_has_no_row_after_the_one_before_it_is_refused(
    status: SessionStatus, phase: Phase | None, events: tuple[Event, ...]
) -> None:
    session = standing(status, phase)
    assert decide(session, Planted(events[:1])) == [events[0]]
    with pytest.raises(InvalidTransition):
        decide(session, Planted(events))


@pytest.mark.parametrize(
    ("status", "events"),
    [
        (None, (x.Consented(INVITER, BETTER), x.AnalysisPassed(INVITER, Reason.ALIGNED))),
        (Status.READY, (x.Revealed(INVITER), x.Revealed(INVITER))),
        (Status.HELD, (x.Withdrawn(INVITER), x.Withdrawn(INVITER))),
        (Status.REFINING, (x.Kept(INVITER, Reason.KEPT), x.Kept(INVITER, Reason.KEPT))),
        (Status.REVEALED, (x.StatementSeen(INVITER), x.Kept(INVITER, Reason.KEPT))),
    ],
)
def test_neither_may_one_in_the_exchange_whoever_decides_it(
    status: Status | None, events: tuple[AttemptEvent, ...]
) -> None:
    session = with_statement(status)
    for command in (PlantedInExchange(events), Planted((e.RelationStated(INVITER, None), *events))):
        with pytest.raises(InvalidTransition):
            decide(session, command)
    assert decide(session, PlantedInExchange(events[:1])) == [events[0]]


def test_what_is_possible_one_after_the_other_is_judged_from_where_the_first_has_led() -> None:
    """Not possible now, and possible then."""
    session = with_statement(None)
    begun = (x.Consented(INVITER, BETTER), x.AnalysisBegan(INVITER))
    assert not has_row(session, begun[1])
    assert decide(session, PlantedInExchange(begun)) == [*begun]
    collecting = standing(SessionStatus.ACTIVE, Phase.COLLECTING)
    released = (r.PoolReleased(), r.Ranked(INVITER, ()))
    assert not has_row(collecting, released[1])
    assert decide(collecting, Planted(released)) == [*released]
    assert unfold(collecting, released, collecting.members[INVITER].joined_at).after.phase is Phase.RANKING
