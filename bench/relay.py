"""What our relay adds to the time until a person sees the first word of a reply, and what it costs.

A server in a process of its own plays a model: it waits a moment and then says 100 words a second. Fifty people talk to
it at the same time, having come in one after the other. The same is done with a bare relay, which does nothing but read
the stream and take the words out of it; the difference is ours: rendering the prompt, the library, and the tag parser.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import statistics
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import httpx2

from meetwithoutfear.engines.engine import EngineName, EngineSettings
from meetwithoutfear.engines.models import ModelEngine
from meetwithoutfear.engines.relay import Relay
from meetwithoutfear.prompts import stage_1_witness
from meetwithoutfear.prompts.prompt import Speaker, Turn

PEOPLE = 50
WORDS = 300
PER_SECOND = 100
THINKS_SECONDS = 0.2
COME_IN_EVERY = 0.05
ROUNDS = 3
ALLOWED_MS = 5.0

PROMPT = stage_1_witness.Input(
    me="Jason",
    partner="Tara",
    topic="the overdraft",
    turn=2,
    turns=(Turn(Speaker.MEMBER, "She never tells me anything."),),
)
Words = Callable[[], AsyncIterator[str]]


@dataclass(frozen=True)
class Round:
    first_ms: list[float]
    cpu_seconds: float


async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    await reader.readexactly(length)
    began = asyncio.get_running_loop().time() + THINKS_SECONDS
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
    for number in range(WORDS):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - asyncio.get_running_loop().time()))
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


def bare(client: httpx2.AsyncClient, url: str) -> Words:
    rendered = PROMPT.render()
    system = {"role": "system", "content": f"{rendered.static}\n\n{rendered.dynamic}"}
    user = {"role": "user", "content": "\n\n".join(turn.text for turn in rendered.turns)}
    body = {"model": "m", "stream": True, "messages": [system, user]}

    async def words() -> AsyncGenerator[str, None]:
        async with client.stream("POST", f"{url}/chat/completions", json=body) as response:
            async for line in response.aiter_lines():
                if line.startswith("data: {"):
                    choice = json.loads(line[6:])["choices"][0]
                    if word := choice["delta"].get("content"):
                        yield word

    return words


def ours(engine: ModelEngine) -> Words:
    return lambda: aiter(Relay(engine, PROMPT))


async def one_person(words: Words, number: int) -> float:
    await asyncio.sleep(number * COME_IN_EVERY)
    asked, first, heard = time.perf_counter(), 0.0, 0
    async for word in words():
        first = first or time.perf_counter() - asked
        heard += word.count("word")
    if heard != WORDS:
        raise RuntimeError(f"{heard} of {WORDS} words arrived")
    return first * 1000


async def one_round(words: Words) -> Round:
    began = time.process_time()
    first = await asyncio.gather(*(one_person(words, number) for number in range(PEOPLE)))
    return Round(first, time.process_time() - began)


async def measure(url: str) -> dict[str, list[Round]]:
    engine = ModelEngine(EngineSettings(EngineName.OPENAI, url=url, model_deep="m"), lambda _: None)
    rounds: dict[str, list[Round]] = {"bare": [], "ours": []}
    async with httpx2.AsyncClient(timeout=60, limits=httpx2.Limits(max_connections=200)) as client:
        relays = {"bare": bare(client, url), "ours": ours(engine)}
        for words in relays.values():
            await one_person(words, 0)  # the first call of all pays for imports
        for _ in range(ROUNDS):
            for name, words in relays.items():
                rounds[name].append(await one_round(words))
    await engine.close()
    return rounds


def show(rounds: dict[str, list[Round]]) -> None:
    print(
        f"{PEOPLE} streams of {PER_SECOND} words/s, first word after {THINKS_SECONDS * 1000:.0f} ms, best of {ROUNDS}"
    )
    print(f"{'relay':<8}{'median ms':>12}{'p95 ms':>12}{'CPU µs/word':>14}")
    medians, costs = {}, {}
    for name, done in rounds.items():
        # Whatever else the machine does only ever adds: the best round tells most about the relay.
        first = min((one.first_ms for one in done), key=statistics.median)
        medians[name] = statistics.median(first)
        costs[name] = min(one.cpu_seconds for one in done) / (PEOPLE * WORDS) * 1e6
        print(
            f"{name:<8}{medians[name]:>12.1f}{statistics.quantiles(first, n=20)[18]:>12.1f}{costs[name]:>14.0f}"
        )
    added = medians["ours"] - medians["bare"]
    print(f"time to the first word, ours / bare: {medians['ours'] / medians['bare']:.3f}")
    print(f"CPU per word, ours / bare: {costs['ours'] / costs['bare']:.1f}")
    print(
        f"added at the median: {added:.1f} ms (allowed {ALLOWED_MS:.0f} ms): {'ok' if added <= ALLOWED_MS else 'TOO MUCH'}"
    )


def main() -> None:
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    try:
        show(asyncio.run(measure(f"http://127.0.0.1:{here.recv()}/v1")))
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
