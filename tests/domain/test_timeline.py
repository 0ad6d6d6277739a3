"""What happened in a session, as one of the two may know it."""

from __future__ import annotations

from datetime import datetime

import pytest

from domain.journey import asked, refining, revealed, sent_back
from domain.world import INVITEE, INVITER, LATER, NOW, World, kinds_in
from meetwithoutfear.domain import events as of_session
from meetwithoutfear.domain.empathy import events as of_exchange
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.timeline import By, Entry, Kind, Moment, timeline

ME, PARTNER, BOTH = By.ME, By.PARTNER, By.BOTH


def seen(pair: World, viewer: Side) -> list[tuple[Kind, By]]:
    entries = [Entry(event.moment, event.whose, pair.now) for event in (step.event for step in pair.steps)]
    return [(moment.kind, moment.by) for moment in timeline(entries, viewer)]


def of_one(event: str, side: Side | None, viewer: Side) -> list[Moment]:
    return timeline([entry(event, side)], viewer)


def entry(event: str, side: Side | None, at: datetime = NOW) -> Entry:
    return Entry(Event.by_name[event].moment, side, at)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ("CompactSigned", Kind.COMPACT_SIGNED),
        ("FeltHeard", Kind.FELT_HEARD),
        ("PauseBegan", Kind.PAUSED),
        ("Left", Kind.ENDED),
    ],
)
def test_what_both_may_know_says_whose_it_was(event: str, kind: Kind) -> None:
    assert of_one(event, INVITEE, INVITEE) == [Moment(kind, ME, NOW)]
    assert of_one(event, INVITEE, INVITER) == [Moment(kind, PARTNER, NOW)]


def test_whoever_ends_it_alone_knows_so_and_to_the_other_it_has_just_ended() -> None:
    assert of_one("FinishedAlone", INVITEE, INVITEE) == [Moment(Kind.ENDED, ME, NOW)]
    assert of_one("FinishedAlone", INVITEE, INVITER) == [Moment(Kind.ENDED, BOTH, NOW)]


@pytest.mark.parametrize("end", ["Left", "FinishedAlone"])
def test_after_the_end_there_is_nothing_not_even_another_end(end: str) -> None:
    later = ("Left", "FinishedAlone", "PauseBegan", "CompactSigned")
    entries = [entry(end, INVITEE), *(entry(event, INVITER, LATER) for event in later)]
    for viewer in Side:
        assert timeline(entries, viewer) == of_one(end, INVITEE, viewer)


def test_what_was_shared_and_taken_back_unseen_has_left_no_trace() -> None:
    pair = refining()
    pair.bob.takes_it_back()
    assert seen(pair, INVITER) == [(Kind.EMPATHY_SENT, ME)]
    assert seen(pair, INVITEE) == []


def test_only_the_last_that_was_shared_goes_with_it() -> None:
    pair = refining()
    pair.alice.resubmits()
    pair.alice.is_analysed(Outcome.SHARING)
    pair.bob.shares("and more")
    pair.bob.takes_it_back()
    assert seen(pair, INVITEE) == [(Kind.CONTEXT_SHARED, ME)]
    assert seen(pair, INVITER) == [
        (Kind.EMPATHY_SENT, ME),
        (Kind.CONTEXT_SHARED, PARTNER),
        (Kind.EMPATHY_SENT, ME),
    ]


def test_what_was_seen_before_it_was_taken_back_has_happened() -> None:
    pair = refining()
    pair.alice.looks()
    pair.bob.takes_it_back()
    assert seen(pair, INVITEE) == [(Kind.CONTEXT_SHARED, ME)]


def test_one_invites_and_the_other_joins() -> None:
    assert of_one("Created", None, INVITER) == [Moment(Kind.INVITED, ME, NOW)]
    assert of_one("Created", None, INVITEE) == [Moment(Kind.INVITED, PARTNER, NOW)]
    assert of_one("Joined", None, INVITER) == [Moment(Kind.JOINED, PARTNER, NOW)]
    assert of_one("Joined", None, INVITEE) == [Moment(Kind.JOINED, ME, NOW)]


def test_a_statement_and_each_new_wording_are_moments_of_the_guesser_alone() -> None:
    pair = refining()
    pair.alice.resubmits()
    sent, shared = (Kind.EMPATHY_SENT, ME), Kind.CONTEXT_SHARED
    assert seen(pair, INVITER) == [sent, (shared, PARTNER), sent]
    assert seen(pair, INVITEE) == [(shared, ME)]


def test_the_reveal_is_one_moment_for_both() -> None:
    pair = asked()
    pair.bob.declines()
    pair.bob.guesses()
    pair.forget()
    pair.bob.is_analysed(Outcome.PROCEED)
    assert seen(pair, INVITER) == seen(pair, INVITEE) == [(Kind.EMPATHY_REVEALED, BOTH)]


def test_verdicts_and_the_end_of_the_stage_are_seen_by_both() -> None:
    pair = revealed()
    pair.bob.says(Verdict.PARTIAL)
    pair.alice.accepts_the_difference()
    validated, done = Kind.EMPATHY_VALIDATED, (Kind.STAGE_COMPLETED, BOTH)
    assert seen(pair, INVITEE) == [(validated, ME), (validated, PARTNER), done]
    assert seen(pair, INVITER) == [(validated, PARTNER), (validated, ME), done]


@pytest.mark.parametrize("act", ["declines", "lets_it_expire", "fetches"])
def test_what_became_of_an_offer_never_appears_not_even_to_who_answered(act: str) -> None:
    pair = asked()
    pair.forget()
    getattr(pair.bob, act)()
    assert seen(pair, INVITER) == seen(pair, INVITEE) == []


def test_that_it_missed_the_mark_is_not_a_moment() -> None:
    pair = sent_back()
    assert seen(pair, INVITER) == seen(pair, INVITEE) == []


def test_everything_else_stays_out() -> None:
    """What was taken back is about something that was there; alone it cannot come."""
    names = {kind.name for kind in kinds_in(of_session, of_exchange)} - {"ContextWithdrawn"}
    shown = {name for name in names for viewer in Side if of_one(name, INVITER, viewer)}
    assert shown == {
        *("Created", "Joined", "CompactSigned", "FeltHeard", "PauseBegan", "Left", "FinishedAlone"),
        *("Consented", "Resubmitted", "BreakerTripped", "Revised", "ContextShared", "Revealed"),
        *("Validated", "ExchangeCompleted"),
    }
