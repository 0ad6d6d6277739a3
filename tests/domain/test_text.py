"""What people write is stored as written, or refused with a reason."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.text import EMAIL_LIMIT, clean, clean_email, clean_line


def test_words_are_kept_with_their_lines_and_spaces() -> None:
    words = "  I was hurt.\n\n\tVery. 💔 "
    assert clean("message", words, 100) == words


def test_letters_are_composed() -> None:
    assert clean("message", "Zoe\u0308", 100) == "Zoë"


@pytest.mark.parametrize("text", ["nul \0 inside", "half a \ud83d smile", "\udfff"])
def test_what_no_database_can_store_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="cannot be stored"):
        clean("message", text, 100)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u00a0\u2003"])
def test_nothing_but_space_is_nothing(text: str) -> None:
    with pytest.raises(Invalid, match="must not be empty"):
        clean("message", text, 100)


def test_a_limit_counts_the_characters_as_they_are_stored() -> None:
    assert clean("name", "e\u0308" * 10, 10) == "ë" * 10
    with pytest.raises(Invalid, match="at most 10 characters"):
        clean("name", "x" * 11, 10)


def test_a_refusal_names_the_field_and_never_repeats_what_was_written() -> None:
    with pytest.raises(Invalid) as refusal:
        clean("topic", "secret" * 100, 10)
    sentence = "This is too long: at most 10 characters."
    assert refusal.value.details == {"fields": [{"field": "topic", "message": sentence}]}
    assert "secret" not in refusal.value.message


def test_a_name_is_one_line_without_space_around_it() -> None:
    assert clean_line("name", "  Anna Maria ", 80) == "Anna Maria"


@pytest.mark.parametrize("text", ["Anna\nMaria", "Anna\x1b[31m", "Anna\x7f", "Anna\x85Maria"])
def test_a_name_has_no_control_characters(text: str) -> None:
    with pytest.raises(Invalid, match="single line"):
        clean_line("name", text, 80)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Alice@Example.ORG", "alice@example.org"),
        (" alice@example.org ", "alice@example.org"),
        ("a.b+c@d-e.example.co", "a.b+c@d-e.example.co"),
        ("jörg@müller.example", "jörg@müller.example"),
    ],
)
def test_an_address_is_kept_in_small_letters(written: str, kept: str) -> None:
    assert clean_email(written) == kept


@pytest.mark.parametrize(
    "text",
    [
        "alice",
        "alice@example",
        "@example.org",
        "alice@",
        "alice@example.o",
        "a@b@example.org",
        "alice smith@example.org",
        "alice@exam ple.org",
        "Alice <alice@example.org>",
        "alice@example.org,eve@example.org",
        '"alice"@example.org',
        "x" * 65 + "@example.org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="not an e-mail address"):
        clean_email(text)


def test_an_address_is_not_endless() -> None:
    with pytest.raises(Invalid, match=f"at most {EMAIL_LIMIT} characters"):
        clean_email("alice@" + "x" * 250 + ".org")


@given(st.text(st.characters(exclude_categories=()), max_size=120))
def test_a_text_is_kept_in_full_or_refused_and_cleaning_twice_changes_nothing(text: str) -> None:
    try:
        kept = clean("message", text, 100)
    except Invalid:
        return
    assert kept == unicodedata.normalize("NFC", text)
    assert clean("message", kept, 100) == kept
    assert kept.encode().decode() == kept


@given(st.one_of(st.emails(), st.text(max_size=40).map(lambda text: f"{text}@example.org")))
def test_an_address_once_accepted_stays_the_same_and_fits_one_header_line(text: str) -> None:
    try:
        kept = clean_email(text)
    except Invalid:
        return
    assert clean_email(kept) == kept
    assert kept == clean_email(kept.upper()) or not kept.isascii()
    assert not set(kept) & set("\r\n,;<> ")


def test_an_address_holds_no_encoded_words() -> None:
    with pytest.raises(Invalid):
        clean_email("=?utf-8?q?a=0Ab?=@example.org")


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u2028", "\u2029"])
def test_a_name_holds_nothing_that_turns_or_breaks_the_line(letter: str) -> None:
    with pytest.raises(Invalid):
        clean_line("name", f"Al{letter}ice", 80)
