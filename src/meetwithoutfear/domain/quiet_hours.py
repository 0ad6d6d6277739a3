"""The hours in which nobody is written to, by the clock on their own wall. What comes then waits until they end, on the days
on which clocks change, too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo


@dataclass(frozen=True)
class QuietHours:
    begins: time
    ends: time

    def covers(self, local: time) -> bool:
        if self.begins <= self.ends:
            return self.begins <= local < self.ends
        return local >= self.begins or local < self.ends


USUAL = QuietHours(time(22), time(8))


def quiet_until(now: datetime, zone: tzinfo, hours: QuietHours | None) -> datetime | None:
    """When they end, if it is quiet now."""
    local = now.astimezone(zone)
    if hours is None or not hours.covers(local.time()):
        return None
    day = local.date() if local.time() < hours.ends else local.date() + timedelta(days=1)
    end = datetime.combine(day, hours.ends, zone)
    # In autumn an hour comes twice: in its second run the first one's end is past.
    both = (end.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return next(moment for moment in both if moment > now)
