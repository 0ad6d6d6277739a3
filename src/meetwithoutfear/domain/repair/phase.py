"""Where the two are with their ideas."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    COLLECTING = "COLLECTING"
    RANKING = "RANKING"
    REVEALING = "REVEALING"
    NEGOTIATING = "NEGOTIATING"
    AGREED = "AGREED"
