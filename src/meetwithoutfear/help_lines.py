"""The help lines shipped with the product, read once: they work offline."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from meetwithoutfear.domain.help import Resource, ResourceKind


@cache
def help_lines() -> Mapping[str, tuple[Resource, ...]]:
    text = (files("meetwithoutfear") / "data" / "resources.json").read_text(encoding="utf-8")
    return MappingProxyType({region: tuple(map(resource, rows)) for region, rows in json.loads(text).items()})


def resource(row: dict[str, Any]) -> Resource:
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
