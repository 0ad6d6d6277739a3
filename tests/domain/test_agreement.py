"""An agreement from its first wording to what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import product
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

import pytest

from domain.journey import agreed, ranked, resolved
from domain.world import AN_AGREEMENT, INVITEE, INVITER, LATER, NOW
from meetwithoutfear.domain.errors import InvalidTransition
from meetwithoutfear.domain.repair.agreement import (
    TRANSITIONS,
    Agreement,
    AgreementStatus,
    AgreementType,
    Done,
    LookBack,
    Terms,
    Wish,
    move,
    reminder_time,
    settle_agreement,
)

TERMS = Terms("Ten minutes without phones", follow_up_date=date(2026, 12, 1))
PROPOSED = Agreement(UUID(int=1), AgreementType.MICRO_EXPERIMENT, TERMS, INVITER, agreed={INVITER: NOW})
BEGUN = replace(PROPOSED, status=AgreementStatus.IN_PROGRESS)


def test_it_is_agreed_when_the_other_one_says_yes_and_the_own_yes_counts_once() -> None:
    pair = ranked()
    pair.alice.proposes()
    asked = pair.session.agreements
    assert pair.alice.agrees() == []
    pair.wait(minutes=1)
    pair.bob.agrees()
    [agreement] = pair.session.agreements
    assert agreement.status is AgreementStatus.AGREED
    assert agreement.agreed_at == pair.now
    assert agreement.agreed == {**asked[0].agreed, INVITEE: pair.now}
    assert (asked[0].stands, agreement.stands) == (False, True)


def test_other_words_are_a_new_version_that_the_other_one_is_asked_about() -> None:
    pair = ranked()
    pair.alice.proposes()
    pair.bob.rewords(Terms("Five minutes", measure_of_success="Did we?"))
    [other] = pair.session.agreements
    assert other.id == AN_AGREEMENT
    assert other.version == 2
    assert other.proposed_by == INVITEE
    assert other.status is AgreementStatus.PROPOSED
    assert other.agreed == {INVITEE: pair.now}
    assert other.terms.words == "Five minutes\nDid we?"
    pair.alice.agrees()
    assert pair.session.agreements[0].status is AgreementStatus.AGREED


def test_what_is_agreed_is_not_reworded() -> None:
    with pytest.raises(InvalidTransition):
        agreed().bob.rewords()


@pytest.mark.parametrize(("status", "to"), list(product(AgreementStatus, AgreementStatus)))
def test_an_agreement_turns_as_the_table_says_and_not_otherwise(
    status: AgreementStatus, to: AgreementStatus
) -> None:
    standing = replace(PROPOSED, status=status)
    if (status, to) in TRANSITIONS:
        assert move(standing, to).status is to
    else:
        with pytest.raises(InvalidTransition):
            move(standing, to)


def test_there_is_nothing_to_look_back_on_before_it_has_begun() -> None:
    with pytest.raises(InvalidTransition):
        agreed().alice.looks_back()


def test_one_word_may_be_said_anew_until_both_have_spoken() -> None:
    pair = resolved()
    pair.alice.looks_back(Wish.ABANDON)
    pair.wait(minutes=1)
    pair.alice.looks_back(Wish.COMPLETE, felt="Good")
    [agreement] = pair.session.agreements
    assert agreement.status is AgreementStatus.IN_PROGRESS
    assert agreement.check_ins == {INVITER: LookBack(Done.PARTLY, Wish.COMPLETE, "Good", at=pair.now)}


@pytest.mark.parametrize(("hers", "his"), list(product(Wish, Wish)))
def test_letting_it_go_needs_one_and_going_on_too_and_completing_both(hers: Wish, his: Wish) -> None:
    words = {INVITER: LookBack(Done.PARTLY, hers), INVITEE: LookBack(Done.NO, his)}
    after = settle_agreement(replace(BEGUN, check_ins=words), LATER)
    if Wish.ABANDON in {hers, his}:
        assert after.status is AgreementStatus.ABANDONED
    elif Wish.EXTEND in {hers, his}:
        assert after.status is AgreementStatus.IN_PROGRESS
        assert after.check == 2
        assert after.check_ins == {}
        assert after.terms.follow_up_date == (LATER + timedelta(days=7)).date()
    else:
        assert after.status is AgreementStatus.COMPLETED


@pytest.mark.parametrize(
    ("day", "zone", "expected"),
    [
        (date(2026, 12, 1), None, datetime(2026, 12, 1, 9, tzinfo=UTC)),
        (date(2026, 12, 1), "UTC", datetime(2026, 12, 1, 9, tzinfo=UTC)),
        (date(2026, 3, 28), "Europe/Berlin", datetime(2026, 3, 28, 8, tzinfo=UTC)),
        (date(2026, 3, 29), "Europe/Berlin", datetime(2026, 3, 29, 7, tzinfo=UTC)),
        (date(2026, 10, 24), "Europe/Berlin", datetime(2026, 10, 24, 7, tzinfo=UTC)),
        (date(2026, 10, 25), "Europe/Berlin", datetime(2026, 10, 25, 8, tzinfo=UTC)),
        (date(2026, 3, 8), "America/New_York", datetime(2026, 3, 8, 13, tzinfo=UTC)),
        (date(2026, 11, 1), "America/New_York", datetime(2026, 11, 1, 14, tzinfo=UTC)),
        (date(2026, 12, 1), "Asia/Kolkata", datetime(2026, 12, 1, 3, 30, tzinfo=UTC)),
        (date(2026, 12, 1), "Pacific/Kiritimati", datetime(2026, 11, 30, 19, tzinfo=UTC)),
    ],
)
def test_the_reminder_comes_at_nine_where_the_member_lives(
    day: date, zone: str | None, expected: datetime
) -> None:
    assert reminder_time(day, zone) == expected


def test_a_day_that_was_left_out_has_the_next_moment() -> None:
    """Samoa had no 30 December 2011."""
    assert reminder_time(date(2011, 12, 30), "Pacific/Apia") == reminder_time(
        date(2011, 12, 31), "Pacific/Apia"
    )


@pytest.mark.parametrize(
    "zone", ["Nowhere/At_All", "../../etc/passwd", "/etc/localtime", "Europe", "", "\x00"]
)
def test_of_a_zone_that_nobody_knows_it_is_nine_in_utc(zone: str) -> None:
    assert reminder_time(date(2026, 12, 1), zone) == datetime(2026, 12, 1, 9, tzinfo=UTC)


def test_in_every_zone_and_on_every_day_of_a_year_it_is_nine_by_the_clock_on_the_wall() -> None:
    for zone in sorted(available_timezones())[::7]:
        for day in (date(2026, 1, 1) + timedelta(days=number) for number in range(0, 365, 3)):
            there = reminder_time(day, zone).astimezone(ZoneInfo(zone))
            assert (there.date(), there.hour, there.minute) == (day, 9, 0), zone
