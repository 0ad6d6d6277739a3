"""What somebody may ask of an exchange, or a job may bring to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.side import Side


class Outcome(StrEnum):
    """What the reconciler recommends."""

    PROCEED = "PROCEED"
    OPTIONAL = "OPTIONAL"
    OPTIONAL_WITH_FOCUS = "OPTIONAL_WITH_FOCUS"
    SHARING = "SHARING"


@dataclass(frozen=True)
class Consent:
    """The guesser agrees that this very text is their statement."""

    side: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class Resubmit:
    side: Side
    statement: str = field(repr=False)


@dataclass(frozen=True)
class Keep:
    """The guesser leaves the statement as it is; before the analysis is overdue there is nothing to decide yet."""

    side: Side
    overdue: bool = False


@dataclass(frozen=True)
class Withdraw:
    """The guesser takes the consent to their statement back."""

    side: Side


@dataclass(frozen=True)
class FetchOffer:
    """The subject looks at the offer made to them, or works on an answer; until then at least it stays open."""

    side: Side
    until: datetime | None = None


@dataclass(frozen=True)
class AcceptOffer:
    side: Side
    shared: str = field(repr=False)


@dataclass(frozen=True)
class DeclineOffer:
    side: Side


@dataclass(frozen=True)
class WithdrawContext:
    """The subject takes back what they shared in answer to an offer, the last one unless another is named."""

    side: Side
    offer_id: UUID | None = None


@dataclass(frozen=True)
class Shown:
    """Which of the other one's words a member was shown in their chat: shared context by round, statements by revision."""

    rounds: frozenset[int] = frozenset()
    revisions: frozenset[int] = frozenset()


@dataclass(frozen=True)
class See:
    """The member was shown what is for them: these, or everything."""

    side: Side
    shown: Shown | None = None


@dataclass(frozen=True)
class Validate:
    """The subject's verdict on the statement about them; `shared`: with feedback that may be passed on."""

    side: Side
    rating: Verdict
    shared: bool = False
    feedback: str = field(default="", repr=False)


@dataclass(frozen=True)
class AcceptDifference:
    side: Side


@dataclass(frozen=True)
class Conclude:
    """The outcome of an analysis, for the direction, revision and iteration it was made for."""

    direction: Side
    revision: int
    iteration: int
    outcome: Outcome
    offer_id: UUID
    expires_at: datetime | None = None
    """When the offer, should there be one, runs out."""


@dataclass(frozen=True)
class GiveUp:
    """The analysis killed whoever worked on it, again and again: nobody tries any more."""

    direction: Side
    revision: int
    iteration: int


@dataclass(frozen=True)
class Expire:
    direction: Side


@dataclass(frozen=True)
class Lapse:
    """The guesser has not acted on a refinement for too long."""

    direction: Side


@dataclass(frozen=True)
class Close:
    """Somebody has left: no offer stays open."""


Command = (
    Consent
    | Resubmit
    | Keep
    | Withdraw
    | FetchOffer
    | AcceptOffer
    | DeclineOffer
    | WithdrawContext
    | See
    | Validate
    | AcceptDifference
    | Conclude
    | GiveUp
    | Expire
    | Lapse
    | Close
)
