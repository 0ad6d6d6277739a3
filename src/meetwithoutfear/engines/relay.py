"""From an engine to a person: the visible words of a reply as they come, and at the end the whole of it. A reply that
turns out empty is asked for once more; then it counts as a failure."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from meetwithoutfear.domain.tags import Reply, TagParser
from meetwithoutfear.engines.engine import CallOutcome, Engine, EngineError
from meetwithoutfear.prompts.prompt import ChatPrompt

TRIES = 2


class Relay:
    """Iterate it for the words; afterwards `reply` holds everything, and after a stop in the middle what was said so far."""

    def __init__(self, engine: Engine, prompt: ChatPrompt[object]) -> None:
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
        for _ in range(TRIES):
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
