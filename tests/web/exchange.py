"""Two people in an empathy exchange: their past comes over HTTP, and from there on they sit in front of their browsers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from people import PASSWORD
from people import Person as Caller

if TYPE_CHECKING:
    from fakes import FakeClock, ScriptedEngine
    from pasts import Past
    from serving import Served
    from web.person import Person

ALICE_TOLD = "I feel lonely every evening when the table stays empty and nobody asks about my day."
BOB_TOLD = "I come home exhausted from the night shifts and I am afraid of losing my work."
ABOUT_BOB = "I imagine that you are worn out, and that you are afraid of losing your work."
ABOUT_ALICE = "I imagine that you are angry because I forget the dishes."
SUGGESTION = "I feel lonely every evening when the table stays empty."


def come_to_imagine(alice: Caller, bob: Caller) -> None:
    bob.joins(alice.starts_session("Bob", "The evenings"))
    alice.comes_to_guess(ALICE_TOLD)
    bob.comes_to_guess(BOB_TOLD)


class Exchange:
    """Alice invited Bob; both have felt heard and are about to imagine what it is like for the other."""

    def __init__(self, server: Served, visit: Callable[..., Person], past: Past) -> None:
        self.server = server
        self.visit = visit
        self.alice, self.bob = Caller(server.url, "Alice"), Caller(server.url, "Bob")
        for person in (self.alice, self.bob):
            assert past.brings(person)

    @property
    def engine(self) -> ScriptedEngine:
        return self.server.engine

    @property
    def clock(self) -> FakeClock:
        return self.server.clock

    def in_browser(self, who: Caller, path: str = "", **options: Any) -> Person:
        """Signed in, past the notice about the guide, and in the session."""
        person = self.visit(who.name, at=self.server.url, **options)
        person.knows_the_guide()
        words = {"email": who.email, "password": PASSWORD}
        assert person.page.request.post(f"{self.server.url}/api/v1/auth/login", data=words).ok
        person.opens(f"/sessions/{who.session_id}{path}")
        return person

    def both_share(self) -> None:
        self.alice.shares_statement(ABOUT_BOB)
        self.bob.shares_statement(ABOUT_ALICE)

    def is_revealed(self) -> None:
        self.both_share()
        self.alice.comes_to("REVEALED")
        self.bob.comes_to("REVEALED")

    def has_an_offer(self) -> None:
        """Bob's guess leaves a gap, and Alice is invited to share something more."""
        self.engine.finds, self.engine.suggests = ["gaps"], SUGGESTION
        self.bob.shares_statement(ABOUT_ALICE)
        self.bob.comes_to("AWAITING_SHARING")

    def close(self) -> None:
        self.alice.close()
        self.bob.close()
