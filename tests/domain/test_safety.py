"""What a member writes in danger is noticed, what only sounds like it is not, and no text at all is too much."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check, crossing_check
from meetwithoutfear.domain.safety.check import Rule, worst
from meetwithoutfear.domain.safety.reading import LONGEST_WORD, plain_lines

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OBLIQUE_FLOOR = 0.95


def listed(file: Path) -> list[dict[str, str | None]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


LABELLED = listed(ROOT / "tools" / "training" / "safety.jsonl") + listed(
    ROOT / "tests" / "data" / "safety.jsonl"
)
OWN = [case for case in LABELLED if case["set"] == "rules"]
"""The sentences the rules were written against; the others only measure."""
DEVELOPMENT = listed(HERE / "safety_development.jsonl")
GERMAN = listed(HERE / "safety_german.jsonl")


def texts(*kinds: str) -> list[str]:
    return [str(case["text"]) for case in OWN if case["kind"] in kinds]


def alarms(text: str) -> bool:
    finding = check(text)
    return finding is not None and finding.is_alarm


def test_a_rule_is_compiled_when_it_is_first_needed_and_then_kept() -> None:
    rule, broken = Rule(Label.ABUSE, Certainty.A, "hit me"), Rule(Label.ABUSE, Certainty.A, "(")
    assert rule.pattern.search("he hit me")
    assert rule.pattern is rule.pattern
    with pytest.raises(re.error):
        _ = broken.pattern


def test_there_are_enough_sentences_of_every_kind() -> None:
    assert len(OWN) >= 250
    assert not {case["text"] for case in OWN} & {case["text"] for case in DEVELOPMENT}
    for kind in ("explicit", "oblique", "hard", "ordinary"):
        assert len(texts(kind)) >= 50


def test_danger_said_outright_is_always_noticed() -> None:
    assert [text for text in texts("explicit") if not alarms(text)] == []


def test_idioms_denials_and_ordinary_quarrels_raise_no_alarm() -> None:
    assert [text for text in texts("hard", "ordinary") if alarms(text)] == []


def test_most_hints_are_noticed() -> None:
    hints = texts("oblique")
    missed = [text for text in hints if not alarms(text)]
    assert 1 - len(missed) / len(hints) >= OBLIQUE_FLOOR, missed


def misjudged(cases: list[dict[str, str | None]]) -> list[str | None]:
    return [case["text"] for case in cases if alarms(str(case["text"])) != (case["label"] is not None)]


def test_the_development_sentences_are_all_judged_right() -> None:
    assert misjudged(DEVELOPMENT) == []


def test_the_plainest_german_sentences_are_judged_right() -> None:
    assert misjudged(GERMAN) == []


def test_german_without_umlauts_and_capitals_is_understood() -> None:
    assert alarms("ich moechte nicht mehr leben")
    assert alarms("MEIN MANN SCHLÄGT MICH")


def test_case_space_and_apostrophes_change_nothing() -> None:
    for text in texts("explicit", "hard"):
        found = check(text)
        assert check(text.upper()) == found, text
        assert check("  " + text.replace(" ", " \t ") + "  ") == found, text
        assert check(text.replace("'", "’")) == found, text
        assert check(text.replace("’", "'")) == found, text


def test_danger_is_noticed_in_the_middle_of_a_long_story() -> None:
    story = "We met eight years ago at work. It was lovely. "
    assert [text for text in texts("explicit") if not alarms(f"{story} {text} \n {story * 3}")] == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("He hits me.", Label.ABUSE),
        ("I am terrified of my husband.", Label.FEAR),
        ("He does not let me leave the house.", Label.COERCION),
        ("I want to die.", Label.SUICIDE),
        ("I am going to hurt him.", Label.HARM_OTHERS),
        ("He beats our children.", Label.CHILD),
        ("I cut myself when it gets too much.", Label.SELFHARM),
        ("He hit me last night. I want to die.", Label.SUICIDE),
    ],
)
def test_what_is_said_outright_is_heard_by_its_kind_the_worst_first(text: str, label: Label) -> None:
    assert check(text) == SafetyFinding(label, Certainty.A)


def test_a_hint_gives_way_to_what_is_said_outright() -> None:
    hint, outright = SafetyFinding(Label.SUICIDE, Certainty.B), SafetyFinding(Label.SELFHARM, Certainty.A)
    assert worst([hint, outright]) == outright
    assert worst([]) is None


def test_what_is_faint_is_no_alarm() -> None:
    finding = check("I walk on eggshells around him.")
    assert finding is not None
    assert finding.certainty is Certainty.C
    assert not finding.is_alarm


def test_what_lies_long_back_is_faint_unless_it_still_happens() -> None:
    assert not alarms("My father used to hit me when I was a child.")
    assert alarms("My father hits me again, as he did when I was a child.")


@pytest.mark.parametrize(
    "text",
    ["i wnat to kill myslef", "hes abusiev and hits me", "I want to k1ll myself", "im scared of my husbnad",
     "I dont want to be alive", "i waaaant to diiiie", "He\u200b hit\u00ad me",
     "i have suicdal thoughts"],
)  # fmt: skip
def test_a_shaking_hand_is_understood(text: str) -> None:
    assert alarms(text)


@given(st.text(st.characters(exclude_categories=()), max_size=300))
def test_any_text_has_an_answer(text: str) -> None:
    assert isinstance(check(text), SafetyFinding | None)
    crossing_check(text)


@given(
    st.lists(
        st.sampled_from(
            [
                "i",
                "he",
                "me",
                "my",
                "not",
                "want",
                "to",
                "die",
                "kill",
                "hit",
                "myself",
                "the",
                "children",
                ",",
                ".",
                "and",
                "if",
                "'",
                "§",
            ]
        ),
        max_size=60,
    )
)
def test_any_order_of_dangerous_words_has_an_answer(words: list[str]) -> None:
    check(" ".join(words))


@pytest.mark.parametrize(
    "piece",
    ["i ", "he ", "a", "i want to ", "not ", "if i ", "he hit ", "'", ", ", "my ", "§ ", "i do not want "],
)
def test_very_long_texts_are_read_to_the_end(piece: str) -> None:
    """Nothing in the rules repeats without bound, so this ends soon; were it not so, this test would never end."""
    assert alarms(piece * 3_000 + ". I want to die.")


@given(st.text(max_size=200))
def test_what_is_read_is_words_of_bounded_length_between_single_spaces(text: str) -> None:
    for sentence in plain_lines(text):
        assert sentence == " ".join(sentence.split())
        assert all(len(word) <= LONGEST_WORD + 8 for word in sentence.split())
