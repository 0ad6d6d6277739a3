"""Whatever is proposed for the partner, and every quote, comes from the member's own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, NEEDS
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.engines.embedded.coach import coach_reply, word_feedback
from meetwithoutfear.engines.embedded.drafts import draft_share, pronoun_for, to_partner
from meetwithoutfear.engines.embedded.needs import extract_needs
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.talk import Talk
from meetwithoutfear.prompts.prompt import Speaker, Turn

from .people_talking import EVERYONE, LENA, NOOR, converse

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "gap-cases.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    ("text", "pronoun", "addressed"),
    [
        (
            "I think she feels alone and comes home to an empty house.",
            "she",
            "I think you feel alone and come home to an empty house.",
        ),
        ("He's been hiding it from his mother.", "he", "You've been hiding it from your mother."),
        (
            "I told her about my day and her face went blank.",
            "she",
            "I told you about my day and your face went blank.",
        ),
        ("He isn't sure and doesn't ask.", "he", "You aren't sure and don't ask."),
        (
            "They were tired and think their work doesn't count.",
            "they",
            "You were tired and think your work doesn't count.",
        ),
        ("Is she angry?", "she", "Are you angry?"),
        ("He tries and he carries it himself.", "he", "You try and you carry it yourself."),
        ("He presented it as his.", "he", "You presented it as yours."),
    ],
)
def test_words_about_the_partner_are_addressed_to_them_in_good_grammar(
    text: str, pronoun: str, addressed: str
) -> None:
    assert to_partner(text, pronoun) == addressed


def test_the_partners_name_becomes_you() -> None:
    assert to_partner("Sam's probably scared, and Sam's thesis is late.", "he", "Sam") == (
        "You're probably scared, and your thesis is late."
    )


def test_the_pronoun_of_the_one_who_acts_means_the_partner() -> None:
    assert pronoun_for(("She changed it. I'm afraid of losing him. I love him. She never asked.",)) == "she"
    assert pronoun_for(("Nobody told me.",)) == "they"


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case["id"])
def test_a_share_draft_is_one_to_three_of_the_subjects_sentences_addressed_to_the_partner(
    reader: Reader, case: dict[str, str]
) -> None:
    draft = draft_share(reader.detector, (case["subject"],), ("fear", "hurt"))
    assert draft is not None
    pronoun = pronoun_for((case["subject"],))
    addressed = {to_partner(sentence, pronoun) for sentence in sentences(case["subject"])}
    assert 1 <= len(sentences(draft)) <= 3
    assert addressed.issuperset(sentences(draft))


def test_the_sentence_that_tells_the_missed_feeling_is_in_the_draft(reader: Reader) -> None:
    texts = ("We bought the boat in May. I'm terrified he will sell it. He plays golf.",)
    draft = draft_share(reader.detector, texts, ("fear",))
    assert draft is not None
    assert "I'm terrified you will sell it." in draft


def test_attacks_threats_and_questions_are_never_suggested(reader: Reader) -> None:
    texts = ("She is a selfish liar. I'll make her pay. What kind of person does that? I was hurt.",)
    draft = draft_share(reader.detector, texts, ("hurt",))
    assert draft is not None
    assert draft == "I was hurt."


def test_nothing_fit_to_share_gives_no_draft(reader: Reader) -> None:
    assert draft_share(reader.detector, ("Why?",), ("hurt",)) is None
    assert draft_share(reader.detector, (), ("hurt",)) is None


@pytest.mark.parametrize(("partner", "messages"), EVERYONE, ids=[name for name, _ in EVERYONE])
def test_every_need_stands_on_quotes_that_are_in_the_text_letter_for_letter(
    reader: Reader, partner: str, messages: list[str]
) -> None:
    needs = extract_needs(reader.detector, tuple(messages))
    assert 2 <= len(needs) <= 8
    for need in needs:
        assert 1 <= len(need.evidence) <= 5
        assert all(any(quote in message for message in messages) for quote in need.evidence)
        assert need.category in NEEDS.values()


def test_what_is_asked_for_outright_comes_first(reader: Reader) -> None:
    needs = extract_needs(
        reader.detector,
        ("The boat is blue.", "I want to be asked before, not told after. I'd like to be asked."),
    )
    assert needs[0].need == "to be considered"


def test_no_words_no_needs(reader: Reader) -> None:
    assert extract_needs(reader.detector, ()) == ()
    assert extract_needs(reader.detector, ("The bank is closed on Mondays.",)) == ()


def test_what_was_said_most_is_offered_first_and_nothing_is_left_out(reader: Reader) -> None:
    ranked = reader.detector.rank(tuple(LENA[1]))
    assert {"guilt", "fear", "longing"} <= set(ranked[:8])
    assert sorted(ranked) == sorted(FEELINGS)


def test_a_denied_feeling_is_offered_last(reader: Reader) -> None:
    assert reader.detector.rank(tuple(NOOR[1]))[-1] == "anger"


def test_in_another_language_all_feelings_are_there_to_choose(reader: Reader) -> None:
    ranked = reader.detector.rank(("Ich bin so müde und keiner sieht es.",))
    assert sorted(ranked) == sorted(FEELINGS)


COACHED = [
    "I want to say how upset I was",
    "She never asks me anything!",
    "I felt left out when I saw him behind the counter.",
    "I want us to decide things together again.",
]


def test_the_coach_proposes_only_what_the_member_wrote(reader: Reader) -> None:
    talk = converse(lambda talk: coach_reply(reader.coach, talk, "I was not asked."), "Ruth", COACHED)
    assert [reply.content for _, reply in talk[:2]] == [None, None]
    assert talk[2][1].content == "I felt left out when I saw him behind the counter."


def test_the_coach_points_at_an_accusation_in_the_members_words(reader: Reader) -> None:
    reply = coach_reply(reader.coach, Talk((Turn(Speaker.MEMBER, "She never asks me anything!"),), "Ruth"))
    assert "“You never”" in reply.text


def test_with_nothing_written_yet_the_coach_offers_what_was_suggested(reader: Reader) -> None:
    reply = coach_reply(
        reader.coach,
        Talk((Turn(Speaker.MEMBER, "Can you help me?"),), "Ruth"),
        "I was not asked.",
    )
    assert reply.content == "I was not asked."


def test_feedback_keeps_what_can_be_heard_and_drops_the_rest(reader: Reader) -> None:
    assert word_feedback("She always makes it about money. I feel alone with the debts.") == (
        "I feel alone with the debts."
    )
    assert word_feedback("He is an idiot.") is None


def test_nothing_proposed_contains_what_must_not_cross(reader: Reader) -> None:
    notes = "You're pathetic. I'll make you pay. I was scared that night."
    proposed = word_feedback(notes)
    assert proposed is not None
    assert crossing_check(proposed) is None
