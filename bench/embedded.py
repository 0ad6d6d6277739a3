"""What the embedded engine costs, in CPU time of this process: `python -m bench.embedded`.

Bars: a reconcile of 40 sentences under 1 s, a chat reply under 100 ms, both through the engine as the product calls it.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Awaitable, Callable
from functools import partial

from meetwithoutfear.engines.embedded.engine import EmbeddedEngine, LocalListener
from meetwithoutfear.prompts import chats
from meetwithoutfear.prompts.prompt import Speaker, Turn
from meetwithoutfear.prompts.two_sided import GapTask

KILOBYTES_PER_MEGABYTE = 1024
RECONCILE_BAR, REPLY_BAR = 1.0, 0.1
STATEMENT = "I think you feel forgotten and alone. You wait for me to call and I don't, and that hurts you."
DAYS = tuple(
    f"On day {day} I waited at the window and nobody called me, not even to say good night."
    for day in range(40)
)
MESSAGES = (
    "I sat in the car for an hour.",
    "She never asked me. I stood there. I felt small.",
    # No sentence twice: the encoder remembers those it has read.
    " ".join(
        f"In week {week} I was so tired that I forgot the {week} things on my list." for week in range(8)
    ),
)


async def run() -> None:
    engine, listener = EmbeddedEngine(lambda _call: None), LocalListener()
    print(f"load                       {await spent(lambda: listener.suggested_feelings(['x'])):6.3f} s")
    task = GapTask(guesser="A", subject="B", statement=STATEMENT, messages=DAYS, iteration=1)
    told("reconcile, 40 sentences", await spent(lambda: engine.answer(task)), RECONCILE_BAR)
    for text in MESSAGES:
        told(f"reply to {len(text.split()):3d} words", await spent(partial(reply, engine, text)), REPLY_BAR)
        told("  listening for danger", await spent(partial(listener.hears_danger, text)), REPLY_BAR)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTES_PER_MEGABYTE
    print(f"peak memory                {peak:6.0f} MB")


async def reply(engine: EmbeddedEngine, text: str) -> None:
    turns = (Turn(Speaker.MEMBER, text),)
    async for _ in engine.stream(chats.WitnessChat(me="A", partner="Ruth", turns=turns, turn=1)):
        pass


async def spent(work: Callable[[], Awaitable[object]]) -> float:
    start = time.process_time()
    await work()
    return time.process_time() - start


def told(name: str, seconds: float, bar: float) -> None:
    print(f"{name:26s} {seconds:6.3f} s, {seconds / bar:4.2f} of its bar")


def main() -> None:
    asyncio.run(run())


if __name__ == "__main__":
    main()
