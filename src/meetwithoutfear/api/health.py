"""For whoever runs the server: is it alive, is it ready? At the paths that probes ask first, and among the API's own."""

from __future__ import annotations

from typing import Literal

from fastapi import Request

from meetwithoutfear.api.models import Wire
from meetwithoutfear.api.route import routes_for_anybody
from meetwithoutfear.engines.engine import EngineName
from meetwithoutfear.store.jobs import load_queue_health

router = routes_for_anybody("operations")
LIVE = ("/healthz", "/api/v1/health/live")
READY = ("/readyz", "/api/v1/health/ready")


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


async def live() -> Live:
    """Whether the process answers at all."""
    return Live()


async def ready(request: Request) -> Ready:
    """503 while the database does not answer."""
    store = request.app.state.store
    async with store.read() as tx:
        queue = await load_queue_health(tx, request.app.state.clock())
    jobs = Queue(waiting=queue.waiting, dead=queue.dead, oldest_seconds=queue.oldest.total_seconds())
    database: Literal["sqlite", "postgresql"] = "sqlite" if store.on_sqlite else "postgresql"
    engine = request.app.state.settings.engine.name
    return Ready(database=database, engine=engine, jobs=jobs)


for paths, answer in ((LIVE, live), (READY, ready)):
    for path in paths:
        router.get(path)(answer)
        router.head(path, include_in_schema=False)(answer)
