"""Sessions and the compact."""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field

from meetwithoutfear.actions import sessions
from meetwithoutfear.actions.sessions import CreatedSession
from meetwithoutfear.api.auth import CallerHere, MemberHere
from meetwithoutfear.api.models import ListOf, Wire
from meetwithoutfear.api.route import routes_for_members
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.text import NAME_LIMIT, TOPIC_LIMIT
from meetwithoutfear.domain.timeline import Moment
from meetwithoutfear.domain.view import CompactView, SessionItem, SessionView, WholeView
from meetwithoutfear.store.sessions import Page

CURSOR_LIMIT = 200
Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[str | None, Query(max_length=CURSOR_LIMIT)]


class NewSession(Wire):
    partner_name: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT, examples=["Bob"])]
    topic: Annotated[str, Field(max_length=TOPIC_LIMIT, examples=["The move to the coast"])] | None = None
    relation: Relation | None = None


class StatedRelation(Wire):
    """Null takes it back."""

    relation: Relation | None


class SessionAnswer(Wire):
    session: SessionView


class WholeSessionAnswer(Wire):
    session: WholeView


router = routes_for_members("sessions", "/sessions")


@router.post("", status_code=201)
async def create_session(body: NewSession, caller: CallerHere) -> CreatedSession:
    return await sessions.create_session(caller, body.partner_name, body.topic, body.relation)


@router.get("")
async def list_sessions(
    caller: CallerHere, limit: Limit = 50, cursor: Cursor = None, *, archived: bool = False
) -> ListOf[SessionItem]:
    after = page_after(cursor) if cursor else None
    found = await sessions.list_sessions(caller, after, limit + 1, archived=archived)
    more = cursor_at(found[limit - 1]) if len(found) > limit else None
    return ListOf(items=found[:limit], next_cursor=more)


@router.get("/{session_id}")
async def read_session(caller: MemberHere) -> WholeSessionAnswer:
    return WholeSessionAnswer(session=await sessions.look_at_session(caller))


@router.put("/{session_id}/relation")
async def state_relation(body: StatedRelation, caller: MemberHere) -> SessionAnswer:
    """What the two are to each other, as the caller says. The partner is never shown it, nor that it changed."""
    return SessionAnswer(session=await sessions.state_relation(caller, body.relation))


@router.post("/{session_id}/pause")
async def pause(caller: MemberHere) -> SessionAnswer:
    return SessionAnswer(session=await sessions.pause(caller))


@router.post("/{session_id}/resume")
async def resume(caller: MemberHere) -> SessionAnswer:
    return SessionAnswer(session=await sessions.resume(caller))


@router.post("/{session_id}/archive")
async def archive(caller: MemberHere) -> SessionAnswer:
    return SessionAnswer(session=await sessions.archive(caller))


@router.post("/{session_id}/leave")
async def leave(caller: MemberHere) -> SessionAnswer:
    """Ends the session for both, with a neutral notice. Whoever left finds nothing there any more."""
    return SessionAnswer(session=await sessions.leave(caller))


@router.post("/{session_id}/finish-alone")
async def finish_alone(caller: MemberHere) -> SessionAnswer:
    """After a long silence of the other. Both keep what they have."""
    return SessionAnswer(session=await sessions.finish_alone(caller))


@router.post("/{session_id}/compact/sign")
async def sign_compact(caller: MemberHere) -> CompactView:
    return await sessions.sign_compact(caller)


@router.get("/{session_id}/compact/status")
async def compact_status(caller: MemberHere) -> CompactView:
    return await sessions.look_at_compact(caller)


@router.get("/{session_id}/timeline")
async def read_timeline(caller: MemberHere) -> ListOf[Moment]:
    return ListOf(items=await sessions.look_back(caller), next_cursor=None)


def cursor_at(item: SessionItem) -> str:
    return base64.urlsafe_b64encode(f"{item.last_activity_at.isoformat()}|{item.id}".encode()).decode()


def page_after(cursor: str) -> Page:
    try:
        at, _, session_id = base64.urlsafe_b64decode(cursor.encode()).decode().partition("|")
        time = datetime.fromisoformat(at)
        if time.tzinfo is None:
            raise bad_cursor()
        return Page(time.astimezone(UTC), UUID(session_id))
    except (ValueError, OverflowError, binascii.Error):
        raise bad_cursor() from None


def bad_cursor() -> Invalid:
    return Invalid.field("cursor", "This cursor was not made here.")
