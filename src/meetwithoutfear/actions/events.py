"""Reading one's own inbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.errors import NotSignedIn
from meetwithoutfear.store import inbox
from meetwithoutfear.store.inbox import InboxEvent

BATCH = 100


@dataclass(frozen=True)
class NewEvents:
    events: list[InboxEvent]
    reset_to: int | None = None


async def latest_seq(caller: Caller) -> int:
    async with caller.store.read() as tx:
        cursor = await inbox.load_cursor(tx, caller.user_id, caller.device_id, caller.now)
    if cursor is None:
        raise NotSignedIn
    return cursor.head


async def events_after(caller: Caller, seq: int, now: datetime) -> NewEvents | None:
    """What came after; a reset where that can no longer be said; nothing when the device was signed out."""
    async with caller.store.read() as tx:
        cursor = await inbox.load_cursor(tx, caller.user_id, caller.device_id, now)
        if cursor is None:
            return None
        if not cursor.covers(seq):
            return NewEvents([], reset_to=cursor.head)
        events = await inbox.load_after(tx, caller.user_id, seq, BATCH) if seq < cursor.head else []
    return NewEvents(events)
