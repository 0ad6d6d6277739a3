"""What is there to be run very often has a share in every run, drawn by its seed, and all of it under `make soak`."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

SOAK = os.environ.get("MWF_SOAK") == "1"
# Set here, every process of a run draws the same; given, a run is drawn once more.
SEED = os.environ.setdefault("MWF_TEST_SEED", str(random.SystemRandom().randrange(1_000_000)))
SHARE_ON_POSTGRESQL = 0.05

T = TypeVar("T")


def chance(of: str) -> random.Random:
    return random.Random(f"{SEED} {of}")


def share(things: Sequence[T], number: int, of: str) -> list[T]:
    """So many of them, in their order, or all under `make soak`."""
    if SOAK or number >= len(things):
        return list(things)
    drawn = set(chance(of).sample(range(len(things)), number))
    return [thing for index, thing in enumerate(things) if index in drawn]


def is_drawn_on_postgresql(name: str) -> bool:
    return chance(name).random() < SHARE_ON_POSTGRESQL
