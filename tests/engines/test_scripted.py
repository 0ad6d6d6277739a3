"""The engine of all other tests keeps the same contract."""

from __future__ import annotations

import pytest

from engines.table import CHAT, TASK
from fakes import ScriptedEngine
from meetwithoutfear.engines.engine import Engine, EngineError, Outcome
from meetwithoutfear.engines.relay import Relay
from meetwithoutfear.prompts.answer import Unacceptable
from prompts.samples import GOOD_ANALYSIS

pytestmark = pytest.mark.anyio


async def test_a_scripted_engine_says_its_lines() -> None:
    scripted = ScriptedEngine()
    scripted.will_say("<thinking>x</thinking>", "Hel", "lo.")
    scripted.will_answer(GOOD_ANALYSIS)
    engine: Engine = scripted
    assert [words async for words in Relay(engine, CHAT)] == ["Hel", "lo."]
    assert await engine.answer(TASK) == TASK.parse(GOOD_ANALYSIS)
    assert scripted.asked == [CHAT, TASK]
    await engine.close()


async def test_a_scripted_engine_fails_on_cue() -> None:
    engine = ScriptedEngine()
    engine.will_fail(Outcome.TIMEOUT)
    with pytest.raises(EngineError):
        await anext(engine.stream(CHAT))
    with pytest.raises(EngineError) as failure:
        await engine.answer(TASK)
    assert failure.value.kind is Outcome.TIMEOUT


async def test_a_scripted_answer_is_checked_like_any_other() -> None:
    engine = ScriptedEngine()
    engine.will_answer({"alignmentScore": 101})
    with pytest.raises(Unacceptable):
        await engine.answer(TASK)
