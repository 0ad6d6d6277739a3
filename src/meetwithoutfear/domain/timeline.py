"""What happened in a session, as one member may know it. A decline never appears, and neither does anything the other one
has done in private."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum, auto

from meetwithoutfear.domain.side import Side


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


@dataclass(frozen=True)
class Moment:
    kind: Kind
    by: By
    at: datetime


def timeline(entries: list[Entry], viewer: Side) -> list[Moment]:
    """An end is an end: nothing comes after it."""
    moments = list[Moment]()
    for entry in entries:
        by = author_of(entry, viewer)
        if by is None or entry.appearance is None or any(known.kind is Kind.ENDED for known in moments):
            continue
        kind = entry.appearance.kind
        if entry.appearance.takes_back:
            del moments[max(n for n, known in enumerate(moments) if (known.kind, known.by) == (kind, by))]
        else:
            moments.append(Moment(kind, by, entry.at))
    return moments


def author_of(entry: Entry, viewer: Side) -> By | None:
    own, other = (By.ME, By.PARTNER) if entry.side is viewer else (By.PARTNER, By.ME)
    match entry.appearance.audience if entry.appearance else None:
        case Audience.ITS_OWN:
            return own
        case Audience.ITS_OTHER:
            return other
        case Audience.ITS_OWN_ALONE:
            return By.ME if own is By.ME else None
        case Audience.BOTH:
            return By.BOTH
        case Audience.BOTH_ONCE:
            return By.BOTH if own is By.ME else None
        case Audience.INVITER:
            return By.ME if viewer is Side.INVITER else By.PARTNER
        case Audience.INVITEE:
            return By.ME if viewer is Side.INVITEE else By.PARTNER
        case Audience.ENDED_ALONE:
            return By.ME if own is By.ME else By.BOTH
        case _:
            return None
