"""The machine under the same commands as the oracle, told in the oracle's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Close,
    Conclude,
    Consent,
    DeclineOffer,
    Expire,
    FetchOffer,
    GiveUp,
    Keep,
    Lapse,
    Outcome,
    Resubmit,
    See,
    Validate,
    Withdraw,
    WithdrawContext,
)
from meetwithoutfear.domain.empathy.events import BreakerTripped
from meetwithoutfear.domain.empathy.exchange import (
    Attempt,
    Exchange,
    Facts,
    Reason,
    Status,
    Verdict,
)
from meetwithoutfear.domain.empathy.machine import apply_event, decide, settle
from meetwithoutfear.domain.empathy.moves import AttemptEvent, ExchangeCommand
from meetwithoutfear.domain.errors import DomainError, SessionEnded
from meetwithoutfear.domain.side import Side

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
SIDES = {"A": Side.INVITER, "B": Side.INVITEE}
OUTCOMES = {
    "PROCEED": Outcome.PROCEED,
    "OPTIONAL": Outcome.OPTIONAL,
    "OPTIONAL_FOCUS": Outcome.OPTIONAL_WITH_FOCUS,
    "SHARING": Outcome.SHARING,
}
JOBS = {"analyse", "wait", "give_up", "expire", "lapse"}


@dataclass(frozen=True)
class Fault:
    """A mistake planted between the machine and whoever looks at it; by default none."""

    command: Callable[[ExchangeCommand, Exchange], ExchangeCommand] = lambda command, _exchange: command
    facts: Callable[[Facts], Facts] = lambda facts: facts
    event: Callable[[AttemptEvent], AttemptEvent | None] = lambda event: event
    attempt: Callable[[Attempt, Attempt, AttemptEvent], Attempt] = lambda _before, after, _event: after


@dataclass
class World:
    fault: Fault = field(default_factory=Fault)
    exchange: Exchange = field(default_factory=Exchange)
    facts: Facts = field(default_factory=Facts)
    overdue: set[Side] = field(default_factory=set)
    left: set[Side] = field(default_factory=set)
    results: dict[Side, list[list[object]]] = field(default_factory=lambda: {side: [] for side in Side})
    rows: list[tuple[Status | None, type[AttemptEvent]]] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    def do(self, name: str, who: str, **how: Any) -> str:
        side = SIDES[who]
        if self.left:
            return "same" if name in JOBS or (name == "leave" and side in self.left) else SessionEnded.code
        before = (self.exchange, self.facts)
        try:
            self._do(name, side, how)
        except DomainError as refusal:
            return refusal.code
        waited = name == "wait" and side in self.overdue
        changed = (self.exchange, self.facts) != before or name == "leave" or waited
        return "ok" if changed else "same"

    def _do(self, name: str, side: Side, how: dict[str, Any]) -> None:
        match name:
            case "hear":
                self._learn(replace(self.facts, heard=self.facts.heard | {side}))
            case "pause":
                self._learn(replace(self.facts, paused=self.facts.paused | {side}))
            case "resume":
                self._learn(replace(self.facts, paused=self.facts.paused - {side}))
            case "wait":
                if self.exchange.attempts[side].status == "ANALYZING":
                    self.overdue.add(side)
            case "leave":
                self.left.add(side)
                self._play(Close())
            case _:
                self._play(COMMANDS[name](self, side, how))

    def _learn(self, facts: Facts) -> None:
        self.facts = facts
        self._unfold(settle(self.exchange, self.fault.facts(facts)))

    def _play(self, command: ExchangeCommand) -> None:
        command = self.fault.command(command, self.exchange)
        events = decide(self.exchange, self.fault.facts(self.facts), command)
        if isinstance(command, Conclude) and events:
            self.results[command.direction].append([command.iteration, command.outcome])
        self._unfold(events)

    def _unfold(self, events: list[AttemptEvent]) -> None:
        while events:
            for event in events:
                if told := self.fault.event(event):
                    self._live(told)
            events = settle(self.exchange, self.fault.facts(self.facts))

    def _live(self, event: AttemptEvent) -> None:
        before = self.exchange.attempts[event.direction]
        self.rows.append((before.status, type(event)))
        if isinstance(event, BreakerTripped):
            self.results[event.direction].append([before.iteration + 1, "BREAKER"])
        self.exchange = apply_event(self.exchange, event, NOW)
        attempt = self.fault.attempt(before, self.exchange.attempts[event.direction], event)
        self.exchange = Exchange({**self.exchange.attempts, event.direction: attempt})
        if attempt.status is Status.READY and before.status is not Status.READY and attempt.reason:
            self.reasons.append(attempt.reason)
        if attempt.status is not before.status:
            self.overdue.discard(event.direction)

    def snapshot(self) -> dict[str, object]:
        directions = {name: self._direction(side) for name, side in SIDES.items()}
        return {"stage3": self.exchange.is_mutual, "ended": bool(self.left), **directions}

    def _direction(self, side: Side) -> dict[str, object]:
        attempt = self.exchange.attempts[side]
        return {
            "status": attempt.status,
            "reason": attempt.reason,
            "revision": attempt.revision,
            "attempts": attempt.attempts,
            "iteration": attempt.iteration,
            "revealed": attempt.revealed,
            "rounds": attempt.rounds,
            "verdict": attempt.verdict,
            "delivery": attempt.delivery,
            "offers": [[offer.iteration, offer.status] for offer in attempt.offers],
            "receipts": [offer.delivery for offer in attempt.offers],
            "results": [[iteration, told(outcome)] for iteration, outcome in self.results[side]],
        }

    def is_overdue(self, side: Side) -> bool:
        return side in self.overdue

    def attempt(self, who: str) -> Attempt:
        return self.exchange.attempts[SIDES[who]]


def told(outcome: object) -> object:
    return next((name for name, known in OUTCOMES.items() if known is outcome), outcome)


COMMANDS: dict[str, Callable[[World, Side, dict[str, Any]], ExchangeCommand]] = {
    "consent": lambda _world, side, how: Consent(side, how["text"]),
    "resubmit": lambda _world, side, how: Resubmit(side, how["text"]),
    "keep": lambda world, side, _how: Keep(side, overdue=world.is_overdue(side)),
    "revoke": lambda _world, side, _how: Withdraw(side),
    "fetch": lambda _world, side, _how: FetchOffer(side),
    "accept": lambda _world, side, how: AcceptOffer(side, how["text"]),
    "decline": lambda _world, side, _how: DeclineOffer(side),
    "revoke_context": lambda _world, side, _how: WithdrawContext(side),
    "see": lambda _world, side, _how: See(side),
    "validate": lambda _world, side, how: Validate(side, Verdict(how["rating"]), shared=how["shared"]),
    "skip": lambda _world, side, _how: AcceptDifference(side),
    "expire": lambda _world, side, _how: Expire(side),
    "lapse": lambda _world, side, _how: Lapse(side),
    "give_up": lambda _world, side, how: GiveUp(side, how["revision"], how["iteration"]),
    "analyse": lambda _world, side, how: Conclude(
        side, how["revision"], how["iteration"], OUTCOMES[how["outcome"]], uuid4()
    ),
}
