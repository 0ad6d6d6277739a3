"""What the embedded engine costs, in CPU time of this process: `python bench/embedded.py`.

Bars: a reconcile of 40 sentences under 1 s, a chat reply under 100 ms.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from functools import partial

from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.embedded.gap import GapInput
from meetwithoutfear.engines.embedded.share import ShareInput
from meetwithoutfear.engines.embedded.talk import Talk, Turn

KILOBYTES_PER_MEGABYTE = 1024
LONG_ANSWER = "I was so tired that winter. " * 12


def main() -> None:
    loading = time.process_time()
    engine = EmbeddedEngine()
    print(f"load                     {(time.process_time() - loading) * 1000:7.0f} ms")
    texts = tuple(
        f"On day {day} I waited at the window and nobody called me, not even to say good night."
        for day in range(40)
    )
    statement = (
        "I think you feel forgotten and alone. You wait for me to call and I don't, and that hurts you."
    )
    measure("reconcile, 40 sentences", partial(engine.analyse_gap, GapInput(statement, texts)))
    measure("share draft, again", partial(engine.suggest_share, ShareInput(texts, ("abandonment",))))
    measure("needs, again", partial(engine.extract_needs, texts))
    for text in (
        "I sat in the car for an hour.",
        "She never asked me. I stood there. I felt small.",
        LONG_ANSWER,
    ):
        measure(
            f"reply to {len(text.split()):3d} words",
            partial(engine.witness, Talk((Turn("member", text),), "Ruth")),
        )
        measure("  safety check with it", partial(engine.check_safety, text))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTES_PER_MEGABYTE
    print(f"peak memory              {peak:7.0f} MB")


def measure(name: str, work: Callable[[], object]) -> None:
    start = time.process_time()
    work()
    print(f"{name:24s} {(time.process_time() - start) * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
