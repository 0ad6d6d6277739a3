"""What is special about servers that merely resemble OpenAI's."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines.table import TASK, laid
from engines.wire import Wire
from engines.wire_openai import OpenAI
from meetwithoutfear.engines.engine import EngineError, Outcome
from meetwithoutfear.engines.models import ModelEngine
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
    assert table.call.outcome is Outcome.UNAVAILABLE


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
