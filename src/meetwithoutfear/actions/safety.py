"""The safety check: every text a member writes goes through here, before any engine. It never blocks writing.

What it finds is noted (a kind and a time, never the words), answered with care in the member's own chat, and seen by nobody else.
Words of fear of the partner put the member's own crossing actions on hold until they say to go on."""

from __future__ import annotations

from dataclasses import dataclass, field

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.commands import Hold
from meetwithoutfear.domain.errors import NotDelivered
from meetwithoutfear.domain.events import Event
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.safety import SafetyFinding, Tier, check, crossing_check
from meetwithoutfear.domain.session import Session
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.safety import note_finding, was_asked_before


@dataclass(frozen=True)
class Screened:
    """What was noticed; the words of care that answer it, if it is not left to a quiet line; what it sets in motion."""

    finding: SafetyFinding | None = None
    care: str | None = None
    events: list[Event] = field(default_factory=list)


async def screen(tx: Tx, caller: Caller, session: Session, text: str) -> Screened:
    finding = check(text)
    if finding is None:
        return Screened()
    side = session.side_of(caller.user_id)
    asked_before = await was_asked_before(tx, caller.user_id, session.id, finding.tier)
    await note_finding(tx, caller.user_id, session.id, label=finding.label, tier=finding.tier, now=caller.now)
    speaks = finding.tier is Tier.A or (finding.tier is Tier.B and not asked_before)
    events = decide(session, Hold(side)) if finding.holds else []
    return Screened(finding, finding.words if speaks else None, events)


def refuse_threats(text: str) -> None:
    """What is about to cross to the partner: everything is the member's to say, except a threat."""
    concern = crossing_check(text)
    if concern is not None and concern.is_threat:
        raise NotDelivered
