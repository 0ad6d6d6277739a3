"""What a message asks of the guide beyond being heard, told by its words."""

from __future__ import annotations

import re
from enum import StrEnum

from meetwithoutfear.engines.embedded.clauses import plain


class Intent(StrEnum):
    PARTNER_SIDE = "partner_side"
    TAKE_SIDES = "take_sides"
    ADVICE = "advice"
    ABOUT_GUIDE = "about_guide"
    RESIST = "resist"
    CORRECT = "correct"
    MINIMISE = "minimise"
    STUCK = "stuck"
    AGREE = "agree"
    CLOSING = "closing"
    GREETING = "greeting"
    BLAME = "blame"
    TELL = "tell"


THIRD = r"(?:he|she|they|him|her|them|my \w+)"
CONTENT_WORDS = r"(?:what|how|why|where|who|when|if|whether)"
PATTERNS = {
    Intent.PARTNER_SIDE: (
        rf"\bwhat (?:did|does|has|is) {THIRD} (?:say|said|write|written|tell|told|saying|telling)\b.*\?|"
        rf"\b(?:did|has|have) {THIRD} (?:answer|answered|reply|replied|written|write|said|say|tell|told)\b.*\?|"
        rf"\b(?:will|does|can) {THIRD} (?:see|read|know) (?:this|that|what i)\b"
    ),
    Intent.TAKE_SIDES: (
        r"\b(?:who(?:'s| is) right|am i (?:wrong|right|crazy|overreacting|the (?:bad|crazy) one|being)|whose fault|"
        r"(?:do|don't|wouldn't) you (?:think|agree)|you agree,? (?:right|don't you)|is it my fault|is (?:that|"
        r"this) normal|"
        r"tell me (?:that )?i'm right|isn't (?:that|he|she|it) (?:wrong|awful|crazy|unfair))\b"
    ),
    Intent.ADVICE: (
        r"\b(?:what (?:should|can|do|would) (?:i|you) do(?: now| about| in)?\b(?!ing)|any (?:advice|ideas|tips)|"
        r"what do you (?:suggest|advise|recommend)|give me (?:advice|a tip)|should i (?:leave|stay|tell|call|"
        r"say|go|break)|"
        r"how (?:do|can|should) i (?:fix|solve|make|get|tell|stop|handle))\b"
    ),
    Intent.ABOUT_GUIDE: (
        r"\b(?:are you (?:a |an )?(?:bot|robot|human|real|person|ai|machine|therapist|program)|who are you|"
        r"what are you\b|"
        r"is (?:this|anybody|anyone) (?:a bot|real|there|private|confidential)|do you even understand)"
    ),
    Intent.RESIST: (
        r"\b(?:stop asking|enough questions|this is (?:stupid|pointless|silly|useless|not helping|no use)|"
        r"leave me alone|"
        r"(?:that|this) (?:doesn't|does not|isn't) help|you(?:'re| are) (?:not helping|(?:just )?repeating|"
        r"useless|not listening)|"
        r"you (?:don't|do not) (?:understand|get it|listen)|i don't want to (?:talk|answer|do this)|"
        r"not your business)\b"
    ),
    Intent.CORRECT: (
        r"^(?:no|nope|not really|not quite|wrong)\b(?!body| one\b)|\byou got (?:that|it|me) wrong|"
        r"\bi didn't say (?:that|i)\b|"
        r"\b(?:that's|that is|thats) (?:not (?:it|what|right|true|quite)|wrong)\b|^not \w+(?:,| but| more|\.| -)"
    ),
    Intent.MINIMISE: (
        r"^\W*(?:(?:it|that)(?:'s| is| was)?|i(?:'m| am))? ?(?:really |totally |all )?"
        r"(?:fine|okay|ok|over it|nothing|no big deal|not (?:a big deal|that bad|important)|whatever|"
        r"doesn't matter|silly)\b"
        r"[^.?!]{0,25}[.!]*$|\bnever ?mind\b"
    ),
    Intent.STUCK: (
        rf"^\W*(?:i (?:really |just |honestly )?(?:don't|dont|do not) know|idk|dunno|no idea|not sure|hard to say|"
        rf"i can't (?:say|explain))\b(?! {CONTENT_WORDS}\b)[^.?!]{{0,30}}[.!?]*$"
    ),
    Intent.CLOSING: (
        r"^\W*(?:ok(?:ay)?[,.]? |well[,.]? |i think |so |yes[,.]? )*(?:that's|that is|thats) (?:it|all|everything|"
        r"the whole story|about it)\b|"
        r"\b(?:nothing (?:else|more) to (?:say|add)|i feel heard|i(?:'ve| have) said (?:it all|everything)|"
        r"i(?:'m| am) done talking|"
        r"thanks?(?: you)?(?: for listening| so much)?[.!]*$)"
    ),
    Intent.AGREE: (
        r"^\W*(?:yes|yeah|yep|yup|exactly|right|true|correct|sure|ok|okay|mhm|mm|totally|definitely|"
        r"that's (?:it|right|true))\b"
        r"[\s,.!]*(?:exactly|right|it is|it does|that's (?:it|right|true)|that fits)?[\s,.!]*$"
    ),
    Intent.GREETING: r"^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|hi there)\b[\s\w,]{0,15}[.!]*$",
}
COMPILED = {intent: re.compile(pattern, re.IGNORECASE) for intent, pattern in PATTERNS.items()}
HARD_WORD = (
    r"((?:(?:a|an|such a|complete|total|selfish|lazy|stupid|lying|toxic|bloody|fucking|little|absolute) )*"
    r"(?:selfish|liar|lazy|idiot|bitch|asshole|arsehole|narcissist\w*|toxic|monster|jerk|pathetic|psycho\w*|"
    r"bastard|pig|evil|"
    r"moron|coward|manipulative|cow|snake|disgusting|useless|hypocrite|control freak|spoiled brat|brat|"
    r"parasite|stupid))\b"
)
INSULT = re.compile(
    rf"\b(?:(?:he|she|they)(?:'s|'re)?|(?-i:[A-Z][a-z]+)(?:'s)?|my \w+)(?: (?:is|are|was|were|can be|has been|"
    rf"being|just|so|"
    rf"really|always|such|honestly|actually|nothing but))* {HARD_WORD}|\b(?:what|such) {HARD_WORD}|^\W*{HARD_WORD}",
    re.IGNORECASE,
)


def intent_of(message: str) -> Intent:
    words = plain(message).strip()
    return next((intent for intent, pattern in COMPILED.items() if pattern.search(words)), _told(words))


def insult_in(message: str) -> str | None:
    """The hard word used of somebody else; what people call themselves is no insult."""
    found = INSULT.search(plain(message))
    return next(word for word in found.groups() if word) if found else None


def _told(words: str) -> Intent:
    return Intent.BLAME if insult_in(words) else Intent.TELL
