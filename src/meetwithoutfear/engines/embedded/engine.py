"""The embedded engine behind the protocol of all engines: no network, no key, no tokens, one record per call."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from meetwithoutfear.engines.embedded.speaking import reply_to
from meetwithoutfear.engines.embedded.tasks import answer_to
from meetwithoutfear.engines.embedded.thread import with_reader
from meetwithoutfear.engines.embedded.wire import pieces, wire_text
from meetwithoutfear.engines.engine import CallOutcome, EngineCall, EngineError, EngineName, OutputT, Sink
from meetwithoutfear.prompts.prompt import ChatPrompt, Prompt, TaskPrompt


class EmbeddedEngine:
    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    @property
    def name(self) -> str:
        return EngineName.EMBEDDED.value

    async def stream(self, prompt: ChatPrompt[object]) -> AsyncGenerator[str, None]:
        with self._recorded(prompt):
            reply = await with_reader(lambda reader: reply_to(reader, prompt))
            for piece in pieces(wire_text(reply)):
                yield piece

    async def answer(self, prompt: TaskPrompt[OutputT]) -> OutputT:
        with self._recorded(prompt):
            answer = await with_reader(lambda reader: answer_to(reader, prompt))
            try:
                return prompt.parse(answer)
            except ValueError:
                raise EngineError(CallOutcome.RUBBISH) from None

    async def close(self) -> None:
        """Nothing is held: the thread belongs to the process."""

    @contextmanager
    def _recorded(self, prompt: Prompt) -> Iterator[None]:
        began, outcome = time.monotonic(), CallOutcome.ABANDONED
        try:
            yield
            outcome = CallOutcome.OK
        except EngineError as error:
            outcome = error.kind
            raise
        except Exception:
            outcome = CallOutcome.RUBBISH
            raise
        finally:
            self._sink(self._record(prompt, time.monotonic() - began, outcome))

    def _record(self, prompt: Prompt, seconds: float, outcome: CallOutcome) -> EngineCall:
        return EngineCall(
            prompt=prompt.sheet.name,
            template_hash=prompt.sheet.hash,
            engine=self.name,
            model=self.name,
            tier=prompt.tier,
            latency_ms=round(seconds * 1000),
            input_tokens=0,
            output_tokens=0,
            cached_tokens=0,
            outcome=outcome,
        )
