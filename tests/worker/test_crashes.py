"""Workers die; the work does not."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from drawing import SOAK
from meetwithoutfear.store import jobs
from meetwithoutfear.store.database import Database
from worker.counting_worker import effects, now

JOBS = 5000 if SOAK else 300
KILLS = 60 if SOAK else 6
PATIENCE_SECONDS = 3000 if SOAK else 240

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.both_databases]


def start_worker(database_url: str) -> subprocess.Popen[bytes]:
    script = Path(__file__).with_name("counting_worker.py")
    return subprocess.Popen([sys.executable, str(script), database_url])


async def done(store: Database) -> int:
    async with store.read() as tx:
        return int(await tx.scalar(sa.select(sa.func.count()).select_from(effects)))


@pytest.mark.timeout(PATIENCE_SECONDS + 120)
async def test_three_workers_killed_at_random_have_each_effect_once(
    store: Database, database_url: str
) -> None:
    async with store.write() as tx:
        await tx.connection.run_sync(effects.create)
        for number in range(JOBS):
            await jobs.enqueue(tx, "count", {"number": number}, now())
    workers = [start_worker(database_url) for _ in range(3)]
    kills, end = 0, time.monotonic() + PATIENCE_SECONDS
    try:
        while await done(store) < JOBS:
            assert time.monotonic() < end, "the jobs were not done in time"
            time.sleep(random.uniform(0.2, 0.6))
            if kills < KILLS and await done(store) > kills * JOBS / (KILLS + 2):
                victim = random.randrange(3)
                workers[victim].kill()
                workers[victim].wait()
                workers[victim] = start_worker(database_url)
                kills += 1
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert kills == KILLS
    async with store.read() as tx:
        numbers = Counter(row.number for row in await tx.all(sa.select(effects)))
        dead = await jobs.list_dead(tx, JOBS)
        live = await jobs.list_live(tx, JOBS)
    assert numbers == Counter(range(JOBS))
    assert (dead, live) == ([], [])
