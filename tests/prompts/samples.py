"""One plausible Input per prompt, and the list of all prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meetwithoutfear.domain.feelings import AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.prompts import (
    feedback_coach,
    inner_thoughts,
    invitation_help,
    refinement_chat,
    stage_1_witness,
    stage_2_perspective,
    stage_2b_informed,
    summary,
)
from meetwithoutfear.prompts.prompt import Base, Speaker, Turn
from meetwithoutfear.prompts.stage_2b_informed import places_in
from meetwithoutfear.prompts.two_sided import reconcile, suggest_share

STATEMENT = "I think you were worried about money and felt I left you alone with it."
MESSAGES = (
    "He keeps saying it will be fine. I lie awake and do the sums again and again.",
    "I was so ashamed when the card was refused. I stood there with Leo and everybody looked.",
)
SHARED = "I was ashamed at the till, and I am not angry with you."
TALK = (
    Turn(Speaker.MEMBER, "She never tells me anything about the money."),
    Turn(Speaker.GUIDE, "She never tells you. What is that like?"),
    Turn(Speaker.MEMBER, "As if I were a child."),
)
ROOM: dict[str, Any] = {
    "me": "Jason",
    "partner": "Tara",
    "topic": "the overdraft",
    "summary": "He said that he found the letters by chance.",
    "facts": ("Leo is their son.", "The letters came in May."),
    "turns": TALK,
}

PROMPTS: Mapping[str, Base] = {
    "invitation_help": invitation_help.Input(**ROOM, draft="I would like to talk."),
    "stage_1_witness": stage_1_witness.Input(**ROOM, turn=2, intensity=6),
    "stage_2_perspective": stage_2_perspective.Input(**ROOM, turn=4, intensity=5),
    "stage_2b_informed": stage_2b_informed.Input(
        **ROOM,
        turn=2,
        iteration=1,
        intensity=5,
        statement=STATEMENT,
        confirmed=places_in(STATEMENT, ["worried about money"]),
        shared=(SHARED,),
        feedback=("The part with the money fits.",),
        area=AreaHint.SHAME,
        guidance=GuidanceType.EXPLORE_DEEPER_FEELINGS,
        seed=PromptSeed.WHAT_MIGHT_BE_UNDERNEATH,
    ),
    "refinement_chat": refinement_chat.Input(
        me="Tara",
        partner="Jason",
        area=AreaHint.SHAME,
        suggestion="I was so ashamed when the card was refused.",
        draft="I was ashamed.",
        iteration=1,
        turns=TALK,
    ),
    "feedback_coach": feedback_coach.Input(
        me="Tara", partner="Jason", statement=STATEMENT, notes_made="money yes, but it was the shame"
    ),
    "inner_thoughts": inner_thoughts.Input(**ROOM, intensity=3),
    "summary": summary.Input(
        me="Jason", partner="Tara", summary="He found the letters.", facts=("Leo is their son.",), turns=TALK
    ),
    "reconcile": reconcile.Input(
        guesser="Jason",
        subject="Tara",
        statement=STATEMENT,
        guessed_feelings=("anxiety",),
        messages=MESSAGES,
        confirmed_feelings=("inadequacy", "fear"),
        strongest_feelings=("inadequacy",),
        confirmed_words="it burns",
        shared=(SHARED,),
        iteration=1,
    ),
    "suggest_share": suggest_share.Input(
        subject="Tara",
        guesser="Jason",
        area=AreaHint.SHAME,
        feelings=("inadequacy",),
        messages=MESSAGES,
        shared=("We should talk about May.",),
    ),
}

GOOD_ANALYSIS = {
    "alignmentScore": 48,
    "alignmentSummary": "The worry is there.",
    "correctlyIdentified": ["worried about money"],
    "gapSeverity": "moderate",
    "gapSummary": "The shame is missing.",
    "missedFeelings": ["inadequacy"],
    "misattributions": [{"feeling": "loneliness", "major": False}],
    "mostImportantGap": "How ashamed she was at the till.",
    "recommendedAction": "OFFER_SHARING",
    "rationale": "Half of it is there.",
    "sharingWouldHelp": True,
    "suggestedShareFocus": "the moment at the till",
    "areaHint": "shame",
    "guidanceType": "explore_deeper_feelings",
    "promptSeed": "what might be underneath",
    "confidence": "medium",
}
