"""Needs, common ground and ideas as the embedded engine finds them: nothing that the words do not carry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meetwithoutfear.domain.feelings import (
    DESCRIPTIONS,
    IN_GENERAL,
    NEEDS,
    WORDING,
    NeedCategory,
    describe_need,
)
from meetwithoutfear.domain.needs.need import needs_reframing
from meetwithoutfear.engines.embedded.needs import extract_needs, find_common_needs
from meetwithoutfear.engines.embedded.reader import Reader
from meetwithoutfear.engines.embedded.repair import (
    BOUNDED,
    FINE,
    NOT_MINE,
    OWNED,
    PLAIN,
    UNREADABLE,
    refine_idea,
)
from meetwithoutfear.prompts import tasks
from meetwithoutfear.prompts.tasks import SharedNeed

from .people_talking import EVERYONE, LENA, PIET

CONNECTION, SAFETY, FAIRNESS = NeedCategory.CONNECTION, NeedCategory.SAFETY, NeedCategory.FAIRNESS


def test_every_universal_need_has_a_plain_wording_of_its_own() -> None:
    assert set(WORDING) == set(NEEDS)
    assert len(set(WORDING.values())) == len(NEEDS)
    assert all(wording.startswith("to ") and needs_reframing(wording) is None for wording in WORDING.values())


@pytest.mark.parametrize(("_partner", "messages"), EVERYONE, ids=[name for name, _ in EVERYONE])
def test_a_description_says_nothing_that_was_told_to_the_guide(
    reader: Reader, _partner: str, messages: list[str]
) -> None:
    told = " ".join(messages).lower()
    for need in extract_needs(reader.detector, tuple(messages)):
        description = describe_need(need.need, need.category)
        assert description in DESCRIPTIONS.values()
        assert description.lower().strip(".") not in told
    assert set(DESCRIPTIONS) == set(WORDING)
    assert describe_need("a quiet kitchen", NeedCategory.SAFETY) == IN_GENERAL[NeedCategory.SAFETY]


def test_what_was_confirmed_is_not_proposed_again(reader: Reader) -> None:
    before = [need.need for need in extract_needs(reader.detector, tuple(LENA[1]))]
    after = [
        need.need for need in extract_needs(reader.detector, tuple(LENA[1]), (before[0].upper(), before[1]))
    ]
    assert not {before[0], before[1]} & set(after)
    assert after
    for everything in (tuple(WORDING), tuple(WORDING.values())):
        assert extract_needs(reader.detector, tuple(LENA[1]), everything) == ()


def test_a_sentence_speaks_for_two_needs_at_most(reader: Reader) -> None:
    found = extract_needs(reader.detector, tuple(PIET[1]))
    sole = [need.evidence[0] for need in found if len(need.evidence) == 1]
    assert max(sole.count(quote) for quote in sole) == 2


def test_an_insult_is_no_evidence(reader: Reader) -> None:
    found = extract_needs(
        reader.detector, ("She is a selfish liar and I am furious.", "I felt alone and so tired.")
    )
    assert found
    assert not any("liar" in quote for need in found for quote in need.evidence)


def test_an_endless_sentence_is_quoted_in_part(reader: Reader) -> None:
    message = "I felt alone and tired and " + "sad and then " * 80
    prompt = tasks.NeedsTask(me="T", messages=(message,))
    found = extract_needs(reader.detector, prompt.messages)
    assert found
    assert all(len(quote) <= 500 and quote in message for need in found for quote in need.evidence)


SPOKEN = st.lists(
    st.sampled_from(
        [
            "I feel alone",
            "No",
            "I want",
            "to be asked",
            "she is a liar",
            "\n",
            ".",
            "! ",
            "so tired",
            "’m",
            "“ok”",
        ]
    ),
    max_size=12,
).map(" ".join)


@settings(max_examples=150)
@given(st.lists(SPOKEN | st.text(max_size=60), min_size=1, max_size=3))
def test_whatever_is_proposed_is_acceptable_to_its_prompt(reader: Reader, messages: list[str]) -> None:
    prompt = tasks.NeedsTask(me="T", messages=tuple(messages), kept=("to have rest",))
    if found := extract_needs(reader.detector, prompt.messages, prompt.kept):
        prompt.parse({"needs": [vars(need) for need in found]})


def test_needs_in_another_language_are_left_to_their_owner(reader: Reader) -> None:
    assert (
        extract_needs(reader.detector, ("Ich bin so traurig und allein mit allem, und keiner fragt mich.",))
        == ()
    )


def test_without_weights_only_what_is_named_or_asked_for_is_found(bare_reader: Reader) -> None:
    found = extract_needs(bare_reader.detector, ("I feel lonely. I want to be asked before.",))
    assert {need.need for need in found} >= {"to be considered", "to feel connected"}
    assert extract_needs(bare_reader.detector, ("I stood there with my lunchbox like a schoolboy.",)) == ()


def shared(need: str, category: NeedCategory = CONNECTION) -> SharedNeed:
    return SharedNeed(need, category, "It matters to me.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("to be heard", "To be heard."),
        ("to be heard", "to be listened to"),
        ("belonging", "to belong"),
        ("gehört werden", "Gehört werden"),
    ],
)
def test_the_same_need_is_common_ground_even_without_weights(
    bare_reader: Reader, one: str, other: str
) -> None:
    (item,) = find_common_needs(bare_reader.ear, (shared(one),), (shared(other),))
    assert item.need in {one, other}
    assert item.category is CONNECTION
    assert item.need in item.description


def test_with_weights_a_need_is_known_in_other_words(reader: Reader, bare_reader: Reader) -> None:
    ours, theirs = (shared("to feel safe", SAFETY),), (shared("to feel secure", SAFETY),)
    (item,) = find_common_needs(reader.ear, ours, theirs)
    assert item.description == "One of you calls it “to feel safe”, the other “to feel secure”."
    assert find_common_needs(bare_reader.ear, ours, theirs) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (shared("to be heard"), shared("to have company")),
        (shared("to feel safe", SAFETY), shared("to have rest", SAFETY)),
        (shared("to be listened to"), shared("to be heard by all", FAIRNESS)),
        (shared("an apology"), shared("an apology")),
        (shared("that she listens"), shared("to be listened to")),
        (shared("x" * 121), shared("x" * 121)),
        (shared("to be treated fairly", FAIRNESS), shared("to be considered", FAIRNESS)),
    ],
)
def test_what_only_stands_near_each_other_is_not_common_ground(
    reader: Reader, one: SharedNeed, other: SharedNeed
) -> None:
    assert find_common_needs(reader.ear, (one,), (other,)) == ()


@pytest.mark.parametrize("name", NEEDS)
def test_every_need_is_known_by_its_name_and_by_its_wording(bare_reader: Reader, name: str) -> None:
    one, other = shared(name, NEEDS[name]), shared(WORDING[name].capitalize(), NEEDS[name])
    assert len(find_common_needs(bare_reader.ear, (one,), (other,))) == 1


WORDINGS = st.lists(st.sampled_from(sorted(NEEDS)), max_size=7, unique=True)


@settings(max_examples=100)
@given(WORDINGS, WORDINGS)
def test_common_ground_is_always_in_both_lists_and_acceptable_to_its_prompt(
    reader: Reader, one: list[str], other: list[str]
) -> None:
    prompt = tasks.CommonGroundTask(
        ours=tuple(shared(WORDING[name], NEEDS[name]) for name in one),
        theirs=tuple(shared(name, NEEDS[name]) for name in other),
    )
    found = find_common_needs(reader.ear, prompt.ours, prompt.theirs)
    prompt.parse({"items": [vars(item) for item in found]})
    assert len(found) <= 5
    assert (set(one) & set(other) != set()) <= bool(found)
    for item in found:
        assert item.need in {prompt.ours[item.ours - 1].need, prompt.theirs[item.theirs - 1].need}


@pytest.mark.parametrize(
    ("idea", "refined", "reason"),
    [
        ("We should talk after dinner", "For one week, we will talk after dinner.", f"{OWNED} {BOUNDED}"),
        ("I should come home earlier.", "For one week, I will come home earlier.", f"{OWNED} {BOUNDED}"),
        (
            "let's eat together WITHOUT phones 😊!!",
            "For one week, we will eat together without phones.",
            OWNED,
        ),
        ("You should listen to me", "For one week, we will listen to each other.", OWNED),
        ("He must look at the money with me", "For one week, we will look at the money together.", OWNED),
        ("I'd like us to walk on Sundays", "For two weeks, we will walk on Sundays.", OWNED),
        ("Say goodnight to each other", "Say goodnight to each other. This is for one week.", BOUNDED),
        ("Tom and I cook together.", "Tom and I cook together. This is for one week.", BOUNDED),
        ("I ask before I buy something.", "For one week, I ask before I buy something.", BOUNDED),
        ("on Sunday  we go to the lake", "On Sunday we go to the lake.", PLAIN),
        ("WE WALK THE DOG TOGETHER UNTIL FRIDAY", "We walk the dog together until friday.", PLAIN),
    ],
)
def test_an_idea_gets_an_end_an_owner_and_a_plain_style(idea: str, refined: str, reason: str) -> None:
    result = refine_idea(idea, None)
    assert result.refined == refined
    assert reason in result.reason


@pytest.mark.parametrize(
    ("idea", "reason"),
    [
        ("No phones at dinner for one week.", FINE),
        ("We will walk every evening until Friday.", FINE),
        ("You must apologise", NOT_MINE),
        ("He should come home at six.", NOT_MINE),
        ("She has to stop shouting at me", NOT_MINE),
        ("You should help more", NOT_MINE),
        ("He listens to what I say.", NOT_MINE),
        ("She is a selfish liar and I am done.", NOT_MINE),
        ("Wir essen zusammen ohne Handy und reden", UNREADABLE),
        ("😭", FINE),
        ("We should talk. " * 60, FINE),
    ],
)
def test_an_idea_that_is_fine_or_cannot_be_changed_honestly_is_left_alone(idea: str, reason: str) -> None:
    result = refine_idea(idea, None)
    assert result.refined is None
    assert result.reason == reason


def test_how_long_is_not_said_twice() -> None:
    assert refine_idea("We eat together without phones.", "two weeks").refined is None
    assert refine_idea("We should eat together.", "two weeks").refined == "We will eat together."


@given(st.text(max_size=120))
def test_no_idea_leaves_it_without_an_answer(idea: str) -> None:
    result = refine_idea(idea, None)
    assert result.refined is None or 0 < len(result.refined) <= 800
    assert 0 < len(result.reason) <= 200
