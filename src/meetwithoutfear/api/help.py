"""Where to find help, and what kind of guide this is. Anybody may ask, signed in or not."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from meetwithoutfear.actions.safety import Screened
from meetwithoutfear.api.models import Envelope, Wire
from meetwithoutfear.api.responses import refusals
from meetwithoutfear.domain.help import HELP_LINES, Resource, ResourceKind, resources_for
from meetwithoutfear.engines.engine import EngineName

Region = Annotated[str | None, Query(max_length=8, examples=["DE"])]


class HelpResource(Wire):
    """`source` and `checked` say where the number was seen, and when; `checked` is null where nobody has yet."""

    name: str
    contact: str
    kind: ResourceKind
    hours: str
    languages: list[str]
    source: str
    checked: str | None

    @classmethod
    def of(cls, resource: Resource) -> HelpResource:
        return cls(
            name=resource.name,
            contact=resource.contact,
            kind=resource.kind,
            hours=resource.hours,
            languages=list(resource.languages),
            source=resource.source,
            checked=resource.checked.isoformat() if resource.checked else None,
        )


class Help(Wire):
    """What came up, if anything did, and people who can help, the most urgent first. Words of care for what was said in a
    chat are said there; `words` is for the rest: a quiet line, or care where nothing is kept."""

    label: str | None
    region: str | None
    resources: list[HelpResource]
    words: str | None

    @classmethod
    def of(cls, screened: Screened, region: str | None) -> Help:
        return cls(
            label=screened.finding.label if screened.finding else None,
            region=region,
            resources=[HelpResource.of(line) for line in resources_for(HELP_LINES, region)],
            words=screened.words,
        )


def help_for(screened: Screened, region: str | None) -> Help | None:
    return Help.of(screened, region) if screened.finding or screened.in_care else None


class AboutGuide(Wire):
    """`embedded`: it runs inside this server, and nothing leaves it."""

    engine: EngineName
    embedded: bool


router = APIRouter(tags=["help"])


@router.get("/help", responses=refusals())
async def find_help(region: Region = None) -> Envelope[Help]:
    return Envelope(data=Help.of(Screened(), region))


@router.get("/guide", responses=refusals())
async def about_guide(request: Request) -> Envelope[AboutGuide]:
    engine = request.app.state.settings.engine.name
    return Envelope(data=AboutGuide(engine=engine, embedded=engine is EngineName.EMBEDDED))
