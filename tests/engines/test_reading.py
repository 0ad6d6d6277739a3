"""Tokens, vectors, clauses, negation and the feelings read from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear import data
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.engines.embedded.detect import Detector, named_feelings
from meetwithoutfear.engines.embedded.ear import EAR_FILE, HEADS_FILE, Ear, build_ear
from meetwithoutfear.engines.embedded.sentences import clauses, in_the_subjects_voice, is_english, units
from meetwithoutfear.engines.embedded.wordpieces import END, LONGEST_TEXT, START, UNKNOWN, token_ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("I feel alone.", [101, 1045, 2514, 2894, 1012, 102]),
        ("Unappreciated café", [101, 14477, 9397, 2890, 7405, 3064, 7668, 102]),
        ("it's", [101, 2009, 1005, 1055, 102]),
        ("x" * 120, [101, UNKNOWN, 102]),
    ],
)
def test_tokens_are_those_of_the_model(text: str, ids: list[int]) -> None:
    assert token_ids(text) == ids


@given(st.text(max_size=2000))
def test_any_text_becomes_a_bounded_run_of_tokens(text: str) -> None:
    ids = token_ids(text)
    assert ids[0] == START
    assert ids[-1] == END
    assert len(ids) <= LONGEST_TEXT


def test_vectors_have_length_one_and_do_not_depend_on_their_neighbours(ear: Ear) -> None:
    together = ear.encode(["I feel alone.", "The bank is closed on Mondays, and so is the post office."])
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert np.array_equal(together[0], ear.encode(["I feel alone."])[0])


def test_like_sentences_are_nearer_than_unlike_ones(ear: Ear) -> None:
    alone, lonely, bank = ear.encode(["I feel alone.", "I am lonely.", "The bank is closed."])
    assert alone @ lonely > alone @ bank + 0.3


def test_weights_with_another_hash_are_refused() -> None:
    weights, heads = data.read_bytes(EAR_FILE), data.read_bytes(HEADS_FILE)
    assert build_ear(weights, heads) is not None
    assert build_ear(weights[:-1] + b"x", heads) is None
    assert build_ear(weights, heads[:-1] + b"x") is None


def test_sentences_are_exact_pieces_of_the_text() -> None:
    text = 'Dr. Weiss rang. "Go home," he said!\nI went…  And then?'
    assert sentences(text) == ["Dr. Weiss rang.", '"Go home," he said!', "I went…", "And then?"]
    assert all(piece in text for piece in sentences(text))


def test_a_long_sentence_is_also_read_by_its_clauses() -> None:
    sentence = "I wanted to tell her because it mattered to me, but she had gone to bed"
    assert clauses(sentence) == ["I wanted to tell her", "it mattered to me", "she had gone to bed"]
    assert units(sentence)[0] == sentence


@pytest.mark.parametrize(
    ("statement", "voice"),
    [
        ("I think you feel alone.", "I feel alone."),
        ("You must be tired of my excuses.", "I am tired of your excuses."),
        ("It seems like I hurt you, and you weren't heard.", "You hurt me, and I wasn't heard."),
        ("I imagine it makes you anxious when I'm late.", "It makes me anxious when you're late."),
        ("You’re scared I will leave you.", "I'm scared you will leave me."),
        ("Part of you envies me.", "Part of me envies you."),
    ],
)
def test_a_guess_is_turned_into_the_subjects_voice(statement: str, voice: str) -> None:
    assert in_the_subjects_voice(statement) == voice


@pytest.mark.parametrize(
    ("sentence", "named", "denied"),
    [
        ("I'm not angry, I'm scared.", {"fear"}, {"anger"}),
        ("I have never been so angry.", {"anger"}, set()),
        ("I'm not just sad, I'm lonely.", {"sadness", "loneliness"}, set()),
        ("It isn't anger, it's grief.", {"sadness"}, {"anger"}),
        ("She was furious with me.", set(), set()),
        ("He never listens to me.", {"unheard"}, set()),
        ("They don't appreciate what I do.", {"unappreciated"}, set()),
        ("I want some recognition.", {"unappreciated"}, set()),
        ("I ignored her.", set(), set()),
        ("I don't count for them.", {"unappreciated"}, set()),
        ("The number nine tram is late.", set(), set()),
        ("My panic attack was in March.", set(), set()),
    ],
)
def test_words_name_and_deny_feelings(sentence: str, named: set[str], denied: set[str]) -> None:
    found, refused = named_feelings((sentence,))
    assert (set(found), set(refused)) == (named, denied)


def test_a_feeling_denied_here_and_named_there_counts_as_named() -> None:
    named, denied = named_feelings(("I'm not angry.", "All right, I am angry."))
    assert "anger" in named
    assert not denied


@pytest.mark.parametrize(
    ("text", "feeling"),
    [
        ("They all have plans for Saturday and nobody told me.", "abandonment"),
        ("I haven't closed my eyes for two nights and the baby won't stop.", "exhaustion"),
        ("He read my diary to his friends.", "betrayal"),
    ],
)
def test_a_feeling_without_its_word_is_among_the_first_eight(
    detector: Detector, text: str, feeling: str
) -> None:
    assert feeling in detector.read(text).by_likelihood()[:8]


def test_a_named_feeling_is_nearly_certain_and_a_denied_one_absent(detector: Detector) -> None:
    reading = detector.read("I'm not jealous. I feel betrayed.")
    assert reading.probability("betrayal") >= 0.95
    assert reading.probability("jealousy") <= 0.02
    assert reading.evidence("betrayal") == "I feel betrayed."


def test_without_weights_named_feelings_are_still_read(deaf: Detector) -> None:
    reading = deaf.read("I feel betrayed. The caravan is gone.")
    assert reading.likely(0.3) == ["betrayal"]
    assert reading.evidence("fear") in reading.sentences


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    in_the_subjects_voice(text)
    named, denied = named_feelings(tuple(sentences(text)))
    assert not named.keys() & denied


@pytest.mark.parametrize(
    "text",
    [
        "I can't sleep.",
        "Did he say anything about me?",
        "ok",
        "idk where to start honestly",
        "Dishes, laundry, kids, and nobody thanks me.",
    ],
)
def test_english_is_recognised(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ich habe das Gefühl, dass sie mir nie zuhört.",
        "Je ne sais plus quoi faire avec ma soeur.",
        "Siento que nadie me escucha en esta casa.",
        "Я не знаю, что делать.",
        "我很难过",
        "Ik kan zo niet verder met hem in een huis.",
    ],
)
def test_other_languages_are_not_taken_for_english(text: str) -> None:
    assert not is_english(text)
