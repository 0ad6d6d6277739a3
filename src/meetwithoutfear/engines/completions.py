"""Chat Completions, streamed by hand.

The library that serves everything else takes a quarter of a millisecond for each word of an OpenAI-compatible stream.
With fifty people talking that is more than one core, and a tenth of a second before every first word; read by hand it is
a millisecond (bench/relay.py), and the protocol for plain text is small. Typed tasks still go through the library.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meetwithoutfear.engines.engine import Refused, Timeouts
from meetwithoutfear.prompts.prompt import Rendered, Speaker

if TYPE_CHECKING:
    import httpx2

ROLES = {Speaker.MEMBER: "user", Speaker.GUIDE: "assistant"}
DATA, DONE = b"data:", b"[DONE]"
AFTERTHOUGHT_SECONDS = 1.0
"""How long a finished reply waits for its token counts."""


@dataclass
class StreamState:
    """What a stream says beside its words."""

    finished: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0


def body_for(model: str, rendered: Rendered, limit: dict[str, int]) -> dict[str, Any]:
    system = {"role": "system", "content": f"{rendered.static}\n\n{rendered.dynamic}"}
    said = [{"role": ROLES[turn.speaker], "content": turn.text} for turn in rendered.join_neighbours()]
    options = {"stream": True, "stream_options": {"include_usage": True}}
    return {"model": model, "messages": [system, *said], **limit, **options}


async def stream(
    client: httpx2.AsyncClient, body: dict[str, Any], patience: Timeouts, heard: StreamState
) -> AsyncGenerator[str, None]:
    import httpx2

    now = asyncio.get_running_loop().time
    end = now() + patience.stream_seconds
    until = min(end, now() + patience.first_words_seconds)
    limits = httpx2.Timeout(patience.silence_seconds, connect=patience.connect_seconds)
    request = client.build_request("POST", "chat/completions", json=body, timeout=limits)
    async with asyncio.timeout_at(until):
        response = await open_stream(client, request)
    try:
        if response.status_code != httpx2.codes.OK:
            raise Refused(response.status_code, seconds(response.headers.get("retry-after")))
        async with aclosing(data_lines(response.aiter_bytes())) as lines:
            while (data := await next_before(until, lines)) is not None:
                if word := read_event(data, heard):
                    yield word
                until = min(end, now() + AFTERTHOUGHT_SECONDS) if heard.finished else end
    except (TimeoutError, httpx2.TransportError):
        if not heard.finished:  # the reply is whole; what is missing is only the good-bye
            raise
    finally:
        await response.aclose()


async def open_stream(client: httpx2.AsyncClient, request: httpx2.Request) -> httpx2.Response:
    """At once again after a hang-up: servers close a kept connection just when the next call takes it."""
    import httpx2

    try:
        return await client.send(request, stream=True)
    except (httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError):
        return await client.send(request, stream=True)


async def next_before(until: float, lines: AsyncIterator[bytes]) -> bytes | None:
    """The client itself measures the silence; but a server that sends nothing except signs of life is not silent."""
    async with asyncio.timeout_at(until):
        return await anext(lines, None)


async def data_lines(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """Everything else in a stream of events is comment or form. Split as bytes, at the two characters that JSON never
    holds unescaped: the client's own lines also end at characters that people, and models, write."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk.replace(b"\r", b"\n")).split(b"\n")
        for line in lines:
            if line.startswith(DATA):
                yield line.removeprefix(DATA).strip()
    if rest.startswith(DATA):
        yield rest.removeprefix(DATA).strip()


def read_event(data: bytes, heard: StreamState) -> str:
    """Servers differ in what they leave out: everything but the words may be missing."""
    if data in (b"", DONE):
        heard.finished = heard.finished or data == DONE
        return ""
    event = json.loads(data.decode(errors="replace"))
    if event.get("error"):
        raise Refused(503)  # broken in the middle of a sentence: servers tell why in a dozen ways
    read_usage(event.get("usage") or {}, heard)
    choice = (event.get("choices") or [{}])[0]
    heard.finished = heard.finished or bool(choice.get("finish_reason"))
    word: str = (choice.get("delta") or {}).get("content") or ""
    return word


def read_usage(usage: dict[str, Any], heard: StreamState) -> None:
    """Some servers count along with every word, others only at the end."""
    details = usage.get("prompt_tokens_details") or {}
    heard.input_tokens = usage.get("prompt_tokens") or heard.input_tokens
    heard.output_tokens = usage.get("completion_tokens") or heard.output_tokens
    heard.cached_tokens = details.get("cached_tokens") or heard.cached_tokens


def seconds(text: str | None) -> float | None:
    return float(text) if text and text.isdecimal() else None
