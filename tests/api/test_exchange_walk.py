"""The oracle once more, now against the product as it runs: two people who try whatever comes to mind, over HTTP."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from domain.exchange_oracle import Oracle
from drawing import SOAK
from looking import rows
from meetwithoutfear.store.stage_tables import attempts, offers
from meetwithoutfear.store.tables import jobs
from people import Person
from serving import Served
from waiting import wait_until

STEPS = 4_000 if SOAK else 160
LENGTH = 20
OUTCOMES = {"good": "PROCEED", "near": "OPTIONAL", "gaps": "SHARING"}
RATINGS = ("ACCURATE", "PARTIAL", "MISSES")


class Walk:
    """What the oracle is told and what the server answers. Analyses are made at once; the oracle hears of them at once."""

    def __init__(self, server: Served, alice: Person, bob: Person, chance: random.Random) -> None:
        self.server, self.chance, self.oracle = server, chance, Oracle()
        self.people = {"A": alice, "B": bob}
        self.outcomes: dict[tuple[str, int], str] = {}
        server.engine.judges = lambda prompt: self.finding(prompt.guesser[0], prompt.iteration)
        self.told: list[str] = []

    def finding(self, who: str, iteration: int) -> str:
        kinds = ["gaps", "gaps", "near", "good"]
        return self.outcomes.setdefault((who, iteration), self.chance.choice(kinds))

    def begins(self) -> None:
        alice, bob = self.people["A"], self.people["B"]
        bob.joins(alice.starts_session())
        for who, person in self.people.items():
            person.comes_to_guess()
            self.oracle.do("hear", who)

    def step(self) -> None:
        who = self.chance.choice("AB")
        name, how, asked = self.chance.choice(self.wishes())
        answer = self.people[who].asks("POST", self.people[who].here(asked[0]), asked[1])
        expected = self.oracle.do(name, who, **how)
        self.told.append(f"{who} {name} {how} -> {expected}")
        code = None if answer.is_success else answer.json()["error"]["code"]
        assert code == (None if expected in {"ok", "same"} else expected), self.story(answer.text)
        self.rests()
        self.compare()

    def wishes(self) -> list[tuple[str, dict[str, Any], tuple[str, Any]]]:
        text = f"Words, number {self.chance.randrange(3)}."
        rating, shared = self.chance.choice(RATINGS), self.chance.random() < 0.5
        verdict = {"rating": rating, "shareFeedback": shared, "feedback": "So it is."}
        answer = "/empathy/share-suggestion/respond"
        return [
            ("consent", {"text": text}, ("/empathy/consent", {"consent": True, "content": text})),
            ("consent", {"text": text}, ("/empathy/consent", {"consent": True, "content": text})),
            ("resubmit", {"text": text}, ("/empathy/resubmit", {"content": text})),
            ("resubmit", {"text": text}, ("/empathy/resubmit", {"content": text})),
            ("keep", {}, ("/empathy/keep", None)),
            ("accept", {"text": text}, (answer, {"action": "accept", "content": text})),
            ("accept", {"text": text}, (answer, {"action": "accept", "content": text})),
            ("decline", {}, (answer, {"action": "decline"})),
            ("validate", {"rating": rating, "shared": shared}, ("/empathy/validate", verdict)),
            ("skip", {}, ("/empathy/skip-refinement", None)),
            ("pause", {}, ("/pause", None)),
            ("resume", {}, ("/resume", None)),
            ("resume", {}, ("/resume", None)),
        ]

    def rests(self) -> None:
        waiting = sa.select(jobs.c.id).where(
            jobs.c.state == "READY", jobs.c.kind.in_(["analyze", "refresh_guidance"])
        )
        wait_until(
            lambda: not rows(self.server.settings.database_url, waiting), "the reconciler has done its work"
        )
        for who, direction in self.oracle.directions.items():
            if direction.status == "ANALYZING":
                outcome = OUTCOMES[self.finding(self.people[who].name[0], direction.iteration)]
                about = {"revision": direction.revision, "iteration": direction.iteration}
                self.oracle.do("analyse", who, **about, outcome=outcome)

    def compare(self) -> None:
        url, session_id = self.server.settings.database_url, UUID(self.people["A"].session_id)
        state = rows(url, sa.select(attempts).where(attempts.c.session_id == session_id))
        found = {"A" if row.side == "INVITER" else "B": row for row in state}
        made = rows(url, sa.select(offers).where(offers.c.session_id == session_id))
        for who, direction in self.oracle.directions.items():
            row = found[who]
            ours = (row.status, row.reason, row.revision, row.attempts, row.revealed, row.verdict)
            theirs = (
                direction.status, direction.reason, direction.revision, direction.attempts, direction.revealed,
                direction.verdict,
            )  # fmt: skip
            assert ours == theirs, self.story(f"{who}: {ours}")
            mine = [offer for offer in made if offer.side == row.side]
            is_open = [offer for offer in mine if offer.status in {"PENDING", "OFFERED"}]
            assert len(is_open) == (row.status == "AWAITING_SHARING"), self.story("open offers")
            assert row.attempts <= 3 or row.status in {None, "READY", "REVEALED", "REFINING", "VALIDATED"}
        assert found["A"].revealed == found["B"].revealed, self.story("a one-sided reveal")

    def story(self, end: str) -> str:
        return "\n".join([*self.told, end])


@pytest.mark.slow
def test_the_product_and_the_oracle_agree_wherever_two_people_go(
    server: Served, alice: Person, bob: Person
) -> None:
    chance = random.Random(7)
    for _ in range(STEPS // LENGTH):
        walk = Walk(server, alice, bob, chance)
        walk.begins()
        for _ in range(LENGTH):
            walk.step()
