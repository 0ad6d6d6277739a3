"""Stage 1 conversations through the engine, as a process of its own: partners and messages in, replies out, as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.engine import Relay
from meetwithoutfear.prompts import chats
from meetwithoutfear.prompts.prompt import Speaker, Turn


async def talk(partner: str, messages: list[str]) -> list[str]:
    engine = EmbeddedEngine(lambda _call: None)
    turns: list[Turn] = []
    for number, message in enumerate(messages, 1):
        turns.append(Turn(Speaker.MEMBER, message))
        relay = Relay(engine, chats.WitnessChat(me="Me", partner=partner, turns=tuple(turns), turn=number))
        async for _ in relay:
            pass
        turns.append(Turn(Speaker.GUIDE, relay.reply.text))
    return [turn.text for turn in turns if turn.speaker is Speaker.GUIDE]


async def talk_with_all(people: list[tuple[str, list[str]]]) -> list[list[str]]:
    return [await talk(partner, messages) for partner, messages in people]


def refuse_connections(event: str, _arguments: object) -> None:
    if event in {"socket.connect", "socket.getaddrinfo", "socket.sendto"}:
        os._exit(13)


if __name__ == "__main__":
    sys.addaudithook(refuse_connections)
    json.dump(asyncio.run(talk_with_all(json.load(sys.stdin))), sys.stdout)
