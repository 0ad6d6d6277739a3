"""Chat Completions, streamed by hand.

The library that serves everything else takes a third of a millisecond for each word of an OpenAI-compatible stream and
three to open it, which is more than a process with fifty conversations has to give; the protocol for plain text is small
enough to be read directly, at a tenth of that (bench/relay.py). Typed tasks still go through the library.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meetwithoutfear.engines.patience import Patience, Refused
from meetwithoutfear.prompts.prompt import Rendered, Speaker

if TYPE_CHECKING:
    import httpx2

ROLES = {Speaker.MEMBER: "user", Speaker.GUIDE: "assistant"}
DATA, DONE = "data:", "[DONE]"


@dataclass
class Heard:
    """What a stream says beside its words."""

    finished: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0


def body_for(model: str, rendered: Rendered, limit: dict[str, int]) -> dict[str, Any]:
    system = {"role": "system", "content": f"{rendered.static}\n\n{rendered.dynamic}"}
    said = [{"role": ROLES[turn.speaker], "content": turn.text} for turn in rendered.joined()]
    options = {"stream": True, "stream_options": {"include_usage": True}}
    return {"model": model, "messages": [system, *said], **limit, **options}


async def stream(
    client: httpx2.AsyncClient, body: dict[str, Any], patience: Patience, heard: Heard
) -> AsyncGenerator[str, None]:
    import httpx2

    clock = asyncio.get_running_loop().time
    end = clock() + patience.stream_seconds
    first = min(end, clock() + patience.first_words_seconds)
    limits = httpx2.Timeout(patience.silence_seconds, connect=patience.connect_seconds)
    request = client.build_request("POST", "chat/completions", json=body, timeout=limits)
    async with asyncio.timeout_at(first):
        response = await client.send(request, stream=True)
    try:
        if response.status_code != httpx2.codes.OK:
            raise Refused(response.status_code, seconds(response.headers.get("retry-after")))
        async for event in events(response.aiter_lines(), first):
            if clock() > end:
                raise TimeoutError
            if word := read_event(event, heard):
                yield word
    finally:
        await response.aclose()


async def events(lines: AsyncIterator[str], first: float) -> AsyncIterator[dict[str, Any]]:
    """The first has to come in time; between the others the client itself measures the silence."""
    line: str | None = ""
    async with asyncio.timeout_at(first):
        while line is not None and not line.startswith(DATA):
            line = await anext(lines, None)
    while line is not None:
        data = line.removeprefix(DATA).strip()
        if line.startswith(DATA) and data and data != DONE:
            yield json.loads(data)
        line = await anext(lines, None)


def read_event(event: dict[str, Any], heard: Heard) -> str:
    """Servers differ in what they leave out: everything but the words may be missing."""
    if event.get("error"):
        raise Refused(
            503
        )  # overloaded or broken in the middle of a sentence: servers tell it in a dozen ways
    if usage := event.get("usage"):
        heard.input_tokens = usage.get("prompt_tokens") or 0
        heard.output_tokens = usage.get("completion_tokens") or 0
        heard.cached_tokens = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
    choice = (event.get("choices") or [{}])[0]
    heard.finished = heard.finished or bool(choice.get("finish_reason"))
    return (choice.get("delta") or {}).get("content") or ""


def seconds(text: str | None) -> float | None:
    return float(text) if text and text.isdecimal() else None
