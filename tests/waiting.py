"""Waiting for a fact, not for a time."""

from __future__ import annotations

import time
from typing import Any

PATIENCE_SECONDS = 60


def wait_until(fact: Any, what: str, seconds: float = PATIENCE_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)
