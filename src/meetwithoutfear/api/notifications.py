"""What waits for the caller, and what they have consented to."""

from __future__ import annotations

from meetwithoutfear.actions import consents, pending
from meetwithoutfear.actions.consents import ConsentView
from meetwithoutfear.actions.pending import BadgeCount
from meetwithoutfear.api.auth import CallerHere, MemberHere, parsed_id
from meetwithoutfear.api.models import ListOf, Wire
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.api.sessions import Cursor, Limit, bad_cursor
from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.pending import SeenView, WaitingView


class ConsentAnswer(Wire):
    consent: ConsentView


router = routes_for_members("notifications")


@router.get("/sessions/{session_id}/pending-actions")
async def list_pending(caller: MemberHere) -> WaitingView:
    return await pending.list_pending(caller)


@router.post("/sessions/{session_id}/pending-actions/{item_id}/seen")
async def see_item(item_id: str, caller: MemberHere) -> SeenView:
    return await pending.look_at_item(caller, parsed_id(item_id))


@router.get("/notifications/badge-count")
async def count_badges(caller: CallerHere) -> BadgeCount:
    return await pending.count_badges(caller)


@router.get("/me/consents")
async def list_consents(caller: CallerHere, limit: Limit = 50, cursor: Cursor = None) -> ListOf[ConsentView]:
    """Everything the caller has agreed to share: what exactly, with whom, when; newest first."""
    try:
        before = parsed_id(cursor) if cursor else None
    except NotFound:
        raise bad_cursor() from None
    found = await consents.list_consents(caller, before, limit + 1)
    page = found[:limit]
    more = str(page[-1].id) if len(found) > limit else None
    return ListOf(items=page, next_cursor=more)


@router.post("/me/consents/{consent_id}/revoke")
async def revoke_consent(consent_id: str, caller: CallerHere) -> ConsentAnswer:
    """Takes back what was not seen yet; what was seen is left out of everything from now on."""
    return ConsentAnswer(consent=await consents.revoke_consent(caller, parsed_id(consent_id)))
