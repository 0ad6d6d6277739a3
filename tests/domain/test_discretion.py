"""What may be made of somebody's words: whose matters they are, what is to be kept, and whom they are for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from domain.journey import invited
from meetwithoutfear.domain.discretion.drafting import (
    Circle,
    begins_with_feeling,
    circle_of,
    is_others_matter,
    is_presentable,
    may_be_drafted,
    sentences_to_keep,
    words_for_draft,
)
from meetwithoutfear.domain.discretion.matters import Domain, asks_to_leave_out, domains_in, names_in
from meetwithoutfear.domain.discretion.reading import pieces, stem, stems, tells, without
from meetwithoutfear.domain.discretion.turns import (
    PartKind,
    part_of,
    parts_of,
    parts_to_keep,
    sentences_meant,
)
from meetwithoutfear.domain.feelings import DESCRIPTIONS, IN_GENERAL, NeedCategory, describe_need

NIA_AND_SAM = Circle.of(["Nia", "Sam"])
DATA = Path(__file__).parents[1] / "data"
PRIVATE_MATTERS = [
    json.loads(line) for line in (DATA / "private_matters.jsonl").read_text("utf-8").splitlines()
]

FOR_THE_COACH = {
    PartKind.ORDER: (
        "Make it shorter.",
        "Please write it for me",
        "Could you make this less angry?",
        "That sounds too harsh.",
        "a bit kinder",
        "tell her about it in a nice way",
        "Mach es kürzer.",
    ),
    PartKind.REFUSAL: (
        "I would rather not",
        "No thanks.",
        "I don't want to share anything.",
        "I'm not ready to share that.",
        "Forget it.",
        "Ich möchte das lieber nicht teilen.",
    ),
    PartKind.QUESTION: (
        "Who reads this?",
        "who can see this",
        "Will she know that I declined?",
        "I wonder who reads this.",
        "Wer liest das?",
    ),
    PartKind.SECRET: (
        "I promised him not to tell.",
        "This stays between us.",
        "She told me in confidence.",
        "Sam can't know about the flat.",
        "Das ist ein Geheimnis.",
    ),
    PartKind.LEAVE_OUT: (
        "Leave out the part about Leo.",
        "Don't mention my mother.",
        "Can you leave out the bit with the neighbours?",
        "She doesn't need to know about the doctor.",
        "Lass den Teil mit Leo weg.",
    ),
    PartKind.CHAT: ("I'd change the ending.", "thank you", "I don't know what to write", "hm interesting"),
}
FOR_THE_PARTNER = (
    "Please stop leaving me out of decisions.",
    "Don't talk to me like I'm a child.",
    "I don't want to lose her.",
    "You keep secrets from me and that hurts.",
    "I want her to know how tired I am.",
    "I need you to hear me out before you judge.",
    "When she shouts I freeze.",
    "Nobody knows how I feel in this house.",
    "My heart sinks when the door slams.",
    "Ich fühle mich allein, wenn du spät kommst.",
)


@pytest.mark.parametrize(
    ("kind", "said"), [(kind, said) for kind, lines in FOR_THE_COACH.items() for said in lines]
)
def test_what_is_said_to_the_coach_is_not_for_the_partner(kind: PartKind, said: str) -> None:
    part = part_of(said, "Nia")
    assert part.kind == kind
    assert part.content is None


@pytest.mark.parametrize("said", FOR_THE_PARTNER)
def test_what_is_for_the_partner_is_content(said: str) -> None:
    assert part_of(said, "Nia").content == said


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("tell her that I miss her", "I miss her"),
        ("just say that I'm scared of him when he yells", "I'm scared of him when he yells"),
        ("Tell him how much I miss him", "I want you to know how much I miss him"),
        ("Write: I miss our evenings", "I miss our evenings"),
        ('Add "I am not angry anymore"', "I am not angry anymore"),
    ],
)
def test_an_order_may_carry_the_words_for_the_partner(said: str, content: str) -> None:
    part = part_of(said)
    assert part.kind is PartKind.CONTENT
    assert part.content == content


def test_an_order_that_carries_a_secret_carries_nothing() -> None:
    assert part_of("Write: make it shorter and nicer").content is None
    assert part_of("tell her that I would rather not").content is None
    assert part_of("say that").kind is not PartKind.CONTENT


def test_each_sentence_of_a_message_is_what_it_is() -> None:
    parts = parts_of("I feel alone at night. Make it shorter. Who reads this?")
    assert {part.kind for part in parts} == {
        PartKind.CONTENT,
        PartKind.ORDER,
        PartKind.QUESTION,
    }


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("I went there with Leo on Monday.", {"leo"}),
        ("Leo called me.", {"leo"}),
        ("Zorblatt called me at night.", {"zorblatt"}),
        ("then leo cried", {"leo"}),
        ("Sam and Nia laughed.", set()),
        ("We met in Berlin in May.", set()),
        ("Kindness was never your thing.", set()),
        ("Dinner was cold.", set()),
        ("I MISS OUR EVENINGS AND OUR TALKS SO MUCH", set()),
        ("I gave the will to him.", set()),
        ("I live near Anna.", {"anna"}),
        ("Ich war mit Anna im Garten und habe geweint.", {"anna"}),
        ("Ich glaube, du bist im Büro oft müde.", set()),
    ],
)
def test_names_of_others_are_told_from_other_words(said: str, names: set[str]) -> None:
    assert names_in(said, ["Sam", "Nia"]) == names


def test_private_matters_are_told_by_their_words() -> None:
    assert domains_in("She had a miscarriage and the loan is unpaid.") == {Domain.HEALTH, Domain.MONEY}
    assert domains_in("I am sick of waiting.") == set()


TOLD = (
    "I found out from the bank app. I feel stupid and alone with it.",
    "His brother called me crying because they would lose the flat. I promised him not to tell Sam.",
    "My sister had a miscarriage in May. I was so sad at home.",
    "I kissed Marco at the office party. He smiled. I feel so guilty.",
    "I miss our evenings. I felt small in front of my parents.",
)


def test_no_draft_is_made_of_secrets_other_people_or_private_matters() -> None:
    kept = sentences_to_keep(TOLD, NIA_AND_SAM)
    assert words_for_draft(TOLD, kept) == (
        "I feel stupid and alone with it.",
        "I was so sad at home.",
        "I miss our evenings.",
    )


def test_no_draft_is_made_of_what_nobody_calls_by_its_name() -> None:
    """Sentences by another hand, most of them without any of the words by which such a matter is known."""
    told = {case["text"]: case["domain"] for case in PRIVATE_MATTERS}
    offered = [text for text in told if words_for_draft([text], sentences_to_keep([text], NIA_AND_SAM))]
    assert [text for text in offered if told[text]] == []
    assert offered, "feelings of one's own still are"


def test_what_happened_and_what_one_feels_about_it_afterwards_is_no_beginning_with_a_feeling() -> None:
    assert not begins_with_feeling("I had a thing with someone from work last spring and I feel so lonely.")
    assert not begins_with_feeling("I feel so guilty.")
    assert begins_with_feeling("It has been a long and lonely year.")


def test_the_sentence_that_holds_the_secret_stays_out_with_it() -> None:
    said = ("The neighbours argued all night. I promised not to tell anyone.", "I was tired.")
    assert words_for_draft(said, sentences_to_keep(said, NIA_AND_SAM)) == ("I was tired.",)
    announced = ("This is a secret. I slept on the floor. I was tired.",)
    assert words_for_draft(announced, sentences_to_keep(announced, NIA_AND_SAM)) == ("I was tired.",)
    alone = ("This is a secret.",)
    assert words_for_draft(alone, sentences_to_keep(alone, NIA_AND_SAM)) == ()
    later = ("I promised Leo not to tell you.", "I was tired. Leo came by again, leo cried.")
    assert words_for_draft(later, sentences_to_keep(later, NIA_AND_SAM)) == ("I was tired.",)


def test_what_the_topic_or_something_shared_speaks_of_may_be_drafted() -> None:
    worry = "I worry about the debts every night."
    assert not may_be_drafted(worry, NIA_AND_SAM)
    assert may_be_drafted(worry, Circle.of(["Nia", "Sam"], "the money"))
    assert may_be_drafted(worry, Circle.of(["Nia", "Sam"], None, ["I am ashamed of my loan."]))
    assert may_be_drafted("I miss Leo at dinner.", Circle.of(["Nia", "Sam"], "where Leo lives"))


def test_the_two_may_speak_of_each_other_and_of_their_topic() -> None:
    session = replace(invited(), topic="the debts", partner_name="Bobby")
    circle = circle_of(session)
    assert circle.names == {member.name for member in session.members.values()} | {"Bobby"}
    assert circle.named == {Domain.MONEY}


def test_what_was_left_out_is_in_no_draft_in_other_words_either() -> None:
    assert tells("You laughed at my cooking in front of them.", ["She laughed at my cooking."])
    assert not tells("I am tired.", ["She laughed at my cooking."])
    assert not may_be_drafted("You laughed at my cooking.", NIA_AND_SAM, ["She laughed at my cooking."])
    assert without("I am tired. You laughed at my cooking.", ["She laughed at my cooking."]) == "I am tired."
    assert without("I am tired.", ()) == "I am tired."
    assert tells("Me too.", ["Me too."])


def test_somebody_elses_trouble_is_theirs_to_tell() -> None:
    assert is_others_matter("My sister had a miscarriage.", NIA_AND_SAM)
    assert is_others_matter("Leo told me that he is afraid.", NIA_AND_SAM)
    assert not is_others_matter("I am in therapy since May.", NIA_AND_SAM)


@pytest.mark.parametrize(
    "draft",
    [
        "You probably think I'm an asshole about it.",
        "I think you are just being cold and lazy.",
        "Poor you, always so tired.",
        "Idk, maybe you feel sad.",
        "You feels alone.",
        "You doesnt care.",
        "you are sad",
        "You were f***ing sad.",
        'You are so "busy" at night.',
    ],
)
def test_what_is_rude_or_broken_is_no_draft(draft: str) -> None:
    assert not is_presentable(draft)


@pytest.mark.parametrize(
    "draft",
    [
        "You feel stupid and worthless next to me.",
        "It must be so hard for you.",
        "Ich glaube, du bist im Büro oft müde.",
    ],
)
def test_a_plain_guess_is_presentable(draft: str) -> None:
    assert is_presentable(draft)


OWN = [piece.text for message in TOLD for piece in pieces(message)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Leave out the part about my sister", {"My sister had a miscarriage in May."}),
        ("Take out the last sentence.", {"I feel so guilty."}),
        ("Delete the fourth sentence.", set()),
        ("Leave that out.", {"I miss our evenings.", "I feel so guilty."}),
        ("Nothing about Marco", {"I kissed Marco at the office party."}),
        ("Don't mention the bank app and the long lonely winter.", {"I found out from the bank app."}),
    ],
)
def test_what_is_meant_is_found_among_the_own_sentences(said: str, meant: set[str]) -> None:
    shown = "I miss our evenings. I feel so guilty."
    asked = parts_to_keep(parts_of(said))
    assert {one for part in asked for one in sentences_meant(part, OWN, shown)} == meant
    assert sentences_meant(asked[0], ["I like tea."], None) == frozenset()


def test_sentences_are_found_where_they_stand() -> None:
    text = "  I am tired.  You left!\n…\nWhy?"
    assert [text[piece.start : piece.end] for piece in pieces(text)] == ["I am tired.", "You left!", "Why?"]
    assert [piece.text for piece in pieces(text)] == ["I am tired.", "You left!", "Why?"]


def test_words_are_compared_without_their_endings() -> None:
    assert stems("She stopped calling") == stems("he stops calls") == {"call", "stop"}
    assert (stem("stopping"), stem("go"), stem("worries")) == ("stop", "go", "wor")


def test_a_secret_takes_its_neighbours_with_it() -> None:
    announced = parts_of("This is for your ears only. I take pills. I miss you.")
    assert [part.kind for part in announced] == [PartKind.SECRET, PartKind.SECRET, PartKind.CONTENT]
    after = parts_of("I miss you. He sold his car. I promised him not to tell.")
    assert [part.kind for part in after] == [PartKind.CONTENT, PartKind.SECRET, PartKind.SECRET]
    assert parts_of("Make it shorter. I promised him.")[0].kind is PartKind.ORDER


def test_beside_words_for_the_coach_only_what_is_between_the_two_is_content() -> None:
    beside = parts_of("Does my boss see this? I'm on the work laptop. That's what she doesnt see in me.")
    assert [part.kind for part in beside] == [PartKind.QUESTION, PartKind.UNCLEAR, PartKind.CONTENT]
    assert not asks_to_leave_out("You leave my mother out of everything.")


def test_a_need_is_described_in_fixed_sentences() -> None:
    assert describe_need("To feel  safe.", NeedCategory.SAFETY) == DESCRIPTIONS["safety"]
    assert describe_need("a quiet kitchen", NeedCategory.SAFETY) == IN_GENERAL[NeedCategory.SAFETY]
