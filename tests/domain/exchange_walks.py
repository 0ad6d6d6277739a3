"""Two people wandering through the exchange: what they try comes by chance, mostly something that leads on, and after every
act the session stands as the oracle says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from typing import Any
from uuid import uuid4

from domain.exchange_oracle import Oracle
from domain.journey import met
from domain.world import A_MESSAGE, FEEDBACK, World, after, unfold_exchange
from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.empathy import commands as x
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.events import AttemptEvent, BreakerTripped
from meetwithoutfear.domain.empathy.exchange import Attempt, Delivery, Exchange, Status, Verdict
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.moves import SessionCommand
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side

How = dict[str, Any]
Step = tuple[str, str, How]
LENGTH, EAGERNESS, MOST, ENOUGH = 120, 5, 3, 0.1
TEXTS = ("one", "two", "three", "four", "five", "six")
SIDES = {"A": Side.INVITER, "B": Side.INVITEE}
OUTCOMES = {
    "PROCEED": Outcome.PROCEED,
    "OPTIONAL": Outcome.OPTIONAL,
    "OPTIONAL_FOCUS": Outcome.OPTIONAL_WITH_FOCUS,
    "SHARING": Outcome.SHARING,
}
RATINGS: list[How] = [
    {"rating": rating, "shared": shared}
    for rating in ("ACCURATE", "PARTIAL", "MISSES")
    for shared in (True, False)
]


@cache
def about_to_be_heard() -> Session:
    """Both have signed and said something."""
    signed = after(met(), *(c.SignCompact(side) for side in Side))
    return after(signed, *(c.Speak(side, Chat.MAIN, A_MESSAGE, awaits_reply=False) for side in Side))


def is_mutual(exchange: Exchange) -> bool:
    """Both have been validated: the way to the next stage is open."""
    return all(attempt.status is Status.VALIDATED for attempt in exchange.attempts.values())


@dataclass
class ExchangeWalk:
    world: World = field(default_factory=lambda: World(about_to_be_heard()))
    oracle: Oracle = field(default_factory=Oracle)
    overdue: set[Side] = field(default_factory=set)
    results: dict[Side, list[list[object]]] = field(default_factory=lambda: {side: [] for side in Side})
    told: list[str] = field(default_factory=list)

    @property
    def exchange(self) -> Exchange:
        return self.world.session.exchange

    def attempt(self, who: str) -> Attempt:
        return self.exchange.attempts[SIDES[who]]

    def compare(self, name: str, who: str, how: How) -> None:
        ours, theirs = self.do(name, who, **how), self.oracle.do(name, who, **how)
        self.told.append(f"{who} {name} {how} -> {theirs}")
        assert ours == theirs, "\n".join([*self.told, f"but we say {ours}"])
        assert self.snapshot() == self.oracle.snapshot(), "\n".join(self.told)

    def do(self, name: str, who: str, **how: Any) -> str:
        """What the product answers, in the oracle's words."""
        side = SIDES[who]
        self.world.now += timedelta(seconds=1)
        if name == "wait":
            is_waiting = self.attempt(who).status is Status.ANALYZING
            self.overdue |= {side} if is_waiting else set()
            return "ok" if is_waiting else "same"
        command = COMMANDS[name](self, side, **how)
        try:
            happened = self.world.play(command)
        except DomainError as refusal:
            return refusal.code
        if not happened:
            return "same"
        if isinstance(command, x.Conclude):
            self.results[side].append([command.iteration, how["outcome"]])
        self.learn()
        return "ok"

    def learn(self) -> None:
        for step in self.world.acts[-1].steps:
            before, attempts = step.before.exchange.attempts, step.after.exchange.attempts
            if isinstance(step.event, BreakerTripped):
                of = step.event.guesser
                self.results[of].append([before[of].iteration + 1, "BREAKER"])
            self.overdue -= {side for side in Side if attempts[side].status is not before[side].status}

    def snapshot(self) -> dict[str, object]:
        directions = {name: self.direction(side) for name, side in SIDES.items()}
        return {"stage3": is_mutual(self.exchange), "ended": False, **directions}

    def direction(self, side: Side) -> dict[str, object]:
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
            "results": self.results[side],
        }

    def possible(self) -> list[Step]:
        steps: list[Step] = []
        for who, other in (("A", "B"), ("B", "A")):
            steps += self.anything(who) + self.leading_on(who, other) * EAGERNESS
        return steps

    def anything(self, who: str) -> list[Step]:
        attempt = self.attempt(who)
        late = {"revision": attempt.revision - 1, "iteration": attempt.iteration}
        return [
            *at_any_time(who),
            ("analyse", who, {**late, "outcome": "PROCEED"}),
            ("give_up", who, late),
            *[("see", who, {})] * curiosity(attempt),
            *[("revoke", who, {})] * (4 if attempt.attempts >= MOST else 2),
        ]

    def leading_on(self, who: str, other: str) -> list[Step]:
        """What brings this direction further; `other` is its subject."""
        attempt = self.attempt(who)
        told = {"revision": attempt.revision, "iteration": attempt.iteration}
        judged: list[Step] = [("validate", other, how) for how in RATINGS]
        worded: list[Step] = [("resubmit", who, {"text": text}) for text in TEXTS]
        match attempt.status:
            case None:
                agreed: list[Step] = [("consent", who, {"text": text}) for text in TEXTS]
                return [("hear", who, {}), ("resume", who, {}), ("revoke_context", other, {}), *agreed]
            case Status.HELD:
                return [("hear", other, {})]
            case Status.ANALYZING:
                gaps: list[Step] = [("analyse", who, {**told, "outcome": "SHARING"})] * 8
                found: list[Step] = [("analyse", who, {**told, "outcome": outcome}) for outcome in OUTCOMES]
                return [*gaps, *found, *[("wait", who, {}), ("keep", who, {})] * 3, ("give_up", who, told)]
            case Status.AWAITING_SHARING:
                shared: list[Step] = [("accept", other, {"text": text}) for text in TEXTS]
                return [*shared, ("fetch", other, {}), ("decline", other, {}), ("expire", who, {})]
            case Status.REFINING:
                back: list[Step] = [("revoke_context", other, {}), ("revoke", who, {})]
                after = [*judged, ("skip", other, {}), *back] if attempt.revealed else back[:1]
                return [*worded, *worded, ("keep", who, {}), *[("lapse", who, {})] * 3, *after]
            case Status.REVEALED:
                misses: list[Step] = [("validate", other, {"rating": "MISSES", "shared": True})] * 8
                return [*judged, *misses, ("skip", other, {})]
            case _:
                return [("resume", who, {}), ("resume", other, {})]


@cache
def at_any_time(who: str) -> list[Step]:
    without = "hear wait keep fetch decline expire lapse skip pause resume resume revoke"
    withdrawn: Step = ("revoke_context", who, {})
    return [
        *((name, who, {"text": text}) for name in ("consent", "resubmit", "accept") for text in TEXTS[:3]),
        *((name, who, {}) for name in without.split()),
        *(("validate", who, how) for how in RATINGS),
        *[withdrawn] * 8,
    ]


def curiosity(attempt: Attempt) -> int:
    """Rare is what was left unseen for long: then somebody looks."""
    unseen = any(offer.delivery is Delivery.DELIVERED for offer in attempt.shared_context)
    return 60 if unseen and attempt.status is not Status.REFINING else 4


COMMANDS: dict[str, Callable[..., SessionCommand]] = {
    "hear": lambda _walk, side: c.FeelHeard(side),
    "pause": lambda _walk, side: c.Pause(side),
    "resume": lambda _walk, side: c.Resume(side),
    "consent": lambda _walk, side, text: x.Consent(side, text),
    "resubmit": lambda _walk, side, text: x.Resubmit(side, text),
    "keep": lambda walk, side: x.Keep(side, overdue=side in walk.overdue),
    "revoke": lambda _walk, side: x.Withdraw(side),
    "fetch": lambda _walk, side: x.FetchOffer(side),
    "accept": lambda _walk, side, text: x.AcceptOffer(side, text),
    "decline": lambda _walk, side: x.DeclineOffer(side),
    "revoke_context": lambda _walk, side: x.WithdrawContext(side),
    "see": lambda _walk, side: x.See(side),
    "validate": lambda _walk, side, rating, shared: x.Validate(side, Verdict(rating), shared, FEEDBACK),
    "skip": lambda _walk, side: x.AcceptDifference(side),
    "expire": lambda _walk, side: x.Expire(side),
    "lapse": lambda _walk, side: x.Lapse(side),
    "give_up": lambda _walk, side, revision, iteration: x.GiveUp(side, revision, iteration),
    "analyse": lambda _walk, side, revision, iteration, outcome: x.Conclude(
        side, revision, iteration, OUTCOMES[outcome], uuid4()
    ),
}


def of_the_exchange_alone() -> ExchangeWalk:
    return ExchangeWalk(World(about_to_be_heard(), unfold=unfold_exchange))


def exchange_walks(
    seed: int, steps: int, begin: Callable[[], ExchangeWalk] = ExchangeWalk
) -> Iterator[ExchangeWalk]:
    """So many steps in all; where both are validated there is little left to see, and soon another walk begins."""
    chance, taken = random.Random(seed), 0
    while taken < steps:
        walk = begin()
        while len(walk.told) < LENGTH and not (is_mutual(walk.exchange) and chance.random() < ENOUGH):
            walk.compare(*chance.choice(walk.possible()))
        taken += len(walk.told)
        yield walk


quick_walks = partial(exchange_walks, begin=of_the_exchange_alone)
"""Through the exchange and nothing beside it, for what takes many steps to be seen."""


def events_of(walk: ExchangeWalk) -> Iterator[tuple[AttemptEvent, Attempt, Attempt]]:
    """Each with the attempt before and after it."""
    for step in walk.world.steps:
        if isinstance(step.event, AttemptEvent):
            before, after = (s.exchange.attempts[step.event.guesser] for s in (step.before, step.after))
            yield step.event, before, after
