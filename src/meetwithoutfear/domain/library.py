"""The Global Library of micro-experiments: small things two people can try, worded so that either may have proposed them.

The texts are in data/experiments.json. Nobody's words are in the library, and what is looked for in it (`Wanted`) is
common ground that both members have confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meetwithoutfear.domain.feelings import NEEDS, NeedCategory
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.vocabulary import read_json


@dataclass(frozen=True)
class Wanted:
    """An item of confirmed common ground: all that a search in the library may know."""

    need: str
    category: NeedCategory | None
    description: str


@dataclass(frozen=True)
class Experiment:
    key: str
    description: str
    needs: tuple[str, ...]
    relations: frozenset[Relation]
    duration: str
    measure: str
    """The question each asks themselves at the end."""
    if_then: str

    @property
    def categories(self) -> frozenset[NeedCategory]:
        return frozenset(NEEDS[need] for need in self.needs)


def experiment_from(entry: dict[str, Any]) -> Experiment:
    return Experiment(
        key=entry["key"],
        description=entry["description"],
        needs=tuple(entry["needs"]),
        relations=frozenset(map(Relation, entry["relations"])),
        duration=entry["duration"],
        measure=entry["measure"],
        if_then=entry["ifThen"],
    )


EXPERIMENTS: tuple[Experiment, ...] = tuple(map(experiment_from, read_json("experiments.json")))
