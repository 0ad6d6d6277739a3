"""A golden recording: what two people did, and everything each of them could then get.

After each act, once all that follows from it has been done, both are asked for everything they may read, in a fixed order,
since some of it acts. Written down is what has changed, a line for each field, with ids and tokens numbered as they appear:
so the whole of both their worlds is compared at every step, and the recording reads as the story it tells. Whether something
refused has changed anything shows at the next step."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import sqlalchemy as sa

from hearing import Listener
from looking import rows
from meetwithoutfear.store.tables import users
from people import AUTHORITIES, Person
from serving import Served
from waiting import PATIENCE_SECONDS, wait_until

OF_A_PERSON = (
    "/me",
    "/me/devices",
    "/me/notifications",
    "/me/consents",
    "/me/screening",
    "/sessions",
    "/sessions?archived=true",
    "/notifications/badge-count",
)
OF_A_SESSION = (
    "",
    "/screening",
    "/compact/status",
    "/messages?limit=100",
    "/inner-thoughts?limit=100",
    "/emotions",
    "/feelings/suggested",
    "/empathy/status",
    "/empathy/partner",
    "/empathy/draft",
    "/empathy/share-suggestion",
    "/needs",
    "/needs/comparison",
    "/common-ground",
    "/strategies",
    "/strategies/overlap",
    "/agreements",
    "/pending-actions",
    "/timeline",
)
LEFT_OUT = {
    "/help": "read once: the same for everybody",
    "/guide": "read once: the same for everybody",
    "/push/key": "read once: the same for everybody",
    "/events": "listened to all the time",
    "/me/export": "read by the stories that come to an end",
    "/invitations/{token}": "read by the stories that invite",
    "/healthz": "of the server",
    "/readyz": "of the server",
    "/health/live": "of the server",
    "/health/ready": "of the server",
    "/sessions/{session_id}/agreements/{agreement_id}/check-in": "read for each agreement",
}
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
SHUFFLED = {"strategies", "overlap", "unrankedStrategies", "hiddenIds", "suggestions", "ideas"}
"""In an order by chance, on purpose, or by ids that are."""


class Recording:
    def __init__(self, server: Served) -> None:
        self.server = server
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self.observers: list[Observer] = []
        self.is_amid = False
        self.is_behind = False

    def follows(self, *people: Person) -> None:
        """From here on. What is there already is written down first."""
        for person in people:
            self.observers.append(Observer(self, person))
            person.http.event_hooks = {
                "request": [self._before_act],
                "response": [self._after_act_of(person)],
            }
        self._look()

    def goes_on_with(self, *people: Person) -> None:
        """What is there already, another story tells."""
        self.follows(*people)
        self.lines.clear()

    def passes(self, **units: float) -> None:
        self._write("", f"## {', '.join(f'{number:g} {unit}' for unit, number in units.items())} later")
        self.server.clock.passes(**units)
        self._look()

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Acts that belong together: what has come of them is looked at once."""
        self.is_amid = True
        yield
        self.is_amid = False
        self._look()

    def reads(self, person: Person, path: str) -> None:
        """What is not read at every step."""
        self._write("", f"## {person.name}: GET {path}", *self.lines_of(person.asks("GET", path)))

    def exports(self, *people: Person) -> None:
        for person in people:
            self._write("", f"## {person.name}: GET /me/export")
            with zipfile.ZipFile(io.BytesIO(person.asks("GET", "/me/export").content)) as archive:
                mine, in_words = (archive.read(name).decode() for name in ("export.json", "export.md"))
            self._write(*(f"   {field} = {value}" for field, value in self.flat("", json.loads(mine))))
            parts = [in_order(part) for part in in_words.split("\n## ")]
            self._write(*(f"   | {line}" for line in "\n## ".join(parts).splitlines()))

    def close(self) -> None:
        if self.is_behind:
            self._look()
        for observer in self.observers:
            observer.person.http.event_hooks = {}
            observer.close()

    @property
    def text(self) -> str:
        return "\n".join(self.lines).lstrip() + "\n"

    def _before_act(self, request: httpx.Request) -> None:
        """No two acts at the same instant: whatever is ordered by its time then has an order."""
        if request.method != "GET":
            self.server.clock.passes(seconds=1)
            self.server.rests()

    def _after_act_of(self, person: Person) -> Any:
        def record(answer: httpx.Response) -> None:
            request = answer.request
            if request.method == "GET":
                return
            answer.read()
            path = str(request.url.raw_path, "ascii").removeprefix("/api/v1")
            said = json.dumps(json.loads(request.content), ensure_ascii=False) if request.content else ""
            self._write(
                "", f"## {person.name}: {request.method} {path} {said}".rstrip(), *self.lines_of(answer)
            )
            self.is_behind = True
            if answer.is_success and not self.is_amid:
                self._look()

        return record

    def _look(self) -> None:
        self.is_behind = False
        self.server.rests()
        emails = [observer.person.email for observer in self.observers]
        heads = sa.select(users.c.email, users.c.inbox_seq).where(users.c.email.in_(emails))
        heard = {row.email: row.inbox_seq for row in rows(self.server.settings.database_url, heads)}
        for observer in self.observers:
            self._write(*observer.look(heard.get(observer.person.email, 0)))

    def _write(self, *lines: str) -> None:
        self.lines += [self.canonical(line) for line in lines]

    def canonical(self, text: str) -> str:
        text = ID.sub(lambda found: self._name("id", found[0]), text)
        return TOKEN.sub(lambda found: self._name("token", found[0]), text)

    def _name(self, kind: str, value: str) -> str:
        return self.names.setdefault(value, f"{kind}-{len(self.names) + 1}")

    def lines_of(self, answer: httpx.Response) -> list[str]:
        fields = self.fields_of(answer).items()
        return [f"-> {answer.status_code}", *(f"   {field} = {value}" for field, value in fields)]

    def fields_of(self, answer: httpx.Response) -> dict[str, str]:
        if answer.headers.get("content-type", "").startswith("application/json"):
            return dict(self.flat("", answer.json()))
        return {str(number): line for number, line in enumerate(answer.text.splitlines(), 1) if line}

    def flat(self, path: str, value: Any) -> Iterator[tuple[str, str]]:
        """A line for each field. Things in a list are called by their ids, so that a new one moves no other."""
        if isinstance(value, dict) and value:
            for key in sorted(value):
                yield from self.flat(f"{path}.{key}" if path else key, value[key])
        elif isinstance(value, list) and value:
            if path.rpartition(".")[2] in SHUFFLED:
                value = sorted(value, key=self._by_words)
            names = [str(each["id"]) if isinstance(each, dict) and "id" in each else "" for each in value]
            if all(names):
                yield path, " ".join(names)
            for number, (name, each) in enumerate(zip(names, value, strict=True), 1):
                yield from self.flat(f"{path}[{name or number}]", each)
        else:
            yield path, json.dumps(value, ensure_ascii=False)

    def _by_words(self, value: Any) -> tuple[int, str]:
        """Where there are only ids: as they have first appeared."""
        if isinstance(value, str):
            return list(self.names).index(value), ""
        return 0, json.dumps({key: each for key, each in value.items() if key != "id"}, sort_keys=True)


class Observer:
    """What one of them can get: all of it, whenever it is asked for."""

    def __init__(self, recording: Recording, person: Person) -> None:
        self.recording, self.person = recording, person
        self.http = httpx.Client(
            base_url=person.http.base_url, timeout=PATIENCE_SECONDS, trust_env=False, verify=AUTHORITIES
        )
        self.seen: dict[str, dict[str, str]] = {}
        self.ear = Listener(person.http, 0)

    def close(self) -> None:
        self.ear.close()
        self.http.close()

    def look(self, newest: int) -> Iterator[str]:
        yield from self.events(newest)
        self.http.headers["Authorization"] = self.person.http.headers["Authorization"]
        for path in self.paths():
            answer = self.http.get(path)
            now = {"status": str(answer.status_code), **self.recording.fields_of(answer)}
            before = self.seen.get(path, {})
            changed = [f"   {field} = {now[field]}" for field in now if before.get(field) != now[field]]
            gone = [f"   {field} is gone" for field in before if field not in now]
            if changed or gone:
                yield f"{self.person.name} GET {path}"
                yield from (*changed, *gone)
            self.seen[path] = now

    def paths(self) -> Iterator[str]:
        yield from OF_A_PERSON
        if not self.person.session_id:
            return
        for path in OF_A_SESSION:
            yield self.person.here(path)
        agreements = self.seen.get(self.person.here("/agreements"), {})
        for each in agreements.get("data.agreements", "").split():
            if ID.fullmatch(each):
                yield self.person.here(f"/agreements/{each}/check-in")

    def events(self, newest: int) -> Iterator[str]:
        wait_until(lambda: (self.ear.last_id or 0) >= newest, f"{self.person.name} has heard everything")
        while not self.ear.heard.empty():
            event = self.ear.heard.get()
            if event is not None:
                yield f"{self.person.name} hears {json.dumps(event, ensure_ascii=False, sort_keys=True)}"


def in_order(part: str) -> str:
    """A part of an export as it is read."""
    title, _, ideas = part.partition("\n\n")
    return "\n\n".join([title, *sorted(ideas.strip().split("\n\n")), ""]) if title == "Ideas" else part
