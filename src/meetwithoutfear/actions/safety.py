"""The safety check: every text a member writes goes through here, before any engine. It never blocks writing.

What it finds is noted (a kind and a time, never the words) and answered with care, in the place where it was written; nobody
else sees anything of it. From then on the member's conversation is in care until they say that they are safe: what they say
is read in its light, and what would cross waits. To hear takes time, so it happens before the transaction (`hear`), after a
look whether the caller may act there at all; what follows from it is part of the transaction (`screen`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.commands import Continue, TakeCare
from meetwithoutfear.domain.errors import NotDelivered
from meetwithoutfear.domain.help import HELP_LINES, ResourceKind, resources_for
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Line
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety import SafetyFinding, crossing_check
from meetwithoutfear.domain.safety.care import (
    CATALOGUE,
    Care,
    CareTurn,
    Language,
    answer_in_care,
    begin_care,
    quiet_care,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.chat import NewMessage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.findings import note_finding, was_noted
from meetwithoutfear.store.idempotency import is_known
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.sessions import access_session, save

May = Callable[[Side, Session], object]
"""Raises what the state of a session has against an act, before any word of it is looked at."""


@dataclass(frozen=True)
class Heard:
    text: str = field(default="", repr=False)
    finding: SafetyFinding | None = None

    @property
    def is_alarm(self) -> bool:
        return self.finding is not None and self.finding.is_alarm


@dataclass(frozen=True)
class Screened:
    """What was noticed; the words of care that answer it; what it sets in motion."""

    finding: SafetyFinding | None = None
    care: str | None = field(default=None, repr=False)
    words: str | None = field(default=None, repr=False)
    """What is shown beside the answer and stands in no chat: a quiet line, or care for a place that keeps nothing."""
    in_care: bool = False
    events: Sequence[Event] = field(default_factory=list)

    @property
    def is_flagged(self) -> bool:
        """Whether the words are kept out of everything that is ever made of the chat. A faint hint is no reason for it."""
        return self.in_care or (self.finding is not None and self.finding.is_alarm)


async def hear(caller: Caller, session_id: UUID, *texts: str | None, may: May | None = None) -> Heard:
    """Access first, then the state, then the words; a repeat of what was done already is not listened to again."""
    said = "\n".join(text for text in texts if text)
    if not said:
        return Heard()
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        if await is_known(tx, caller.user_id, caller.once):
            return Heard()
    side = session.side_of(caller.user_id)
    if may is not None:
        may(side, session)
    return await hear_words(caller, said, session.members[side].relation)


async def hear_words(caller: Caller, said: str, relation: Relation | None) -> Heard:
    """What is heard weighs as much as the writer's own word about the two makes it."""
    finding = await caller.listener.hears_danger(said)
    return Heard(said, finding and finding.given(relation))


async def screen_chat(tx: Tx, caller: Caller, session: Session, heard: Heard) -> Screened:
    """What somebody says to the guide: in care each message goes on in it, otherwise an alarm begins it."""
    side = session.side_of(caller.user_id)
    care = session.members[side].care
    await note(tx, caller, session.id, heard)
    if care is None and not heard.is_alarm:
        return quiet_line(caller, heard)
    turn = turn_after(care, heard, caller)
    command = TakeCare(side, turn.after) if turn.after else Continue(side)
    return Screened(heard.finding, words_of(turn, caller), in_care=True, events=decide(session, command))


async def screen(
    tx: Tx, caller: Caller, session: Session, heard: Heard, *, about_to_cross: bool = False
) -> Screened:
    """What somebody writes elsewhere in the session. It begins care, and is answered in the chat; somebody who is in care
    already is not told the same again."""
    side = session.side_of(caller.user_id)
    await note(tx, caller, session.id, heard)
    if not heard.is_alarm or session.members[side].care is not None:
        return quiet_line(caller, heard)
    turn = turn_after(None, heard, caller)
    assert turn.after is not None  # noqa: S101  # care never ends where it begins
    events = decide(session, TakeCare(side, turn.after, about_to_cross))
    return Screened(heard.finding, words_of(turn, caller), events=events)


async def screen_aside(
    tx: Tx, caller: Caller, session: Session, heard: Heard, known: Care | None = None
) -> tuple[Session, Screened]:
    """What somebody writes in a place that keeps nothing. It is answered there; of words of danger said outright only the
    fact remains, without words or cause, and neither the chat nor any record gets a line of it. `known` is how the talk
    stands there."""
    side = session.side_of(caller.user_id)
    kept = session.members[side].care
    if known is None and kept is None and not heard.is_alarm:
        return session, quiet_line(caller, heard)
    turn = turn_after(known or (kept and quiet_care(kept.since, kept.language)), heard, caller)
    events: Sequence[Event] = []
    if turn.after is None:
        events = decide(session, Continue(side))
    elif kept is None and (turn.after.urgent or is_outright(heard)):
        events = decide(session, TakeCare(side, quiet_care(caller.now, turn.language)))
    words = words_of(turn, caller)
    session = await save(tx, session, events, caller.now)
    return session, Screened(heard.finding, words, words, in_care=True)


def is_outright(heard: Heard) -> bool:
    return heard.finding is not None and heard.finding.certainty == "A"


def turn_after(care: Care | None, heard: Heard, caller: Caller) -> CareTurn:
    if care is not None:
        return answer_in_care(care, heard.text, heard.finding)
    assert heard.finding is not None  # noqa: S101  # only an alarm begins care
    return begin_care(heard.finding, heard.text, caller.now, language_of(caller))


def words_of(turn: CareTurn, caller: Caller) -> str:
    return turn.render(emergency_number(caller.user.region))


def quiet_line(caller: Caller, heard: Heard) -> Screened:
    faint = heard.finding is not None and not heard.finding.is_alarm
    return Screened(heard.finding, words=CATALOGUE["faint"][language_of(caller)] if faint else None)


def language_of(caller: Caller) -> Language:
    return Language.DE if (caller.user.locale or "").lower().startswith("de") else Language.EN


def emergency_number(region: str | None) -> str | None:
    """Of a region we have lines for; its explanation stands with the lines."""
    lines = resources_for(HELP_LINES, region) if region else ()
    found = next((line.contact for line in lines if line.kind is ResourceKind.EMERGENCY), None)
    known = region is not None and found is not None and lines != resources_for(HELP_LINES, None)
    return found.split(" (")[0] if known and found else None


async def note(tx: Tx, caller: Caller, session_id: UUID, heard: Heard) -> None:
    if heard.finding is not None:
        label, tier = heard.finding.label, heard.finding.certainty
        await note_finding(tx, caller.user_id, session_id, label=label, tier=tier, now=caller.now)


async def answer_with_care(tx: Tx, caller: Caller, session: Session, screened: Screened) -> Session:
    """Words of care for something that was written elsewhere than in the chat."""
    if screened.care is None:
        return session
    side = session.side_of(caller.user_id)
    line = Line(side, screened.care, session.tag_of(side), flagged=True, in_care=True)
    return await save(tx, session, screened.events, caller.now, said=[NewMessage(private_id(), line)])


def would_hold(session: Session, side: Side, heard: Heard) -> bool:
    """Whether words about to cross begin care, which holds them and everything else back. Who has gone on from care once may
    send on even such words; in care the machine itself refuses."""
    member = session.members[side]
    return heard.is_alarm and member.care is None and member.cleared_at is None


async def with_care(
    tx: Tx, caller: Caller, session: Session, heard: Heard, *, about_to_cross: bool = True
) -> tuple[Session, Screened]:
    screened = await screen(tx, caller, session, heard, about_to_cross=about_to_cross)
    if not screened.events:
        return session, Screened(screened.finding, words=screened.words)
    return await answer_with_care(tx, caller, session, screened), screened


async def screen_draft(tx: Tx, caller: Caller, session: Session, heard: Heard) -> tuple[Session, Screened]:
    """A statement in the making is saved at every pause, and what was talked about in care stands in it still. Who has gone
    on from that is not stopped again by the same kind of danger with every comma; by another kind they are."""
    cleared_at, known = session.members[session.side_of(caller.user_id)].cleared_at, False
    if heard.finding is not None and cleared_at is not None:
        label = heard.finding.label
        known = await was_noted(tx, caller.user_id, session.id, label=label, until=cleared_at)
    return await with_care(tx, caller, session, heard, about_to_cross=known)


def refuse_threats(*texts: str | None) -> None:
    """What is about to cross to the partner: everything is the member's to say, except a threat."""
    for text in texts:
        concern = crossing_check(text) if text else None
        if concern is not None and concern.is_threat:
            raise NotDelivered
