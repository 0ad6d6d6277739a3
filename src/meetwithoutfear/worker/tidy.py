"""Forgets what is past its time: spent tokens, idempotency keys, old inbox entries, finished jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.engine_calls import forget_calls_before
from meetwithoutfear.store.idempotency import forget_keys_before
from meetwithoutfear.store.identity import delete_expired
from meetwithoutfear.store.inbox import forget_before
from meetwithoutfear.store.jobs import Job, forget_done_before
from meetwithoutfear.store.links import delete_expired_links
from meetwithoutfear.store.mails import forget_mails_before
from meetwithoutfear.store.safety import forget_findings_before
from meetwithoutfear.worker.worker import Clock, Effect, Recurring

KEYS_KEPT = timedelta(hours=24)
INBOX_KEPT = timedelta(days=30)
JOBS_KEPT = timedelta(days=7)
FINDINGS_KEPT = timedelta(days=30)
CALLS_KEPT = timedelta(days=90)

TIDY = Recurring("tidy", every=timedelta(hours=1))


@dataclass(frozen=True)
class Tidy:
    clock: Clock

    async def __call__(self, _job: Job) -> Effect:
        return self._forget

    async def _forget(self, tx: Tx) -> None:
        now = self.clock()
        await forget_keys_before(tx, now - KEYS_KEPT)
        await forget_before(tx, now - INBOX_KEPT)
        await forget_done_before(tx, now - JOBS_KEPT)
        await forget_mails_before(tx, now - JOBS_KEPT)
        await forget_findings_before(tx, now - FINDINGS_KEPT)
        await forget_calls_before(tx, now - CALLS_KEPT)
        await delete_expired(tx, now)
        await delete_expired_links(tx, now)
