"""What an operator does with jobs."""

from __future__ import annotations

from datetime import datetime

from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import JobRow, list_dead, list_live, revive


async def list_current_jobs(store: Database, *, dead: bool, limit: int) -> list[JobRow]:
    async with store.read() as tx:
        gone = await list_dead(tx, limit)
        return gone if dead else [*await list_live(tx, limit), *gone]


async def revive_dead_job(store: Database, job_id: int, now: datetime) -> None:
    async with store.write() as tx:
        await revive(tx, job_id, now)
