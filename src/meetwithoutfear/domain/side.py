"""Which of the two is meant, and what they are to each other. Both are handled by the same code, and no rule is written
twice."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    INVITER = "INVITER"
    INVITEE = "INVITEE"

    @property
    def other(self) -> Side:
        return Side.INVITEE if self is Side.INVITER else Side.INVITER


class Relation(StrEnum):
    """As each of them says for themselves. It belongs to whoever said it: the other one is never shown it. The safety check
    reads its rules about control by the writer's own, the library looks for ideas by it."""

    COUPLE = "COUPLE"
    FORMER_COUPLE = "FORMER_COUPLE"
    PARENT_AND_CHILD = "PARENT_AND_CHILD"
    RELATIVES = "RELATIVES"
    FRIENDS = "FRIENDS"
    FLATMATES = "FLATMATES"
    COLLEAGUES = "COLLEAGUES"
    FOUNDERS = "FOUNDERS"
    OTHER = "OTHER"
