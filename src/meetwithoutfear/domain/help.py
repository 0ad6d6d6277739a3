"""Where a person finds help: lines by region, the most urgent first, never an empty list. They are shipped with the product
(data/resources.json), so they work offline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, TypeVar

from meetwithoutfear.domain.vocabulary import read_json, read_words
from meetwithoutfear.domain.wire import Own, View, decoder

EUROPE = "EU"
ANYWHERE = "default"
# The members of the Union, where 112 and the 116 numbers are meant to answer; a country's own entries go first.
UNION = read_words("words.txt")["union"]


class ResourceKind(StrEnum):
    """In the order in which they are shown."""

    EMERGENCY = "emergency"
    SUICIDE = "suicide"
    VIOLENCE = "violence"
    CHILDREN = "children"
    EMOTIONAL = "emotional"


T = TypeVar("T")
Everybody = Annotated[T, "everybody"]


@dataclass(frozen=True)
class Resource(View, called="HelpResource"):
    """`source` and `checked` say where the number was seen, and when; `checked` is null where nobody has yet."""

    name: Everybody[str]
    contact: Everybody[str]
    kind: Everybody[ResourceKind]
    hours: Everybody[str]
    source: Everybody[str]
    languages: Everybody[tuple[str, ...]]
    checked: Everybody[date | None]


@dataclass(frozen=True)
class Help(View):
    """What came up, if anything did, and people who can help, the most urgent first. Words of care for what was said in a
    chat are said there; `words` is for the rest: a quiet line, or care where nothing is kept."""

    label: Own[str | None]
    region: Own[str | None]
    resources: tuple[Resource, ...]
    words: Own[str | None] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Helping(View):
    """An answer to something that a member wrote: help comes with it where they may need some."""

    help: Help | None = None


HELP_LINES: Mapping[str, tuple[Resource, ...]] = MappingProxyType(
    {region: tuple(map(decoder(Resource), rows)) for region, rows in read_json("resources.json").items()}
)


def resources_for(table: Mapping[str, Sequence[Resource]], region: str | None) -> tuple[Resource, ...]:
    """A region's own lines; the Union's for a member state without any; always the directory for anywhere."""
    code = (region or "").strip().upper()
    own = table.get(code, ()) or (table.get(EUROPE, ()) if code in UNION else ())
    order = list(ResourceKind)
    return tuple(sorted((*own, *table.get(ANYWHERE, ())), key=lambda resource: order.index(resource.kind)))
