"""The engine of all other tests keeps the same contract."""

from __future__ import annotations

import pytest

from engines.table import CHAT, TASK
from fakes import ScriptedEngine
from meetwithoutfear.engines.engine import Engine, EngineError, Relay
from prompts.samples import GOOD_ANALYSIS

pytestmark = pytest.mark.anyio


async def test_a_scripted_engine_says_its_lines() -> None:
    scripted = ScriptedEngine()
    scripted.says.append("<thinking>x</thinking> Hello there.")
    scripted.answers.append(lambda prompt: prompt.parse(GOOD_ANALYSIS))
    engine: Engine = scripted
    assert "".join([words async for words in Relay(engine, CHAT)]) == "Hello there."
    assert await engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
    assert scripted.asked == [CHAT, TASK]


async def test_a_scripted_engine_fails_when_it_is_down() -> None:
    engine = ScriptedEngine()
    engine.is_down = True
    with pytest.raises(EngineError):
        await anext(engine.stream(CHAT))
    with pytest.raises(EngineError):
        await engine.answer(TASK)
