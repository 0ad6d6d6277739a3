"""A talk of three turns and one gap analysis with a real model, to see whether a server can be used at all:

python bench/real_model.py http://localhost:11434/v1 qwen3:8b
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time

from meetwithoutfear.engines.engine import EngineCall, EngineError, EngineName, EngineSettings, Relay
from meetwithoutfear.engines.models import ModelEngine
from meetwithoutfear.prompts import chats
from meetwithoutfear.prompts.prompt import Speaker, Turn
from meetwithoutfear.prompts.two_sided import GapTask

SAID = (
    "She opened my letters again. As if I were a child.",
    "I paid everything back, and she still looks at my account.",
    "Mostly I am ashamed. And so tired of being watched.",
)
STATEMENT = "I think you feel watched and angry with me because of the letters."


async def talk(engine: ModelEngine) -> None:
    turns: tuple[Turn, ...] = ()
    for number, text in enumerate(SAID, start=1):
        turns += (Turn(Speaker.MEMBER, text),)
        prompt = chats.WitnessChat(me="Jason", partner="Tara", topic="letters", turn=number, turns=turns)
        asked, first, relay = time.perf_counter(), 0.0, Relay(engine, prompt)
        async for _ in relay:
            first = first or time.perf_counter() - asked
        print(f"turn {number}: first word after {first:.2f} s\n  {relay.reply}")
        turns += (Turn(Speaker.GUIDE, relay.reply.text),)


async def compare(engine: ModelEngine) -> None:
    prompt = GapTask(guesser="Tara", subject="Jason", statement=STATEMENT, messages=SAID, iteration=1)
    print(await engine.answer(prompt))


async def main(url: str, model: str) -> None:
    key = os.environ.get("MWF_ENGINE_KEY")
    calls: list[EngineCall] = []
    engine = ModelEngine(EngineSettings(EngineName.OPENAI, url, key, model, model), calls.append)
    for step in (talk, compare):
        try:
            await step(engine)
        except EngineError as failure:
            print(f"{step.__name__}: {failure}")
    await engine.close()
    for call in calls:
        print(call)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url", help="up to and with /v1")
    parser.add_argument("model")
    given = parser.parse_args()
    asyncio.run(main(given.url, given.model))
