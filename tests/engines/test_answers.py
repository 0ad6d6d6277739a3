"""A typed task for every real engine, against a server on loopback that speaks its provider's language."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from engines.table import ABANDONED_SOCKETS, TASK, laid
from engines.wire import Provider, Wire, silent
from meetwithoutfear.engines.engine import CallOutcome, EngineError, Timeouts
from meetwithoutfear.prompts.prompt import Task
from prompts.samples import GOOD_ANALYSIS, GOOD_GROUND, GOOD_NEEDS, GOOD_REFINEMENT, PROMPTS

pytestmark = [pytest.mark.anyio, ABANDONED_SOCKETS]


async def test_a_task_is_answered_through_a_tool_call(provider: Provider) -> None:
    async with laid(provider, Wire(provider.called(GOOD_ANALYSIS))) as table:
        assert await table.engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
    assert table.call.outcome == CallOutcome.OK
    assert table.call.prompt == "reconcile"
    assert table.call.input_tokens == 18


async def test_a_task_answered_in_plain_text_is_accepted_if_it_fits(provider: Provider) -> None:
    said = f"Here it is: {json.dumps(GOOD_ANALYSIS)} Good luck."
    async with laid(provider, Wire(provider.said(said))) as table:
        assert await table.engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)


@pytest.mark.parametrize(
    ("name", "good"),
    [("needs", GOOD_NEEDS), ("common_ground", GOOD_GROUND), ("strategy_refinement", GOOD_REFINEMENT)],
)
async def test_needs_common_ground_and_ideas_are_answered_too(
    provider: Provider, name: str, good: dict[str, Any]
) -> None:
    task = cast("Task[Any]", PROMPTS[name])
    async with laid(provider, Wire(provider.called(good))) as table:
        assert await table.engine.answer(task) == task.parse(good)
    assert table.call.outcome == CallOutcome.OK
    assert table.call.prompt == name


async def test_an_invented_quote_goes_back_and_is_not_repeated(provider: Provider) -> None:
    task = cast("Task[Any]", PROMPTS["needs"])
    invented = {"needs": [{**GOOD_NEEDS["needs"][0], "evidence": ["I was never asked about the boat."]}]}
    async with laid(provider, Wire(provider.called(invented), provider.called(GOOD_NEEDS))) as table:
        assert await table.engine.answer(task) == task.parse(GOOD_NEEDS)
        assert "needs.0.evidence.0: must stand in one of the messages" in json.dumps(
            table.wire.requests[1].body
        )


async def test_trying_again_has_an_end(provider: Provider) -> None:
    async with laid(provider, Wire(*[provider.failed(500)] * 9)) as table:
        with pytest.raises(EngineError) as failure:
            await table.engine.answer(TASK)
        assert len(table.wire.requests) == 3
    assert failure.value.kind is table.call.outcome is CallOutcome.UNAVAILABLE


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_a_refusal_is_not_tried_again(provider: Provider, status: int) -> None:
    async with laid(provider, Wire(*[provider.failed(status)] * 2)) as table:
        with pytest.raises(EngineError):
            await table.engine.answer(TASK)
        assert len(table.wire.requests) == 1
    assert table.call.outcome is CallOutcome.UNAVAILABLE


async def test_a_task_that_takes_too_long_is_given_up(provider: Provider) -> None:
    async with laid(provider, Wire(silent), Timeouts(answer_seconds=0.2)) as table:
        with pytest.raises(EngineError):
            await table.engine.answer(TASK)
    assert table.call.outcome is CallOutcome.TIMEOUT


async def test_an_answer_that_is_refused_goes_back_with_the_reason(provider: Provider) -> None:
    wrong = {**GOOD_ANALYSIS, "alignmentScore": 180, "areaHint": "the till"}
    async with laid(provider, Wire(provider.called(wrong), provider.called(GOOD_ANALYSIS))) as table:
        assert await table.engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
        again = json.dumps(table.wire.requests[1].body)
    assert "alignmentScore: Input should be less than or equal to 100" in again
    assert "areaHint" in again
    assert table.call.output_tokens == 10, "both tries are paid for"


async def test_an_answer_refused_three_times_is_rubbish(provider: Provider) -> None:
    async with laid(provider, Wire(*[provider.called({"alignmentScore": 1})] * 4)) as table:
        with pytest.raises(EngineError):
            await table.engine.answer(TASK)
        assert len(table.wire.requests) == 3
    assert table.call.outcome is CallOutcome.RUBBISH
