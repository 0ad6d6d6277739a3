"""AnalysisKey that comes round by itself: forgetting what is past its time, and looking after what waits too long.

The look after waits only looks where something is due; the rules decide, session by session, each in a transaction of its
own. Whatever is interrupted is found again by the next look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from meetwithoutfear.actions.sessions import look_after_waits
from meetwithoutfear.domain.waiting import LAPSE_AFTER
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.findings import forget_calls_before, forget_findings_before
from meetwithoutfear.store.idempotency import forget_keys_before
from meetwithoutfear.store.inbox import forget_inbox_before
from meetwithoutfear.store.jobs import Job, forget_done_before
from meetwithoutfear.store.outbox import forget_mails_before
from meetwithoutfear.store.people import delete_expired_devices, delete_expired_links
from meetwithoutfear.store.sessions import load_sessions_due
from meetwithoutfear.worker.worker import Clock, Effect, Recurring, nothing_more

KEYS_KEPT = timedelta(hours=24)
INBOX_KEPT = timedelta(days=30)
JOBS_KEPT = timedelta(days=7)
FINDINGS_KEPT = timedelta(days=30)
CALLS_KEPT = timedelta(days=90)
SESSIONS_AT_ONCE = 100

TIDY = Recurring("tidy", every=timedelta(hours=1))
WAITS = Recurring("look_after_waits", every=timedelta(minutes=1))


@dataclass(frozen=True)
class Tidy:
    """Spent tokens, idempotency keys, old inbox entries, finished jobs."""

    clock: Clock

    async def __call__(self, _job: Job) -> Effect:
        return self._forget

    async def _forget(self, tx: Tx) -> None:
        now = self.clock()
        await forget_keys_before(tx, now - KEYS_KEPT)
        await forget_inbox_before(tx, now - INBOX_KEPT)
        await forget_done_before(tx, now - JOBS_KEPT)
        await forget_mails_before(tx, now - JOBS_KEPT)
        await forget_findings_before(tx, now - FINDINGS_KEPT)
        await forget_calls_before(tx, now - CALLS_KEPT)
        await delete_expired_devices(tx, now)
        await delete_expired_links(tx, now)


@dataclass(frozen=True)
class WaitKeeper:
    """Offers that run out, refinements that nobody works on, people who are reminded."""

    store: Database
    clock: Clock

    async def __call__(self, _job: Job) -> Effect:
        now = self.clock()
        async with self.store.read() as tx:
            due = await load_sessions_due(tx, now, now - LAPSE_AFTER, SESSIONS_AT_ONCE)
        for session_id in due:
            async with self.store.write() as tx:
                await look_after_waits(tx, session_id, now)
        return nothing_more
