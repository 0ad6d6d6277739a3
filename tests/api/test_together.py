"""Both at the same instant, again and again: the same end, and nothing twice."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from drawing import SOAK
from looking import rows
from meetwithoutfear.prompts.two_sided import GapTask
from meetwithoutfear.store.stage_tables import attempts, consents, offers, results
from meetwithoutfear.store.tables import journal, messages
from people import Person
from serving import Served
from waiting import wait_until

TIMES = 1000 if SOAK else 10
WIDTH = 10
"""So many pairs at once."""

pytestmark = [pytest.mark.slow, pytest.mark.both_databases]


class Pair:
    """Two people in one of their sessions, acting at the same instant; each sends all of it twice, by a nervous thumb."""

    def __init__(self, http: httpx.AsyncClient, alice: Person, bob: Person) -> None:
        self.http, self.session_id = http, alice.session_id
        self.tokens = {person.name: str(person.http.headers["Authorization"]) for person in (alice, bob)}

    async def asks(self, who: str, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": self.tokens[who]}
        return await self.http.request(
            method, f"/sessions/{self.session_id}{path}", json=body, headers=headers
        )

    async def both(self, path: str, **bodies: Any) -> None:
        wishes = [(who, body) for who, body in bodies.items() for _ in range(2)]
        answers = await asyncio.gather(*(self.asks(who, "POST", path, body) for who, body in wishes))
        assert all(answer.is_success for answer in answers), [answer.text for answer in answers]

    async def come_to(self, status: str) -> None:
        for who in self.tokens:
            while True:
                answer = await self.asks(who, "GET", "/empathy/status")
                if answer.json()["data"]["myAttempt"]["status"] == status:
                    break
                await asyncio.sleep(0.1)

    async def go_through_it(self) -> None:
        guesses = {who: {"consent": True, "content": f"A guess of {who}."} for who in self.tokens}
        await self.both("/empathy/consent", **guesses)
        await self.come_to("AWAITING_SHARING")
        shares = {who: {"action": "accept", "content": f"More of {who}."} for who in self.tokens}
        await self.both("/empathy/share-suggestion/respond", **shares)
        await self.come_to("REFINING")
        await self.resubmit()
        await self.come_to("REVEALED")
        await self.both("/empathy/validate", **{who: {"rating": "ACCURATE"} for who in self.tokens})

    async def resubmit(self) -> None:
        """A second tap may find the first one's words in place, or already looked at."""
        wishes = [who for who in self.tokens for _ in range(2)]
        answers = await asyncio.gather(
            *(self.asks(w, "POST", "/empathy/resubmit", {"content": f"Better of {w}."}) for w in wishes)
        )
        assert all(answer.is_success for answer in answers), [answer.text for answer in answers]


def first_guesses_have_gaps(prompt: GapTask) -> str:
    return "gaps" if prompt.iteration == 1 else "good"


def test_acting_at_the_same_instant_comes_to_the_same_end(server: Served, alice: Person, bob: Person) -> None:
    server.engine.judges = first_guesses_have_gaps

    async def live() -> None:
        address = f"{server.url}/api/v1"
        async with httpx.AsyncClient(base_url=address, timeout=120, trust_env=False) as http:
            for _ in range(TIMES // WIDTH):
                await asyncio.gather(*(Pair(http, *met()).go_through_it() for _ in range(WIDTH)))

    def met() -> tuple[Person, Person]:
        bob.joins(alice.starts_session())
        return alice.comes_to_guess(), bob.comes_to_guess()

    asyncio.run(live())
    url = server.settings.database_url
    wait_until(lambda: len(ended(url)) == TIMES, "all have come to the end")
    assert {row.count for row in counted(url, offers)} == {2}
    assert {row.count for row in counted(url, results)} == {4}
    assert {row.count for row in counted(url, consents)} == {6}
    assert len({row.count for row in counted(url, messages)}) == 1
    state = sa.select(attempts.c.status, attempts.c.revision, attempts.c.attempts, attempts.c.verdict)
    assert {tuple(row) for row in rows(url, state)} == {("VALIDATED", 2, 1, "ACCURATE")}


def ended(url: str) -> Any:
    return rows(url, sa.select(journal.c.session_id).where(journal.c.event == "ExchangeCompleted"))


def counted(url: str, table: sa.Table) -> Any:
    number = sa.func.count().label("count")
    return rows(url, sa.select(table.c.session_id, number).group_by(table.c.session_id))
