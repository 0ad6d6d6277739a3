"""The only fakes: the clock and the engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from meetwithoutfear.engines.engine import EngineError, Outcome
from meetwithoutfear.prompts.prompt import ChatPrompt, TaskPrompt


class FakeClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **units: float) -> None:
        self.time += timedelta(**units)


class ScriptedEngine:
    """Says what a test has written for it, and shows what it was asked."""

    name = "scripted"

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.says: list[str] = []
        self.answers: list[Callable[[Any], Any]] = []
        self.is_down = False
        self.holds = False
        """While it holds, it has said its first word and not yet the second."""
        self.word = "I hear you."

    async def stream(self, prompt: ChatPrompt[object]) -> AsyncGenerator[str, None]:
        self.asked.append(prompt)
        if self.is_down:
            raise EngineError(Outcome.UNAVAILABLE)
        for piece in (self.says.pop(0) if self.says else self.word).split(" "):
            yield f"{piece} "
            while self.holds:
                await asyncio.sleep(0.01)

    async def answer(self, prompt: TaskPrompt[Any]) -> Any:
        self.asked.append(prompt)
        if self.is_down or not self.answers:
            raise EngineError(Outcome.UNAVAILABLE)
        return self.answers.pop(0)(prompt)

    async def close(self) -> None:
        pass


def shown(prompt: Any) -> str:
    """Everything an engine gets to see of a prompt: its repr keeps people's words to itself."""
    rendered = prompt.render()
    return "\n".join([rendered.static, rendered.dynamic, *(turn.text for turn in rendered.turns)])
