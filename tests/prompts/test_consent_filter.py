"""What may be known in the guesser's room: what was consented to, what is the guesser's own, and closed vocabularies."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import cast, get_type_hints

from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.feelings import FEELINGS, AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.prompts.prompt import NOTHING, Turn
from meetwithoutfear.prompts.statements import InformedChat, Span, feelings_named_in, places_in
from meetwithoutfear.prompts.two_sided import ShareTask
from prompts.samples import PROMPTS, STATEMENT

INFORMED = cast("InformedChat", PROMPTS["stage_2b_informed"])


def test_there_is_no_field_for_anything_that_was_not_consented_to() -> None:
    """A new field is a decision about consent: it belongs into this table only after thinking about it."""
    hints = get_type_hints(InformedChat)
    assert {field.name: hints[field.name] for field in fields(InformedChat)} == {
        "me": str,
        "partner": str,
        "topic": str | None,
        "summary": str | None,  # of the guesser's own room
        "facts": tuple[str, ...],  # of the guesser's own room
        "turns": tuple[Turn, ...],  # the guesser's own chat
        "turn": int,
        "iteration": int,
        "statement": str,  # the guesser's own
        "confirmed": tuple[Span, ...],  # places in it
        "shared": tuple[str, ...],  # consented
        "feedback": tuple[str, ...],  # consented
        "area": AreaHint | None,
        "guidance": GuidanceType | None,
        "seed": PromptSeed | None,
        "draft": str | None,  # the guesser's own
        "ready": bool,
        "intensity": int | None,
    }


def test_the_suggestion_for_the_subject_is_made_without_the_held_statement() -> None:
    assert {field.name for field in fields(ShareTask)} == {
        "subject", "guesser", "area", "feelings", "messages", "shared",
    }  # fmt: skip


@given(st.lists(st.builds(Span, st.integers(-9, 99), st.integers(-9, 99)), max_size=4))
def test_what_was_found_right_is_always_a_passage_of_the_own_statement(spans: list[Span]) -> None:
    passages = replace(INFORMED, confirmed=tuple(spans)).values()["confirmed"]
    assert isinstance(passages, tuple)
    assert all(passage in STATEMENT for passage in passages)


def test_passages_are_found_whatever_their_spaces_and_capitals() -> None:
    (span,) = places_in(STATEMENT, ["Worried\n about  money", "she was ashamed at the till", " "])
    assert STATEMENT[span.start : span.end] == "worried about money"


def named_feelings(prompt: InformedChat) -> str:
    return prompt.plain_words()["named_feelings"]


def test_feelings_come_out_of_the_shared_words_alone() -> None:
    silent = replace(INFORMED, shared=("It was a Tuesday.",), feedback=("I was furious.",))
    assert named_feelings(silent) == NOTHING
    assert named_feelings(INFORMED) == "shame"
    twice = replace(INFORMED, shared=("I was ashamed.", "I was ashamed, and furious."))
    assert named_feelings(twice).split(", ").count("shame") == 1


def test_a_feeling_that_is_denied_is_not_named() -> None:
    assert "anger" not in set(feelings_named_in("I'm not angry. I never was really angry."))
    assert "anger" in set(feelings_named_in("I'm not tired. I am angry."))


@given(st.text())
def test_named_feelings_are_words_of_the_vocabulary(words: str) -> None:
    named = named_feelings(replace(INFORMED, shared=(words,)))
    vocabulary = {feeling.noun for feeling in FEELINGS.values()}
    assert named == NOTHING or set(named.split(", ")) <= vocabulary
