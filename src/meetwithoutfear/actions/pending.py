"""What waits for somebody, in one session and in all of them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.domain.commands import LookAt
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.pending import PendingType, SeenView, WaitingView, badge, item_views
from meetwithoutfear.domain.wire import Own, View
from meetwithoutfear.store.sessions import (
    WaitingCount,
    access_badges,
    access_pending,
    access_session,
    access_suggestion,
    save,
)


@dataclass(frozen=True)
class BadgeCount(View):
    total: Own[int]
    sessions: tuple[WaitingCount, ...]


async def list_pending(caller: Here) -> WaitingView:
    async with caller.store.read() as tx:
        items, updated_at = await access_pending(tx, caller.user_id, caller.session_id)
        offers = [item.item_id for item in items if item.type is PendingType.SHARE_OFFER]
        suggestion = await access_suggestion(tx, offers[0]) if offers else None
    return WaitingView(item_views(items, suggestion), badge(items), updated_at)


async def look_at_item(caller: Here, item_id: UUID) -> SeenView:
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        side = session.side_of(caller.user_id)
        session = await save(tx, session, decide(session, LookAt(side, item_id)), caller.now)
    seen = [item.seen_at for item in session.members[side].pending if item.item_id == item_id]
    return SeenView(seen[0] or caller.now)


async def count_badges(caller: Caller) -> BadgeCount:
    async with caller.store.read() as tx:
        found = await access_badges(tx, caller.user_id)
    return BadgeCount(sum(each.count for each in found), tuple(found))
