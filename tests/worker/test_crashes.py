"""Workers die; the work does not."""

from __future__ import annotations

import os
import random
import signal
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


class Workers:
    """Processes, three at a time, of whom any may be killed and followed by another."""

    def __init__(self, database_url: str) -> None:
        self.url = database_url
        script = Path(__file__).with_name("counting_worker.py")
        self.forks = subprocess.Popen(
            [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pids = [self.start() for _ in range(3)]

    def start(self) -> int:
        assert self.forks.stdin is not None
        assert self.forks.stdout is not None
        self.forks.stdin.write(f"{self.url}\n")
        self.forks.stdin.flush()
        return int(self.forks.stdout.readline())

    def lose_one(self) -> None:
        victim = random.randrange(3)
        os.kill(self.pids[victim], signal.SIGKILL)
        self.pids[victim] = self.start()

    def close(self) -> None:
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)
        self.forks.communicate(timeout=PATIENCE_SECONDS)


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
    workers = Workers(database_url)
    kills, end = 0, time.monotonic() + PATIENCE_SECONDS
    try:
        while await done(store) < JOBS:
            assert time.monotonic() < end, "the jobs were not done in time"
            time.sleep(random.uniform(0.2, 0.6))
            if kills < KILLS and await done(store) > kills * JOBS / (KILLS + 2):
                workers.lose_one()
                kills += 1
    finally:
        workers.close()
    assert kills == KILLS
    async with store.read() as tx:
        numbers = Counter(row.number for row in await tx.all(sa.select(effects)))
        dead = await jobs.list_jobs(tx, JOBS, dead=True)
        live = await jobs.list_jobs(tx, JOBS, dead=False)
    assert numbers == Counter(range(JOBS))
    assert (dead, live) == ([], [])
