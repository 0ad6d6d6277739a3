"""Somebody in care, for tests that are about something else."""

from __future__ import annotations

from datetime import UTC, datetime

from meetwithoutfear.domain.safety.care import Language, quiet_care

CARE = quiet_care(datetime(2026, 3, 1, 9, 0, tzinfo=UTC), Language.EN)
