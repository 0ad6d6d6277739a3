"""The only fakes: the clock. (The engine joins it when there is one.)"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **units: float) -> None:
        self.time += timedelta(**units)
