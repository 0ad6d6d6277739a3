"""Durable jobs: work that must happen is a row.

A job is enqueued in the transaction that makes it necessary. A worker claims it for the length of a lease and renews
the lease while it works; when the worker dies, the lease runs out and another takes over. The lease's id is a fence:
`complete` only succeeds for whoever holds it, in the transaction that also writes the effect, so an effect happens once.

Due times are the product's time (an argument); leases are the database's own time, which all machines share.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from meetwithoutfear.domain.errors import Conflict, NotFound
from meetwithoutfear.store.database import JOBS_TOPIC, Tx
from meetwithoutfear.store.rows import Rows, insert_new
from meetwithoutfear.store.tables import JobState, jobs

LEASE = timedelta(seconds=15)
POISON_LIMIT = 5

Payload = Mapping[str, str | int | None]


@dataclass(frozen=True)
class Job:
    id: int
    kind: str
    payload: Payload
    lease: uuid.UUID
    attempts: int
    deaths: int = 0


@dataclass(frozen=True)
class JobRow:
    """What an operator may see of a job: ids and counts, never content."""

    id: int
    kind: str
    state: JobState
    run_at: datetime
    running: bool
    attempts: int
    deaths: int
    error: str | None


@dataclass(frozen=True)
class QueueHealth:
    waiting: int
    dead: int
    oldest: timedelta


JOBS, JOB_ROWS = Rows(Job, jobs), Rows(JobRow, jobs)


async def enqueue(
    tx: Tx,
    kind: str,
    payload: Payload,
    now: datetime,
    *,
    run_at: datetime | None = None,
    key: str | None = None,
) -> None:
    """With a key, at most one live job of that kind and key exists; a second one is the first one."""
    times = {"run_at": run_at or now, "created_at": now}
    new = {"kind": kind, "key": key, "payload": dict(payload), "state": JobState.READY, **times}
    await insert_new(tx, jobs, attempts=0, deaths=0, **new)
    tx.wake(JOBS_TOPIC)


def lease_time(tx: Tx, ahead: timedelta = timedelta()) -> sa.ColumnElement[datetime]:
    """The database's clock where several machines share one, the machine's where there is only one."""
    if tx.on_postgresql:
        return sa.func.clock_timestamp() + sa.literal(ahead, sa.Interval)
    seconds = f"{ahead.total_seconds():+.3f} seconds"
    # In the very form in which times are stored there, so that they compare as text.
    return sa.type_coerce(sa.func.strftime("%Y-%m-%d %H:%M:%f000", "now", seconds), jobs.c.leased_until.type)


def claimable(tx: Tx, kinds: Sequence[str], now: datetime) -> sa.Select[tuple[int]]:
    free = sa.or_(jobs.c.lease.is_(None), jobs.c.leased_until < lease_time(tx))
    return sa.select(jobs.c.id).where(
        jobs.c.state == JobState.READY, jobs.c.run_at <= now, jobs.c.kind.in_(kinds), free
    )


async def claim(tx: Tx, kinds: Sequence[str], now: datetime, limit: int) -> list[Job]:
    due = claimable(tx, kinds, now).order_by(jobs.c.run_at, jobs.c.id).limit(limit)
    due = due.with_for_update(skip_locked=True)
    # A lease that ran out is a worker that died with the job in its hands.
    died = sa.case((jobs.c.lease.is_not(None), 1), else_=0)
    rows = await tx.all(
        sa.update(jobs)
        .where(jobs.c.id.in_(due))
        .values(lease=uuid.uuid4(), leased_until=lease_time(tx, LEASE), deaths=jobs.c.deaths + died)
        .returning(jobs)
    )
    taken = [JOBS.record(row) for row in rows]
    for job in taken:
        if job.deaths >= POISON_LIMIT:
            await end(tx, held_by(job), now=now, state=JobState.DEAD, error="its worker died too often")
            if dead_letter(job.kind) in kinds:
                await enqueue(tx, dead_letter(job.kind), job.payload, now)
    return [job for job in taken if job.deaths < POISON_LIMIT]


def dead_letter(kind: str) -> str:
    """The kind of job that draws the conclusion when one of that kind is given up."""
    return f"{kind}:dead"


def held_by(job: Job) -> sa.ColumnElement[bool]:
    return sa.and_(jobs.c.id == job.id, jobs.c.lease == job.lease)


async def renew(tx: Tx, job: Job) -> bool:
    """Moves the lease ahead and says whether it is still held."""
    return await tx.update(jobs, held_by(job), leased_until=lease_time(tx, LEASE)) == 1


async def complete(tx: Tx, job: Job, now: datetime) -> bool:
    return await end(tx, held_by(job), now=now) == 1


async def cancel(tx: Tx, kind: str, key: str, now: datetime) -> None:
    """Nobody needs it any more. Whoever works on it has lost the lease, and writes nothing."""
    await end(tx, jobs.c.kind == kind, jobs.c.key == key, jobs.c.state == JobState.READY, now=now)


async def cancel_all(tx: Tx, kind: str, key_begins: str, now: datetime) -> None:
    theirs = jobs.c.key.startswith(key_begins)
    await end(tx, jobs.c.kind == kind, theirs, jobs.c.state == JobState.READY, now=now)


async def end(
    tx: Tx,
    *which: sa.ColumnElement[bool],
    now: datetime,
    state: JobState = JobState.DONE,
    error: str | None = None,
) -> int:
    gone = sa.and_(*which)
    return await tx.update(
        jobs, gone, state=state, error=error, lease=None, leased_until=None, finished_at=now
    )


async def put_back(tx: Tx, job: Job, run_at: datetime, *, error: str | None, failed: bool) -> None:
    """For another try, later after a failure, at once when the worker only has to stop."""
    tried = jobs.c.attempts + int(failed)
    await tx.update(
        jobs, held_by(job), lease=None, leased_until=None, run_at=run_at, attempts=tried, error=error
    )
    tx.wake(JOBS_TOPIC)


async def is_due(tx: Tx, kinds: Sequence[str], now: datetime) -> bool:
    return await tx.scalar(sa.select(claimable(tx, kinds, now).limit(1).exists())) is True


async def list_jobs(tx: Tx, limit: int, *, dead: bool) -> list[JobRow]:
    """Those that were given up, or those that live."""
    state = JobState.DEAD if dead else JobState.READY
    wanted = sa.select(jobs, jobs.c.lease.is_not(None).label("running")).where(jobs.c.state == state)
    return await JOB_ROWS.all(tx, wanted.order_by(jobs.c.run_at, jobs.c.id).limit(limit))


async def revive(tx: Tx, job_id: int, now: datetime) -> None:
    """Gives a dead job another life, at once, unless the same work is waiting already."""
    dead = sa.alias(jobs, "dead")
    same = sa.and_(dead.c.id == job_id, jobs.c.kind == dead.c.kind, jobs.c.key == dead.c.key)
    successor = sa.select(jobs.c.id).where(same, jobs.c.state == JobState.READY)
    if await tx.scalar(successor.limit(1)) is not None:
        raise Conflict("The same work is waiting already, as a newer job.")
    gone = sa.and_(jobs.c.id == job_id, jobs.c.state == JobState.DEAD)
    anew = await tx.update(
        jobs, gone, state=JobState.READY, run_at=now, attempts=0, deaths=0, error=None, finished_at=None
    )
    if not anew:
        raise NotFound("There is no dead job with this number.")
    tx.wake(JOBS_TOPIC)


async def forget_done_before(tx: Tx, time: datetime) -> None:
    await tx.delete(jobs, jobs.c.state == JobState.DONE, jobs.c.finished_at < time)


async def load_queue_health(tx: Tx, now: datetime) -> QueueHealth:
    due = sa.and_(jobs.c.state == JobState.READY, jobs.c.run_at <= now, jobs.c.lease.is_(None))
    wanted = sa.select(
        sa.func.count().filter(due).label("waiting"),
        sa.func.count().filter(jobs.c.state == JobState.DEAD).label("dead"),
        sa.func.min(jobs.c.run_at).filter(due).label("oldest"),
    )
    row = (await tx.execute(wanted)).one()
    return QueueHealth(row.waiting, row.dead, now - row.oldest if row.oldest else timedelta())
