from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.resources import DEFAULT, REGIONS, help_for
from meetwithoutfear.domain.safety import Crossing, SafetyFinding, SafetyLabel, Tier, check, crossing_check


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I want to end my life.", SafetyLabel.SUICIDE),
        ("Last night I cut my arms again.", SafetyLabel.SELF_HARM),
        ("My husband punched me in the stomach.", SafetyLabel.PARTNER_VIOLENCE),
        ("I'm scared of my husband.", SafetyLabel.FEAR_OF_PARTNER),
        ("I'm going to stab him.", SafetyLabel.HARM_TO_OTHERS),
        ("He hits our son with a belt.", SafetyLabel.CHILD_ABUSE),
    ],
)
def test_plain_words_of_danger_are_tier_a(text: str, label: SafetyLabel) -> None:
    assert check(text) == SafetyFinding(label, Tier.A)


@pytest.mark.parametrize(
    "text",
    [
        "Everyone would be better off without me.",
        "I'm not allowed to see my family any more.",
        "My daughter says grandpa plays a secret game with her in bed.",
    ],
)
def test_half_spoken_danger_is_tier_b(text: str) -> None:
    finding = check(text)
    assert finding is not None
    assert finding.tier is Tier.B


@pytest.mark.parametrize(
    "text", ["I would never hit my wife.", "I'm not suicidal, just tired.", "He has never hit me."]
)
def test_a_denied_danger_gets_no_more_than_a_quiet_line(text: str) -> None:
    finding = check(text)
    assert finding is None or finding.tier is Tier.C


def test_a_negation_inside_the_phrase_does_not_undo_it() -> None:
    assert check("I don't want to be alive any more.") == SafetyFinding(SafetyLabel.SUICIDE, Tier.A)


def test_the_gravest_sentence_of_a_message_counts() -> None:
    finding = check(
        "We argued about money. Nobody would notice if I was gone. He hit me last night. It rained."
    )
    assert finding == SafetyFinding(SafetyLabel.PARTNER_VIOLENCE, Tier.A)


def test_typographic_apostrophes_and_line_breaks_hide_nothing() -> None:
    assert check("so\nI don’t want to live\nbye") is not None


@pytest.mark.parametrize(
    "text", ["", "   ", "?!", "I can't sleep.", "My boss shot down my idea.", "This job is killing me."]
)
def test_ordinary_talk_raises_nothing(text: str) -> None:
    assert check(text) is None


def test_fear_of_the_partner_holds_crossings_and_other_danger_does_not() -> None:
    assert SafetyFinding(SafetyLabel.FEAR_OF_PARTNER, Tier.A).holds_crossings
    assert SafetyFinding(SafetyLabel.PARTNER_VIOLENCE, Tier.B).holds_crossings
    assert not SafetyFinding(SafetyLabel.PARTNER_VIOLENCE, Tier.C).holds_crossings
    assert not SafetyFinding(SafetyLabel.SUICIDE, Tier.A).holds_crossings


def test_danger_at_the_end_of_one_endless_sentence_is_found() -> None:
    assert check("and then we talked and " * 200 + "I want to kill myself") is not None


@given(st.text(max_size=400))
def test_any_text_can_be_checked(text: str) -> None:
    finding = check(text)
    assert finding is None or isinstance(finding, SafetyFinding)
    crossing_check(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("If you leave I'll take the kids.", Crossing.THREAT),
        ("You will regret this.", Crossing.THREAT),
        ("You're pathetic.", Crossing.CONTEMPT),
        ("You are such a liar.", Crossing.CONTEMPT),
        ("What a slut.", Crossing.SLUR),
    ],
)
def test_words_that_should_not_cross_as_they_are_get_pointed_out(text: str, kind: Crossing) -> None:
    finding = crossing_check(text)
    assert finding is not None
    assert finding.kind is kind
    assert finding.words in text
    assert finding.deliverable == (kind is not Crossing.THREAT)


@pytest.mark.parametrize(
    "text", ["I was hurt when you left.", "I'm angry with you.", "I felt stupid next to you."]
)
def test_hard_feelings_may_cross(text: str) -> None:
    assert crossing_check(text) is None


def test_a_threat_is_named_before_contempt_in_the_same_text() -> None:
    finding = crossing_check("You're pathetic. I'll kill you.")
    assert finding is not None
    assert finding.kind is Crossing.THREAT


@pytest.mark.parametrize("region", [*REGIONS, "ZZ", "us"])
@pytest.mark.parametrize("label", SafetyLabel)
def test_everybody_everywhere_is_shown_at_least_two_ways_to_help(label: SafetyLabel, region: str) -> None:
    lines = help_for(label, region)
    assert len(lines) >= 2
    assert all(line.name and line.contact and line.source.startswith("http") for line in lines)


def test_an_unknown_region_gets_what_holds_anywhere() -> None:
    assert help_for(SafetyLabel.SUICIDE, "ZZ") == help_for(SafetyLabel.SUICIDE, DEFAULT)


def test_every_phone_number_was_seen_at_its_source() -> None:
    for emergency, lines in REGIONS.values():
        for line in (emergency, *lines):
            assert line.seen or not any(letter.isdigit() for letter in line.contact)
