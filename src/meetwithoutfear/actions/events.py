"""Reading one's own inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.errors import NotSignedIn
from meetwithoutfear.store import inbox
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.inbox import InboxEvent

AT_ONCE = 500


@dataclass(frozen=True)
class NewEvents:
    events: list[InboxEvent]
    reset_to: int | None = None


async def latest_seq(caller: Caller) -> int:
    async with caller.store.look() as tx:
        news = await inbox.load_news(tx, caller.user_id, caller.device_id, inbox.NO_MORE, caller.now)
    if news is None:
        raise NotSignedIn
    return news.cursor.head


async def events_after(caller: Caller, seq: int, now: datetime) -> NewEvents | None:
    """What came after; a reset where that can no longer be said; nothing when the device was signed out."""
    async with caller.store.look() as tx:
        news = await inbox.load_news(tx, caller.user_id, caller.device_id, seq, now)
    if news is None:
        return None
    return NewEvents(news.events) if news.cursor.covers(seq) else NewEvents([], reset_to=news.cursor.head)


async def who_has_news(store: Database, known: Mapping[UUID, int], now: datetime) -> set[UUID]:
    """Of devices and how far each has read: those that have more to read, or have been signed out."""
    found, ids = dict[UUID, int](), list(known)
    for begin in range(0, len(ids), AT_ONCE):
        async with store.look() as tx:
            found |= await inbox.load_heads(tx, ids[begin : begin + AT_ONCE], now)
        await asyncio.sleep(0)
    return {device_id for device_id, seq in known.items() if found.get(device_id) != seq}
