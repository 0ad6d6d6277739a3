"""How jobs are claimed, fenced, repeated and given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.session import SessionStatus
from meetwithoutfear.store import jobs
from meetwithoutfear.store.database import JOBS_TOPIC, Database, Tx
from meetwithoutfear.store.jobs import POISON_LIMIT, Job
from meetwithoutfear.store.sessions import lock_session
from meetwithoutfear.store.tables import jobs as jobs_table
from meetwithoutfear.store.tables import sessions
from meetwithoutfear.worker.worker import Effect, Handler, Recurring, Worker, pause_after

pytestmark = [pytest.mark.anyio, pytest.mark.both_databases]


async def nothing(_tx: Tx) -> None:
    pass


@asynccontextmanager
async def at_work(worker: Worker) -> AsyncIterator[None]:
    task = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def worker_of(
    store: Database, clock: FakeClock, handlers: Mapping[str, Handler], *recurring: Recurring
) -> Worker:
    return Worker(store, handlers, clock, recurring=recurring, poll_seconds=0.02)


async def enqueue(store: Database, clock: FakeClock, kind: str = "work", **more: object) -> None:
    async with store.write() as tx:
        await jobs.enqueue(tx, kind, {}, clock(), **more)  # type: ignore[arg-type]


async def live(store: Database) -> list[jobs.JobRow]:
    async with store.read() as tx:
        return await jobs.list_jobs(tx, 100, dead=False)


async def claim(store: Database, clock: FakeClock) -> list[Job]:
    async with store.write() as tx:
        return await jobs.claim(tx, ["work"], clock(), 10)


async def let_leases_run_out(store: Database) -> None:
    async with store.write() as tx:
        await tx.execute(
            sa.update(jobs_table).values(leased_until=jobs.lease_time(tx, timedelta(seconds=-1)))
        )


async def test_a_rolled_back_command_leaves_no_job(store: Database, clock: FakeClock) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.write() as tx:
            await jobs.enqueue(tx, "work", {}, clock())
            raise ZeroDivisionError
    assert await live(store) == []


async def test_a_key_makes_two_wishes_one_job(store: Database, clock: FakeClock) -> None:
    await enqueue(store, clock, key="same")
    await enqueue(store, clock, key="same")
    await enqueue(store, clock, key="other")
    assert len(await live(store)) == 2


async def test_a_finished_key_may_be_used_again(store: Database, clock: FakeClock) -> None:
    await enqueue(store, clock, key="same")
    [job] = await claim(store, clock)
    async with store.write() as tx:
        assert await jobs.complete(tx, job, clock())
    await enqueue(store, clock, key="same")
    assert len(await live(store)) == 1


async def test_a_job_is_claimed_by_one_worker_alone(store: Database, clock: FakeClock) -> None:
    for _ in range(20):
        await enqueue(store, clock)
    claims = await asyncio.gather(*(claim(store, clock) for _ in range(6)))
    ids = [job.id for claimed in claims for job in claimed]
    assert len(ids) == len(set(ids)) == 20


async def test_a_delayed_job_waits_for_its_time(store: Database, clock: FakeClock) -> None:
    await enqueue(store, clock, run_at=clock() + timedelta(days=3))
    assert await claim(store, clock) == []
    clock.passes(days=3)
    assert len(await claim(store, clock)) == 1


async def test_who_lost_the_lease_cannot_complete(store: Database, clock: FakeClock) -> None:
    await enqueue(store, clock)
    [first] = await claim(store, clock)
    await let_leases_run_out(store)
    [second] = await claim(store, clock)
    async with store.write() as tx:
        assert not await jobs.complete(tx, first, clock())
        assert not await jobs.renew(tx, first)
        assert await jobs.renew(tx, second)
        assert await jobs.complete(tx, second, clock())


async def test_a_job_that_kills_its_workers_is_given_up_and_can_be_revived(
    store: Database, clock: FakeClock
) -> None:
    await enqueue(store, clock)
    for _ in range(POISON_LIMIT):
        assert len(await claim(store, clock)) == 1
        await let_leases_run_out(store)
    assert await claim(store, clock) == []
    async with store.write() as tx:
        [dead] = await jobs.list_jobs(tx, 10, dead=True)
        assert dead.deaths == POISON_LIMIT
        await jobs.revive(tx, dead.id, clock())
        with pytest.raises(NotFound):
            await jobs.revive(tx, dead.id, clock())
    assert len(await claim(store, clock)) == 1


async def test_effect_and_completion_are_one(store: Database, clock: FakeClock) -> None:
    """An effect that fails takes the completion with it, and the job is tried again."""
    tries = 0
    done = asyncio.Event()

    async def handler(_job: Job) -> Effect:
        async def effect(_tx: Tx) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise ZeroDivisionError
            done.set()

        return effect

    await enqueue(store, clock)
    async with at_work(worker_of(store, clock, {"work": handler})):
        while not (await live(store))[0].error:
            await asyncio.sleep(0.02)
        [waiting] = await live(store)
        assert waiting.error == "ZeroDivisionError"
        assert waiting.attempts == 1
        clock.passes(seconds=10)
        await asyncio.wait_for(done.wait(), 60)
    assert tries == 2


async def test_a_failing_job_comes_back_for_as_long_as_it_takes(store: Database, clock: FakeClock) -> None:
    tries, done = 0, asyncio.Event()

    async def handler(_job: Job) -> Effect:
        nonlocal tries
        tries += 1
        if tries < 12:
            raise OSError
        done.set()
        return nothing

    await enqueue(store, clock)
    async with at_work(worker_of(store, clock, {"work": handler})):
        while not done.is_set():
            clock.passes(minutes=7)
            await asyncio.sleep(0.02)
        while await live(store):
            await asyncio.sleep(0.02)
    assert tries == 12


def test_pauses_grow_and_stay_bounded() -> None:
    pauses = [pause_after(attempts).total_seconds() for attempts in range(40)]
    assert 1.5 <= pauses[0] <= 2.5
    assert 3 <= pauses[1] <= 5
    assert all(225 <= pause <= 375 for pause in pauses[8:])


async def test_a_worker_that_stops_gives_its_job_back_at_once(store: Database, clock: FakeClock) -> None:
    begun = asyncio.Event()

    async def handler(_job: Job) -> Effect:
        begun.set()
        await asyncio.Event().wait()
        return nothing

    await enqueue(store, clock)
    async with at_work(worker_of(store, clock, {"work": handler})):
        await asyncio.wait_for(begun.wait(), 60)
    [returned] = await live(store)
    assert returned.running is False
    assert returned.attempts == 0
    assert returned.deaths == 0


async def test_a_worker_that_is_woken_at_the_moment_it_is_stopped_stops(
    store: Database, clock: FakeClock
) -> None:
    for number in range(10):
        task = asyncio.create_task(worker_of(store, clock, {}).run())
        await asyncio.sleep(0.005 * number)
        store.wakeups.wake([JOBS_TOPIC])
        task.cancel()
        ended, _ = await asyncio.wait({task}, timeout=60)
        assert ended, "it was told once, and that is enough"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_who_takes_something_back_never_waits_for_the_worker_that_waits_for_them(
    store: Database, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Both hold something the other wants, unless both begin with the session."""
    session_id, done, effects = uuid4(), asyncio.Event(), []
    row = {"id": session_id, "status": SessionStatus.ACTIVE, "partner_name": "Bob", "created_at": clock()}

    async def handler(_job: Job) -> Effect:
        async def effect(tx: Tx) -> None:
            await lock_session(tx, session_id)
            effects.append("written")

        done.set()
        return effect

    async with store.write() as tx:
        await tx.execute(sa.insert(sessions).values(row))
        await jobs.enqueue(tx, "work", {"sessionId": str(session_id)}, clock(), key="same")
    worker = worker_of(store, clock, {"work": handler})
    async with at_work(worker):
        async with store.write() as tx:
            await lock_session(tx, session_id)
            await asyncio.wait_for(done.wait(), 60)
            while not await somebody_waits_for_a_lock(store):
                await asyncio.sleep(0.02)
            await jobs.cancel(tx, "work", "same", clock())
        while worker.running:
            await asyncio.sleep(0.02)
    assert effects == []
    assert await live(store) == []
    assert caplog.messages == ["a job was taken over by another worker"]


async def somebody_waits_for_a_lock(store: Database) -> bool:
    async with store.read() as tx:
        return bool(await tx.scalar(sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


async def test_recurring_work_comes_round_once_each_time(store: Database, clock: FakeClock) -> None:
    runs = 0

    async def handler(_job: Job) -> Effect:
        nonlocal runs
        runs += 1
        return nothing

    often = Recurring("work", timedelta(hours=1))
    workers = [worker_of(store, clock, {"work": handler}, often) for _ in range(2)]
    async with at_work(workers[0]), at_work(workers[1]):
        for expected in (1, 2, 3):
            while runs < expected or (await live(store))[0].run_at <= clock():
                await asyncio.sleep(0.02)
            assert runs == expected
            clock.passes(hours=1)


async def test_a_worker_leaves_alone_what_it_does_not_know(store: Database, clock: FakeClock) -> None:
    await enqueue(store, clock, kind="of a newer version")
    assert await claim(store, clock) == []
    assert len(await live(store)) == 1
