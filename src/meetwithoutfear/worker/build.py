"""Which worker does what."""

from __future__ import annotations

from meetwithoutfear.actions.conversation import SUMMARY_JOB, WATCHDOG_JOB
from meetwithoutfear.actions.letters import MAIL_JOB
from meetwithoutfear.config import Settings
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.exchange import ANALYZE_JOB, GUIDANCE_JOB
from meetwithoutfear.store.jobs import dead_letter
from meetwithoutfear.store.outbox import NOTIFY_JOB
from meetwithoutfear.store.together import COMMON_GROUND_JOB, FOLLOW_UP_JOB
from meetwithoutfear.worker.conversation import ReplyWatchdog, Summariser
from meetwithoutfear.worker.mail import MailSender
from meetwithoutfear.worker.notify import Notifier
from meetwithoutfear.worker.reconcile import AnalysisGivenUp, GuidanceRefresh, Reconciler
from meetwithoutfear.worker.recurring import TIDY, WAITS, Tidy, WaitKeeper
from meetwithoutfear.worker.together import FollowUpReminder, GroundFinder
from meetwithoutfear.worker.worker import Clock, Handler, Worker


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
