"""How much code one request runs: the distinct functions of the package, and their files, in the web process alone.

A rule that is cut into many small functions costs its reader a jump for each of them; this says how many there are."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import CodeType, FrameType

import httpx
from rich.console import Console
from rich.table import Table

import meetwithoutfear
from meetwithoutfear.config import load_settings
from meetwithoutfear.main import build_app

PACKAGE = Path(meetwithoutfear.__file__).parent
BARS = {"POST pause": 80, "POST empathy/consent": 120}
PASSWORD = "a long walk home"
STATEMENT = "I imagine that you feel left alone with all of it, and that you long to be asked how you are."


class Count:
    """What runs while it is entered, on this thread and on those that were begun after it was made."""

    def __init__(self) -> None:
        self.ran: set[CodeType] | None = None
        threading.setprofile(self.note)
        sys.setprofile(self.note)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if self.ran is not None and event == "call":
            self.ran.add(frame.f_code)

    async def of(self, request: Awaitable[httpx.Response]) -> dict[str, set[str]]:
        """The names of the functions, by file. A comprehension is a part of its function."""
        self.ran = set()
        answer = await request
        ran, self.ran = self.ran, None
        answer.raise_for_status()
        found: dict[str, set[str]] = {}
        for code in ran:
            path = Path(code.co_filename)
            if path.is_relative_to(PACKAGE) and not code.co_name.endswith(("comp>", "<genexpr>")):
                name = f"{code.co_firstlineno} {code.co_qualname}"
                found.setdefault(str(path.relative_to(PACKAGE)), set()).add(name)
        return found


class Member:
    def __init__(self, client: Callable[[], httpx.AsyncClient], name: str) -> None:
        self.http, self.name, self.here = client(), name, ""

    async def post(self, path: str, body: object = None) -> httpx.Response:
        return (await self.http.post(path, json=body)).raise_for_status()

    async def register(self) -> None:
        account = {"email": f"{self.name}@example.org", "password": PASSWORD, "name": self.name}
        token = (await self.post("/auth/register", account)).json()["data"]["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def come_to_guess(self, session_id: str) -> None:
        self.here = f"/sessions/{session_id}"
        await self.post(f"{self.here}/compact/sign")
        await self.post(f"{self.here}/messages", {"content": "It has been a long and lonely year."})
        await self.post(f"{self.here}/feel-heard", {"confirmed": True})


async def measure(folder: str) -> dict[str, dict[str, set[str]]]:
    count = Count()
    app = build_app(load_settings({"MWF_DATA_DIR": folder, "MWF_RATE_LIMITS": "off"}), with_worker=False)

    def client() -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://127.0.0.1/api/v1", timeout=60
        )

    async with app.router.lifespan_context(app):
        alice, bob = Member(client, "alice"), Member(client, "bob")
        await alice.register()
        await bob.register()
        made = (await alice.post("/sessions", {"partnerName": "Bob"})).json()["data"]
        await bob.post(f"/invitations/{made['invitation']['token']}/accept", {})
        for member in (alice, bob):
            await member.come_to_guess(made["session"]["id"])
        found = {
            "GET session": await count.of(alice.http.get(alice.here)),
            "POST pause": await count.of(alice.http.post(f"{alice.here}/pause")),
            "POST resume": await count.of(alice.http.post(f"{alice.here}/resume")),
        }
        consent = {"consent": True, "content": STATEMENT}
        found["POST empathy/consent"] = await count.of(
            alice.http.post(f"{alice.here}/empathy/consent", json=consent)
        )
        for member in (alice, bob):
            await member.http.aclose()
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(folder))
    sys.setprofile(None)
    table = Table("request", "functions", "files", "by layer", "bar")
    for request, files in found.items():
        layers: dict[str, int] = {}
        for path, names in sorted(files.items()):
            layer = Path(path).parts[0]
            layers[layer] = layers.get(layer, 0) + len(names)
        by_layer = ", ".join(f"{layer} {number}" for layer, number in layers.items())
        table.add_row(
            request, str(sum(layers.values())), str(len(files)), by_layer, str(BARS.get(request, ""))
        )
    Console().print(table)
    if "--names" in sys.argv:
        for request, files in found.items():
            print(f"\n{request}")
            for path, names in sorted(files.items()):
                print(f"  {path}: {', '.join(sorted(names, key=lambda name: int(name.split()[0])))}")


if __name__ == "__main__":
    main()
