"""What happened in a session, as one member may know it. A decline never appears, and neither does anything the other one
has done in private."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import Annotated, TypeVar

from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.wire import Time, View


class Kind(StrEnum):
    INVITED = "INVITED"
    JOINED = "JOINED"
    COMPACT_SIGNED = "COMPACT_SIGNED"
    FELT_HEARD = "FELT_HEARD"
    EMPATHY_SENT = "EMPATHY_SENT"
    CONTEXT_SHARED = "CONTEXT_SHARED"
    EMPATHY_REVEALED = "EMPATHY_REVEALED"
    EMPATHY_VALIDATED = "EMPATHY_VALIDATED"
    STAGE_COMPLETED = "STAGE_COMPLETED"
    AGREED = "AGREED"
    RESOLVED = "RESOLVED"
    PAUSED = "PAUSED"
    ENDED = "ENDED"


class By(StrEnum):
    ME = "ME"
    PARTNER = "PARTNER"
    BOTH = "BOTH"


class Audience(Enum):
    """To whom a moment appears, and as whose. An entry of the exchange names its direction, which is its guesser's side."""

    ITS_OWN = auto()
    """Both see it, as done by the member it names."""
    ITS_OTHER = auto()
    """Both see it, as done by the other one."""
    ITS_OWN_ALONE = auto()
    BOTH = auto()
    BOTH_ONCE = auto()
    """It comes for both directions at once, and is one moment."""
    INVITER = auto()
    INVITEE = auto()
    ENDED_ALONE = auto()
    """The one who ended it knows that; to the other it has come to its end."""


AUTHOR: Mapping[Audience, tuple[By | None, By | None]] = {
    Audience.ITS_OWN: (By.ME, By.PARTNER),
    Audience.ITS_OTHER: (By.PARTNER, By.ME),
    Audience.ITS_OWN_ALONE: (By.ME, None),
    Audience.BOTH: (By.BOTH, By.BOTH),
    Audience.BOTH_ONCE: (By.BOTH, None),
    Audience.INVITER: (By.ME, By.PARTNER),
    Audience.INVITEE: (By.ME, By.PARTNER),
    Audience.ENDED_ALONE: (By.ME, By.BOTH),
}
"""To the one whom it names, and to the other."""
NAMED = {Audience.INVITER: Side.INVITER, Audience.INVITEE: Side.INVITEE}


@dataclass(frozen=True)
class Appearance:
    kind: Kind
    audience: Audience = Audience.ITS_OWN
    takes_back: bool = False
    """It removes the last such moment instead: what was taken back before it was seen has left no trace."""


@dataclass(frozen=True)
class Entry:
    """An entry of the journal: how its event appears, if at all."""

    appearance: Appearance | None
    side: Side | None
    at: datetime


T = TypeVar("T")
Concerned = Annotated[
    T,
    "whomever it is about: what one does in private is no moment of the other's, and a decline is none of anybody's",
]


@dataclass(frozen=True)
class Moment(View):
    kind: Concerned[Kind]
    by: Concerned[By]
    at: Concerned[Time]


def timeline(entries: list[Entry], viewer: Side) -> list[Moment]:
    """An end is an end: nothing comes after it."""
    moments = list[Moment]()
    for entry in entries:
        if entry.appearance is None or any(known.kind is Kind.ENDED for known in moments):
            continue
        audience = entry.appearance.audience
        by = AUTHOR[audience][NAMED.get(audience, entry.side) is not viewer]
        if by is None:
            continue
        kind = entry.appearance.kind
        if entry.appearance.takes_back:
            del moments[max(n for n, known in enumerate(moments) if (known.kind, known.by) == (kind, by))]
        else:
            moments.append(Moment(kind, by, entry.at))
    return moments
