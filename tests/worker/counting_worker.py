"""A worker process for the crash tests: each job's effect is one more row. Run with a database URL."""

from __future__ import annotations

import asyncio
import random
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
    async with store.wakeups.listening(store.url):
        await Worker(store, {"count": count}, now, concurrency=4, poll_seconds=0.1).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
