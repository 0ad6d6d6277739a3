"""Care, turn by turn: what is asked, what an answer means, what makes it urgent, and the one way out that words have."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check
from meetwithoutfear.domain.safety.answers import Question, read_answer
from meetwithoutfear.domain.safety.care import (
    CATALOGUE,
    LADDERS,
    Ask,
    Care,
    Language,
    answer_in_care,
    begin_care,
    care_in,
    language_of,
    quiet_care,
)

DATA = Path(__file__).parents[1] / "data"
LABELS = {
    "suicide": Label.SUICIDE,
    "self_harm": Label.SELFHARM,
    "harm_to_others": Label.HARM_OTHERS,
    "partner_violence": Label.ABUSE,
    "child": Label.CHILD,
}
NOW = datetime(2026, 3, 1, 21, 30, tzinfo=UTC)
OUTRIGHT = {label: SafetyFinding(label, Certainty.A) for label in Label}
SAID = [
    "yes", "no", "...", "pills", "tonight", "i am safe", "why?", "joke", "my sister", "blue", "he is here",
    "I want to die", "he hits me", "i called her",
]  # fmt: skip
HINTED = {label: SafetyFinding(label, Certainty.B) for label in Label}


class Talk:
    """Somebody in care, and what care has said to them."""

    def __init__(self, first: str, finding: SafetyFinding | None = None) -> None:
        found = finding or check(first)
        assert found is not None
        self.turn = begin_care(found, first, NOW, Language.EN)
        self.spoken = [self.words]

    def says(self, *texts: str) -> Talk:
        for text in texts:
            assert self.turn.after is not None, f"care is over before “{text}”"
            self.turn = answer_in_care(self.turn.after, text, check(text))
            self.spoken.append(self.words)
        return self

    @property
    def care(self) -> Care:
        assert self.turn.after is not None
        return self.turn.after

    @property
    def is_over(self) -> bool:
        return self.turn.after is None

    @property
    def words(self) -> str:
        return self.turn.render("112")


def test_a_yes_is_an_answer_and_not_something_to_reflect() -> None:
    talk = Talk("I want to die").says("yes")
    assert talk.care.asked is Ask.MEANS
    assert "near you" in talk.words


def test_means_named_make_it_urgent_and_short() -> None:
    talk = Talk("I want to die").says("yes", "i already have the pills")
    assert talk.care.urgent
    assert "call 112 now" in talk.words
    assert "away from" in talk.words
    assert len(talk.words) < 220


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I want to kill myself tonight with the pills I bought.", ()),
        ("I want to die", ("tonight, i will do it",)),
        ("I want to die", ("i wrote the letters already",)),
        ("I want to die", ("yes", "no", "today")),
        ("I cut myself again", ("yes",)),
        ("He hits me.", ("he is outside the door",)),
        ("He hits me.", ("yes",)),
        ("I am going to hurt him.", ("i have a knife in my hand",)),
        ("I am going to hurt him.", ("yes he is here",)),
        ("He beats our children.", ("yes right now",)),
        ("Ich will nicht mehr leben.", ("ja", "ich habe tabletten hier")),
        ("I want to die", ("it was a figure of speech", "no")),
    ],
)
def test_a_plan_means_a_time_or_somebody_at_the_door_make_it_urgent(
    first: str, then: tuple[str, ...]
) -> None:
    talk = Talk(first).says(*then)
    assert talk.care.urgent
    assert talk.care.asked is Ask.URGENT
    assert "112" in talk.words


def test_in_urgency_it_stays_there_and_says_something_else_each_time() -> None:
    talk, said = Talk("I want to die").says("i already have the pills"), set[str]()
    for answer in ("no", "i am alone", "i cant", "because", "whats the point", "no"):
        assert talk.care.urgent
        assert talk.words not in said
        said.add(talk.words)
        talk.says(answer)


def test_somebody_who_could_be_there_is_taken_up() -> None:
    talk = Talk("I want to die").says("i already have the pills", "my sister lives nearby")
    assert "let them know now" in talk.words
    assert talk.says("she is with me now").care.asked is Ask.SAFE
    assert talk.says("yes").is_over


@pytest.mark.parametrize(
    "words", ["it was a figure of speech", "i was just joking", "didn't mean it like that", "nur so gesagt"]
)
def test_a_figure_of_speech_is_believed_and_leaving_is_still_asked_for(words: str) -> None:
    talk = Talk("I want to kill myself.").says(words)
    assert talk.care.asked is Ask.SAFE
    assert talk.says("yes").is_over
    assert "more gravely" in talk.words or "ernster" in talk.words


def test_only_a_yes_to_the_question_whether_they_are_safe_leads_out() -> None:
    talk = Talk("I want to die").says("I am safe now, really")
    assert not talk.is_over
    assert talk.care.asked is Ask.SAFE
    assert talk.says("i am safe").is_over


@pytest.mark.parametrize("words", ["i guess", "maybe", "not sure"])
def test_half_a_yes_does_not_lead_out(words: str) -> None:
    talk = Talk("I want to die").says("it was a figure of speech", words)
    assert not talk.is_over
    assert not talk.care.urgent


@pytest.mark.parametrize("words", ["no", "im not safe", "no i am not ok", "nein", "ich bin nicht sicher"])
def test_not_being_safe_is_urgent(words: str) -> None:
    assert Talk("I want to die").says("it was a figure of speech", words).care.urgent


def test_a_no_to_a_hint_asks_whether_they_are_safe() -> None:
    talk = Talk("I just want to disappear.", HINTED[Label.SUICIDE]).says("no")
    assert talk.care.asked is Ask.SAFE
    assert talk.says("yes thank you").is_over


def test_without_a_plan_it_is_not_asked_what_they_would_need_for_one() -> None:
    talk = Talk("I want to die").says("no")
    assert talk.care.asked is Ask.PERSON
    assert "somebody at a line can be that person" in talk.says("no").words


def test_somebody_to_call_is_a_reason_to_let_them_know() -> None:
    assert "Good that there is somebody" in Talk("I want to die").says("no", "yes my brother").words


@pytest.mark.parametrize(
    "words", ["ok my sister is here now", "my best friend just got here", "meine Mutter ist jetzt da"]
)
def test_somebody_who_has_come_need_not_be_called(words: str) -> None:
    talk = Talk("I want to die").says("yes", "i already have the pills", words)
    assert talk.care.asked is Ask.SAFE
    assert "please come" not in talk.words
    assert not talk.says("my sister is here").is_over, "who is there is no word on how one is"


@pytest.mark.parametrize("words", ["my brother is not here", "my husband is here now", "her sister is here"])
def test_not_everybody_who_is_or_is_not_there_is_a_help(words: str) -> None:
    assert not read_answer(words).company


def test_who_is_there_may_be_who_somebody_is_afraid_of() -> None:
    talk = Talk("my brother hits me and i am scared of him", OUTRIGHT[Label.ABUSE]).says(
        "my brother is here now"
    )
    assert talk.care.urgent


def test_silence_is_respected_and_nothing_is_asked_twice() -> None:
    talk, asked = Talk("I want to die").says("..."), set[str]()
    for words in ("idk", "leave me alone", "whatever", "i dont want to talk", "…"):
        assert talk.words not in asked
        asked.add(talk.words)
        assert talk.care.asked not in {Ask.PLAN, Ask.MEANS, Ask.WHEN, Ask.SAFE}
        talk.says(words)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who can see this?", "Nobody but you"),
        ("will you call the police?", "I cannot call anyone"),
        ("are you a real person?", "I am a program"),
        ("what number can i call?", "112"),
        ("why do you ask me that", "nothing else is as important"),
        ("can we go on?", "I want to go on"),
        ("what is the capital of peru?", "I cannot answer that well"),
    ],
)
def test_a_question_is_answered_first(question: str, answer: str) -> None:
    talk = Talk("I want to die")
    assert answer in talk.says(question).words
    assert not talk.is_over


def test_a_question_put_again_leads_on() -> None:
    talk = Talk("I want to die").says("who can see this?")
    assert "Nobody but you" not in talk.says("who can see this?").words


def test_turning_to_something_else_is_kept_for_later() -> None:
    assert "We will come back to that" in Talk("I want to die").says("anyway, she never said sorry").words


def test_thoughts_of_dying_beside_hurting_oneself_are_asked_about_and_go_first() -> None:
    talk = Talk("I cut myself again").says("no")
    assert "ending your life" in talk.words
    assert talk.says("yes").care.label is Label.SUICIDE


def test_something_graver_that_comes_up_goes_first() -> None:
    talk = Talk("He hits me.").says("I want to kill myself.")
    assert talk.care.label is Label.SUICIDE
    assert talk.says("He hits me.").care.label is Label.SUICIDE


def test_something_said_again_is_an_answer_and_no_new_beginning() -> None:
    talk = Talk("I want to die").says("I want to die")
    assert "first.suicide.A" not in talk.turn.keys
    assert talk.says("i have the pills").says("I want to kill myself").care.urgent


def test_care_without_a_cause_asks_what_it_is() -> None:
    turn = answer_in_care(quiet_care(NOW, Language.EN), "hello again", None)
    assert "Are you in danger" in turn.render(None)
    assert turn.after is not None
    told = answer_in_care(turn.after, "yes", None)
    assert told.after is not None
    assert told.after.asked is Ask.WHAT
    heard = answer_in_care(told.after, "he hits me", OUTRIGHT[Label.ABUSE])
    assert heard.after is not None
    assert heard.after.label is Label.ABUSE
    now = answer_in_care(told.after, "he is at the door", None)
    assert "emergency number" in now.render(None)


def test_in_german_it_answers_in_german() -> None:
    talk = Talk("Ich will nicht mehr leben.")
    assert "Ich bin ein Programm" in talk.words
    assert talk.says("ja").turn.language is Language.DE
    assert talk.says("no, not now").turn.language is Language.EN


def test_a_very_long_talk_begins_again_with_what_lies_furthest_back() -> None:
    talk = Talk("I want to die")
    for _ in range(40):
        talk.says("blue")
    assert not talk.is_over


@pytest.mark.parametrize("words", ["was a joke", "it was just a stupid joke", "Das war nur ein Witz"])
def test_a_joke_is_believed_and_still_asked_about_once(words: str) -> None:
    talk = Talk("I want to die").says(words)
    assert talk.care.figure


@pytest.mark.parametrize(
    "words", ["it was no joke", "he said it was a joke", "it wasnt a joke", "my life was a joke"]
)
def test_what_is_no_joke_is_not_taken_for_one(words: str) -> None:
    assert not Talk("I want to die").says(words).care.figure


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("I want to die", ()),
        ("I want to die", ("yes",)),
        ("I want to die", ("yes", "i have the pills")),
        ("I want to die", ("yes", "i have the pills", "no")),
        ("He hits me.", ()),
        ("He hits me.", ("yes",)),
        ("I want to die", ("it was a joke", "no")),
        ("He beats our children.", ("no", "who can see this?")),
    ],
)
def test_how_a_talk_stands_can_be_told_from_what_was_said_in_it(first: str, said: tuple[str, ...]) -> None:
    talk = Talk(first).says(*said)
    told = care_in(talk.spoken, NOW)
    assert told is not None
    assert told.topic == talk.care.topic
    assert told.asked == talk.care.asked
    assert told.urgent == talk.care.urgent


def test_of_a_whole_talk_that_is_over_nothing_remains() -> None:
    first = Talk("I want to die").words
    asked = Talk("I want to die").says("it was a figure of speech").words
    over = Talk("I want to die").says("it was a figure of speech", "yes").words
    known = care_in([first, asked], NOW)
    assert known is not None
    assert known.asked is Ask.SAFE
    assert care_in([first, asked, over], NOW) is None
    assert care_in(["Understood. How would you like to say it?"], NOW) is None
    unsaid = answer_in_care(quiet_care(NOW, Language.EN), "hello", None).render(None)
    asks = care_in([unsaid, "Is there somebody you trust who could be with you now?"], NOW)
    assert asks is not None
    assert asks.topic == "unsaid"
    assert asks.asked is Ask.PERSON
    staying = care_in([first, CATALOGUE["stay.1"]["en"]], NOW)
    assert staying is not None
    assert staying.asked is Ask.PLAN


@pytest.mark.parametrize("label", Label)
@pytest.mark.parametrize("certainty", [Certainty.A, Certainty.B])
@pytest.mark.parametrize("language", Language)
def test_the_first_words_say_what_speaks_point_to_people_and_ask_one_thing(
    label: Label, certainty: Certainty, language: Language
) -> None:
    words = CATALOGUE[f"first.{label}.{certainty}"][language]
    assert ("I am a program" if language is Language.EN else "Ich bin ein Programm") in words
    assert words.count("?") == 1
    assert words.endswith("?")
    assert len(words) < 560


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_text_is_there_in_both_languages_and_never_promises_or_extorts(key: str) -> None:
    english, german = CATALOGUE[key]["en"], CATALOGUE[key]["de"]
    assert english != german
    assert ("{emergency}" in english) == ("{emergency}" in german)
    assert not re.search(
        r"promise|you won't|would you\?|it makes sense|calm down|everything will be", english, re.IGNORECASE
    )
    assert english.count("?") <= 2


def test_every_question_of_a_ladder_has_its_words() -> None:
    for topic, ladder in LADDERS.items():
        asked = [ask for ask in ladder if f"{topic}.{ask}" not in CATALOGUE]
        assert asked == []
        assert f"urgent.{topic}.now" in CATALOGUE


@given(
    st.lists(st.sampled_from(SAID), max_size=25),
    st.sampled_from(list(Label)),
    st.sampled_from([Certainty.A, Certainty.B]),
)  # fmt: skip
def test_no_talk_says_the_same_twice_running_or_ends_by_itself(
    said: list[str], label: Label, certainty: Certainty
) -> None:
    turn = begin_care(SafetyFinding(label, certainty), "", NOW, Language.EN)
    before = ""
    for text in said:
        if turn.after is None:
            break
        asked = turn.after.asked
        turn = answer_in_care(turn.after, text, check(text))
        assert turn.render("112") != before
        before = turn.render("112")
        assert turn.after is not None or asked is Ask.SAFE


@given(st.text(max_size=200))
def test_any_words_can_be_read(text: str) -> None:
    read_answer(text)
    assert language_of(text, Language.DE) in set(Language)
    after = replace(quiet_care(NOW, Language.EN), said=("first.unsaid",), asked=Ask.ITSELF)
    assert answer_in_care(after, text, None).keys


def test_a_question_without_its_mark_is_one_where_it_is_known() -> None:
    assert read_answer("will you tell him").asks is Question.WILL_YOU_CALL
    assert read_answer("what a day").asks is None


TALKS = [json.loads(line) for line in (DATA / "danger_talks.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk["id"])
def test_a_talk_written_by_somebody_else_stays_in_care_says_nothing_twice_and_hears_means(talk: Any) -> None:
    """Whatever the check makes of the first words: from there on. The language is the one they write in."""
    label = LABELS[talk["kind"]]
    turn = begin_care(OUTRIGHT[label], talk["turns"][0], NOW, Language(talk["language"]))
    said = [turn.render("112")]
    for words, note in zip(talk["turns"][1:], talk["notes"][1:], strict=True):
        if turn.after is None:
            break
        turn = answer_in_care(turn.after, words, check(words))
        assert turn.render("112") not in said
        said.append(turn.render("112"))
        assert turn.language is Language(talk["language"])
        if "names means" in note:
            assert turn.after is not None
            assert turn.after.urgent
        if turn.after is None:
            assert "safe" in note or "figure of speech" in note
