"""What is special about servers that merely resemble OpenAI's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from engines.table import CHAT, TASK, laid
from engines.wire import Answer, End, Response, Wire, byte_by_byte
from engines.wire_openai import OpenAI
from meetwithoutfear.engines import completions
from meetwithoutfear.engines.engine import CallOutcome, EngineError, EngineName, EngineSettings, Timeouts
from meetwithoutfear.engines.models import ModelEngine
from meetwithoutfear.engines.providers import Connection
from prompts.samples import GOOD_ANALYSIS

pytestmark = pytest.mark.anyio

NO_TOOLS = 'this model does not support "tools"'


@pytest.mark.parametrize("status", [400, 404, 500])
async def test_a_server_without_tools_is_asked_by_schema_from_then_on(status: int) -> None:
    server, said = OpenAI(), json.dumps(GOOD_ANALYSIS)
    async with laid(
        server, Wire(server.failed(status, NO_TOOLS), server.said(said), server.said(said))
    ) as table:
        assert await table.engine.answer(TASK) == await table.engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
        first, second, third = (request.body for request in table.wire.requests)
    assert first["tools"][0]["function"]["parameters"]["properties"].keys() == GOOD_ANALYSIS.keys()
    assert "tools" not in second
    assert second["response_format"]["json_schema"]["schema"]["properties"].keys() == GOOD_ANALYSIS.keys()
    assert third["response_format"] == second["response_format"]
    assert table.pauses == []


async def test_a_server_that_knows_neither_tools_nor_schemas_is_of_no_use() -> None:
    server = OpenAI()
    answers = server.failed(400, NO_TOOLS), server.failed(400, "neither tools nor response_format")
    async with laid(server, Wire(*answers)) as table:
        with pytest.raises(EngineError):
            await table.engine.answer(TASK)
    assert table.call.outcome is CallOutcome.UNAVAILABLE


async def test_the_correction_of_an_answer_by_schema_is_an_ordinary_message() -> None:
    server = OpenAI()
    answers = server.failed(400, NO_TOOLS), server.said("{}"), server.said(json.dumps(GOOD_ANALYSIS))
    async with laid(server, Wire(*answers)) as table:
        await table.engine.answer(TASK)
        *_, last = table.wire.requests[-1].body["messages"]
    assert last["role"] == "user"
    assert "alignmentScore: Field required" in last["content"]


@pytest.mark.parametrize("words", ["I would say they are close.", ""])
async def test_a_model_that_passes_the_tool_by_is_held_to_the_schema_next_time(words: str) -> None:
    server, said = OpenAI(), json.dumps(GOOD_ANALYSIS)
    async with laid(
        server, Wire(server.said(words), server.said(said), server.called(GOOD_ANALYSIS))
    ) as table:
        assert await table.engine.answer(TASK) == await table.engine.answer(TASK)
        first, second, third = (request.body for request in table.wire.requests)
    assert [("tools" in body, "response_format" in body) for body in (first, second, third)] == [
        (True, False), (False, True), (True, False),
    ]  # fmt: skip
    assert second["messages"][-2]["content"] == (words or "…")


async def test_arguments_that_are_no_json_go_back_with_the_reason() -> None:
    server = OpenAI()
    async with laid(
        server, Wire(server.called('{"alignmentScore": '), server.called(GOOD_ANALYSIS))
    ) as table:
        assert await table.engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
        *_, last = table.wire.requests[-1].body["messages"]
    assert last["role"] == "tool"
    assert "Invalid JSON" in last["content"]


async def test_only_the_plainest_form_is_sent() -> None:
    server = OpenAI()
    async with laid(server, Wire(server.called(GOOD_ANALYSIS))) as table:
        await table.engine.answer(TASK)
        (request,) = table.wire.requests
    roles = [message["role"] for message in request.body["messages"]]
    assert roles == ["system", "user"]
    assert all(isinstance(message["content"], str) for message in request.body["messages"])
    assert "strict" not in request.body["tools"][0]["function"]
    assert not {"max_completion_tokens", "reasoning_effort", "temperature"} & request.body.keys()


async def test_a_server_without_keys_needs_none() -> None:
    server = OpenAI()
    wire = Wire(server.called(GOOD_ANALYSIS))
    async with wire.serving() as url:
        settings = replace(server.settings(url), key=None)
        engine = ModelEngine(settings, lambda _: None)
        await engine.answer(TASK)
        await engine.close()
    assert wire.requests[0].headers["authorization"] == "bearer none"


def sloppy(*lines: str) -> Answer:
    return lambda _: Response(
        content_type="text/event-stream", body=tuple(f"{line}\r\n".encode() for line in lines)
    )


async def test_servers_may_leave_out_almost_everything() -> None:
    lines = [
        ": a comment",
        "",
        'data:{"choices":[{"delta":{"role":"assistant","content":null}}]}',
        'data: {"choices":[{"delta":{"content":"Hel"}}]}',
        'data: {"choices":[{"delta":null}]}',
        "data:",
        "event: message",
        'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}',
        'data: {"choices":[{"delta":{"content":"lo."}, "finish_reason":"stop"}], "usage":null}',
        'data: {"choices":[],"usage":{"prompt_tokens":3}}',
    ]
    async with laid(OpenAI(), Wire(sloppy(*lines))) as table:
        assert [piece async for piece in table.engine.stream(CHAT)] == ["Hel", "lo."]
    assert table.call.input_tokens == 3
    assert table.call.output_tokens == 0
    assert table.call.cached_tokens == 0


WORD = 'data: {"choices":[{"delta":{"content":"Hello."}}]}'
STOP = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}'


async def heard_from(answer: Answer, patience: Timeouts | None = None) -> tuple[str, CallOutcome]:
    async with laid(OpenAI(), Wire(answer), patience) as table:
        heard: list[str] = []
        with suppress(EngineError):
            async for piece in table.engine.stream(CHAT):
                heard.append(piece)  # noqa: PERF401  # what came before a failure counts too
    return "".join(heard), table.call.outcome


@pytest.mark.parametrize("last", [STOP, "data: [DONE]"])
@pytest.mark.parametrize("end", list(End))
async def test_a_whole_reply_needs_no_good_bye(last: str, end: End) -> None:
    whole = sloppy(WORD, last)
    assert await heard_from(lambda request: replace(whole(request), end=end)) == ("Hello.", CallOutcome.OK)


@pytest.mark.parametrize("text", ["Schön, 🙂 wirklich.", "one\u2028two\u0085three\x0bfour\x1cfive"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
async def test_characters_arrive_whole_however_they_are_cut(text: str, newline: bytes) -> None:
    event = json.dumps(
        {"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}, ensure_ascii=False
    )
    raw = f": ping\n\ndata: {event}\n\ndata: [DONE]\n\n".encode().replace(b"\n", newline)
    answer = Response(content_type="text/event-stream", body=(raw,))
    assert await heard_from(byte_by_byte(lambda _: answer)) == (text, CallOutcome.OK)


async def test_what_no_database_takes_is_left_out() -> None:
    words = r'data: {"choices":[{"delta":{"content":"a\u0000b \ud83d c"},"finish_reason":"stop"}]}'
    assert await heard_from(sloppy(words)) == ("ab ? c", CallOutcome.OK)


@pytest.mark.parametrize(
    "event",
    [
        "{", "5", "null", "[]", '"text"', '{"choices":5}', '{"choices":["x"]}', '{"choices":[{"delta":"x"}]}',
        '{"choices":[{"delta":{"content":5}}]}', '{"choices":[{"delta":{"content":["x"]}}]}', '{"usage":5}',
        '{"usage":{"prompt_tokens":"many"}}', "[" * 100_000,
    ],
)  # fmt: skip
async def test_whatever_a_server_sends_instead_of_an_event_is_rubbish(event: str) -> None:
    assert await heard_from(sloppy(WORD, f"data: {event}", STOP)) == ("Hello.", CallOutcome.RUBBISH)


async def test_an_error_in_the_middle_ends_a_reply() -> None:
    broken = sloppy(WORD, 'data: {"error": "out of memory"}', STOP, "data: [DONE]")
    assert await heard_from(broken) == ("Hello.", CallOutcome.UNAVAILABLE)


async def test_an_error_inside_a_stream_is_a_failure_that_may_pass() -> None:
    server = OpenAI()
    async with laid(
        server, Wire(sloppy('data: {"error": {"message": "overloaded"}}'), server.said("Hello."))
    ) as table:
        assert [piece async for piece in table.engine.stream(CHAT)] == ["Hello."]
    assert len(table.pauses) == 1


async def test_a_kept_connection_that_the_server_has_closed_costs_no_pause() -> None:
    server = OpenAI()
    async with laid(server, Wire(lambda _: Response(end=End.DROPPED), server.said("Hello."))) as table:
        assert [piece async for piece in table.engine.stream(CHAT)] == ["Hello."]
    assert table.pauses == []


async def test_an_empty_stream_is_no_reply() -> None:
    async with laid(OpenAI(), Wire(sloppy("", ": nothing"))) as table:
        with pytest.raises(EngineError):
            [piece async for piece in table.engine.stream(CHAT)]
    assert table.call.outcome is CallOutcome.UNAVAILABLE


@pytest.mark.parametrize("more", [b'data: {"choices":[{"delta":{"content":"and "}}]}\n\n', b": ping\n\n"])
async def test_a_server_that_never_comes_to_an_end_is_given_up(more: bytes) -> None:
    class Endless(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b'data: {"choices":[{"delta":{"content":"And "}}]}\n\n'
            while True:
                yield more
                await asyncio.sleep(0.01)

    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, stream=Endless()))
    async with httpx2.AsyncClient(transport=transport, base_url="http://model.invalid/v1") as client:
        with pytest.raises(TimeoutError):
            [
                word
                async for word in completions.stream(
                    client, {}, Timeouts(stream_seconds=0.1), completions.StreamState()
                )
            ]


async def test_openais_own_limit_has_its_own_name() -> None:
    asked: list[dict[str, Any]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        return httpx2.Response(
            200, content=b'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n'
        )

    settings = EngineSettings(EngineName.OPENAI, url="https://api.openai.com/v1", key="k", model_deep="m")
    engine = ModelEngine(settings, lambda _: None)
    async with httpx2.AsyncClient(
        transport=httpx2.MockTransport(answer), base_url=settings.url or ""
    ) as client:
        engine._connection = Connection({}, client=None, cache={}, http=client)
        assert [piece async for piece in engine.stream(CHAT)] == ["x"]
    assert asked[0]["max_completion_tokens"] == CHAT.max_tokens
    assert "max_tokens" not in asked[0]


@pytest.mark.parametrize(("header", "pause"), [("3", 3.0), ("soon", None), (None, None)])
def test_a_server_may_say_how_long_to_wait(header: str | None, pause: float | None) -> None:
    assert completions.seconds(header) == pause
