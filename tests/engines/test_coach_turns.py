"""What people say to the write coach, written by another hand than the rules: nothing that is for the coach comes back as
words to share, and most of what is for the partner does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meetwithoutfear.engines.embedded.coach import coach_reply
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.talk import GuideReply, Talk
from meetwithoutfear.prompts.prompt import Speaker, Turn

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "coach_turns.jsonl").read_text().splitlines()
]
MOST = 0.75
SUGGESTED = "I feel alone in the evenings. You never asked me about it."


def answered(reader: Reader, *said: str, suggestion: str | None = None) -> GuideReply:
    """The last answer of a talk in which the coach remembers what it proposed."""
    turns: list[Turn] = []
    for words in said:
        turns.append(Turn(Speaker.MEMBER, words))
        reply = coach_reply(reader.coach, Talk(tuple(turns), "Sam"), suggestion)
        proposed = f"\n<content>{reply.content}</content>" if reply.content else ""
        turns.append(Turn(Speaker.GUIDE, f"{reply.text}{proposed}"))
    return reply


def test_nothing_that_is_for_the_coach_comes_back_as_words_to_share(reader: Reader) -> None:
    returned = [
        case["text"]
        for case in CASES
        if case["kind"] != "content" and answered(reader, case["text"]).content is not None
    ]
    assert returned == []


def test_most_of_what_is_for_the_partner_is_proposed(reader: Reader) -> None:
    meant = [case["text"] for case in CASES if case["kind"] == "content"]
    proposed = [text for text in meant if answered(reader, text).content is not None]
    assert len(proposed) >= MOST * len(meant)


def test_the_pronoun_is_not_turned_inside_what_was_not_meant_for_the_partner(reader: Reader) -> None:
    reply = answered(reader, "I don't want to say anything about Leo calling me, I promised him")
    assert reply.content is None
    assert "promised" not in reply.text


def test_orders_are_carried_out_on_the_text_as_it_stands(reader: Reader) -> None:
    written = answered(reader, "Please write it for me", suggestion=SUGGESTED)
    assert written.content == SUGGESTED
    softer = answered(reader, "Please make it softer", suggestion=SUGGESTED)
    assert softer.content == "I feel alone in the evenings."
    assert answered(reader, "shorter", suggestion=SUGGESTED).content == "I feel alone in the evenings."
    once_more = answered(reader, "shorter", "shorter", suggestion=SUGGESTED)
    assert once_more.content is None
    assert "one sentence already" in once_more.text
    assert answered(reader, "Please make it softer", suggestion="I miss you.").content is None
    assert answered(reader, "Please translate it into French.", suggestion=SUGGESTED).content is None
    assert answered(reader, "make it shorter").content is None


def test_what_is_to_stay_out_stays_out_of_the_rest_of_the_talk(reader: Reader) -> None:
    told = ("I feel sad about the party. I miss our walks.", "Leave out the part about the party.")
    assert answered(reader, *told).content == "I miss our walks."
    later = answered(reader, *told, "I feel lonely, too.").content
    assert later is not None
    assert "party" not in later


def test_what_is_unclear_is_asked_about_and_used_once_it_is_clear(reader: Reader) -> None:
    truth = "Say whatever you like about it."
    asked = answered(reader, truth)
    assert asked.content is None
    assert "Sam" in asked.text
    assert answered(reader, truth, "Yes, for him.").content == truth


def test_somebody_elses_trouble_is_not_put_into_the_text(reader: Reader) -> None:
    reply = answered(reader, "I was sad when my sister told me about her miscarriage. I feel alone with it.")
    assert reply.content == "I feel alone with it."


def test_what_is_not_read_is_never_turned(reader: Reader) -> None:
    german = "Ich fühle mich allein, wenn er spät kommt."
    assert answered(reader, german).content == german
    assert answered(reader, "Mach es kürzer.").content is None
    assert answered(reader, "Je me sens seule le soir quand il travaille.").content is None


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who reads this?", "reads only the exact words"),
        ("Is this saved anywhere?", "Nothing of this talk is kept"),
        ("Will he know that I declined?", "is not told that you were asked"),
        ("Can I take it back later?", "take it back"),
        ("Do I have to share something?", "need not share"),
        ("What did he say about me?", "I do not know what Sam"),
        ("How long should it be?", "One to three sentences"),
        ("What should I write?", "One honest sentence"),
        ("Why does he never ask me?", "question for Sam"),
        ("What is the capital of France?", "cannot answer"),
    ],
)
def test_questions_are_answered_truthfully(reader: Reader, asked: str, answer: str) -> None:
    reply = answered(reader, asked, suggestion=SUGGESTED)
    assert answer in reply.text
    assert reply.content is None
