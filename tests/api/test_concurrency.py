"""Many commands at the same instant: one writer per session, nothing lost, nothing twice."""

from __future__ import annotations

import asyncio

import httpx
import pytest
import sqlalchemy as sa

from drawing import SOAK
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.tables import inbox, invitations, journal, messages
from people import Person
from serving import Served

COMMANDS = 2000 if SOAK else 200

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.both_databases]


async def all_at_once(url: str, token: str, paths: list[str]) -> list[int]:
    limits = httpx.Limits(max_connections=50)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        base_url=f"{url}/api/v1", headers=headers, limits=limits, timeout=120, trust_env=False
    ) as http:
        answers = await asyncio.gather(*(http.post(path, json={}) for path in paths))
    return [answer.status_code for answer in answers]


def token_of(person: Person) -> str:
    return str(person.http.headers["Authorization"]).removeprefix("Bearer ")


async def test_two_hundred_commands_at_once_lose_nothing(
    server: Served, store: Database, alice: Person
) -> None:
    alice.starts_session()
    path = f"/sessions/{alice.session_id}/invitation"
    codes = await all_at_once(server.url, token_of(alice), [path] * COMMANDS)
    assert codes == [201] * COMMANDS
    async with store.read() as tx:
        entries = [row.seq for row in await tx.all(sa.select(journal.c.seq).order_by(journal.c.seq))]
        open_links = await tx.scalar(
            sa.select(sa.func.count()).select_from(invitations).where(invitations.c.status == "OPEN")
        )
        events = [row.seq for row in await tx.all(sa.select(inbox.c.seq).order_by(inbox.c.seq))]
    assert entries == list(range(1, COMMANDS + 3))
    assert open_links == 1
    assert events == list(range(1, len(events) + 1))
    assert alice.sees_session()["version"] == COMMANDS + 2


async def test_both_members_at_once_never_deadlock(
    server: Served, store: Database, alice: Person, bob: Person
) -> None:
    bob.joins(alice.starts_session())
    here = f"/sessions/{alice.session_id}"
    paths = [f"{here}/pause", f"{here}/resume", f"{here}/compact/sign", f"{here}/archive"] * (COMMANDS // 8)
    codes = await asyncio.gather(
        all_at_once(server.url, token_of(alice), paths), all_at_once(server.url, token_of(bob), paths)
    )
    assert [*codes[0], *codes[1]] == [200] * len(paths) * 2
    async with store.read() as tx:
        entries = [row.seq for row in await tx.all(sa.select(journal.c.seq).order_by(journal.c.seq))]
        chats = await tx.all(
            sa.select(messages.c.side, messages.c.seq).order_by(messages.c.side, messages.c.seq)
        )
    assert entries == list(range(1, len(entries) + 1))
    assert [(row.side, row.seq) for row in chats] == [
        ("INVITEE", 1),
        ("INVITEE", 2),
        ("INVITER", 1),
        ("INVITER", 2),
        ("INVITER", 3),
    ]


async def test_one_key_used_by_many_requests_at_once_acts_once(server: Served, alice: Person) -> None:
    headers = {"Authorization": f"Bearer {token_of(alice)}", "Idempotency-Key": "one intent"}
    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1", headers=headers, timeout=120) as http:
        answers = await asyncio.gather(
            *(http.post("/sessions", json={"partnerName": "Bob"}) for _ in range(20))
        )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(alice.sees_list()) == 1
