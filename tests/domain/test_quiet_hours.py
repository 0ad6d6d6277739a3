"""Quiet hours go by the clock on the wall, also where the wall clock jumps."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.notifications import USUAL, QuietHours, quiet_until

BERLIN, NEW_YORK, LORD_HOWE = (
    ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe")
)


@pytest.mark.parametrize(
    ("now", "zone", "end"),
    [
        ("2026-11-15T20:59", BERLIN, None),
        ("2026-11-15T21:00", BERLIN, "2026-11-16T07:00"),
        ("2026-11-16T06:59", BERLIN, "2026-11-16T07:00"),
        ("2026-11-16T07:00", BERLIN, None),
        ("2026-11-16T02:59", NEW_YORK, None),
        ("2026-11-16T03:00", NEW_YORK, "2026-11-16T13:00"),
        # The night in which Berlin loses an hour, and the one in which it gets it back.
        ("2027-03-27T21:00", BERLIN, "2027-03-28T06:00"),
        ("2026-10-24T20:00", BERLIN, "2026-10-25T07:00"),
    ],
)
def test_the_usual_night_ends_at_eight_where_somebody_lives(
    now: str, zone: ZoneInfo, end: str | None
) -> None:
    found = quiet_until(utc(now), zone, USUAL)
    assert found == (utc(end) if end else None)


def test_an_end_that_comes_twice_is_waited_for_in_both_of_its_hours() -> None:
    hours = QuietHours(time(22), time(2, 30))
    assert quiet_until(utc("2026-10-25T00:10"), BERLIN, hours) == utc("2026-10-25T00:30")
    assert quiet_until(utc("2026-10-25T01:10"), BERLIN, hours) == utc("2026-10-25T01:30")


def test_an_end_that_never_comes_is_as_late_as_it_would_have_been() -> None:
    hours = QuietHours(time(22), time(2, 30))
    assert quiet_until(utc("2027-03-28T00:50"), BERLIN, hours) == utc("2027-03-28T01:30")


def test_hours_within_one_day_and_no_hours_at_all() -> None:
    noon = utc("2026-11-15T12:00")
    assert quiet_until(noon, BERLIN, QuietHours(time(13), time(14))) == utc("2026-11-15T13:00")
    assert quiet_until(noon, BERLIN, QuietHours(time(14), time(15))) is None
    assert quiet_until(noon, BERLIN, QuietHours(time(13), time(13))) is None
    assert quiet_until(noon, BERLIN, None) is None


minutes = st.builds(time, st.integers(0, 23), st.integers(0, 59))


@given(
    st.integers(0, 2 * 365 * 24 * 60),
    st.sampled_from([BERLIN, NEW_YORK, LORD_HOWE, UTC]),
    st.builds(QuietHours, minutes, minutes),
)
def test_quiet_always_ends_later_and_within_a_day(passed: int, zone: ZoneInfo, hours: QuietHours) -> None:
    now = utc("2026-01-01T00:00") + timedelta(minutes=passed)
    end = quiet_until(now, zone, hours)
    if end is None:
        assert not hours.covers(now.astimezone(zone).time())
    else:
        assert now < end <= now + timedelta(hours=25)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
