"""What has to be loaded before words can be read, and where the work is done: one thread for the whole process, one
piece of work at a time, off the event loop.

The reader is made there on first use, because loading its weights takes the better part of a second, and only once.
Without weights it still works, from its word lists and the members' chips.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from meetwithoutfear.engines.embedded.coach import CoachEar
from meetwithoutfear.engines.embedded.detect import DangerEar, Detector
from meetwithoutfear.engines.embedded.encoder import Encoder, load_encoder
from meetwithoutfear.engines.embedded.library import LibrarySearch
from meetwithoutfear.engines.embedded.trained import Scale, load_coach_head, load_trained

T = TypeVar("T")
THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")


@dataclass(frozen=True)
class Reader:
    encoder: Encoder | None
    detector: Detector
    danger: DangerEar
    coach: CoachEar
    scale: Scale
    library: LibrarySearch


class RunWithReader(Protocol):
    async def __call__(self, work: Callable[[Reader], T], /) -> T: ...


def load_reader(weights: Path | None = None) -> Reader:
    trained, encoder = load_trained(), load_encoder(weights)
    return Reader(
        encoder,
        Detector(trained.head, encoder),
        DangerEar(trained.danger, encoder),
        CoachEar(load_coach_head(), encoder),
        trained.scale,
        LibrarySearch(encoder),
    )


@cache
def the_reader() -> Reader:
    return load_reader()


async def with_reader(work: Callable[[Reader], T], /) -> T:
    return await asyncio.get_running_loop().run_in_executor(THREAD, lambda: work(the_reader()))
