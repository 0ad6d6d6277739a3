"""A second telling of the empathy exchange, written from its specification alone.

This file owns an independent model of both directions of one session: who may do what when, and what follows.
It imports nothing of the package, so that comparing the two can find a mistake in either.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

ANALYSED_RESUBMISSIONS = 3
POST_REVEAL_ROUNDS = 2

PARTNER = {"A": "B", "B": "A"}
JOBS = {"analyse", "wait", "give_up", "expire", "lapse"}
CROSSING = {"consent", "resubmit", "accept"}
OPEN_OFFER = {"PENDING", "OFFERED"}
READY_REASON = {"PROCEED": "ALIGNED", "OPTIONAL": "CLOSE"}
KEPT_REASONS = {"KEPT", "LAPSED", "UNANALYSED"}


@dataclass
class Offer:
    """An invitation to the subject; `answer` is the text they shared when they accepted."""

    iteration: int
    status: str = "PENDING"
    answer: str | None = None
    answer_withdrawn: bool = False
    delivery: str = "PENDING"

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_OFFER


@dataclass
class Direction:
    """One guesser's statement about the other, and everything that ever happened to it."""

    status: str | None = None
    reason: str | None = None
    revision: int = 0
    text: str | None = None
    consented: bool = False
    overdue: bool = False
    given_up: bool = False
    attempts: int = 0
    revealed: bool = False
    kept_after_reveal: bool = False
    missed: bool | None = None  # in this showing: None is not judged, else whether the feedback was shared
    rounds: int = 0
    verdict: str | None = None
    delivery: str = "PENDING"
    offers: list[Offer] = field(default_factory=list)
    results: list[list[object]] = field(default_factory=list)

    @property
    def iteration(self) -> int:
        return self.attempts + 1

    @property
    def open_offer(self) -> Offer | None:
        return next((offer for offer in reversed(self.offers) if offer.is_open), None)

    @property
    def newest_shared(self) -> Offer | None:
        return next((offer for offer in reversed(self.offers) if offer.status == "ACCEPTED"), None)

    @property
    def refining_after_reveal(self) -> bool:
        return self.status == "REFINING" and self.revealed

    def holds(self, text: str) -> bool:
        """Whether this very text stands. A withdrawn statement is a draft again, so nothing stands then."""
        return self.status is not None and self.text == text

    def revise(self, text: str) -> None:
        self.revision += 1
        self.text = text
        self.consented = True
        self.look_at_context()

    def move(self, status: str | None, reason: str | None = None) -> str:
        self.status = status
        self.reason = reason
        self.overdue = False
        self.given_up = False
        self.kept_after_reveal = False
        self.missed = None
        return "ok"

    def count_resubmission(self) -> str:
        self.attempts += 1
        if self.attempts <= ANALYSED_RESUBMISSIONS:
            return self.move("ANALYZING")
        self.results.append([self.iteration, "BREAKER"])
        return self.move("READY", "BREAKER")

    def look_at_context(self) -> bool:
        """What was shared and is still there has been seen by the guesser; says whether it was new to them."""
        new = [offer for offer in self.offers if offer.delivery == "DELIVERED" and not offer.answer_withdrawn]
        for offer in new:
            offer.delivery = "SEEN"
        return bool(new)

    def look_at_statement(self) -> bool:
        was_new = self.delivery == "DELIVERED"
        if was_new:
            self.delivery = "SEEN"
        return was_new

    def reveal(self) -> str:
        self.revealed = True
        self.delivery = "DELIVERED"
        return self.move("REVEALED")

    def end_refining(self, reason: str) -> str:
        """Keeping and lapsing are one way on: before the reveal READY, after it back before the subject."""
        if reason == "KEPT":
            self.look_at_context()
        if not self.revealed:
            return self.move("READY", reason)
        self.move("REVEALED")
        self.kept_after_reveal = True
        return "ok"

    def validate(self, verdict: str) -> str:
        self.verdict = verdict
        self.look_at_statement()
        return self.move("VALIDATED")

    def supersede_open_offer(self) -> None:
        if self.open_offer is not None:
            self.open_offer.status = "SUPERSEDED"

    def snapshot(self) -> dict[str, object]:
        return {
            "status": self.status,
            "reason": self.reason,
            "revision": self.revision,
            "attempts": self.attempts,
            "iteration": self.iteration,
            "revealed": self.revealed,
            "rounds": self.rounds,
            "verdict": self.verdict,
            "delivery": self.delivery,
            "offers": [[offer.iteration, offer.status] for offer in self.offers],
            "receipts": [offer.delivery for offer in self.offers],
            "results": [list(result) for result in self.results],
        }


class Oracle:
    """One session of A and B. A direction is named by its guesser."""

    def __init__(self) -> None:
        self.directions = {"A": Direction(), "B": Direction()}
        self.heard: set[str] = set()
        self.paused: set[str] = set()
        self.left: str | None = None

    def do(self, name: str, who: str, **how: Any) -> str:
        if self.left is not None:
            return self._after_the_end(name, who)
        # A pause stops only what would really cross: a repeat is still a repeat, a refusal still that refusal.
        if who in self.paused and crosses(name, how) and deepcopy(self)._act(name, who, how) == "ok":
            return "PAUSED"
        answer = self._act(name, who, how)
        if answer == "ok":
            self._settle()
        return answer

    def snapshot(self) -> dict[str, object]:
        return {
            "stage3": all(direction.status == "VALIDATED" for direction in self.directions.values()),
            "ended": self.left is not None,
            "A": self.directions["A"].snapshot(),
            "B": self.directions["B"].snapshot(),
        }

    def _act(self, name: str, who: str, how: dict[str, Any]) -> str:
        return COMMANDS[name](self, who, **how)

    def _after_the_end(self, name: str, who: str) -> str:
        repeated = name == "leave" and who == self.left
        return "same" if name in JOBS or repeated else "SESSION_ENDED"

    def _settle(self) -> None:
        """What follows by itself. Neither step can bring about the other's cause, so once through is enough."""
        for guesser, direction in self.directions.items():
            if direction.status == "HELD" and PARTNER[guesser] in self.heard:
                direction.move("ANALYZING")
        both = self.directions.values()
        if not self.paused and all(direction.status == "READY" for direction in both):
            for direction in both:
                direction.reveal()

    def _about(self, subject: str) -> Direction:
        return self.directions[PARTNER[subject]]

    def hear(self, who: str) -> str:
        return add(self.heard, who)

    def consent(self, who: str, text: str) -> str:
        own = self.directions[who]
        if who not in self.heard:
            return "INVALID_TRANSITION"
        if own.holds(text):
            return "same"
        if own.status not in {None, "HELD"}:
            return "INVALID_TRANSITION"
        own.revise(text)
        # Results exist only once an analysis has been stored; a withdrawal before that costs nothing.
        return own.count_resubmission() if own.results else own.move("HELD")

    def analyse(self, who: str, revision: int, iteration: int, outcome: str) -> str:
        own = self.directions[who]
        if (own.status, own.revision, own.iteration) != ("ANALYZING", revision, iteration):
            return "same"
        own.results.append([iteration, outcome])
        if outcome in READY_REASON:
            return own.move("READY", READY_REASON[outcome])
        own.offers.append(Offer(iteration))
        return own.move("AWAITING_SHARING")

    def wait(self, who: str) -> str:
        own = self.directions[who]
        if own.status != "ANALYZING":
            return "same"
        own.overdue = True
        return "ok"

    def give_up(self, who: str, revision: int, iteration: int) -> str:
        """A dead-lettered analysis opens `keep` at once."""
        own = self.directions[who]
        current = (own.status, own.revision, own.iteration) == ("ANALYZING", revision, iteration)
        if not current or own.given_up:
            return "same"
        own.given_up = True
        return "ok"

    def keep(self, who: str) -> str:
        own = self.directions[who]
        if own.status == "ANALYZING" and (own.overdue or own.given_up):
            return own.move("READY", "UNANALYSED")
        if own.status == "REFINING":
            return own.end_refining("KEPT")
        # A reason stays only while READY, so this asks for the status, too.
        if own.reason in KEPT_REASONS or own.kept_after_reveal:
            return "same"
        return "INVALID_TRANSITION"

    def fetch(self, who: str) -> str:
        offer = self._about(who).open_offer
        if offer is None:
            return "NOT_FOUND"
        if offer.status == "OFFERED":
            return "same"
        offer.status = "OFFERED"
        return "ok"

    def accept(self, who: str, text: str) -> str:
        return self._answer(who, "ACCEPTED", text)

    def decline(self, who: str) -> str:
        return self._answer(who, "DECLINED", None)

    def _answer(self, who: str, status: str, text: str | None) -> str:
        about = self._about(who)
        if not about.offers:
            return "NOT_FOUND"
        newest = about.offers[-1]
        if not newest.is_open:
            return "same" if (newest.status, newest.answer) == (status, text) else "OFFER_CLOSED"
        newest.status = status
        newest.answer = text
        if status == "ACCEPTED":
            newest.delivery = "DELIVERED"
        return about.move("REFINING") if status == "ACCEPTED" else about.move("READY", "DECLINED")

    def expire(self, who: str) -> str:
        own = self.directions[who]
        if own.open_offer is None:
            return "same"
        own.open_offer.status = "EXPIRED"
        return own.move("READY", "EXPIRED")

    def resubmit(self, who: str, text: str) -> str:
        own = self.directions[who]
        if own.holds(text):
            return "UNCHANGED" if own.status == "REFINING" else "same"
        if own.status != "REFINING":
            return "INVALID_TRANSITION"
        own.revise(text)
        # The subject's judgement outranks the reconciler's: after the reveal nothing is analysed or counted.
        return own.reveal() if own.revealed else own.count_resubmission()

    def lapse(self, who: str) -> str:
        own = self.directions[who]
        return own.end_refining("LAPSED") if own.status == "REFINING" else "same"

    def validate(self, who: str, rating: str, shared: bool) -> str:
        about = self._about(who)
        if about.status == "VALIDATED":
            return "same" if about.verdict == rating else "INVALID_TRANSITION"
        if rating == "MISSES" and about.status == "REVEALED":
            return miss(about, shared)
        if rating != "MISSES" and (about.status == "REVEALED" or about.refining_after_reveal):
            return about.validate(rating)
        return "INVALID_TRANSITION"

    def skip(self, who: str) -> str:
        about = self._about(who)
        if about.verdict == "DIFFERENCE":
            return "same"
        if about.status == "REVEALED" or about.refining_after_reveal:
            return about.validate("DIFFERENCE")
        return "INVALID_TRANSITION"

    def see(self, who: str) -> str:
        new_context = self.directions[who].look_at_context()
        new_statement = self._about(who).look_at_statement()
        return "ok" if new_context or new_statement else "same"

    def pause(self, who: str) -> str:
        return add(self.paused, who)

    def resume(self, who: str) -> str:
        if who not in self.paused:
            return "same"
        self.paused.remove(who)
        return "ok"

    def revoke(self, who: str) -> str:
        own = self.directions[who]
        if not own.consented:
            return "NOT_FOUND"
        own.consented = False
        if own.revealed:  # what was seen cannot be taken back; the record alone is marked
            return "ok"
        own.supersede_open_offer()
        return own.move(None)

    def revoke_context(self, who: str) -> str:
        about = self._about(who)
        shared = about.newest_shared
        if shared is None or shared.answer_withdrawn:
            return "NOT_FOUND"
        shared.answer_withdrawn = True
        # Before the reveal only this very context can have opened REFINING; anywhere else it was used or passed by.
        if about.status == "REFINING" and not about.revealed and shared.delivery != "SEEN":
            return about.move("READY", "DECLINED")
        return "ok"

    def leave(self, who: str) -> str:
        self.left = who
        for direction in self.directions.values():
            direction.supersede_open_offer()
        return "ok"


def crosses(name: str, how: dict[str, Any]) -> bool:
    return name in CROSSING or (name == "validate" and bool(how["shared"]))


def add(people: set[str], who: str) -> str:
    if who in people:
        return "same"
    people.add(who)
    return "ok"


def miss(about: Direction, shared: bool) -> str:
    """A revealed statement misses the mark. Shared feedback contains all that unshared feedback says."""
    if shared:  # kept private, it changes nothing for the guesser: not even the receipt
        about.look_at_statement()
    if shared and about.rounds < POST_REVEAL_ROUNDS:
        about.rounds += 1
        return about.move("REFINING")
    if about.missed is not None and about.missed >= shared:
        return "same"
    about.missed = shared
    return "ok"


NAMES = """
hear consent analyse wait give_up keep fetch accept decline expire resubmit lapse validate skip see pause resume
revoke revoke_context leave
"""
COMMANDS: dict[str, Callable[..., str]] = {name: getattr(Oracle, name) for name in NAMES.split()}
