"""The embedded engine behind the protocol of all engines: no network, no key, no tokens; and the listener beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from meetwithoutfear.domain.discretion.turns import Part, parts_of
from meetwithoutfear.domain.repair.pool import Experiment, Wanted
from meetwithoutfear.domain.safety import SafetyFinding, check, crossing_check
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.engines.engine import (
    CallOutcome,
    EngineError,
    EngineName,
    OutputT,
    Sink,
    record_call,
)
from meetwithoutfear.prompts.prompt import ChatPrompt, Task

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.reader import Reader, RunWithReader

T = TypeVar("T")
log = logging.getLogger(__name__)

ANY_WORDS = "I am here."


async def with_reader(work: Callable[[Reader], T], /) -> T:
    """What reads is imported and loaded with the first words, off the event loop: until then a server is small, and answers
    at once."""
    reader: Any = await asyncio.to_thread(import_module, "meetwithoutfear.engines.embedded.reader")
    done: T = await reader.with_reader(work)
    return done


def reply_in_pieces(reader: Reader, prompt: ChatPrompt) -> list[str]:
    from meetwithoutfear.engines.embedded.reader import reply_to
    from meetwithoutfear.engines.embedded.talk import by_word, to_wire

    return list(by_word(to_wire(reply_to(reader, prompt))))


def form_filled(reader: Reader, prompt: Task[Any]) -> Any:  # noqa: ANN401  # as the prompt asks for it
    from meetwithoutfear.engines.embedded.reader import answer_to

    return answer_to(reader, prompt)


class EmbeddedEngine:
    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    @property
    def name(self) -> str:
        return EngineName.EMBEDDED.value

    async def stream(self, prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        with record_call(self._sink, prompt, self.name, self.name):
            for piece in await with_reader(lambda reader: reply_in_pieces(reader, prompt)):
                yield piece

    async def answer(self, prompt: Task[OutputT]) -> OutputT:
        with record_call(self._sink, prompt, self.name, self.name):
            answer = await with_reader(lambda reader: form_filled(reader, prompt))
            try:
                return prompt.parse(answer)
            except ValueError:
                raise EngineError(CallOutcome.RUBBISH) from None

    async def close(self) -> None:
        """Nothing is held: the thread belongs to the process."""


class LocalListener:
    """What is done on this computer whichever engine speaks: feelings to offer as chips, danger, ideas from the library."""

    def __init__(self, work: RunWithReader = with_reader) -> None:
        self._work = work

    async def get_ready(self) -> None:
        """Makes the rules, so that the first words need not wait for them. The weights are loaded with those."""
        await asyncio.to_thread(crossing_check, ANY_WORDS)

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        """All feelings there are, the likeliest first; what was denied comes last."""
        texts = tuple(words)
        return await self._work(lambda reader: reader.detector.rank(texts))

    async def suggest_experiments(
        self,
        wanted: Sequence[Wanted],
        *,
        count: int,
        without: Collection[str] = (),
        relation: Relation | None = None,
    ) -> tuple[Experiment, ...]:
        """From confirmed common ground and the library alone; `without` are keys."""
        items, keys = tuple(wanted), frozenset(without)
        return await self._work(
            lambda reader: reader.library.find(items, count=count, without=keys, relation=relation)
        )

    async def reads_turn(self, text: str, partner: str) -> tuple[Part, ...]:
        """Should the trained ear fail, the grammar still reads."""
        try:
            return await self._work(lambda reader: reader.coach.read(text, partner))
        except Exception as bug:
            log.exception("the coach's ear failed", exc_info=bug)
            return parts_of(text, partner)

    async def hears_danger(self, text: str) -> SafetyFinding | None:
        """Should the second ear fail, the rules still listen, and nobody is kept from writing."""
        try:
            return await self._work(lambda reader: reader.danger.check(text))
        except Exception as bug:
            log.exception("the second ear failed", exc_info=bug)
            return check(text)
