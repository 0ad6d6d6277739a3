"""What a message asks of the guide beyond being heard, told by its words."""

from __future__ import annotations

import re
from enum import StrEnum

from meetwithoutfear.engines.embedded.clauses import plain


class Intent(StrEnum):
    WORDLESS = "wordless"
    LINK = "link"
    ORDERS = "orders"
    SWEARS = "swears"
    HOW = "how"
    MAY_I = "may_i"
    THANKS = "thanks"
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
GUIDE = r"(?:you(?:'re| are|r)?|ur|this (?:bot|app|thing|program)(?: is|'s)?|this is)"
PATTERNS = {
    Intent.WORDLESS: r"^[\W\d_]*(?:(?:lol|lmao|haha+|hm+|meh|u+gh+|pff+|sigh)\W*)?$",
    Intent.LINK: r"^\W*(?:(?:https?://|www\.)\S+\s*)+$",
    Intent.ORDERS: (
        r"\b(?:ignore|disregard|forget) (?:all |your |the |any |my |previous |prior |above )*"
        r"(?:instructions|rules|prompts?)\b|"
        r"\b(?:system prompt|reveal your (?:\w+ )?(?:prompt|instructions)|you are now (?:a |an )?\w+|pretend (?:to be|you)|"
        r"act as (?:a|an|if you))\b|^\W*(?:please )?(?:write|tell|sing) (?:me )?an? (?:poem|song|story|joke|essay)\b"
    ),
    Intent.SWEARS: (
        rf"^\W*(?:fuck (?:you|off|this)|screw (?:you|this)|shut up|piss off|go to hell)\b|"
        rf"\b{GUIDE} (?:\w+ ){{0,5}}?(?:shit\w*|crap|bullshit|garbage|trash|idiot\w*|moron\w*|dumb\w*|fucking)\b"
    ),
    Intent.HOW: (
        r"^\W*(?:and |so |ok |okay )*(?:how does (?:this|it|that) work|what happens (?:next|now|then|after)|what is this\b|"
        r"what's (?:this|the point)|why (?:are|do|did) you (?:ask|keep asking)|who (?:reads|sees|can see|can read) this)"
    ),
    Intent.MAY_I: r"^\W*(?:can|could|may) (?:i|we) (?:also |just |please )*(?:talk|speak|write|tell|say|start)\b",
    Intent.THANKS: r"^\W*(?:ok(?:ay)?,? |well,? )?(?:thanks|thank you|thx|ty|cheers)\b[^.?!]{0,30}[.!]*$",
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
        r"how (?:do|can|should) i (?:fix|solve|make|get|tell|stop|handle)|"
        r"(?:can|could|will) you help me (?:write|with|to|decide))\b"
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
        r"not your business|i (?:already|just) (?:told you|said) (?:that|this|it|so))\b"
    ),
    Intent.CORRECT: (
        r"^(?:no|nope|not really|not quite|wrong)\b(?!body| one\b)|\byou got (?:that|it|me) wrong|"
        r"\bi didn't say (?:that|i)\b|"
        r"\b(?:that's|that is|thats) (?:not (?:it|what|right|true|quite)|wrong)\b|^not \w+(?:,| but| more|\.| -)"
    ),
    Intent.MINIMISE: (
        r"^\W*(?!ok(?:ay)?\W*$)(?:(?:it|that)(?:'s| is| was)?|i(?:'m| am))? ?(?:really |totally |all )?"
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
        r"i(?:'m| am) done talking)\b|\bi (?:have to|need to|gotta|must) go(?: now)?[.!]*$"
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
