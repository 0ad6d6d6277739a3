"""One plausible Input per prompt, and the list of all prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meetwithoutfear.domain.feelings import AreaHint, GuidanceType, NeedCategory, PromptSeed
from meetwithoutfear.domain.stages import Phase
from meetwithoutfear.prompts import chats, statements, tasks
from meetwithoutfear.prompts.prompt import Prompt, Speaker, Turn
from meetwithoutfear.prompts.statements import places_in
from meetwithoutfear.prompts.tasks import SharedNeed
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask

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

PROMPTS: Mapping[str, Prompt] = {
    "invitation_help": chats.InvitationChat(**ROOM, draft="I would like to talk."),
    "stage_1_witness": chats.WitnessChat(**ROOM, turn=2, intensity=6),
    "stage_2_perspective": statements.PerspectiveChat(**ROOM, turn=4, intensity=5),
    "stage_2b_informed": statements.InformedChat(
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
    "refinement_chat": chats.CoachChat(
        me="Tara",
        partner="Jason",
        area=AreaHint.SHAME,
        suggestion="I was so ashamed when the card was refused.",
        draft="I was ashamed.",
        iteration=1,
        turns=TALK,
    ),
    "feedback_coach": tasks.FeedbackTask(
        me="Tara", partner="Jason", statement=STATEMENT, notes_made="money yes, but it was the shame"
    ),
    "inner_thoughts": chats.JournalChat(**ROOM, intensity=3),
    "summary": tasks.SummaryTask(
        me="Jason", partner="Tara", summary="He found the letters.", facts=("Leo is their son.",), turns=TALK
    ),
    "reconcile": GapTask(
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
    "suggest_share": ShareTask(
        subject="Tara",
        guesser="Jason",
        area=AreaHint.SHAME,
        feelings=("inadequacy",),
        messages=MESSAGES,
        shared=("We should talk about May.",),
    ),
    "needs": tasks.NeedsTask(me="Tara", messages=MESSAGES, kept=("to feel safe",)),
    "common_ground": tasks.CommonGroundTask(
        ours=(
            SharedNeed("to be heard", NeedCategory.CONNECTION, "I lie awake and do the sums alone."),
            SharedNeed("to have rest", NeedCategory.SAFETY, "The money never leaves my head."),
        ),
        theirs=(
            SharedNeed("to have a say", NeedCategory.AUTONOMY, "I found the letters by chance."),
            SharedNeed("to be listened to", NeedCategory.CONNECTION, "I was told last."),
        ),
    ),
    "strategy_refinement": tasks.IdeaTask(
        description="You should look at the money with me!!",
        measure="We both know what is in the account.",
        needs=("to be heard",),
    ),
    "stage_3_needs": chats.NeedsChat(**ROOM, turn=2, intensity=5, needs=("to be heard",)),
    "stage_4_repair": chats.RepairChat(
        me="Jason",
        partner="Tara",
        topic="the overdraft",
        turns=(Turn(Speaker.MEMBER, "We could look at the letters together."),),
        common_ground=("to be heard",),
        phase=Phase.COLLECTING,
        own_ideas=("We open the letters together.",),
        intensity=4,
    ),
}

GOOD_ANALYSIS = {
    "stance": "affirmed",
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

GOOD_NEEDS: dict[str, list[dict[str, Any]]] = {
    "needs": [
        {
            "need": "to be accepted as I am",
            "category": "RECOGNITION",
            "description": "I was so ashamed at the till.",
            "evidence": ["I was so ashamed when the card was refused."],
            "confidence": 0.8,
        },
        {
            "need": "to be less alone with it",
            "category": "CONNECTION",
            "description": "I do the sums by myself.",
            "evidence": ["I lie awake and do the sums again and again.", "everybody looked"],
            "confidence": 0.5,
        },
    ]
}
GOOD_GROUND: dict[str, list[dict[str, Any]]] = {
    "items": [
        {
            "need": "to be heard",
            "category": "CONNECTION",
            "description": "Both were alone with it.",
            "ours": 1,
            "theirs": 2,
        }
    ]
}
GOOD_REFINEMENT = {
    "refined": "For one week, we will look at the account together.",
    "reason": "It says how long.",
}
