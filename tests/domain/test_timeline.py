"""What happened in a session, as one of the two may know it."""

from __future__ import annotations

from typing import get_args

import pytest

from domain.pair import Pair, asked, refining, revealed, sent_back
from domain.story import INVITEE, INVITER, NOW
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.events import Event
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.timeline import By, Entry, Kind, Moment, timeline

ME, PARTNER, BOTH = By.ME, By.PARTNER, By.BOTH


def seen(pair: Pair, viewer: Side) -> list[tuple[Kind, By]]:
    entries = [
        Entry(type(event).__name__, getattr(event, "direction", getattr(event, "side", None)), pair.now)
        for _, event in pair.steps
    ]
    return [(moment.kind, moment.by) for moment in timeline(entries, viewer)]


def of_one(event: str, side: Side | None, viewer: Side) -> list[Moment]:
    return timeline([Entry(event, side, NOW)], viewer)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ("CompactSigned", Kind.COMPACT_SIGNED),
        ("FeltHeard", Kind.FELT_HEARD),
        ("PauseBegan", Kind.PAUSED),
        ("Left", Kind.ENDED),
        ("FinishedAlone", Kind.ENDED),
    ],
)
def test_what_both_may_know_says_whose_it_was(event: str, kind: Kind) -> None:
    assert of_one(event, INVITEE, INVITEE) == [Moment(kind, ME, NOW)]
    assert of_one(event, INVITEE, INVITER) == [Moment(kind, PARTNER, NOW)]


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
    names = {kind.__name__ for kind in (*get_args(Event), *get_args(EmpathyEvent))}
    shown = {name for name in names for viewer in Side if of_one(name, INVITER, viewer)}
    assert shown == {
        *("Created", "Joined", "CompactSigned", "FeltHeard", "PauseBegan", "Left", "FinishedAlone"),
        *("Consented", "Resubmitted", "BreakerTripped", "Revised", "ContextShared", "Revealed"),
        *("Validated", "ExchangeCompleted"),
    }
