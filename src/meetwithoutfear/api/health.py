"""For whoever runs the server: is it alive, is it ready?"""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request

from meetwithoutfear.actions.health import check_queue
from meetwithoutfear.api.models import Envelope, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.engines.engine import EngineName

router = APIRouter(prefix="/health", tags=["operations"])


class Live(Wire):
    status: Literal["live"] = "live"


class Queue(Wire):
    waiting: int
    dead: int
    oldest_seconds: float


class Ready(Wire):
    status: Literal["ready"] = "ready"
    database: Literal["sqlite", "postgresql"]
    engine: EngineName
    jobs: Queue


@router.get("/live", responses=refusals())
async def live() -> Envelope[Live]:
    return Envelope(data=Live())


@router.get("/ready", responses=refusals())
async def ready(request: Request) -> Envelope[Ready]:
    """503 while the database does not answer."""
    store = request.app.state.store
    queue = await check_queue(store, request.app.state.clock())
    jobs = Queue(waiting=queue.waiting, dead=queue.dead, oldest_seconds=queue.oldest.total_seconds())
    database: Literal["sqlite", "postgresql"] = "sqlite" if store.on_sqlite else "postgresql"
    engine = EngineName(request.app.state.settings.engine)
    return Envelope(data=Ready(database=database, engine=engine, jobs=jobs))
