"""What the words around a feeling word do to it: deny it, or give it to somebody else.

"I'm not angry, I'm scared" denies anger and only anger; "not just angry" denies nothing; "she was furious" says
nothing about the speaker.
"""

from __future__ import annotations

import re

BOUNDARY = re.compile(
    r"[,;.!?]|\b(?:but|just|and|because|so|though|it's|i'm|i am|then|when|if|while|where|who|which|until|"
    r"after|before)\b",
    re.IGNORECASE,
)
DENIAL = re.compile(
    r"\b(?:not|never|no longer|isn't|aren't|wasn't|weren't|ain't|don't|doesn't|didn't|without|hardly|rather than|"
    r"instead of|nor|no|dont|didnt|isnt|wasnt|(?:can't|cannot|couldn't|won't)(?= (?:be|say|call|forgive|feel)\b))\b",
    re.IGNORECASE,
)
DENIAL_REACH = 5
# "never been so angry", "not only sad", "don't know why I'm angry", "can't help": affirmed, if anything more strongly.
NO_DENIAL = re.compile(
    r"\b(?:never (?:\w+ ){0,3}(?:so|as|more|this|that)|not (?:only|just|even only|merely)|(?:don't|didn't|not) know|"
    r"not sure|don't want (?:to|him|her|them|you|anyone|people)|no wonder|not because|no one|don't you|why not|"
    r"doesn't (?:mean|change|matter)|don't (?:think|get|understand|see))\b",
    re.IGNORECASE,
)
OWN_NEGATIVE = re.compile(
    r"(?:not|no|never|un|don|can|doesn|didn|isn|wasn|weren|won|haven|without|lost|stop)", re.IGNORECASE
)

ABSENT = re.compile(
    rf"{DENIAL.pattern}|\b(?:nobody|no one|none|nothing|won't|wouldn't|can't|couldn't|haven't|hasn't|hadn't|cannot|"
    r"stopped|forgot to|refuse[sd]? to|wants?|wanted|needs?|needed|wish(?:es)?|wished|would like|'d like|"
    r"'d love|long for|"
    r"lack(?:s|ed|ing)?|if only|instead of|half)\b",
    re.IGNORECASE,
)
OWN_FAILING = re.compile(
    r"\bI (?:\w+ly |just |even )?(?:don't|didn't|never|won't|do not|did not|haven't|forgot to|stopped|refuse to)\b"
    r"(?! (?:trust|feel|get|have|see|think|believe)\b)"
)

STATE = (
    r"(?:'s|'re|is|are|was|were|be|been|being|gets?|got|getting|seems?|seemed|feels?|felt|looks?|looked|becomes?|"
    r"became|sounds?|sounded|goes|went|has|had|have)"
)
SOFTENER = (
    r"(?:\w+ly|so|very|too|always|never|a bit|a little|just|even|quite|more|also|still|all|pretty|kind of|sort of|"
    r"probably|not)"
)
OTHERS = r"(?:he|she|they|you|everyone|everybody|people|mum|mom|mother|dad|father|(?:my|his|her|the|our) \w+)"
OTHER_FEELS = re.compile(
    rf"\b{OTHERS}(?:\s+|(?='))(?:{SOFTENER}\s+)*{STATE}\s+(?:{SOFTENER}\s+)*(?:afraid |to be )?$",
    re.IGNORECASE,
)


I_DO = re.compile(
    r"\b(?:I|I've|I'd|I'll|i)\s+(?:(?:\w+ly|just|never|always|have|had|also|only|even|once|often|still|will|"
    r"would|used to|"
    r"keep|kept)\s+)*$"
)


def is_denied(sentence: str, start: int, end: int) -> bool:
    if OWN_NEGATIVE.match(sentence, start, end):
        return False
    scope = " ".join(BOUNDARY.split(sentence[:start])[-1].split()[-DENIAL_REACH:])
    return bool(DENIAL.search(scope)) and not NO_DENIAL.search(scope)


def is_missing(sentence: str, start: int) -> bool:
    """Is a good thing absent or wished for ("never listens", "I want some recognition")?"""
    scope = " ".join(BOUNDARY.split(sentence[:start])[-1].split()[-DENIAL_REACH:])
    return bool(ABSENT.search(scope)) and not OWN_FAILING.search(scope)


def belongs_to_another(sentence: str, start: int) -> bool:
    """Is it said of a person other than the speaker ("he was", "my boss gets")?"""
    return bool(OTHER_FEELS.search(sentence[:start]))


def is_own_deed(sentence: str, start: int) -> bool:
    """Does it tell what the speaker did ("I ignored her") and not what was done to them?"""
    return bool(I_DO.search(sentence[:start])) and not OWN_NEGATIVE.match(sentence, start)
