"""Which worker does what."""

from __future__ import annotations

from meetwithoutfear.actions.identity import MAIL_JOB
from meetwithoutfear.config import Settings
from meetwithoutfear.store.database import Database
from meetwithoutfear.worker.mail import MailSender
from meetwithoutfear.worker.tidy import TIDY, Tidy
from meetwithoutfear.worker.worker import Clock, Handler, Worker


def build_worker(store: Database, settings: Settings, clock: Clock) -> Worker:
    handlers: dict[str, Handler] = {MAIL_JOB: MailSender(store, settings, clock), TIDY.kind: Tidy(clock)}
    return Worker(store, handlers, clock, recurring=(TIDY,))
