"""The safety check: every text a member writes goes through here, before any engine. It never blocks writing.

What it finds is noted (a kind and a time, never the words) and answered with care, in the place where it was written;
nobody else sees anything of it. Faint signs are noted where somebody talks with the guide, since there they add up to a
question. From then on the member's conversation is in care until they say that they are safe: what they say is read in its
light, and what would cross waits. To listen takes time, so a `SafetyCheck` is made before the transaction (`check_words`),
after a look whether the caller may act there at all; what follows from it is part of the transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.domain.commands import Continue, TakeCare
from meetwithoutfear.domain.errors import NotDelivered
from meetwithoutfear.domain.help import HELP_LINES, Help, ResourceKind, resources_for
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Line
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
from meetwithoutfear.domain.safety.signs import weigh
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.store.chat import NewLine
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.notes import is_known, load_signs, note_finding, was_noted
from meetwithoutfear.store.sessions import access_session, save

May = Callable[[Side, Session], object]
"""Raises what the state of a session has against an act, before any word of it is looked at."""


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

    def help_for(self, region: str | None) -> Help | None:
        """Comes with the answer, where something was heard."""
        if self.finding is None and not self.in_care:
            return None
        label = self.finding.label if self.finding else None
        return Help(label, region, resources_for(HELP_LINES, region), self.words)


@dataclass(frozen=True)
class SafetyCheck:
    """What was heard in the words of one request."""

    caller: Caller
    text: str = field(default="", repr=False)
    finding: SafetyFinding | None = None

    @property
    def is_alarm(self) -> bool:
        return self.finding is not None and self.finding.is_alarm

    def would_hold(self, session: Session) -> bool:
        """Whether words about to cross begin care, which holds them and everything else back. Who has gone on from care once
        may send on even such words; in care the machine itself refuses."""
        member = session.members[session.side_of(self.caller.user_id)]
        return self.is_alarm and member.care is None and member.cleared_at is None

    async def screen_chat(self, tx: Tx, session: Session) -> Screened:
        """What somebody says to the guide: in care each message goes on in it, otherwise an alarm begins it, or a faint sign
        that is one too many. The words of care are saved as the reply, with the message."""
        side = session.side_of(self.caller.user_id)
        care = session.members[side].care
        check = self if care is not None else await self.weigh_with_earlier(tx, session)
        await check.note(tx, session, faint=care is None)
        if care is None and not check.is_alarm:
            return check.quiet_line()
        turn = check.turn_after(care)
        command = TakeCare(side, turn.after) if turn.after else Continue(side)
        return Screened(check.finding, self.render(turn), in_care=True, events=decide(session, command))

    async def weigh_with_earlier(self, tx: Tx, session: Session) -> SafetyCheck:
        """With what they have said in this session before."""
        if self.finding is None or self.finding.is_alarm:
            return self
        me = session.members[session.side_of(self.caller.user_id)]
        noted = await load_signs(tx, me.user_id, session.id)
        return replace(self, finding=weigh(self.finding, noted, me.cleared_at))

    async def screen(
        self, tx: Tx, session: Session, *, about_to_cross: bool = False
    ) -> tuple[Session, Screened]:
        """What somebody writes elsewhere in the session. It begins care, and is answered in the chat; somebody who is in
        care already is not told the same again."""
        side = session.side_of(self.caller.user_id)
        await self.note(tx, session)
        if not self.is_alarm or session.members[side].care is not None:
            return session, self.quiet_line()
        turn = self.turn_after(None)
        assert turn.after is not None  # noqa: S101  # care never ends where it begins
        events = decide(session, TakeCare(side, turn.after, about_to_cross))
        if not events:
            return session, Screened(self.finding)
        words = self.render(turn)
        line = Line(side, words, session.tag_of(side), flagged=True, in_care=True)
        said = [NewLine(private_id(), line)]
        return await save(tx, session, events, self.caller.now, said=said), Screened(self.finding, words)

    async def screen_draft(self, tx: Tx, session: Session) -> Screened:
        """A statement in the making is saved at every pause, and what was talked about in care stands in it still. Who has
        gone on from that is not stopped again by the same kind of danger with every comma; by another kind they are."""
        me, known = self.caller.user_id, False
        cleared_at = session.members[session.side_of(me)].cleared_at
        if self.finding is not None and cleared_at is not None:
            known = await was_noted(tx, me, session.id, label=self.finding.label, until=cleared_at)
        _, screened = await self.screen(tx, session, about_to_cross=known)
        return screened

    async def screen_aside(
        self, tx: Tx, session: Session, known: Care | None = None
    ) -> tuple[Session, Screened]:
        """What somebody writes in a place that keeps nothing. It is answered there; of words of danger said outright only
        the fact remains, without words or cause, and neither the chat nor any record gets a line of it. `known` is how the
        talk stands there."""
        side, now = session.side_of(self.caller.user_id), self.caller.now
        kept = session.members[side].care
        if known is None and kept is None and not self.is_alarm:
            return session, self.quiet_line()
        turn = self.turn_after(known or (kept and quiet_care(kept.since, kept.language)))
        outright = self.finding is not None and self.finding.certainty == "A"
        events: Sequence[Event] = []
        if turn.after is None:
            events = decide(session, Continue(side))
        elif kept is None and (turn.after.urgent or outright):
            events = decide(session, TakeCare(side, quiet_care(now, turn.language)))
        words = self.render(turn)
        return await save(tx, session, events, now), Screened(self.finding, words, words, in_care=True)

    def turn_after(self, care: Care | None) -> CareTurn:
        if care is not None:
            return answer_in_care(care, self.text, self.finding)
        assert self.finding is not None  # noqa: S101  # only an alarm begins care
        return begin_care(self.finding, self.text, self.caller.now, self.language)

    def render(self, turn: CareTurn) -> str:
        return turn.render(emergency_number(self.caller.user.region))

    def quiet_line(self) -> Screened:
        faint = self.finding is not None and not self.finding.is_alarm
        return Screened(self.finding, words=CATALOGUE["faint"][self.language] if faint else None)

    @property
    def language(self) -> Language:
        return Language.DE if (self.caller.user.locale or "").lower().startswith("de") else Language.EN

    async def note(self, tx: Tx, session: Session, *, faint: bool = False) -> None:
        """What is faint only in the talk with the guide: a draft is saved with every comma, and would add up by itself."""
        finding = self.finding
        if finding is not None and (finding.is_alarm or (faint and finding.adds_up)):
            kind = {"label": finding.label, "tier": finding.certainty}
            await note_finding(tx, self.caller.user_id, session.id, **kind, now=self.caller.now)


async def check_words(caller: Here, *texts: str | None, may: May | None = None) -> SafetyCheck:
    """Access first, then the state, then the words; a repeat of what was done already is not listened to again."""
    said = "\n".join(text for text in texts if text)
    if not said:
        return SafetyCheck(caller)
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        if await is_known(tx, caller.user_id, caller.once):
            return SafetyCheck(caller)
    side = session.side_of(caller.user_id)
    if may is not None:
        may(side, session)
    return await check_first_words(caller, said, session.members[side].relation)


async def check_first_words(caller: Caller, said: str, relation: Relation | None) -> SafetyCheck:
    """Before there is a session, too. What is heard weighs as much as the writer's own word about the two makes it."""
    finding = await caller.listener.hears_danger(said)
    return SafetyCheck(caller, said, finding and finding.given(relation))


def emergency_number(region: str | None) -> str | None:
    """Of a region we have lines for; its explanation stands with the lines."""
    lines = resources_for(HELP_LINES, region) if region else ()
    found = next((line.contact for line in lines if line.kind is ResourceKind.EMERGENCY), None)
    known = region is not None and found is not None and lines != resources_for(HELP_LINES, None)
    return found.split(" (")[0] if known and found else None


def refuse_threats(*texts: str | None) -> None:
    """What is about to cross to the partner: everything is the member's to say, except a threat."""
    for text in texts:
        concern = crossing_check(text) if text else None
        if concern is not None and concern.is_threat:
            raise NotDelivered
