"""When a need is worded as something else: a demand, one particular way to meet it, or what another person is to do.

The wording stays as it is. What is returned is a suggestion for its author, who may leave it aside; so a doubtful case is
let pass, and what is not English is never touched.
"""

from __future__ import annotations

import re

ABOUT_ANOTHER = (
    "This speaks of what somebody else does. What would it give you? "
    "For example: to be heard, to feel safe, to share the load."
)
ONE_WAY = (
    "This is one way to get there, and there may be others. What would it give you? "
    "For example: to have rest, to feel close, to be treated fairly."
)

KIN = (
    r"(?:partner|husband|wife|boyfriend|girlfriend|fianc[eé]e?|ex|mother|father|mum|mom|dad|parents|sister|brother|"
    r"son|daughter|friend|flatmate|roommate|neighbou?r|boss|manager|colleague|co-?worker|co-?founder|team|family|in-laws)"
)
PERSON = rf"(?:(?:my|our|the other) {KIN}|the other(?: person| one| side)?)"
SUBJECT = rf"(?:he|she|they|you|{PERSON})"
OBJECT = rf"(?:him|her|them|you|{PERSON}|(?-i:[A-Z][a-z]+))"
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"

OTHERS_DEEDS = (
    # The need itself is somebody else's: "he listens", "you to listen", "her attention".
    rf"^\W*(?:i (?:want|need) |that |if |for |only |more (?:of )?)*(?:{SUBJECT}|him|her|them|his|their|your)\b",
    rf"\bfor {OBJECT} (?:not |never |finally |just )?to\b",
    rf"\b(?:want|need|expect|ask|like|love|get|wait for|convince|persuade|force|allow|push)\w* {OBJECT} (?:not )?to\b",
    rf"\b(?:wish|want|demand|insist|expect)\w* (?:that )?{SUBJECT}\b",
    rf"\bto (?:change|fix|punish|control|convince|teach|correct) {OBJECT}(?!\w)",
    rf"\bmake {OBJECT} (?:see|understand|listen|stop|feel|admit|pay|reali[sz]e|regret|talk|care|change|apologi[sz]e|do)\b",
    rf"(?<!space )(?<!distance )(?<!away )(?<!break )(?<!free )(?<!apart )\bfrom {OBJECT}(?!\w)",
    rf"\ban? {KIN} (?:who|that)\b",
    r"\b(?:you|they|we|people) (?:really |just |at least )*(?:have|need) to\b",
    (
        r"(?<!\bi )(?<!\bit )(?<!nobody )(?<!no one )(?<!nothing )(?<!there )"
        r"\b(?:should(?:n't)?|must(?:n't)?|ought to|had better|needs to|has to)\b"
    ),
    r"\bno more (?:lies|lying|shouting|yelling|excuses|secrets|criticism|drinking|cheating|flirting|insults)\b",
    (
        r"^\W*(?:please |just |finally )*(?:stop|quit|don't|do not|listen|apologi[sz]e|admit|shut up|promise|say sorry|"
        r"grow up|shape up|be (?:nice|kind|honest|on time|there|quiet|more|less))\b"
    ),
    (
        r"^\W*(?:please |just |finally )*(?:tell|give|let|leave|treat|ask|talk to|speak to|respect|trust|show|call|help|"
        r"hear|see|love|hold|include|thank|support|take|bring|keep|look at|believe|text|answer|forgive) (?:me|us|my|our)\b"
    ),
)
PARTICULAR_WAYS = (
    r"\bapolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)\b",
    r"\b(?:divorce|break ?up|move out|separate bedrooms|prenup|custody)\b",
    r"\b(?:couples?|marriage|family) (?:therapy|counsell?ing)\b",
    r"\b(?:rota|schedule|timetable|to-do list|chores?|dishes|dishwasher|laundry|vacuum\w*|the bins|the trash|passwords?)\b",
    rf"\b(?:every|each|on|by|this|next) (?:other |second )?(?:{DAY}s?|weekend)\b",
    r"\b(?:once|twice|\w+ times) (?:a|per|every) (?:day|week|month|year)\b",
    r"\b(?:\d+|one|two|three|five|ten|fifteen|twenty|thirty|sixty) (?:minutes|hours|euros?|dollars|pounds|percent)\b",
    r"\bat (?:\d{1,2}(?::\d\d)?(?: ?[ap]m)?|six|seven|eight|nine|ten) ?(?:o'clock)?$",
    r"\b(?:a|the) (?:new|bigger|second) (?:car|house|flat|job|phone|kitchen|tv|boat)\b",
    r"^\W*(?:we|let's|let us) (?:will|could|can|might|go|do|have|eat|talk|meet|try|move|split|take|make|share|spend)\b",
)
# Under one of these the sentence is about what its author feels or knows, whoever else appears in it.
INWARD = re.compile(
    r"\b(?:know|knowing|feel|feeling|sure|trust|trusting|believe|certain|confident|sense|hear|understand|believing) "
    r"(?:\w+ ){0,3}?(?:that |how |what |when |why |whether |if )?"
    rf"{SUBJECT}\b",
    re.IGNORECASE,
)


def any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


DEEDS, WAYS = any_of(OTHERS_DEEDS), any_of(PARTICULAR_WAYS)


def needs_reframing(wording: str) -> str | None:
    """A gentle suggestion, or None when the wording speaks for its author."""
    words = " ".join(wording.replace("’", "'").split())
    if DEEDS.search(words) and not INWARD.match(words.removeprefix("to ")):
        return ABOUT_ANOTHER
    return ONE_WAY if WAYS.search(words) else None
