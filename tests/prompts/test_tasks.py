"""Answers with a shape: what is accepted, and how the rest is refused."""

from __future__ import annotations

import json
from typing import cast

import pytest

from meetwithoutfear.domain.feelings import FEELINGS, AreaHint
from meetwithoutfear.domain.gap import Misattribution, Recommendation
from meetwithoutfear.prompts import tasks
from meetwithoutfear.prompts.prompt import Unacceptable
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask
from prompts.samples import GOOD_ANALYSIS, PROMPTS

RECONCILE = cast("GapTask", PROMPTS["reconcile"])
SHARE = cast("ShareTask", PROMPTS["suggest_share"])
FEEDBACK = cast("tasks.FeedbackTask", PROMPTS["feedback_coach"])
SUMMARY = cast("tasks.SummaryTask", PROMPTS["summary"])


def test_an_analysis_is_read_from_json_text_and_from_what_it_became() -> None:
    analysis = RECONCILE.parse(GOOD_ANALYSIS)
    assert analysis == RECONCILE.parse(json.dumps(GOOD_ANALYSIS))
    assert analysis.alignment_score == 48
    assert analysis.area_hint == AreaHint.SHAME
    assert analysis.misattributions == (Misattribution("loneliness", major=False),)


def test_an_analysis_may_leave_open_what_it_does_not_know() -> None:
    optional = {
        "mostImportantGap",
        "recommendedAction",
        "suggestedShareFocus",
        "areaHint",
        "guidanceType",
        "promptSeed",
    }
    bare = RECONCILE.parse({name: value for name, value in GOOD_ANALYSIS.items() if name not in optional})
    assert bare.area_hint is None
    assert bare.suggested_share_focus is None
    assert bare.recommended_action is Recommendation.OFFER_SHARING, (
        "48 points: the rule decides where the engine did not"
    )


def test_what_is_said_twice_counts_once() -> None:
    guess = {"feeling": "anger", "major": True}
    analysis = RECONCILE.parse(
        {**GOOD_ANALYSIS, "missedFeelings": ["fear", "hurt", "fear"], "misattributions": [guess, guess]}
    )
    assert analysis.missed_feelings == ("fear", "hurt")
    assert analysis.misattributions == (Misattribution("anger", major=True),)


def test_an_empty_text_means_nothing() -> None:
    analysis = RECONCILE.parse({**GOOD_ANALYSIS, "mostImportantGap": "", "suggestedShareFocus": ""})
    assert analysis.most_important_gap is None
    assert analysis.suggested_share_focus is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("alignmentScore", 101),
        ("alignmentScore", -1),
        ("alignmentScore", "high"),
        ("gapSeverity", "huge"),
        ("missedFeelings", ["the shame at the till"]),
        ("misattributions", [{"feeling": "Leo", "major": True}]),
        ("misattributions", [{"feeling": "anger"}]),
        ("recommendedAction", "WAIT"),
        ("areaHint", "the card at the till"),
        ("guidanceType", "tell_him_about_leo"),
        ("promptSeed", "what about the till"),
        ("confidence", "certain"),
        ("rationale", ""),
        ("gapSummary", "x" * 1001),
        ("correctlyIdentified", ["x"] * 13),
    ],
)
def test_what_is_out_of_range_or_vocabulary_is_refused(field: str, value: object) -> None:
    with pytest.raises(Unacceptable, match=field.split("[", maxsplit=1)[0]) as refusal:
        RECONCILE.parse({**GOOD_ANALYSIS, field: value})
    assert "till" not in str(refusal.value), "a refusal repeats nothing of what it refuses"


@pytest.mark.parametrize("answer", ["not json {", "[]", "null", None, 7, [], ""])
def test_what_is_no_object_is_refused(answer: object) -> None:
    with pytest.raises(Unacceptable):
        RECONCILE.parse(answer)


def test_the_schema_names_every_closed_vocabulary() -> None:
    schema = json.dumps(RECONCILE.schema)
    assert all(json.dumps(word) in schema for word in [*AreaHint, *FEELINGS, "OFFER_OPTIONAL", "significant"])
    assert "alignmentScore" in schema


def test_a_suggestion_made_of_own_words_is_accepted() -> None:
    text = "I was so ashamed when the card was refused. I lie awake and do the sums."
    assert SHARE.parse({"suggestion": text}).suggestion == text
    assert "suggestion" in json.dumps(SHARE.schema)


def test_a_suggestion_without_any_longer_word_is_nobodys_invention() -> None:
    assert SHARE.parse({"suggestion": "I am sad."}).suggestion == "I am sad."


@pytest.mark.parametrize(
    ("suggestion", "because"),
    [
        ("I was. I am. I do. I lie awake.", "three sentences"),
        ("My therapist believes childhood abandonment explains everything.", "own words"),
        ("", "suggestion"),
        ("x" * 1001, "suggestion"),
    ],
)
def test_a_suggestion_that_is_long_or_invented_is_refused(suggestion: str, because: str) -> None:
    with pytest.raises(Unacceptable, match=because):
        SHARE.parse({"suggestion": suggestion})


def test_a_feedback_wording_is_read() -> None:
    assert FEEDBACK.parse({"proposedFeedback": "For me it was the shame."}).proposed_feedback
    assert "proposedFeedback" in json.dumps(FEEDBACK.schema)
    with pytest.raises(Unacceptable, match="proposedFeedback"):
        FEEDBACK.parse({})


def test_a_summary_and_its_facts_are_read_within_their_limits() -> None:
    output = SUMMARY.parse({"summary": "He found the letters.", "facts": ["Leo is their son."], "more": 1})
    assert output == tasks.Memory(summary="He found the letters.", facts=("Leo is their son.",))
    assert "facts" in json.dumps(SUMMARY.schema)
    for bad in (
        {"summary": ""},
        {"summary": "x", "facts": ["y"] * 13},
        {"summary": "x", "facts": ["y" * 201]},
    ):
        with pytest.raises(Unacceptable):
            SUMMARY.parse(bad)
