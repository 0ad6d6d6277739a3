"""What every engine can do: stream the raw text of a reply, and answer a typed task.

EngineError        an engine did not deliver; the job tries again, the API says so honestly
  kind unavailable  nobody there, overloaded, refused, or gone in the middle of a sentence
  kind timeout      too slow
  kind rubbish      answered, but not what was asked

Of a call only the record below is kept. It holds no text, and neither does an error.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

from meetwithoutfear.domain.discretion.turns import Part
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.domain.library import Experiment, Wanted
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety import SafetyFinding
from meetwithoutfear.prompts.prompt import ChatPrompt, ModelTier, TaskPrompt

OutputT = TypeVar("OutputT")


class CallOutcome(StrEnum):
    OK = "ok"
    UNAVAILABLE = "unavailable"
    TIMEOUT = "timeout"
    RUBBISH = "rubbish"
    ABANDONED = "abandoned"
    """Whoever asked went away before the end."""


class EngineError(TransientError):
    code = "ENGINE_UNAVAILABLE"

    def __init__(self, kind: CallOutcome) -> None:
        self.kind = kind
        super().__init__(f"the engine did not deliver: {kind}")


class EngineName(StrEnum):
    EMBEDDED = "embedded"
    ANTHROPIC = "anthropic"
    BEDROCK = "bedrock"
    OPENAI = "openai"


@dataclass(frozen=True)
class EngineSettings:
    name: EngineName
    url: str | None = None
    key: str | None = field(default=None, repr=False)
    model_deep: str | None = None
    model_fast: str | None = None


@dataclass(frozen=True)
class EngineCall:
    prompt: str
    template_hash: str
    engine: str
    model: str
    tier: ModelTier
    latency_ms: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    outcome: CallOutcome


Sink = Callable[[EngineCall], None]


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def stream(self, prompt: ChatPrompt[object]) -> AsyncGenerator[str, None]:
        """Raw text with its tags, piece by piece. Fails with EngineError, also in the middle. Close it when you leave
        before the end."""

    async def answer(self, prompt: TaskPrompt[OutputT]) -> OutputT:
        """An answer the prompt itself has accepted, or EngineError."""

    async def close(self) -> None: ...


class Listener(Protocol):
    """What is heard and found on this computer, whichever engine speaks."""

    async def get_ready(self) -> None:
        """Takes its time now rather than with the first words."""

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        """The keys of all feelings, the likeliest first."""

    async def suggest_experiments(
        self,
        wanted: Sequence[Wanted],
        *,
        count: int,
        without: Collection[str] = (),
        relation: Relation | None = None,
    ) -> tuple[Experiment, ...]:
        """What fits the confirmed common ground, from the library alone; `without` are keys."""

    async def reads_turn(self, text: str, partner: str) -> tuple[Part, ...]:
        """What is said to the write coach, sentence by sentence: for the partner, or for the coach."""

    async def hears_danger(self, text: str) -> SafetyFinding | None: ...
