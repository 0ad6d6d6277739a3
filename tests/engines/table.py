"""An engine at a table with its provider, and everything it leaves behind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import pytest

from engines.wire import Provider, Wire
from meetwithoutfear.engines.engine import EngineCall, Timeouts
from meetwithoutfear.engines.models import ModelEngine
from meetwithoutfear.prompts import chats
from meetwithoutfear.prompts.two_sided import GapTask
from prompts.samples import PROMPTS

# Amazon's library leaves the socket of a call that was given up to the garbage collector.
ABANDONED_SOCKETS = pytest.mark.filterwarnings(
    "ignore:.*unclosed.*:pytest.PytestUnraisableExceptionWarning", "ignore:unclosed:ResourceWarning"
)
CHAT = cast("chats.WitnessChat", PROMPTS["stage_1_witness"])
TASK = cast("GapTask", PROMPTS["reconcile"])


@dataclass(frozen=True)
class Table:
    engine: ModelEngine
    wire: Wire
    calls: list[EngineCall]
    pauses: list[float]

    @property
    def call(self) -> EngineCall:
        (call,) = self.calls
        return call


@asynccontextmanager
async def laid(provider: Provider, wire: Wire, patience: Timeouts | None = None) -> AsyncIterator[Table]:
    """Pauses between tries are noted instead of waited for."""
    calls: list[EngineCall] = []
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async with wire.serving() as url:
        engine = ModelEngine(provider.settings(url), calls.append, patience, sleep)
        yield Table(engine, wire, calls, pauses)
        await engine.close()
