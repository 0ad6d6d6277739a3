"""What somebody is told outside the app, and what is no longer worth telling."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.journey import agreed, asked, guessed, heard, ready, refining, revealed
from domain.world import INVITEE, INVITER, NOW, World
from meetwithoutfear.domain.empathy.events import Revealed
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.moves import News
from meetwithoutfear.domain.notifications import (
    SEVERAL,
    SOMETHING,
    Notification,
    headline,
    is_still_due,
    notifications,
    sentence,
)
from meetwithoutfear.domain.pending import PendingType

A_MINUTE = timedelta(minutes=1)


def told_by(pair: World, act: str, *words: object) -> list[tuple[str, str]]:
    """Who is told what by an act of Bob's."""
    before = pair.session
    happened = getattr(pair.bob, act)(*words)
    found = notifications(before, pair.session, happened)
    return sorted((one.to.value, str(one.type)) for one in found)


def of_bob(kind: str, pair: World) -> Notification:
    items = {item.type: item.item_id for item in pair.bob.member.pending}
    return Notification(INVITEE, kind, items.get(PendingType(kind)))


def test_whoever_shares_something_is_told_of_to_the_guesser() -> None:
    assert told_by(asked(), "shares") == [("INVITER", "context_received")]


def test_a_decline_and_an_expiry_are_told_to_nobody() -> None:
    for act in ("declines", "lets_it_expire"):
        assert told_by(asked(), act) == []


def test_a_verdict_is_told_only_when_it_says_that_it_feels_right() -> None:
    assert told_by(revealed(), "says", Verdict.ACCURATE) == [("INVITER", "understanding_confirmed")]
    for verdict in (Verdict.PARTIAL, Verdict.MISSES):
        assert told_by(revealed(), "says", verdict) == []


def test_the_second_verdict_is_told_to_both() -> None:
    pair = revealed()
    pair.alice.says(Verdict.PARTIAL)
    assert told_by(pair, "says", Verdict.PARTIAL) == [
        ("INVITEE", "both_validated"),
        ("INVITER", "both_validated"),
    ]


def test_the_reveal_an_end_and_a_reminder_are_told_to_whom_they_concern() -> None:
    waiting = ready()
    both = notifications(heard().session, waiting.session, [Revealed(INVITER), Revealed(INVITEE)])
    assert [(one.to, one.type) for one in both] == [
        (INVITER, News.STATEMENT_REVEALED),
        (INVITEE, News.STATEMENT_REVEALED),
    ]
    assert told_by(agreed(), "resolves") == [("INVITER", "resolved")]
    idle = heard()
    idle.wait(days=4)
    assert told_by(idle, "is_reminded") == [("INVITEE", "reminder")]


def test_before_the_reveal_nothing_is_told_of_a_statement() -> None:
    for begin in (heard, guessed, ready):
        pair = begin()
        whole = notifications(heard().session, pair.session, [step.event for step in pair.steps])
        assert whole == []


def test_an_offer_is_due_until_it_is_answered() -> None:
    pair = asked()
    offer = of_bob("share_offer", pair)
    assert is_still_due(pair.session, offer, NOW)
    pair.bob.declines()
    assert not is_still_due(pair.session, offer, NOW)


def test_nothing_is_due_for_somebody_who_has_been_here_since() -> None:
    pair = asked()
    offer = of_bob("share_offer", pair)
    pair.wait(minutes=1)
    pair.bob.speaks()
    assert not is_still_due(pair.session, offer, NOW)
    assert is_still_due(pair.session, offer, NOW + A_MINUTE)


def test_nothing_is_due_during_a_break_or_after_leaving() -> None:
    for act in ("pauses", "leaves"):
        pair = asked()
        offer = of_bob("share_offer", pair)
        getattr(pair.bob, act)()
        assert not is_still_due(pair.session, offer, NOW)


def test_news_are_due_until_the_end() -> None:
    pair = refining()
    news = Notification(INVITER, News.STATEMENT_REVEALED)
    assert is_still_due(pair.session, news, NOW)
    pair.bob.leaves()
    assert not is_still_due(pair.session, news, NOW)


@pytest.mark.parametrize("kind", [*PendingType, *News, "something_of_tomorrow"])
def test_everything_has_words_and_the_name_is_all_they_hold(kind: str) -> None:
    said = sentence(kind, "Tara {curious}")
    assert said
    assert "{partner}" not in said
    assert headline([kind], "Tara {curious}") == said


def test_what_has_no_words_of_its_own_has_common_ones_and_so_has_more_than_one_thing() -> None:
    assert sentence("something_of_tomorrow", "Tara") == SOMETHING
    assert headline(["share_offer", "both_validated"], "Tara") == SEVERAL
