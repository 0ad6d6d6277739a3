"""The session under the commands of the exchange's walks, so that everything that follows in it can be looked at: act by
act, and each event of it with the session before and after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from domain.exchange_world import World
from domain.pair import A_MESSAGE, FEEDBACK
from domain.story import INVITEE, INVITER, NOW, after, met
from meetwithoutfear.domain.commands import FeelHeard, Pause, Resume, SignCompact, Speak
from meetwithoutfear.domain.empathy.commands import Conclude, Validate
from meetwithoutfear.domain.empathy.events import BreakerTripped
from meetwithoutfear.domain.empathy.moves import ExchangeCommand
from meetwithoutfear.domain.machine import Act, Step, decide, unfold
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import facts_of

COMMANDS_OF_A_MEMBER: dict[str, Callable[[Side], SessionCommand]] = {
    "hear": FeelHeard,
    "pause": Pause,
    "resume": Resume,
}


def about_to_be_heard() -> Session:
    """Both have signed and said something."""
    sides = (INVITER, INVITEE)
    signed = after(met(), *(SignCompact(side) for side in sides))
    return after(signed, *(Speak(side, Chat.MAIN, A_MESSAGE, awaits_reply=False) for side in sides))


@dataclass(frozen=True)
class TimedStep(Step):
    now: datetime


@dataclass(frozen=True)
class TimedAct(Act):
    steps: Sequence[TimedStep]
    now: datetime

    @classmethod
    def of(cls, act: Act, now: datetime) -> TimedAct:
        steps = [TimedStep(step.before, step.event, step.after, now) for step in act.steps]
        return cls(act.before, act.after, steps, act.notices, now)


@dataclass
class SessionWorld(World):
    session: Session = field(default_factory=about_to_be_heard)
    now: datetime = NOW
    acts: list[TimedAct] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.exchange = self.session.exchange

    @property
    def steps(self) -> list[TimedStep]:
        return [step for act in self.acts for step in act.steps]

    def _do(self, name: str, side: Side, how: dict[str, Any]) -> None:
        self.now += timedelta(seconds=1)
        if name in COMMANDS_OF_A_MEMBER:
            self._live_through(decide(self.session, COMMANDS_OF_A_MEMBER[name](side)))
        else:
            super()._do(name, side, how)

    def _play(self, command: ExchangeCommand) -> None:
        if isinstance(command, Validate) and command.shared:
            command = replace(command, feedback=FEEDBACK)
        events = decide(self.session, command)
        if isinstance(command, Conclude) and events:
            self.results[command.direction].append([command.iteration, command.outcome])
        self._live_through(events)

    def _live_through(self, events: Sequence[Event]) -> None:
        act = unfold(self.session, events, self.now)
        self.session = act.after
        self.acts.append(TimedAct.of(act, self.now))
        for step in act.steps:
            event, before, after = step.event, step.before.exchange.attempts, step.after.exchange.attempts
            if isinstance(event, BreakerTripped):
                self.results[event.direction].append([before[event.direction].iteration + 1, "BREAKER"])
            self.overdue -= {side for side in Side if after[side].status is not before[side].status}
        self.exchange, self.facts = self.session.exchange, facts_of(self.session)
