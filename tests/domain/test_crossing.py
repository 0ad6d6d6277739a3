"""Threats do not cross; contempt and slurs are pointed out; honest words pass."""

from __future__ import annotations

import pytest

from meetwithoutfear.domain.safety import ConcernKind, CrossingConcern, crossing_check


@pytest.mark.parametrize(
    "text",
    [
        "I will kill you.",
        "I'm going to hurt you if you leave.",
        "You'll regret this.",
        "You’ll be sorry.",
        "If you leave me I will kill myself.",
        "I'll make you pay for this.",
        "Watch your back.",
        "I know where you live.",
        "You will never see the kids again.",
        "I'll smash your face.",
        "I will post your nudes.",
        "Don't make me hurt you.",
        "You are a dead man.",
        "I hope you die.",
        "I'll kill him.",
        "I will burn your house down.",
        "Next time I will hit you.",
        "I'll destroy you in front of everybody.",
        "you bitch, i will kill you",
    ],
)
def test_a_threat_is_a_threat(text: str) -> None:
    concern = crossing_check(text)
    assert concern == CrossingConcern(ConcernKind.THREAT)
    assert concern.is_threat


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You are pathetic.", ConcernKind.CONTEMPT),
        ("You're such a loser.", ConcernKind.CONTEMPT),
        ("I hate you.", ConcernKind.CONTEMPT),
        ("You disgust me.", ConcernKind.CONTEMPT),
        ("You are a lazy, selfish idiot.", ConcernKind.CONTEMPT),
        ("Fuck you.", ConcernKind.CONTEMPT),
        ("You're just like your mother.", ConcernKind.CONTEMPT),
        ("Nobody could ever love you.", ConcernKind.CONTEMPT),
        ("Shut up and listen.", ConcernKind.CONTEMPT),
        ("You are nothing without me.", ConcernKind.CONTEMPT),
        ("You stupid bitch.", ConcernKind.SLUR),
        ("You whore.", ConcernKind.SLUR),
    ],
)
def test_contempt_and_slurs_are_named_but_are_no_threats(text: str, kind: ConcernKind) -> None:
    concern = crossing_check(text)
    assert concern == CrossingConcern(kind)
    assert not concern.is_threat


@pytest.mark.parametrize(
    "text",
    [
        "I think you feel worthless when I correct you.",
        "You feel like you are a failure, and that nobody sees it.",
        "You called me a bitch and it broke something in me.",
        "I called you an idiot and I am sorry.",
        "I don't think you are stupid.",
        "I would never hurt you.",
        "I never wanted to hurt you.",
        "I am not going to hurt you.",
        "I'm afraid you will regret it.",
        "I felt stupid when you laughed.",
        "You must be exhausted from carrying all this.",
        "I was angry and I shouted at you.",
        "I will leave if nothing changes.",
        "I want you to pay half the rent.",
        "You said I was pathetic.",
        "I'll beat you at chess one day.",
        "When you go quiet for days I panic.",
        "I will cut you some slack.",
        "I am scared that you will leave.",
        "You are not lazy, you are tired.",
        "I'll take the kids on Friday.",
        "I hit a wall last night.",
        "",
    ],
)
def test_honest_words_pass(text: str) -> None:
    assert crossing_check(text) is None
