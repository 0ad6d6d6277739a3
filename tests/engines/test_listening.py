"""A broken ear keeps nobody from writing."""

from __future__ import annotations

from typing import Any

import pytest

from meetwithoutfear.domain.safety import Label
from meetwithoutfear.engines.embedded.engine import LocalListener

pytestmark = pytest.mark.anyio


async def broken(_work: Any, /) -> Any:
    raise RuntimeError


async def test_where_the_second_ear_fails_the_rules_still_listen() -> None:
    listener = LocalListener(broken)
    finding = await listener.hears_danger("I want to kill myself.")
    assert finding is not None
    assert finding.label is Label.SUICIDE
    assert await listener.hears_danger("The garden needs water.") is None
