"""Where two people stand on their way to something they will try."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    COLLECTING = "COLLECTING"
    RANKING = "RANKING"
    REVEALING = "REVEALING"
    NEGOTIATING = "NEGOTIATING"
    AGREED = "AGREED"
