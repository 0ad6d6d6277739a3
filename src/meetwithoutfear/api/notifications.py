"""What waits for the caller, and what they have consented to."""

from __future__ import annotations

from fastapi import APIRouter

from meetwithoutfear.actions import consents, pending
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute, parsed_id
from meetwithoutfear.api.models import Envelope, Id, ListOf, Wire
from meetwithoutfear.api.pending_view import Item
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.api.sessions import Cursor, Limit, bad_cursor
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.pending import PendingType
from meetwithoutfear.domain.view import ABSENT_PARTNER
from meetwithoutfear.domain.wire import Time
from meetwithoutfear.store.ledger import ConsentRecord


class PendingActions(Wire):
    items: list[Item]
    unviewed_count: int
    last_updated: Time

    @classmethod
    def of(cls, found: pending.WhatWaits) -> PendingActions:
        return cls(
            items=[Item.of(item, found.suggestion) for item in found.items],
            unviewed_count=found.count,
            last_updated=found.updated_at,
        )


class Seen(Wire):
    seen_at: Time


class SessionBadge(Wire):
    session_id: Id
    count: int
    types: list[PendingType]


class BadgeCount(Wire):
    total: int
    sessions: list[SessionBadge]


class Consent(Wire):
    id: Id
    session_id: Id
    target_type: ConsentTarget
    content: str
    to: str
    granted_at: Time
    revoked_at: Time | None
    seen_at: Time | None

    @classmethod
    def of(cls, record: ConsentRecord, caller: CallerHere) -> Consent:
        return cls(
            id=record.id,
            session_id=record.session_id,
            target_type=record.target,
            content=record.content.read_as(caller.user_id),
            to=record.to or ABSENT_PARTNER,
            granted_at=record.granted_at,
            revoked_at=record.revoked_at,
            seen_at=record.seen_at,
        )


class ConsentAnswer(Wire):
    consent: Consent


router = APIRouter(tags=["notifications"], route_class=SignedInRoute, dependencies=SECURITY)


@router.get("/sessions/{session_id}/pending-actions", responses=refusals(401, 404))
async def list_pending(session_id: SessionIdHere, caller: CallerHere) -> Envelope[PendingActions]:
    return Envelope(data=PendingActions.of(await pending.list_pending(caller, session_id)))


@router.post("/sessions/{session_id}/pending-actions/{item_id}/seen", responses=refusals(401, 404, 409))
async def see_item(session_id: SessionIdHere, item_id: str, caller: CallerHere) -> Envelope[Seen]:
    return Envelope(data=Seen(seen_at=await pending.look_at_item(caller, session_id, parsed_id(item_id))))


@router.get("/notifications/badge-count", responses=refusals(401))
async def count_badges(caller: CallerHere) -> Envelope[BadgeCount]:
    found = await pending.count_badges(caller)
    badges = [SessionBadge(session_id=b.session_id, count=b.count, types=list(b.types)) for b in found]
    return Envelope(data=BadgeCount(total=sum(badge.count for badge in badges), sessions=badges))


@router.get("/me/consents", responses=refusals(401))
async def list_consents(
    caller: CallerHere, limit: Limit = 50, cursor: Cursor = None
) -> Envelope[ListOf[Consent]]:
    """Everything the caller has agreed to share: what exactly, with whom, when; newest first."""
    try:
        before = parsed_id(cursor) if cursor else None
    except NotFound:
        raise bad_cursor() from None
    found = await consents.list_consents(caller, before, limit + 1)
    page = found[:limit]
    more = str(page[-1].id) if len(found) > limit else None
    return Envelope(data=ListOf(items=[Consent.of(record, caller) for record in page], next_cursor=more))


@router.post("/me/consents/{consent_id}/revoke", responses=refusals(401, 404, 409))
async def revoke_consent(consent_id: str, caller: CallerHere) -> Envelope[ConsentAnswer]:
    """Takes back what was not seen yet; what was seen is left out of everything from now on."""
    record = await consents.revoke_consent(caller, parsed_id(consent_id))
    return Envelope(data=ConsentAnswer(consent=Consent.of(record, caller)))
