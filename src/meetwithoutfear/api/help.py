"""Where to find help, and what kind of guide this is. Anybody may ask, signed in or not."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from meetwithoutfear.api.models import Wire
from meetwithoutfear.api.route import routes_for_anybody
from meetwithoutfear.domain.help import HELP_LINES, Help, resources_for
from meetwithoutfear.engines.engine import EngineName

Region = Annotated[str | None, Query(max_length=8, examples=["DE"])]


class AboutGuide(Wire):
    """`embedded`: it runs inside this server, and nothing leaves it."""

    engine: EngineName
    embedded: bool


router = routes_for_anybody("help")


@router.get("/help")
async def find_help(region: Region = None) -> Help:
    return Help(None, region, resources_for(HELP_LINES, region), None)


@router.get("/guide")
async def about_guide(request: Request) -> AboutGuide:
    engine = request.app.state.settings.engine.name
    return AboutGuide(engine=engine, embedded=engine is EngineName.EMBEDDED)
