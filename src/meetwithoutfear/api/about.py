"""For anybody, signed in or not: where to find help, and what kind of guide this is. For whoever runs the server: is it
alive, is it ready? At the paths that probes ask first, and among the API's own."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Request

from meetwithoutfear.api.models import Wire
from meetwithoutfear.api.route import routes_for_anybody
from meetwithoutfear.domain.help import HELP_LINES, Help, resources_for
from meetwithoutfear.engines.engine import EngineName
from meetwithoutfear.store.jobs import load_queue_health

Region = Annotated[str | None, Query(max_length=8, examples=["DE"])]

LIVE = ("/healthz", "/api/v1/health/live")
READY = ("/readyz", "/api/v1/health/ready")


class AboutGuide(Wire):
    """`embedded`: it runs inside this server, and nothing leaves it."""

    engine: EngineName
    embedded: bool


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


router = routes_for_anybody("help")
probes = routes_for_anybody("operations", under="")


@router.get("/help")
async def find_help(region: Region = None) -> Help:
    return Help(None, region, resources_for(HELP_LINES, region), None)


@router.get("/guide")
async def about_guide(request: Request) -> AboutGuide:
    engine = request.app.state.settings.engine.name
    return AboutGuide(engine=engine, embedded=engine is EngineName.EMBEDDED)


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
        probes.get(path)(answer)
        probes.head(path, include_in_schema=False)(answer)
