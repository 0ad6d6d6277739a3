"""Which of the two is meant. Both are handled by the same code, and no rule is written twice."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    INVITER = "INVITER"
    INVITEE = "INVITEE"

    @property
    def other(self) -> Side:
        return Side.INVITEE if self is Side.INVITER else Side.INVITER
