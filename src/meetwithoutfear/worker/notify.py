"""Tells people outside the app what waits for them: at most once an hour and session, not in their quiet hours, not against
their wish, and not what they have seen to meanwhile. What is told goes out as one mail and one push to each browser."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from meetwithoutfear.actions.identity import MAIL_JOB
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.notifications import Preferences, is_still_due, quiet_until
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store import outbox
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import Job, enqueue
from meetwithoutfear.store.people import User, load_user
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import load_for_work
from meetwithoutfear.worker.worker import Clock, Effect, id_in

AT_MOST_EVERY = timedelta(hours=1)


@dataclass(frozen=True)
class Notifier:
    settings: Settings
    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        return partial(self._tell, id_in(job, "sessionId"), Side(str(job.payload["side"])))

    async def _tell(self, session_id: UUID, side: Side, tx: Tx) -> None:
        now, room = self.clock(), Room(session_id, side)
        try:
            session = await load_for_work(tx, session_id)
        except NotFound:
            return
        noted = await outbox.load_notifications(tx, room)
        due = [one.notification for one in noted if is_still_due(session, one.notification, one.noted_at)]
        user = await load_user(tx, session.members[side].user_id)
        preferences = await outbox.load_preferences(tx, user.id)
        later = await not_before(tx, user, preferences, session_id, now) if due else None
        if later is not None:
            await outbox.tell_later(tx, room, now, later)
            return
        await outbox.delete_notifications(tx, room)
        if not due:
            return
        types, browsers = list(dict.fromkeys(one.type for one in due)), list[UUID | None]()
        if self.settings.smtp_url and preferences.email:
            browsers.append(None)
        if self.settings.vapid and preferences.push:
            browsers += await outbox.list_subscription_ids(tx, user.id)
        for browser in browsers:
            mail_id = await outbox.insert_mail(
                tx, now, user_id=user.id, session_id=session_id, types=types, subscription_id=browser
            )
            await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, now)


async def not_before(
    tx: Tx, user: User, preferences: Preferences, session_id: UUID, now: datetime
) -> datetime | None:
    last = await outbox.load_last_told(tx, user.id, session_id)
    if last is not None and last + AT_MOST_EVERY > now:
        return last + AT_MOST_EVERY
    return quiet_until(now, ZoneInfo(user.time_zone or "UTC"), preferences.quiet_hours)
