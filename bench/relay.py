"""What our relay adds to the time until a person sees the first word of a reply, and what it costs.

A server in a process of its own plays a model that says 100 words a second. One person talks to it, then fifty at the
same time, having come in one after the other. The same is done with a bare relay, which forwards the bytes and does not
look at them; the difference is ours: rendering the prompt, reading the events, and the tag parser. Both relays take
turns, so that whatever else the machine does hits them alike.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import statistics
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

import httpx2

from meetwithoutfear.engines.engine import EngineName, EngineSettings, Relay
from meetwithoutfear.engines.models import ModelEngine
from meetwithoutfear.prompts import chats
from meetwithoutfear.prompts.prompt import Speaker, Turn

PER_SECOND = 100
COME_IN_EVERY = 0.05
ALLOWED_MS = 5.0


@dataclass(frozen=True)
class Load:
    people: int
    words: int
    rounds: int


LOADS = (Load(people=1, words=20, rounds=50), Load(people=50, words=300, rounds=3))

PROMPT = chats.WitnessChat(
    me="Jason",
    partner="Tara",
    topic="the overdraft",
    turn=2,
    turns=(Turn(Speaker.MEMBER, "She never tells me anything."),),
)
Words = Callable[[], AsyncIterator[str]]


@dataclass
class Measured:
    first_ms: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0


async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The number of words is the name of the model."""
    now = asyncio.get_running_loop().time
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    words = int(json.loads(await reader.readexactly(length))["model"])
    began = now()
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
    for number in range(1, words + 1):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - now()))
        writer.write(event({"content": f"word{number} "}, None))
    writer.write(event({}, "stop") + b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()


def event(delta: dict[str, str], reason: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


def serve(ready: Connection) -> None:
    async def forever() -> None:
        server = await asyncio.start_server(play, "127.0.0.1", 0, backlog=200)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


def bare(client: httpx2.AsyncClient, url: str, words: int) -> Words:
    rendered = PROMPT.render()
    system = {"role": "system", "content": f"{rendered.static}\n\n{rendered.dynamic}"}
    user = {"role": "user", "content": "\n\n".join(turn.text for turn in rendered.turns)}
    body = {"model": str(words), "stream": True, "messages": [system, user]}

    async def forwarded() -> AsyncGenerator[str, None]:
        async with client.stream("POST", f"{url}/chat/completions", json=body) as response:
            async for chunk in response.aiter_bytes():
                yield chunk.decode()

    return forwarded


def ours(engine: ModelEngine) -> Words:
    return lambda: aiter(Relay(engine, PROMPT))


async def one_person(words: Words, number: int, expected: int) -> float:
    await asyncio.sleep(number * COME_IN_EVERY)
    asked, first, heard = time.perf_counter(), 0.0, ""
    async for piece in words():
        first = first or time.perf_counter() - asked
        heard += piece
    if heard.count("word") != expected:
        raise RuntimeError(f"{heard.count('word')} of {expected} words arrived")
    return first * 1000


async def one_round(words: Words, load: Load, into: Measured) -> None:
    began = time.process_time()
    into.first_ms += await asyncio.gather(
        *(one_person(words, number, load.words) for number in range(load.people))
    )
    into.cpu_seconds += time.process_time() - began


async def measure(url: str, load: Load) -> dict[str, Measured]:
    settings = EngineSettings(EngineName.OPENAI, url=url, model_deep=str(load.words))
    engine = ModelEngine(settings, lambda _: None)
    measured = {"bare": Measured(), "ours": Measured()}
    async with httpx2.AsyncClient(timeout=60, limits=httpx2.Limits(max_connections=200)) as client:
        relays = {"bare": bare(client, url, load.words), "ours": ours(engine)}
        for words in relays.values():
            await one_person(words, 0, load.words)  # the first call of all pays for imports
        for _ in range(load.rounds):
            for name, words in relays.items():
                await one_round(words, load, measured[name])
    await engine.close()
    return measured


def show(load: Load, measured: dict[str, Measured]) -> None:
    calls = load.people * load.rounds
    print(f"{load.people} at a time, {PER_SECOND} words/s, {calls} replies of {load.words} words")
    print(f"  {'':<6}{'first word, median ms':>23}{'p95 ms':>9}{'CPU µs/word':>13}")
    medians = {}
    for name, one in measured.items():
        medians[name] = statistics.median(one.first_ms)
        p95 = statistics.quantiles(one.first_ms, n=20)[18]
        cost = one.cpu_seconds / (calls * load.words) * 1e6
        print(f"  {name:<6}{medians[name]:>23.2f}{p95:>9.2f}{cost:>13.0f}")
    added = medians["ours"] - medians["bare"]
    verdict = "ok" if added <= ALLOWED_MS else "TOO MUCH"
    print(
        f"  added {added:.2f} ms (allowed {ALLOWED_MS:.0f}): {verdict}; ratio {medians['ours'] / medians['bare']:.3f}"
    )


def main() -> None:
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    try:
        url = f"http://127.0.0.1:{here.recv()}/v1"
        for load in LOADS:
            show(load, asyncio.run(measure(url, load)))
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
