"""From an engine to a person: the visible words of a reply as they come, and at the end the whole of it. A reply that
turns out empty is asked for once more; then it counts as a failure."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from meetwithoutfear.domain.tags import Reply, TagParser
from meetwithoutfear.engines.engine import Engine, EngineError, Outcome
from meetwithoutfear.prompts.prompt import ChatPrompt

TRIES = 2


class Relay:
    """Iterate it for the words; afterwards `reply` holds everything."""

    def __init__(self, engine: Engine, prompt: ChatPrompt[object]) -> None:
        self._engine = engine
        self._prompt = prompt
        self.reply = Reply("")

    async def __aiter__(self) -> AsyncIterator[str]:
        for _ in range(TRIES):
            parser, shown = TagParser(), 0
            async with aclosing(self._engine.stream(self._prompt)) as pieces:
                async for piece in pieces:
                    if visible := parser.feed(piece):
                        shown += len(visible)
                        yield visible
            self.reply = parser.finish()
            if self.reply.text[shown:]:
                yield self.reply.text[shown:]
            if not self.reply.is_empty:
                return
        raise EngineError(Outcome.RUBBISH)
