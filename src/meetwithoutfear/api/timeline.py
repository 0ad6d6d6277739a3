"""What happened, and when."""

from __future__ import annotations

from fastapi import APIRouter

from meetwithoutfear.actions.sessions import look_back
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute
from meetwithoutfear.api.models import Envelope, ListOf, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.domain.timeline import By, Kind
from meetwithoutfear.domain.wire import Time


class Moment(Wire):
    kind: Kind
    by: By
    at: Time


router = APIRouter(
    prefix="/sessions/{session_id}", tags=["sessions"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/timeline", responses=refusals(401, 404))
async def read_timeline(session_id: SessionIdHere, caller: CallerHere) -> Envelope[ListOf[Moment]]:
    found = await look_back(caller, session_id)
    items = [Moment(kind=moment.kind, by=moment.by, at=moment.at) for moment in found]
    return Envelope(data=ListOf(items=items, next_cursor=None))
