"""What waits for somebody, in one session and in all of them; and how they want to be told outside the app: by mail, on
which browsers, and when not."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, replace
from urllib.parse import urlsplit
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here, Visitor
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.commands import LookAt
from meetwithoutfear.domain.errors import Invalid, NotFound
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notifications import Preferences
from meetwithoutfear.domain.pending import PendingType, SeenView, WaitingView, item_views
from meetwithoutfear.domain.wire import Own, View
from meetwithoutfear.store import outbox
from meetwithoutfear.store.ids import user_of_unsubscribe_token
from meetwithoutfear.store.people import is_user
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
    return WaitingView(item_views(items, suggestion), sum(item.counts for item in items), updated_at)


async def look_at_item(caller: Here, item_id: UUID) -> SeenView:
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        side = session.side_of(caller.user_id)
        session = await save(tx, session, decide(session, LookAt(side, item_id)), caller.now)
    seen = [item.seen_at for item in session.members[side].pending if item.item_id == item_id]
    return SeenView(seen[0] or caller.now)


async def count_badges(caller: Caller) -> BadgeCount:
    async with caller.store.look() as tx:
        found = await access_badges(tx, caller.user_id)
    return BadgeCount(sum(each.count for each in found), tuple(found))


@dataclass(frozen=True)
class Endpoint:
    """Where a push service is reached."""

    host: str
    port: int
    path: str
    secure: bool


async def look_at_preferences(caller: Caller) -> Preferences:
    async with caller.store.read() as tx:
        return await outbox.load_preferences(tx, caller.user_id)


async def change_preferences(caller: Caller, wanted: Preferences) -> Preferences:
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await outbox.save_preferences(tx, caller.user_id, wanted)
            await caller.keep_ids(tx)
        return await outbox.load_preferences(tx, caller.user_id)


async def unsubscribe(visitor: Visitor, token: str) -> None:
    """No more mails of this kind. Repeating it, or doing it for an account that is gone, changes nothing."""
    user_id = user_of_unsubscribe_token(visitor.settings.secret_key, token)
    if user_id is None:
        raise NotFound
    async with visitor.store.write() as tx:
        if await is_user(tx, user_id):
            await outbox.save_preferences(
                tx, user_id, replace(await outbox.load_preferences(tx, user_id), email=False)
            )


async def subscribe(caller: Caller, wanted: outbox.PushAddress) -> None:
    parsed_endpoint(wanted.endpoint, caller.settings)
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await outbox.save_subscription(tx, caller.user_id, caller.device_id, wanted, caller.now)
            await caller.keep_ids(tx)


async def cancel_subscription(caller: Caller, endpoint: str) -> None:
    async with caller.store.write() as tx:
        if await caller.earlier_ids(tx) is None:
            await outbox.delete_subscription(tx, caller.user_id, endpoint)
            await caller.keep_ids(tx)


def parsed_endpoint(text: str, settings: Settings) -> Endpoint:
    """Only services on the open net, over TLS: nobody makes this server knock at doors inside its own house."""
    try:
        parts = urlsplit(text)
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        place = Endpoint(host, port, text.partition(parts.netloc)[2] or "/", secure)
    except ValueError:
        place = None
    fine = place is not None and (place.secure or parts.scheme == "http") and "@" not in parts.netloc
    if place is None or not fine or not may_be_reached(place, place.host, settings):
        raise Invalid.field("endpoint", "This is not the address of a push service.")
    return place


def may_be_reached(place: Endpoint, address: str, settings: Settings) -> bool:
    """By the address the name stands for, once that is known. A server on this computer may push to this computer."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return place.secure and address not in {"", "localhost"}
    if found.is_loopback:
        return not settings.secure
    return place.secure and found.is_global and not found.is_multicast


def public_push_key(settings: Settings) -> str | None:
    if settings.vapid is None:
        return None
    from meetwithoutfear.web_push import public_key  # noqa: PLC0415  # an extra, needed only with a key

    return public_key(settings.vapid.key)
