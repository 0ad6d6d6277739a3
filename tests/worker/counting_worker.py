"""Worker processes for the crash tests: each job's effect is one more row.

Run as a program it forks a worker for each database URL it reads, answers with its id, and leaves the dead to the system."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from datetime import UTC, datetime

import sqlalchemy as sa

from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.worker.worker import Effect, Worker

effects = sa.Table("effects", sa.MetaData(), sa.Column("number", sa.Integer, nullable=False))


def now() -> datetime:
    return datetime.now(UTC)


async def count(job: Job) -> Effect:
    await asyncio.sleep(random.uniform(0, 0.05))

    async def write(tx: Tx) -> None:
        await tx.execute(sa.insert(effects).values(number=int(str(job.payload["number"]))))

    return write


async def main(url: str) -> None:
    store = Database(url)
    async with store.hear_others():
        await Worker(store, {"count": count}, now, concurrency=4, poll_seconds=0.1).run()


def fork_workers() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for url in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(main(url.strip()))
            os._exit(0)
        print(child, flush=True)  # noqa: T201


if __name__ == "__main__":
    fork_workers()
