"""The loop that works off jobs.

A handler does its slow work with no transaction open and answers with the effect to write. The worker then completes
the job and writes that effect in one transaction, under the lock of the session the job names, if it names one, and
fenced by the lease: whoever has lost the lease writes nothing. A handler that fails is tried again with growing, jittered
pauses, for as long as it takes; a worker that has to stop gives its jobs back at once. Of a failure only the kind is kept,
because its words may be somebody's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.sessions import load_open_session
from meetwithoutfear.domain.empathy.commands import ExchangeCommand
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.moves import SessionCommand
from meetwithoutfear.store import jobs
from meetwithoutfear.store.database import JOBS_TOPIC, Database, Tx
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.sessions import lock_session, save

log = logging.getLogger(__name__)

Effect = Callable[[Tx], Awaitable[None]]
Handler = Callable[[Job], Awaitable[Effect]]
Clock = Callable[[], datetime]

HEARTBEAT_SECONDS = 5.0
FIRST_PAUSE = timedelta(seconds=2)
LONGEST_PAUSE = timedelta(minutes=5)


async def nothing_more(_tx: Tx) -> None:
    """The effect of work whose effect is out in the world."""


def id_in(job: Job, name: str) -> UUID:
    return UUID(str(job.payload[name]))


def carry_out(session_id: UUID, command: SessionCommand | ExchangeCommand, clock: Clock) -> Effect:
    """What the rules make of it, unless the session is gone or over by then."""

    async def effect(tx: Tx) -> None:
        session = await load_open_session(tx, session_id)
        if session is not None:
            await save(tx, session, decide(session, command), clock())

    return effect


class LostLease(Exception):
    """Somebody else has the job now."""


@dataclass(frozen=True)
class Recurring:
    """Work that comes round by itself: the next one is enqueued in the transaction that completes the last."""

    kind: str
    every: timedelta


@dataclass
class Worker:
    store: Database
    handlers: Mapping[str, Handler]
    clock: Clock
    recurring: tuple[Recurring, ...] = ()
    concurrency: int = 8
    poll_seconds: float = 1.0
    running: dict[asyncio.Task[None], Job] = field(default_factory=dict)

    async def run(self) -> None:
        """Until cancelled; then the jobs in hand are given back."""
        try:
            await self._set_up_recurring()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._keep_leases())
                await self._work()
        finally:
            await self._give_back()

    async def _set_up_recurring(self) -> None:
        async with self.store.write() as tx:
            for work in self.recurring:
                await jobs.enqueue(tx, work.kind, {}, self.clock(), key=work.kind)

    async def _work(self) -> None:
        with self.store.wakeups.subscribed(JOBS_TOPIC) as woken:
            while True:
                woken.clear()
                try:
                    claimed = await self._claim()
                except TransientError:
                    log.warning("the database did not answer; trying again")
                    claimed = 0
                if not claimed:
                    # Not wait_for: before Python 3.12 it forgets that it was cancelled if it was woken at that moment.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(self.poll_seconds):
                            await woken.wait()

    async def _claim(self) -> int:
        room = self.concurrency - len(self.running)
        kinds = list(self.handlers)
        if room <= 0:
            return 0
        # Looking takes no lock; only a worker that has found something disturbs the writers.
        async with self.store.read() as tx:
            if not await jobs.is_due(tx, kinds, self.clock()):
                return 0
        async with self.store.write() as tx:
            claimed = await jobs.claim(tx, kinds, self.clock(), room)
        for job in claimed:
            task = asyncio.create_task(self._run_one(job))
            self.running[task] = job
            task.add_done_callback(self._finished)
        return len(claimed)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.running.pop(task, None)
        self.store.wakeups.wake([JOBS_TOPIC])

    async def _run_one(self, job: Job) -> None:
        began = self.clock()
        try:
            effect = await self.handlers[job.kind](job)
            await self._complete(job, effect, began)
        except LostLease:
            log.warning("a job was taken over by another worker", extra={"job": job.id, "kind": job.kind})
        except Exception as failure:  # noqa: BLE001  # whatever it was: the job stays, and is tried again
            await self._try_again_later(job, failure)

    async def _complete(self, job: Job, effect: Effect, began: datetime) -> None:
        """First the session is locked, then its job, as every command does: two that met in the other order would wait for
        each other for ever. For the same reason leases are renewed and given back one at a time."""
        now = self.clock()
        async with self.store.write() as tx:
            if "sessionId" in job.payload:
                await lock_session(tx, id_in(job, "sessionId"))
            if not await jobs.complete(tx, job, now):
                raise LostLease
            await effect(tx)
            for work in self.recurring:
                if work.kind == job.kind:
                    await jobs.enqueue(tx, work.kind, {}, now, run_at=began + work.every, key=work.kind)

    async def _try_again_later(self, job: Job, failure: Exception) -> None:
        name, later = type(failure).__name__, self.clock() + pause_after(job.attempts)
        about = {"job": job.id, "kind": job.kind, "failure": name, "attempt": job.attempts + 1}
        log.warning("a job failed", extra=about)
        # Should this fail too, the lease runs out and the job is taken over: it cannot be lost.
        with contextlib.suppress(TransientError):
            async with self.store.write() as tx:
                await jobs.put_back(tx, job, later, error=name, failed=True)

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for task, job in list(self.running.items()):
                with contextlib.suppress(TransientError):
                    async with self.store.write() as tx:
                        held = await jobs.renew(tx, job)
                    if not held:
                        task.cancel()

    async def _give_back(self) -> None:
        in_hand = dict(self.running)
        for task in in_hand:
            task.cancel()
        await asyncio.gather(*in_hand, return_exceptions=True)
        with contextlib.suppress(TransientError):
            for job in in_hand.values():
                async with self.store.write() as tx:
                    await jobs.put_back(tx, job, self.clock(), error=None, failed=False)


def pause_after(attempts: int) -> timedelta:
    """Doubling up to a limit, with jitter so that many failures do not come back as one crowd."""
    pause = min(FIRST_PAUSE * (1 << min(attempts, 20)), LONGEST_PAUSE)
    return pause * random.uniform(0.75, 1.25)  # noqa: S311  # not a secret
