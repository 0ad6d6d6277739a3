"""What is done on this computer whichever engine speaks: feelings to offer as chips, danger, and ideas from the library."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from meetwithoutfear.domain.discretion.turns import Part, parts_of
from meetwithoutfear.domain.library import Experiment, Wanted
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.safety import SafetyFinding, check
from meetwithoutfear.engines.embedded.thread import Work, with_reader

log = logging.getLogger(__name__)


class Listener:
    def __init__(self, work: Work = with_reader) -> None:
        self._work = work

    async def get_ready(self) -> None:
        """Loads the weights, so that the first words need not wait for them."""
        await self._work(lambda _reader: None)

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        """All feelings there are, the likeliest first; what was denied comes last."""
        texts = tuple(words)
        return await self._work(lambda reader: reader.ranked_feelings(texts))

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
            return await self._work(lambda reader: reader.read_turn(text, partner))
        except Exception as bug:
            log.exception("the coach's ear failed", exc_info=bug)
            return parts_of(text, partner)

    async def hears_danger(self, text: str) -> SafetyFinding | None:
        """Should the second ear fail, the rules still listen, and nobody is kept from writing."""
        try:
            return await self._work(lambda reader: reader.check_safety(text))
        except Exception as bug:
            log.exception("the second ear failed", exc_info=bug)
            return check(text)
