"""The record that each call leaves, whichever engine it went to: how long it took, what it cost, how it ended; no text."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from meetwithoutfear.engines.engine import CallOutcome, EngineCall, EngineError, Sink
from meetwithoutfear.prompts.prompt import Prompt

if TYPE_CHECKING:
    from pydantic_ai.usage import RequestUsage


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
