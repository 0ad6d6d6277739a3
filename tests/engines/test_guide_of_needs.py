"""The guide's voice in Stages 3 and 4, heard over whole conversations."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meetwithoutfear.domain.stages import Phase
from meetwithoutfear.engines.embedded.needs import NEEDS_NOTICE, needs_reply
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.repair import REPAIR_NOTICE, repair_reply
from meetwithoutfear.engines.embedded.talk import GuideReply, Talk, phrases
from meetwithoutfear.prompts.chats import RepairChat
from meetwithoutfear.prompts.prompt import Speaker, Turn

from .people_talking import EVERYONE, converse
from .test_guide import QUOTED, UNWANTED

LISTED = ("to be heard", "that she listens", "to feel we are a team")
GROUND = ("to be heard",)
IDEAS = [
    "We could eat together without phones.",
    "on Sunday evenings",
    "I think for two weeks",
    "We would notice if we laugh again.",
    "You should stop shouting at the kids.",
    "I could go out for a walk when it gets loud.",
    "We should talk more.",
    "I don't know.",
    "Maybe we say goodnight to each other.",
    "what should I do?",
    "I will write down what I spend.",
    "ok",
]


def one(answer: Callable[[Talk], GuideReply], text: str, intensity: int | None = None) -> str:
    return answer(Talk((Turn(Speaker.MEMBER, text),), "Ruth", intensity)).text


def looking(reader: Reader) -> Callable[[Talk], GuideReply]:
    return lambda talk: needs_reply(reader.detector, talk, LISTED)


def repairing(reader: Reader, phase: Phase = Phase.COLLECTING) -> Callable[[Talk], GuideReply]:
    prompt = RepairChat(me="A", partner="Ruth", phase=phase, common_ground=GROUND)
    return lambda talk: repair_reply(reader.detector, talk, prompt)


def is_plain(reply: str, partner: str) -> bool:
    own = QUOTED.sub("…", reply)
    claim = re.compile(
        rf"(?:^|[.!?:] )(?:so |okay\. )?(?:he|she|they|{partner})(?:'s|'re)?\b(?! can't see)", re.IGNORECASE
    )
    return own.count("?") == 1 and not UNWANTED.search(own) and not claim.search(own)


def has_no_repeats(replies: list[str]) -> bool:
    questions = [re.split(r"[.!”] ", text)[-1] for text in replies]
    return len(set(replies)) == len(replies) and len(set(questions)) == len(questions)


@pytest.mark.parametrize(("partner", "messages"), EVERYONE, ids=[name for name, _ in EVERYONE])
def test_looking_for_needs_asks_one_thing_and_advises_nothing(
    reader: Reader, partner: str, messages: list[str]
) -> None:
    talk = converse(looking(reader), partner, messages)
    assert has_no_repeats([reply.text for _, reply in talk])
    for message, reply in talk:
        assert is_plain(reply.text, partner), (message, reply.text)


@pytest.mark.parametrize("phase", Phase)
def test_repair_asks_one_thing_and_claims_nothing_about_the_partner(reader: Reader, phase: Phase) -> None:
    talk = converse(repairing(reader, phase), "Ruth", IDEAS)
    assert len({reply.text for _, reply in talk}) == len(IDEAS)
    for message, reply in talk:
        assert is_plain(reply.text, "Ruth"), (message, reply.text)


@pytest.mark.parametrize(
    "wish", ["I want her to ask me first.", "He should help more.", "If she would only say thank you."]
)
def test_under_a_wish_it_asks_what_it_would_give(reader: Reader, wish: str) -> None:
    assert any(one(looking(reader), wish).endswith(ask) for ask in phrases()["needs"]["under_the_wish"])


def test_a_complaint_is_no_wish(reader: Reader) -> None:
    text = one(looking(reader), "She never listens, she just talks.")
    assert not any(ask in text for ask in phrases()["needs"]["under_the_wish"])


def test_under_a_hard_word_it_asks_what_was_missing(reader: Reader) -> None:
    text = one(looking(reader), "She is a selfish liar.")
    assert any(text.endswith(ask) for ask in phrases()["needs"]["under_the_blame"])
    assert "selfish" not in QUOTED.sub("", text)


def test_a_need_is_offered_as_a_guess_and_the_own_list_is_asked_about(reader: Reader) -> None:
    messages = ["I was so tired that night.", "Nobody came.", "It was late.", "I sat there and cried."]
    first, _, third, _ = [reply.text for _, reply in converse(looking(reader), "Ruth", messages)]
    assert "to have rest" in first
    assert "“to be heard”" in third


def test_a_demand_on_the_list_is_asked_for_what_it_would_give(reader: Reader) -> None:
    talk = converse(
        lambda talk: needs_reply(reader.detector, talk, ("that she listens",)),
        "Ruth",
        ["It was late."] * 3,
    )
    third = talk[2][1].text
    assert "“that she listens”" in third
    assert re.search("What would (?:that give you|you have then)", third)


def test_what_the_partner_needs_is_not_ours_to_know(reader: Reader) -> None:
    assert re.search("can't see what Ruth writes|don't know it", one(looking(reader), "What does she need?"))


def test_an_idea_is_asked_for_its_missing_pieces_one_after_the_other(reader: Reader) -> None:
    bank = phrases()["repair"]
    replies = [reply.text for _, reply in converse(repairing(reader), "Ruth", IDEAS[:5])]
    pieces = ("when", "how_long", "notice", "smaller", "own_part")
    for piece, reply in zip(pieces, replies, strict=True):
        assert any(reply.endswith(ask) for ask in bank[piece]), (piece, reply)


def test_what_got_no_answer_is_not_asked_again_at_once(reader: Reader) -> None:
    first, second = [r.text for _, r in converse(repairing(reader), "Ruth", ["We could eat together."] * 2)]
    assert any(first.endswith(ask) for ask in phrases()["repair"]["when"])
    assert not any(second.endswith(ask) for ask in phrases()["repair"]["when"])


def test_a_vague_idea_is_asked_what_exactly(reader: Reader) -> None:
    text = one(repairing(reader), "We should be nicer and communicate more.")
    assert any(text.endswith(ask) for ask in phrases()["repair"]["exactly"])


def test_without_an_idea_it_starts_from_what_both_need(reader: Reader) -> None:
    assert "“to be heard”" in one(repairing(reader), "I don't know.")
    assert "Small works best" in one(repairing(reader), "Any ideas?") or "piece of it" in one(
        repairing(reader), "Any ideas?"
    )


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize(
    "question",
    [
        "Whose idea is the one with the walk?",
        "Which one did she pick?",
        "Is that one his?",
        "How did Ruth rank mine?",
        "What did she write?",
        "Who wrote the one about the dishes?",
    ],
)
def test_whose_idea_is_whose_is_never_said(reader: Reader, phase: Phase, question: str) -> None:
    assert any(lead in one(repairing(reader, phase), question) for lead in phrases()["repair"]["whose"])


def test_a_very_strong_feeling_slows_both_down(reader: Reader) -> None:
    for speak in (looking(reader), repairing(reader)):
        text = one(speak, "I can't stand this house for one more hour.", 9)
        assert any(phrase in text for phrase in phrases()["slow_down"])


def test_another_language_gets_an_honest_notice_and_a_short_idea_does_not(reader: Reader) -> None:
    german = "Ich weiß nicht mehr, was ich noch sagen soll."
    assert one(looking(reader), german) == NEEDS_NOTICE
    assert one(repairing(reader), german) == REPAIR_NOTICE
    assert one(repairing(reader), "Eat together without phones") != REPAIR_NOTICE


def test_without_weights_both_still_talk(bare_reader: Reader) -> None:
    for speak in (looking(bare_reader), repairing(bare_reader)):
        assert is_plain(one(speak, "I want us to have quiet evenings."), "Ruth")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120))
def test_no_text_leaves_the_guide_speechless(reader: Reader, text: str) -> None:
    for speak in (looking(reader), repairing(reader), repairing(reader, Phase.AGREED)):
        assert one(speak, text).strip()
