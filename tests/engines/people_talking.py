"""Persons invented for the tests alone: nothing of this is in the training sentences."""

from __future__ import annotations

import re
from collections.abc import Callable

from meetwithoutfear.engines.embedded.talk import GuideReply, Talk
from meetwithoutfear.prompts.prompt import Speaker, Turn

NOOR = (
    "Noor",
    [
        "My sister Noor sold our parents' caravan and told me in a voice note.",
        "I was at work. I played it twice in the stockroom.",
        "I learnt to swim from that caravan. I had my name scratched under the table.",
        "She says it was rotting. Maybe it was. I would have driven up and fixed it.",
        "I'm not angry about the money, I just feel like I was deleted.",
        "She has always been the one who deals with things, and I'm the one who gets told.",
        "I sent her a thumbs up. I hate that I sent her a thumbs up.",
        "When my dad got ill I moved back for eight months and she came at Christmas.",
        "I don't think she knows how tired I was that winter.",
        "I keep the spare key on my ring, for a door that doesn't exist.",
        "Sometimes I wonder if I made all of it bigger than it was.",
        "I want her to ask me what I would have liked to keep.",
    ],
)
PIET = (
    "Karel",
    [
        "Karel and me run the tram museum, volunteers you know.",
        "He's put a lock on the workshop and I haven't got the code",
        "i asked him for it and he said it's for insurance",
        "Thirty-one years I've been oiling those doors!!",
        "I stood there on Saturday with my lunchbox like a schoolboy.",
        "no, it isn't about the lock",
        "It's that he didn't look at me when he said it.",
        "My wife says I should take up fishing.",
        "what would you do?",
        "I can't sleep on Fridays any more because Saturday is coming.",
        "I was going to teach his boy to drive the old number nine.",
        "Well. That's it, I suppose.",
    ],
)
LENA = (
    "Mika",
    [
        "I found out I'm pregnant and I told my friend before I told Mika.",
        "He heard it from her. On the stairs.",
        "I wanted one day where it was only mine, and I know how that sounds.",
        "He hasn't shouted. He's being polite and it's awful.",
        "I feel guilty all day long and then I get defensive.",
        "I grew up in a house where news was used against you.",
        "So I hide things first and share them later, I've always done that.",
        "I'm scared he thinks I don't trust him.",
        "And maybe I don't, not completely, not with everything.",
        "I cried in the bath and he knocked and asked if I needed a towel.",
        "I didn't say anything back to him.",
        "I miss him and he's in the kitchen.",
    ],
)
EVERYONE = (NOOR, PIET, LENA)


def converse(
    answer: Callable[[Talk], GuideReply], partner: str, messages: list[str]
) -> list[tuple[str, GuideReply]]:
    turns: list[Turn] = []
    heard = []
    for message in messages:
        turns.append(Turn(Speaker.MEMBER, message))
        reply = answer(Talk(tuple(turns), partner))
        turns.append(Turn(Speaker.GUIDE, reply.text))
        heard.append((message, reply))
    return heard


SAME = {
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "am": "are",
    "was": "were",
}
SAME |= {"i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "wasn't": "weren't"}


def plain_words(text: str) -> list[str]:
    return [
        SAME.get(word, word) for word in re.findall(r"[a-z0-9]+(?:'[a-z]+)?", text.lower().replace("’", "'"))
    ]


def longest_echo(message: str, reply: str) -> int:
    said, heard = plain_words(message), f" {' '.join(plain_words(reply))} "
    runs = (end - start for start in range(len(said)) for end in range(start + 1, len(said) + 1)
            if f" {' '.join(said[start:end])} " in heard)  # fmt: skip
    return max(runs, default=0)
