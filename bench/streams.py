"""What event streams cost while nothing happens, and how fast they hear when something does: `python -m bench.streams`.

So many idle streams in one process, on PostgreSQL: what memory each of them takes, what keeping them alive takes of a core,
and how long after the commit a thousand of them have been told."""

from __future__ import annotations

import asyncio
import resource
import shutil
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bench.ratios import postgresql_address, running
from meetwithoutfear.domain.notices import NoticeType
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.ids import new_token, private_id, token_hash
from meetwithoutfear.store.inbox import InboxEntry, deliver
from meetwithoutfear.store.people import Device, insert_device, insert_user

EACH, AT_ONCE = 20, 100
QUIET_SECONDS, ROUNDS, TOLD = 45.0, 5, 1000
MEMORY_BAR, CORE_BAR, TOLD_BAR = 20.0, 5.0, 100.0
KILOBYTE, PAGE = 1024, resource.getpagesize()


class Stream(asyncio.Protocol):
    """Counts what it is told; what it says does not matter."""

    def __init__(self, token: str) -> None:
        self.token, self.told = token, asyncio.Event()
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  # as every stream's is
        self.transport = transport
        head = f"GET /api/v1/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {self.token}\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        if b"retry:" in data and not self.is_open.done():
            self.is_open.set_result(None)
        if b"data:" in data:
            self.told.set()

    def connection_lost(self, _: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(RuntimeError("the server hung up"))


async def make_people(store: Database, number: int) -> dict[UUID, str]:
    """With a token each; signed in past the product, for that is not what is measured."""
    now, found = datetime.now(UTC), dict[UUID, str]()
    async with store.write() as tx:
        for each in range(number):
            user = await insert_user(tx, Email(f"{each}@example.org"), "A", None, now)
            token, device = new_token(), Device(private_id(), "bench", now, now)
            await insert_device(
                tx, user.id, token_hash(token), device, now + timedelta(days=1), by_link=False
            )
            found[user.id] = token
    return found


async def open_streams(port: int, tokens: list[str]) -> list[Stream]:
    loop, found = asyncio.get_running_loop(), list[Stream]()
    for begin in range(0, len(tokens), AT_ONCE):
        made = [
            await loop.create_connection(lambda token=token: Stream(token), "127.0.0.1", port)  # type: ignore[misc]
            for token in tokens[begin : begin + AT_ONCE]
        ]
        await asyncio.gather(*(stream.is_open for _, stream in made))
        found += [stream for _, stream in made]
    return found


async def publish(store: Database, people: list[UUID], streams: list[Stream]) -> list[float]:
    for stream in streams:
        stream.told.clear()
    entries = [InboxEntry(user_id, NoticeType.SESSION_UPDATED, None, {}) for user_id in people]
    async with store.write() as tx:
        await deliver(tx, entries, datetime.now(UTC))
    began = time.perf_counter()

    async def heard(stream: Stream) -> float:
        await stream.told.wait()
        return time.perf_counter() - began

    return await asyncio.gather(*(heard(stream) for stream in streams))


def memory_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


async def measure(address: str, number: int) -> None:
    with running("ours", address) as server:
        store = Database(address)
        people = await make_people(store, number // EACH)
        tokens = [token for token in people.values() for _ in range(EACH)]
        await open_streams(server.port, tokens[:EACH])
        await asyncio.sleep(2)
        before = memory_of(server.process.pid)
        streams = await open_streams(server.port, tokens[EACH:])
        await asyncio.sleep(2)
        each = (memory_of(server.process.pid) - before) / KILOBYTE / len(streams)
        cpu, began = server.clock(), time.monotonic()
        await asyncio.sleep(QUIET_SECONDS)
        core = (server.clock() - cpu) / (time.monotonic() - began) * 100
        some, took = list(people)[1 : 1 + TOLD // EACH], list[float]()
        for _ in range(ROUNDS):
            took += await publish(store, some, streams[:TOLD])
        await store.close()
    p99 = statistics.quantiles(took, n=100)[98] * 1000
    print(f"{len(streams) + EACH} idle streams: {each:.1f} kB each (allowed {MEMORY_BAR:.0f})")
    print(f"  kept alive with {core:.1f} % of a core (allowed {CORE_BAR:.0f})")
    told = f"p50 {statistics.median(took) * 1000:.0f} ms, p99 {p99:.0f} ms (allowed {TOLD_BAR:.0f})"
    print(f"  {TOLD} of them told of something: {told}")


def main(number: int = 10_000) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    number = min(number, most - 500)
    folder = Path(tempfile.mkdtemp(prefix="mwf-bench-"))
    try:
        with postgresql_address(folder) as address:
            asyncio.run(measure(address, number))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
