"""A server that is killed at any point of a whole loop: whoever comes back finds the same end, everything once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from drawing import SOAK, share
from meetwithoutfear.store.stage_tables import attempts, consents, offers, results
from meetwithoutfear.store.tables import inbox, members, messages
from people import Person
from serving import served, settings_for
from worker.dying_story import Ground, Servers, Story, looked_up

GUESS = "I imagine that you feel tired and alone with the house."
BETTER = "I imagine that nobody hears you when the door closes."
MORE = "When the door closes at night nobody hears me."
ABOUT_ALICE = "I imagine that you feel left with everything."


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("killed")
    file = folder / "begin.db"
    with served(settings_for(f"sqlite:///{file}", folder)) as server:
        alice, bob = Person(server.url, "Alice").registers(), Person(server.url, "Bob").registers()
        bob.joins(alice.starts_session())
        alice.comes_to_guess()
        bob.comes_to_guess()
        tokens = {p.name: str(p.http.headers["Authorization"]) for p in (alice, bob)}
        for person in (alice, bob):
            person.close()
    servers = Servers()
    yield Ground(file, folder, servers, tokens, alice.session_id)
    servers.close()


class Loop(Story):
    """A whole loop of the exchange."""

    kinds = ("analyze", "refresh_guidance")

    def goes_on(self) -> None:
        def status(who: str) -> Any:
            attempt = self.asks(who, "GET", "/empathy/status")["myAttempt"]
            return attempt and attempt["status"]

        self.asks("Alice", "POST", "/empathy/consent", {"consent": True, "content": GUESS})
        self.waits(lambda: status("Alice") == "AWAITING_SHARING", "a gap is found")
        offer = self.asks("Bob", "GET", "/empathy/share-suggestion")["suggestion"]
        words = {"finalContent": MORE, "offerId": offer["offerId"]}
        self.asks("Bob", "POST", "/reconciler/refinement-chat/finalize", words)
        self.waits(lambda: status("Alice") == "REFINING", "it can be refined")
        self.asks("Alice", "POST", "/empathy/resubmit", {"content": BETTER})
        self.waits(lambda: status("Alice") == "READY", "it is ready")
        self.asks("Bob", "POST", "/empathy/consent", {"consent": True, "content": ABOUT_ALICE})
        self.waits(lambda: status("Bob") == "REVEALED", "both are revealed")
        self.asks("Alice", "POST", "/empathy/validate", {"rating": "ACCURATE"})
        self.asks("Bob", "POST", "/empathy/validate", {"rating": "PARTIAL"})

    def told(self) -> str:
        """How it ended: chats word for word, events by their kind, and the state of everything, without ids and times."""
        self.dies()
        return end_of(self.database_url)


def end_of(url: str) -> str:
    chats = sa.select(messages.c.side, messages.c.seq, messages.c.role, messages.c.content, messages.c.stage)
    events = sa.select(members.c.side, inbox.c.type).join(members, members.c.user_id == inbox.c.user_id)
    attempted = sa.select(
        *(attempts.c[name] for name in ("side", "status", "revision", "attempts", "verdict", "delivery"))
    )
    offered = sa.select(offers.c.iteration, offers.c.status, offers.c.shared, offers.c.suggestion)
    found = sa.select(results.c.side, results.c.iteration, results.c.action)
    agreed = sa.select(consents.c.side, consents.c.target_type, consents.c.content)
    waiting = sa.select(members.c.side, members.c.version, members.c.badge)
    ends = looked_up(
        url,
        chats.order_by(messages.c.side, messages.c.seq),
        events.order_by(members.c.side, inbox.c.type),
        attempted.order_by(attempts.c.side),
        offered.order_by(offers.c.iteration),
        found.order_by(results.c.side, results.c.iteration),
        agreed.order_by(consents.c.side, consents.c.content),
        waiting.order_by(members.c.side),
    )
    return "\n".join(repr(end) for end in ends)


@pytest.mark.slow
def test_a_server_killed_anywhere_in_the_loop_comes_to_the_same_end(ground: Ground) -> None:
    unharmed = Loop(ground)
    unharmed.goes_on()
    end, points = unharmed.told(), unharmed.log.read_text().split("\n")[:-1]
    assert len(points) == len(set(points)) > 40
    drawn = share(points, 6, "points of the loop")
    died_at = list[str]()
    for point in drawn:
        story = Loop(ground, die_at=point)
        story.goes_on()
        assert story.deaths == 1, point
        assert story.told() == end, point
        died_at.append(point)
    assert died_at == (points if SOAK else drawn)
