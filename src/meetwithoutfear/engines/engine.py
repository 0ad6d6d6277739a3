"""What every engine can do: stream the raw text of a reply, and answer a typed task.

EngineError        an engine did not deliver; the job tries again, the API says so honestly
  kind unavailable  nobody there, overloaded, refused, or gone in the middle of a sentence
  kind timeout      too slow
  kind rubbish      answered, but not what was asked

Of a call, whichever engine it went to, only the record below is kept: how long it took, what it cost, how it ended. It
holds no text, and neither does an error.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeVar

from meetwithoutfear.domain.discretion.turns import Part
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.domain.repair.pool import Experiment, Wanted
from meetwithoutfear.domain.safety import SafetyFinding
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.tags import Reply, TagParser
from meetwithoutfear.prompts.prompt import ChatPrompt, ModelTier, Prompt, Task

if TYPE_CHECKING:
    from pydantic_ai.usage import RequestUsage

OutputT = TypeVar("OutputT")
TRIES_OF_A_REPLY = 2
WORTH_ANOTHER_TRY = frozenset({408, 409, 424, 429, 500, 502, 503, 504, 529})
AMAZONS_OWN = "botocore.exceptions"
"""No credentials, a profile that is not there. Known by its name, because the library may not be installed."""


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


@dataclass
class Tally:
    """What a call has cost so far, over all its tries."""

    began: float = field(default_factory=time.monotonic)
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    def add(self, input_tokens: int, output_tokens: int, cached_tokens: int) -> None:
        self.input_tokens += input_tokens
        self.output_tokens += output_tokens
        self.cached_tokens += cached_tokens

    def add_usage(self, usage: RequestUsage) -> None:
        self.add(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens)


@contextmanager
def record_call(sink: Sink, prompt: Prompt, engine: str, model: str) -> Iterator[Tally]:
    tally, outcome = Tally(), CallOutcome.ABANDONED
    try:
        yield tally
        outcome = CallOutcome.OK
    except EngineError as error:
        outcome = error.kind
        raise
    except Exception:
        outcome = CallOutcome.RUBBISH
        raise
    finally:
        sink(
            EngineCall(
                prompt=prompt.sheet.name,
                template_hash=prompt.sheet.hash,
                engine=engine,
                model=model,
                tier=prompt.tier,
                latency_ms=round((time.monotonic() - tally.began) * 1000),
                input_tokens=tally.input_tokens,
                output_tokens=tally.output_tokens,
                cached_tokens=tally.cached_tokens,
                outcome=outcome,
            )
        )


@dataclass(frozen=True)
class Timeouts:
    """How long to wait for a provider. Everything is bounded; whoever needs more patience than this has a durable job."""

    connect_seconds: float = 5.0
    first_words_seconds: float = 30.0
    silence_seconds: float = 30.0
    """Between two pieces of a reply."""
    stream_seconds: float = 180.0
    answer_seconds: float = 120.0
    pauses: tuple[float, ...] = (0.5, 2.0)
    """Before each further try."""
    longest_pause: float = 10.0
    """A provider that asks for more than this is left alone."""


class Refused(Exception):
    """The server answered, but not with a reply."""

    def __init__(self, status: int, after: float | None = None) -> None:
        self.status = status
        self.after = after
        super().__init__(f"status {status}")


@dataclass(frozen=True)
class Failure:
    outcome: CallOutcome
    again: bool
    after: float | None = None

    def pause(self, planned: float | None, longest: float) -> float | None:
        """How long to wait before the next try; None when there is to be none."""
        if not self.again or planned is None or (self.after or 0) > longest:
            return None
        return max(planned * random.uniform(0.75, 1.25), self.after or 0)  # noqa: S311  # not a secret


def judge(error: Exception) -> Failure:
    """What a failure of a provider means. Only for exceptions that come out of a call to one. First those of streams that
    we read ourselves."""
    import httpx2
    from pydantic_ai import exceptions as failed

    match error:
        case Refused():
            return Failure(CallOutcome.UNAVAILABLE, error.status in WORTH_ANOTHER_TRY, error.after)
        case TimeoutError() | httpx2.TimeoutException():
            return Failure(CallOutcome.TIMEOUT, again=False)
        case httpx2.TransportError():
            return Failure(CallOutcome.UNAVAILABLE, again=True)
        case failed.ModelRequestTimeout() | failed.ModelTimeoutError():
            return Failure(CallOutcome.TIMEOUT, again=False)
        case failed.ModelQuotaExceededError() | failed.ModelRequestRejectedError():
            return Failure(CallOutcome.UNAVAILABLE, again=False)
        case failed.ModelHTTPError():
            return Failure(CallOutcome.UNAVAILABLE, error.status_code in WORTH_ANOTHER_TRY, error.retry_after)
        case (
            failed.ModelConnectionError()
            | failed.ModelRateLimitError()
            | failed.ModelUnavailableError()
            | failed.ModelServerError()
        ):
            return Failure(CallOutcome.UNAVAILABLE, again=True, after=error.retry_after)
        case _ if type(error).__module__ == AMAZONS_OWN:
            return Failure(CallOutcome.UNAVAILABLE, again=False)
        case _:
            return Failure(CallOutcome.RUBBISH, again=False)


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def stream(self, prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        """Raw text with its tags, piece by piece. Fails with EngineError, also in the middle. Close it when you leave
        before the end."""

    async def answer(self, prompt: Task[OutputT]) -> OutputT:
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


class Relay:
    """From an engine to a person: iterate it for the visible words of a reply as they come; afterwards `reply` holds
    everything, and after a stop in the middle what was said so far. A reply that turns out empty is asked for once more;
    then it counts as a failure."""

    def __init__(self, engine: Engine, prompt: ChatPrompt) -> None:
        self._engine = engine
        self._prompt = prompt
        self._parser = TagParser()
        self._reply: Reply | None = None

    @property
    def reply(self) -> Reply:
        if self._reply is None:
            self._reply = self._parser.finish()
        return self._reply

    async def __aiter__(self) -> AsyncIterator[str]:
        for _ in range(TRIES_OF_A_REPLY):
            self._parser, self._reply, shown = TagParser(), None, 0
            async with aclosing(self._engine.stream(self._prompt)) as pieces:
                async for piece in pieces:
                    if visible := self._parser.feed(piece):
                        shown += len(visible)
                        yield visible
            if self.reply.text[shown:]:
                yield self.reply.text[shown:]
            if not self.reply.is_empty:
                return
        raise EngineError(CallOutcome.RUBBISH)
