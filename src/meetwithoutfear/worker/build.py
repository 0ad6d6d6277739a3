"""Which worker does what, and what comes round by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from meetwithoutfear.actions.conversation import SUMMARY_JOB, WATCHDOG_JOB
from meetwithoutfear.actions.identity import MAIL_JOB
from meetwithoutfear.config import Settings
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.exchange import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.inbox import forget_inbox_before
from meetwithoutfear.store.jobs import Job, dead_letter, forget_done_before
from meetwithoutfear.store.notes import forget_old
from meetwithoutfear.store.outbox import NOTIFY_JOB
from meetwithoutfear.store.together import COMMON_GROUND_JOB, FOLLOW_UP_JOB
from meetwithoutfear.worker.mail import MailSender
from meetwithoutfear.worker.notify import Notifier
from meetwithoutfear.worker.reconcile import AnalysisGivenUp, GuidanceRefresh, Reconciler
from meetwithoutfear.worker.sessions import (
    FollowUpReminder,
    GroundFinder,
    ReplyWatchdog,
    Summariser,
    WaitKeeper,
)
from meetwithoutfear.worker.worker import Clock, Effect, Handler, Recurring, Worker

INBOX_KEPT = timedelta(days=30)
JOBS_KEPT = timedelta(days=7)

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
        await forget_old(tx, now)
        await forget_inbox_before(tx, now - INBOX_KEPT)
        await forget_done_before(tx, now - JOBS_KEPT)


def build_worker(store: Database, settings: Settings, clock: Clock, engine: Engine) -> Worker:
    handlers: dict[str, Handler] = {
        MAIL_JOB: MailSender(store, settings, clock),
        NOTIFY_JOB: Notifier(settings, clock),
        SUMMARY_JOB: Summariser(store, engine),
        TIDY.kind: Tidy(clock),
        WATCHDOG_JOB: ReplyWatchdog(clock),
        ANALYZE_JOB: Reconciler(store, engine, clock, settings.patience),
        dead_letter(ANALYZE_JOB): AnalysisGivenUp(clock),
        GUIDANCE_JOB: GuidanceRefresh(store, engine),
        WAITS.kind: WaitKeeper(store, clock),
        COMMON_GROUND_JOB: GroundFinder(store, engine, clock),
        FOLLOW_UP_JOB: FollowUpReminder(clock),
    }
    return Worker(store, handlers, clock, recurring=(TIDY, WAITS))
