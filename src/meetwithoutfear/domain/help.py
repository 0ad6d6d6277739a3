"""Where a person finds help: lines by region, the most urgent first, never an empty list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

EUROPE = "EU"
ANYWHERE = "default"
# The members of the Union, where 112 and the 116 numbers are meant to answer; a country's own entries go first.
UNION = frozenset(
    [
        "AT",
        "BE",
        "BG",
        "CY",
        "CZ",
        "DE",
        "DK",
        "EE",
        "ES",
        "FI",
        "FR",
        "GR",
        "HR",
        "HU",
        "IE",
        "IT",
        "LT",
        "LU",
        "LV",
        "MT",
        "NL",
        "PL",
        "PT",
        "RO",
        "SE",
        "SI",
        "SK",
    ]
)


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


def resources_for(table: Mapping[str, Sequence[Resource]], region: str | None) -> tuple[Resource, ...]:
    """A region's own lines; the Union's for a member state without any; always the directory for anywhere."""
    code = (region or "").strip().upper()
    own = table.get(code, ()) or (table.get(EUROPE, ()) if code in UNION else ())
    order = list(ResourceKind)
    return tuple(sorted((*own, *table.get(ANYWHERE, ())), key=lambda resource: order.index(resource.kind)))
