"""What happened in a session, as one member may know it. A decline never appears, and neither does anything the other one
has done in private."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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


@dataclass(frozen=True)
class Entry:
    event: str
    side: Side | None
    at: datetime


@dataclass(frozen=True)
class Moment:
    kind: Kind
    by: By
    at: datetime


PUBLIC = {
    "Created": Kind.INVITED,
    "Joined": Kind.JOINED,
    "CompactSigned": Kind.COMPACT_SIGNED,
    "FeltHeard": Kind.FELT_HEARD,
    "PauseBegan": Kind.PAUSED,
    "Left": Kind.ENDED,
}
OF_BOTH = {
    "ExchangeCompleted": Kind.STAGE_COMPLETED,
    "CommonGroundReached": Kind.STAGE_COMPLETED,
    "AgreementReached": Kind.AGREED,
    "Resolved": Kind.RESOLVED,
    "Closed": Kind.ENDED,
}
OWN_WORDS = frozenset({"Consented", "Resubmitted", "BreakerTripped", "Revised"})


def timeline(entries: list[Entry], viewer: Side) -> list[Moment]:
    """What was shared and taken back before it was seen has left no trace; and an end is an end."""
    moments = list[Moment]()
    for entry in entries:
        if entry.event == "ContextWithdrawn":
            by = By.PARTNER if entry.side is viewer else By.ME
            shared = (Kind.CONTEXT_SHARED, by)
            del moments[max(n for n, known in enumerate(moments) if (known.kind, known.by) == shared)]
        moment = moment_of(entry, viewer)
        if moment is not None and not any(known.kind is Kind.ENDED for known in moments):
            moments.append(moment)
    return moments


def moment_of(entry: Entry, viewer: Side) -> Moment | None:
    """Entries of the exchange name their direction, which is its guesser's side."""
    mine = entry.side is viewer
    match entry.event:
        case "Created" | "Joined":
            by = By.ME if (viewer is Side.INVITER) is (entry.event == "Created") else By.PARTNER
            return Moment(PUBLIC[entry.event], by, entry.at)
        case event if event in OF_BOTH:
            return Moment(OF_BOTH[event], By.BOTH, entry.at)
        case event if event in OWN_WORDS:
            return Moment(Kind.EMPATHY_SENT, By.ME, entry.at) if mine else None
        case "ContextShared":
            return Moment(Kind.CONTEXT_SHARED, By.PARTNER if mine else By.ME, entry.at)
        case "Validated":
            return Moment(Kind.EMPATHY_VALIDATED, By.PARTNER if mine else By.ME, entry.at)
        case "Revealed":
            # It comes for both directions at once, and is one moment.
            return Moment(Kind.EMPATHY_REVEALED, By.BOTH, entry.at) if mine else None
        case "FinishedAlone":
            return Moment(Kind.ENDED, By.ME if mine else By.BOTH, entry.at)
        case event if event in PUBLIC:
            return Moment(PUBLIC[event], By.ME if mine else By.PARTNER, entry.at)
        case _:
            return None
