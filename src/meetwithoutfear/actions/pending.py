"""What waits for somebody, in one session and in all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.domain.commands import LookAt
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.pending import Pending, PendingType, badge
from meetwithoutfear.store.sessions import (
    SessionBadge,
    access_badges,
    access_pending,
    access_session,
    access_suggestion,
    save,
)


@dataclass(frozen=True)
class WhatWaits:
    items: Pending
    suggestion: str | None = field(repr=False)
    """What the invitation to share proposes, if there is one."""
    updated_at: datetime

    @property
    def count(self) -> int:
        return badge(self.items)


async def list_pending(caller: Caller, session_id: UUID) -> WhatWaits:
    async with caller.store.read() as tx:
        items, updated_at = await access_pending(tx, caller.user_id, session_id)
        offers = [item.item_id for item in items if item.type is PendingType.SHARE_OFFER]
        suggestion = await access_suggestion(tx, offers[0]) if offers else None
    return WhatWaits(items, suggestion, updated_at)


async def look_at_item(caller: Caller, session_id: UUID, item_id: UUID) -> datetime:
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        side = session.side_of(caller.user_id)
        session = await save(tx, session, decide(session, LookAt(side, item_id)), caller.now)
    seen = [item.seen_at for item in session.members[side].pending if item.item_id == item_id]
    return seen[0] or caller.now


async def count_badges(caller: Caller) -> list[SessionBadge]:
    async with caller.store.read() as tx:
        return await access_badges(tx, caller.user_id)
