"""Tries an engine on two small questions of our own, no member's: one streamed reply, one typed answer."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass

from meetwithoutfear.engines.engine import Engine, EngineError, Outcome
from meetwithoutfear.engines.relay import Relay
from meetwithoutfear.prompts import stage_1_witness, summary
from meetwithoutfear.prompts.prompt import Speaker, Turn

TURNS = (Turn(Speaker.MEMBER, "We argued about the garden again, and I felt small afterwards."),)
CHAT = stage_1_witness.Input(me="Ada", partner="Bo", turns=TURNS, turn=1)
TASK = summary.Input(me="Ada", partner="Bo", turns=TURNS)
MEANING = {
    Outcome.UNAVAILABLE: "it is not there, or it refused",
    Outcome.TIMEOUT: "it took too long",
    Outcome.RUBBISH: "it answered, but not what was asked",
    Outcome.ABANDONED: "it was given up",
    Outcome.OK: "it worked",
}


@dataclass(frozen=True)
class Trial:
    sentence: str
    fine: bool


async def try_engine(engine: Engine) -> AsyncIterator[Trial]:
    yield await _tried("A streamed reply", _reply(engine))
    yield await _tried("A typed answer", engine.answer(TASK))


async def _reply(engine: Engine) -> None:
    async for _ in Relay(engine, CHAT):
        pass


async def _tried(what: str, work: Awaitable[object]) -> Trial:
    began = time.monotonic()
    try:
        await work
    except EngineError as error:
        return Trial(
            f"{what}: failed after {_seconds(began)}, {error.kind}: {MEANING[error.kind]}.", fine=False
        )
    except ImportError as error:
        return Trial(f"{what}: the library {error.name} is not installed.", fine=False)
    return Trial(f"{what}: came in {_seconds(began)}.", fine=True)


def _seconds(began: float) -> str:
    return f"{time.monotonic() - began:.2f} s"
