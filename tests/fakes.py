"""The only fakes: the clock and the engine."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime, timedelta

from meetwithoutfear.engines.engine import EngineError, Outcome, OutputT
from meetwithoutfear.prompts.prompt import ChatPrompt, Prompt, TaskPrompt


class FakeClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **units: float) -> None:
        self.time += timedelta(**units)


class ScriptedEngine:
    """Says and answers what it was told to, in order, and remembers what it was asked. Answers pass the prompt's own
    checks, as with every other engine."""

    name = "scripted"

    def __init__(self) -> None:
        self.asked: list[Prompt] = []
        self._replies: deque[Sequence[str] | EngineError] = deque()
        self._answers: deque[object] = deque()

    def will_say(self, *pieces: str) -> None:
        self._replies.append(pieces)

    def will_answer(self, answer: object) -> None:
        self._answers.append(answer)

    def will_fail(self, kind: Outcome = Outcome.UNAVAILABLE) -> None:
        """Whatever comes next, once for replies and once for answers."""
        self._replies.append(EngineError(kind))
        self._answers.append(EngineError(kind))

    async def stream(self, prompt: ChatPrompt[object]) -> AsyncGenerator[str, None]:
        self.asked.append(prompt)
        reply = self._replies.popleft()
        if isinstance(reply, EngineError):
            raise reply
        for piece in reply:
            yield piece

    async def answer(self, prompt: TaskPrompt[OutputT]) -> OutputT:
        self.asked.append(prompt)
        answer = self._answers.popleft()
        if isinstance(answer, EngineError):
            raise answer
        return prompt.parse(answer)

    async def close(self) -> None:
        """Nothing to close."""
