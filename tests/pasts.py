"""How far people have come when a test begins. It is lived once, over HTTP, and then copied: the database, the key its
links are made with, and what each of them carries. The clock stands still meanwhile, so nobody can tell."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from databases import Postgresql, Sqlite
from people import Person
from serving import served, settings_for

PEOPLE = ("Alice", "Bob", "Eve")


def come_to_guess(alice: Person, bob: Person) -> None:
    bob.joins(alice.starts_session())
    alice.comes_to_guess()
    bob.comes_to_guess()


def understand(alice: Person, bob: Person) -> None:
    alice.understands(bob)


def stand_together(alice: Person, bob: Person) -> None:
    alice.stands_with(bob)


def rank(alice: Person, bob: Person) -> None:
    alice.ranks_with(bob)


STAGES: dict[str, Callable[[Person, Person], None]] = {
    "couple": come_to_guess,
    "understood": understand,
    "grounded": stand_together,
    "ranked": rank,
}
"""Each after the one before, by the name of the fixture that asks for it."""


@dataclass(frozen=True)
class Past:
    database: str
    """What a test's database is copied from."""
    data: Path | None = None
    carried: dict[str, dict[str, Any]] = field(default_factory=dict)
    stage: str = ""

    def brings(self, person: Person) -> bool:
        """Gives them what they carried, if they were there."""
        if person.name not in self.carried:
            return False
        carried = dict(self.carried[person.name])
        person.http.headers["Authorization"] = carried.pop("token")
        vars(person).update(carried)
        return True

    def has_come_to(self, stage: str) -> bool:
        stages = list(STAGES)
        return bool(self.stage) and stages.index(self.stage) >= stages.index(stage)


class Pasts:
    """Those of one kind of database, each made when it is first asked for."""

    def __init__(self, databases: Sqlite | Postgresql, folder: Path) -> None:
        self.databases, self.folder = databases, folder
        self.made: dict[tuple[str, ...], Past] = {}

    def of(self, fixtures: Collection[str]) -> Past:
        """By the names of the fixtures that a test asks for."""
        asked = [stage for stage in STAGES if stage in fixtures]
        if asked:
            return self.at(asked[-1])
        return self.registered(*(name for name in PEOPLE if name.lower() in fixtures))

    def registered(self, *names: str) -> Past:
        if names and names not in self.made:
            nobody = Past(self.databases.template)
            self.made[names] = self.lived(nobody, names, lambda *people: [p.registers() for p in people])
        return self.made[names] if names else Past(self.databases.template)

    def at(self, stage: str) -> Past:
        if (stage,) not in self.made:
            stages = list(STAGES)
            number = stages.index(stage)
            before = self.at(stages[number - 1]) if number else self.registered("Alice", "Bob")
            self.made[stage,] = self.lived(before, ("Alice", "Bob"), STAGES[stage], stage)
        return self.made[stage,]

    def lived(self, before: Past, names: tuple[str, ...], story: Callable[..., Any], stage: str = "") -> Past:
        folder = self.folder / uuid4().hex
        folder.mkdir()
        if before.data:
            shutil.copytree(before.data, folder / "data")
        database, url = self.databases.keep(before.database)
        with served(settings_for(url, folder)) as server:
            people = [Person(server.url, name) for name in names]
            for person in people:
                before.brings(person)
            story(*people)
            server.rests()
            carried = {person.name: carried_by(person) for person in people}
            for person in people:
                person.close()
        return Past(database, folder / "data", carried, stage)


def carried_by(person: Person) -> dict[str, Any]:
    mine = {name: value for name, value in vars(person).items() if name != "http"}
    return {**mine, "token": person.http.headers["Authorization"]}
