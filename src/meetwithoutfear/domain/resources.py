"""Where a member can find people who help, by region. Numbers are data, each with where and when it was seen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from meetwithoutfear import data
from meetwithoutfear.domain.safety import SafetyLabel

DEFAULT = "default"


@dataclass(frozen=True)
class HelpLine:
    name: str
    contact: str
    helps_with: frozenset[SafetyLabel]
    source: str
    seen: str | None
    """The day somebody saw it at the source; None for what no page confirmed yet."""


def help_for(label: SafetyLabel, region: str) -> tuple[HelpLine, ...]:
    """Emergency services first, then the lines for this trouble; what holds anywhere where a region is not listed."""
    emergency, lines = REGIONS.get(region.upper(), REGIONS[DEFAULT])
    return (emergency, *(line for line in lines if label in line.helps_with))


def _line(entry: dict[str, Any]) -> HelpLine:
    labels = frozenset(SafetyLabel(label) for label in entry["for"])
    return HelpLine(entry["name"], entry["contact"], labels, entry["source"], entry["seen"])


REGIONS = {
    region: (_line(entry["emergency"]), tuple(_line(line) for line in entry["lines"]))
    for region, entry in json.loads(data.read_text("resources.json")).items()
}
