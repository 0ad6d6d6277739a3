"""What the two of a session are to each other, as each of them says for themselves.

It belongs to whoever said it: the other one is never shown it. The safety check reads its rules about control by the
writer's own, the library looks for ideas by it."""

from __future__ import annotations

from enum import StrEnum


class Relation(StrEnum):
    COUPLE = "COUPLE"
    FORMER_COUPLE = "FORMER_COUPLE"
    PARENT_AND_CHILD = "PARENT_AND_CHILD"
    RELATIVES = "RELATIVES"
    FRIENDS = "FRIENDS"
    FLATMATES = "FLATMATES"
    COLLEAGUES = "COLLEAGUES"
    FOUNDERS = "FOUNDERS"
    OTHER = "OTHER"
