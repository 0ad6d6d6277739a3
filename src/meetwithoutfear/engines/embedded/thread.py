"""Where the embedded engine works: one thread for the whole process, one piece of work at a time, off the event loop.

The reader is made there on first use, because loading its weights takes the better part of a second, and only once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol, TypeVar

from meetwithoutfear.engines.embedded.reader import Reader

T = TypeVar("T")


class Work(Protocol):
    async def __call__(self, work: Callable[[Reader], T], /) -> T: ...


THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")


@cache
def the_reader() -> Reader:
    return Reader()


async def with_reader(work: Callable[[Reader], T], /) -> T:
    return await asyncio.get_running_loop().run_in_executor(THREAD, lambda: work(the_reader()))
