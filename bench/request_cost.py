"""What a request costs: CPU of the server process per request, as a ratio to the barest request there is.

Interleaved rounds, the smallest of each: whatever else the machine does hits all of them alike."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

PORT = 18431
ROUNDS = 5
REQUESTS = 200

Call = Callable[[], httpx.Response]


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost(pid: int, call: Call) -> float:
    before = cpu_seconds(pid)
    for _ in range(REQUESTS):
        call().raise_for_status()
    return (cpu_seconds(pid) - before) / REQUESTS * 1000


def wait_for(url: str) -> None:
    for _ in range(200):
        try:
            httpx.get(f"{url}/health/ready").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server did not start")


def calls(http: httpx.Client) -> dict[str, Call]:
    http.post("/auth/register", json={"email": "a@example.org", "password": "12345678", "name": "A"})
    made = [
        http.post("/sessions", json={"partnerName": "B"}).json()["data"]["session"]["id"] for _ in range(20)
    ]
    here = f"/sessions/{made[0]}"
    return {
        "GET /health/live (the barest)": lambda: http.get("/health/live"),
        "GET /me": lambda: http.get("/me"),
        "GET /sessions/{id}": lambda: http.get(here),
        "GET /sessions (20 of them)": lambda: http.get("/sessions"),
        "POST /sessions/{id}/invitation": lambda: http.post(f"{here}/invitation", json={}),
    }


def measure(url: str, pid: int) -> dict[str, float]:
    with httpx.Client(base_url=url, timeout=60) as http:
        best: dict[str, float] = {}
        named = calls(http)
        for _ in track(range(ROUNDS), description="rounds", console=Console(stderr=True)):
            for name, call in named.items():
                best[name] = min(best.get(name, float("inf")), cost(pid, call))
    return best


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "MWF_DATA_DIR": folder,
            "MWF_PORT": str(PORT),
            "MWF_RATE_LIMITS": "off",
            "MWF_LOG_LEVEL": "warning",
        }
        server = subprocess.Popen([sys.executable, "-m", "meetwithoutfear", "serve"], env=env)
        try:
            url = f"http://127.0.0.1:{PORT}/api/v1"
            wait_for(url)
            best = measure(url, server.pid)
        finally:
            server.terminate()
            server.wait()
    table = Table("request", "CPU ms", "ratio")
    barest = next(iter(best.values()))
    for name, milliseconds in best.items():
        table.add_row(name, f"{milliseconds:.2f}", f"{milliseconds / barest:.1f}")
    Console().print(table)
