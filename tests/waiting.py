"""Waiting for a fact, not for a time."""

from __future__ import annotations

import time
from typing import Any

PATIENCE_SECONDS = 240


def wait_until(fact: Any, what: str, seconds: float = PATIENCE_SECONDS) -> None:
    end, pause = time.monotonic() + seconds, 0.02
    while not fact():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(pause)
        # To look costs something as well: whoever waits long need not look often.
        pause = min(pause * 1.5, 0.25)
