"""Where a person finds help: lines by region, the most urgent first, never an empty list. They are shipped with the product
(data/resources.json), so they work offline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from meetwithoutfear.domain.vocabulary import read_json, read_words

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


@dataclass(frozen=True)
class Resource:
    name: str
    contact: str
    kind: ResourceKind
    hours: str
    source: str
    languages: tuple[str, ...] = ()
    checked: date | None = None


def resource_from(row: dict[str, Any]) -> Resource:
    checked = row["checked"]
    return Resource(
        name=row["name"],
        contact=row["contact"],
        kind=ResourceKind(row["kind"]),
        hours=row["hours"],
        source=row["source"],
        languages=tuple(row.get("languages", ())),
        checked=date.fromisoformat(checked) if checked else None,
    )


HELP_LINES: Mapping[str, tuple[Resource, ...]] = MappingProxyType(
    {region: tuple(map(resource_from, rows)) for region, rows in read_json("resources.json").items()}
)


def resources_for(table: Mapping[str, Sequence[Resource]], region: str | None) -> tuple[Resource, ...]:
    """A region's own lines; the Union's for a member state without any; always the directory for anywhere."""
    code = (region or "").strip().upper()
    own = table.get(code, ()) or (table.get(EUROPE, ()) if code in UNION else ())
    order = list(ResourceKind)
    return tuple(sorted((*own, *table.get(ANYWHERE, ())), key=lambda resource: order.index(resource.kind)))
