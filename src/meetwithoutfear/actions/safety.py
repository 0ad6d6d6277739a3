"""The safety check: every text a member writes goes through here, before any engine. It never blocks writing.

What it finds is noted (a kind and a time, never the words), answered with care in the member's own chat, and seen by nobody
else. Words of fear of the partner put the member's own crossing actions on hold until they say to go on. To hear takes time,
so it happens before the transaction (`hear`); what follows from it is part of the transaction (`screen`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.commands import Hold
from meetwithoutfear.domain.deciding import Happening
from meetwithoutfear.domain.errors import NotDelivered
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Line
from meetwithoutfear.domain.safety import SafetyFinding, Tier, crossing_check
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.messages import Placed
from meetwithoutfear.store.safety import note_finding, was_asked_before
from meetwithoutfear.store.sessions import save


@dataclass(frozen=True)
class Screened:
    """What was noticed; the words of care that answer it, if it is not left to a quiet line; what it sets in motion."""

    finding: SafetyFinding | None = None
    care: str | None = None
    events: list[Happening] = field(default_factory=list)

    @property
    def is_flagged(self) -> bool:
        """Whether the words are kept out of everything that is ever made of the chat. A faint hint is no reason for it."""
        return self.finding is not None and self.finding.is_alarm


async def hear(caller: Caller, *texts: str | None) -> SafetyFinding | None:
    said = "\n".join(text for text in texts if text)
    return await caller.listener.hears_danger(said) if said else None


async def screen(
    tx: Tx, caller: Caller, session: Session, finding: SafetyFinding | None, *, about_to_cross: bool = False
) -> Screened:
    if finding is None:
        return Screened()
    side = session.side_of(caller.user_id)
    asked_before = await was_asked_before(tx, caller.user_id, session.id, finding.tier)
    await note_finding(tx, caller.user_id, session.id, label=finding.label, tier=finding.tier, now=caller.now)
    speaks = finding.tier is Tier.A or (finding.tier is Tier.B and not asked_before)
    events = decide(session, Hold(side, about_to_cross)) if finding.holds else []
    return Screened(finding, finding.words if speaks else None, events)


async def answer_with_care(tx: Tx, caller: Caller, session: Session, screened: Screened) -> Session:
    """Words of care for something that was written elsewhere than in the chat."""
    side = session.side_of(caller.user_id)
    line = Line(side, screened.care or "", session.tag_of(side))
    said = [Placed(private_id(), line)] if screened.care else []
    return await save(tx, session, screened.events, caller.now, said=said)


def would_hold(session: Session, side: Side, finding: SafetyFinding | None) -> bool:
    """Whether words about to cross are a reason to hold them and everything else back."""
    return finding is not None and finding.holds and bool(decide(session, Hold(side, about_to_cross=True)))


async def with_care(
    tx: Tx, caller: Caller, session: Session, finding: SafetyFinding | None
) -> tuple[Session, Screened]:
    screened = await screen(tx, caller, session, finding, about_to_cross=True)
    return await answer_with_care(tx, caller, session, screened), screened


def refuse_threats(*texts: str | None) -> None:
    """What is about to cross to the partner: everything is the member's to say, except a threat."""
    for text in texts:
        concern = crossing_check(text) if text else None
        if concern is not None and concern.is_threat:
            raise NotDelivered
