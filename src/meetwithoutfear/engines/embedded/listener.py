"""What is listened for on this computer whichever engine speaks: feelings to offer as chips, and danger."""

from __future__ import annotations

from collections.abc import Sequence

from meetwithoutfear.domain.safety import SafetyFinding
from meetwithoutfear.engines.embedded.thread import with_reader


class Listener:
    async def get_ready(self) -> None:
        """Loads the weights, so that the first words need not wait for them."""
        await with_reader(lambda _reader: None)

    async def suggested_feelings(self, words: Sequence[str]) -> tuple[str, ...]:
        """All feelings there are, the likeliest first; what was denied comes last."""
        texts = tuple(words)
        return await with_reader(lambda reader: reader.ranked_feelings(texts))

    async def hears_danger(self, text: str) -> SafetyFinding | None:
        return await with_reader(lambda reader: reader.check_safety(text))
