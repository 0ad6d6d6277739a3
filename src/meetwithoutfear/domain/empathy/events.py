"""What has happened in an exchange, in the past tense. Each names its direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Reason, Verdict
from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class Consented:
    """A statement is there, or another text takes the place of one that nobody has looked at yet."""

    direction: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class AnalysisBegan:
    direction: Side


@dataclass(frozen=True)
class AnalysisPassed:
    direction: Side
    reason: Reason


@dataclass(frozen=True)
class GapsFound:
    direction: Side
    offer_id: UUID
    expires_at: datetime | None = None


@dataclass(frozen=True)
class AnalysisStuck:
    direction: Side


@dataclass(frozen=True)
class WentUnanalysed:
    direction: Side


@dataclass(frozen=True)
class OfferFetched:
    direction: Side
    until: datetime | None = None


@dataclass(frozen=True)
class ContextShared:
    direction: Side
    shared: str = field(repr=False)


@dataclass(frozen=True)
class OfferDeclined:
    direction: Side


@dataclass(frozen=True)
class OfferExpired:
    direction: Side


@dataclass(frozen=True)
class ContextWithdrawn:
    """Taken back while it was still what the refinement lives on."""

    direction: Side


@dataclass(frozen=True)
class OldContextWithdrawn:
    """Taken back when it was seen, or things had moved on: it is left out from now on, and nothing else changes."""

    direction: Side
    offer_id: UUID


@dataclass(frozen=True)
class StatementSeen:
    """The subject was shown the revealed statement."""

    direction: Side


@dataclass(frozen=True)
class ContextSeen:
    """The guesser was shown everything that was shared with them."""

    direction: Side


@dataclass(frozen=True)
class Resubmitted:
    """Counted, and analysed again."""

    direction: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class BreakerTripped:
    """Counted, and accepted as it is: the loop ends here."""

    direction: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class Revised:
    """After the reveal: the subject's judgement outranks the reconciler's, so nothing is counted or analysed."""

    direction: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class Kept:
    direction: Side
    reason: Reason


@dataclass(frozen=True)
class StoodBy:
    """Kept as it is after the reveal."""

    direction: Side
    lapsed: bool


@dataclass(frozen=True)
class Withdrawn:
    direction: Side


@dataclass(frozen=True)
class LateWithdrawn:
    """Taken back after the reveal: what was seen was seen, but nothing more is made of it."""

    direction: Side


@dataclass(frozen=True)
class Revealed:
    """Always comes for both directions together."""

    direction: Side


@dataclass(frozen=True)
class Validated:
    direction: Side
    verdict: Verdict
    feedback: str = field(default="", repr=False)
    """What the subject wants the guesser to know with it."""


@dataclass(frozen=True)
class FeedbackShared:
    """It misses the mark, and the subject lets the guesser know how."""

    direction: Side
    feedback: str = field(default="", repr=False)


@dataclass(frozen=True)
class Missed:
    """It misses the mark, and that stays between the subject and the guide, or no further round is left."""

    direction: Side
    shared: bool
    feedback: str = field(default="", repr=False)


@dataclass(frozen=True)
class OfferSuperseded:
    direction: Side


Event = (
    Consented
    | AnalysisBegan
    | AnalysisPassed
    | GapsFound
    | AnalysisStuck
    | WentUnanalysed
    | OfferFetched
    | ContextShared
    | OfferDeclined
    | OfferExpired
    | ContextWithdrawn
    | OldContextWithdrawn
    | StatementSeen
    | ContextSeen
    | Resubmitted
    | BreakerTripped
    | Revised
    | Kept
    | StoodBy
    | Withdrawn
    | LateWithdrawn
    | Revealed
    | Validated
    | FeedbackShared
    | Missed
    | OfferSuperseded
)
