"""The day to look back: each is reminded once, whoever of the workers does it and whoever dies over it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from looking import rows
from meetwithoutfear.store import jobs
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.tables import inbox
from meetwithoutfear.store.tables import jobs as jobs_table
from meetwithoutfear.store.together import FOLLOW_UP_JOB
from meetwithoutfear.worker.handlers import remind_to_look_back
from meetwithoutfear.worker.worker import Worker
from people import Person
from serving import Served

pytestmark = pytest.mark.both_databases


def resolved(alice: Person, bob: Person, clock: FakeClock) -> str:
    day = (clock() + timedelta(days=7)).date().isoformat()
    made: str = alice.proposes("Ten minutes without phones", followUpDate=day)["id"]
    bob.answers(made, yes=True)
    alice.resolves()
    return made


def reminders(server: Served) -> int:
    told = sa.select(inbox.c.seq).where(inbox.c.type == "follow_up.due")
    return len(rows(server.settings.database_url, told))


async def claim(store: Database, clock: FakeClock) -> list[Job]:
    async with store.write() as tx:
        return await jobs.claim(tx, [FOLLOW_UP_JOB], clock(), 10)


async def let_leases_run_out(store: Database) -> None:
    async with store.write() as tx:
        over = jobs.lease_time(tx, timedelta(seconds=-1))
        await tx.execute(sa.update(jobs_table).values(leased_until=over))


async def work_it_off(store: Database, clock: FakeClock) -> None:
    """Two workers at once, until nothing is due."""
    handlers = {FOLLOW_UP_JOB: partial(remind_to_look_back, clock)}
    workers = [Worker(store, handlers, clock, poll_seconds=0.02) for _ in range(2)]
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    due = sa.select(jobs_table.c.id).where(jobs_table.c.kind == FOLLOW_UP_JOB, jobs_table.c.state == "READY")
    async with asyncio.timeout(30):
        while await is_there(store, due):
            await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def is_there(store: Database, wanted: sa.Select[tuple[int]]) -> bool:
    async with store.read() as tx:
        return bool(await tx.all(wanted))


def test_each_is_reminded_once_though_a_worker_dies_over_it_and_comes_back(
    server: Served, ranked: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = ranked
    resolved(alice, bob, clock)
    # The clock of these workers alone: to the server the day has not come.
    later = FakeClock()
    later.passes(days=8)

    async def live() -> None:
        store = Database(server.settings.database_url)
        early = FakeClock()
        early.passes(days=6)
        assert await claim(store, early) == [], "not before its day"
        taken = await claim(store, later)
        assert len(taken) == 2, "one for each of them"
        effects = [await remind_to_look_back(later, job) for job in taken]
        await let_leases_run_out(store)
        await work_it_off(store, later)
        for job, _effect in zip(taken, effects, strict=True):
            async with store.write() as tx:
                assert not await jobs.complete(tx, job, later()), "who lost the lease writes nothing"
        await store.close()

    asyncio.run(live())
    assert reminders(server) == 2
    for one in (alice, bob):
        assert sum("the day to look back" in line for line in one.reads_chat()) == 1


def test_who_has_looked_back_already_is_not_asked(
    server: Served, ranked: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = ranked
    made = resolved(alice, bob, clock)
    alice.looks_back(made)
    clock.passes(days=8)
    server.rests()
    assert [item["type"] for item in bob.sees_pending()["items"]] == ["follow_up_due"]
    assert alice.sees_pending()["items"] == []
    assert reminders(server) == 1


def test_who_has_left_is_not_asked_and_the_other_is(
    server: Served, ranked: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = ranked
    resolved(alice, bob, clock)
    alice.leaves()
    clock.passes(days=8)
    server.rests()
    assert [item["type"] for item in bob.sees_pending()["items"]] == ["follow_up_due"]
    assert reminders(server) == 1


def test_each_is_reminded_at_nine_where_they_live(
    server: Served, ranked: tuple[Person, Person], clock: FakeClock
) -> None:
    alice, bob = ranked
    alice.does("PATCH", "/me", {"timeZone": "Asia/Tokyo"})
    resolved(alice, bob, clock)
    wanted = sa.select(jobs_table.c.run_at).where(jobs_table.c.kind == FOLLOW_UP_JOB)
    times = sorted(row.run_at for row in rows(server.settings.database_url, wanted))
    assert [(time.day, time.hour) for time in times] == [(22, 0), (22, 9)]
