"""Is a feeling called a pretence: played, claimed, put on, or used for an end?

To pretend that one is fine is another thing, and so is to hide a feeling: both are left to the words that follow.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meetwithoutfear.engines.embedded.polarity import NEGATION
from meetwithoutfear.engines.embedded.voices import Holder

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.voices import Cast

PRETENCE = re.compile(
    r"\b(?:pretend\w*|feign\w*|fak(?:e|es|ed|ing)|sham\w*|claim(?:s|ed|ing)?|ma(?:k|"
    r"d)(?:e|es|ing)? (?:yourself |himself |herself )?out|let(?:ting)? on|"
    r"play(?:s|ed|ing)?(?: at| the| up| being)?(?= )|act(?:s|ed|ing)?(?: as if| as though|"
    r" like| all| so| the)?(?= )|behav\w+ (?:as if|as though|like)|"
    r"put(?:s|ting)? on|pos(?:e|es|ing) as|perform\w*|carr(?:y|ies|ying) on (?:as if|"
    r"as though|like)|(?:go|goes|going|walk\w*|sit\w*|mope\w*) (?:around |about |there )?(?:as if|"
    r"as though|acting|"
    r"like (?:you|he|she|they))|talk\w* (?:as if|as though|like)|(?:like|likes|love|"
    r"loves) to (?:think|say|believe|make|seem|look|appear|sound|play)|"
    r"(?:want|wants|need|needs|like|likes|expect|expects|trying to (?:make|get)|get|"
    r"make|makes|have|has) (?:me|us|everyone|everybody|people|them|him|her|others|the (?:whole )?\w+)"
    r"(?: all)?(?: to)? (?:think|believe|feel sorry|pity|assume)(?! in\b)|"
    r"(?:just|only|always|keep|keeps|kept|constantly|forever|love|loves|like|likes|never stop) (?:to )?(?:say|"
    r"says|saying|tell|tells|telling|complain\w*|going on|go on|whin\w*|moan\w*|announc\w*|"
    r"repeat\w*)|"
    r"(?:complain|whine|whining|moan|whinge|bang on|harp on|go on and on|going on and on)\w*(?: that|"
    r" about| how)?|"
    r"convinced (?:your|him|her)self|talked (?:your|him|her)self into|(?:invent|fabricat|"
    r"stag)\w+|try(?:ing)? to (?:look|seem|appear|sound)|"
    r"ma(?:ke|kes|king) a (?:show|point|performance) of|call(?:s|ing)? (?:your|him|her)self|"
    r"(?:ma(?:k|d)\w+|paint\w*|present\w*|portray\w*) (?:your|him|her)self (?:look|seem|"
    r"sound|appear|as|like)|show(?:s|ed|ing)? off|hid(?:e|es|ing) behind|so-called|supposed(?:ly)?|"
    r"allegedly|under the guise)\b",
    re.IGNORECASE,
)
SHAM = re.compile(
    r"\b(?:is|are|was|'s|'re|it's|that's|as|were) (?:\w+ ){0,3}?(?:an act|a show|a performance|"
    r"put on|for show|for attention|theat(?:re|er)|fake|made[- ]up|pretend|invented|"
    r"an excuse|a game|a tactic|a trick|a lie|a ploy|a strategy|a weapon|a hobby|a habit|"
    r"a pose|a mask|an invention|staged|a con|acting)\b|\bfor (?:show|attention|sympathy|"
    r"effect|the audience)\b|"
    r"\bcrocodile tears\b|\bsympathy (?:card|points|vote)\b|\b(?:card|act|routine|performance|"
    r"show)\b(?= (?:again|every|is getting|for))",
    re.IGNORECASE,
)
AS_IF = re.compile(r"^\W*(?:as if|as though|like (?=you(?:'re| are| have| could| feel)))", re.IGNORECASE)
SAID = re.compile(
    r"\b(?:you|she|he|they)(?:'ve|'d)? (?:\w+ )?(?:say|says|said|told|tell|tells|call(?:ed|"
    r"s)?|describe[sd]?|wrote|words?)\b|\bwords?\b",
    re.IGNORECASE,
)
SAY_BUT = re.compile(
    r"\b(?:you|she|he|they) (?:say|says|claim|tell (?:me|us)|call it)\b[^.]*\b(?:but|"
    r"yet|though|when really|while)\b",
    re.IGNORECASE,
)
MORE_THAN_SHOWN = re.compile(
    r"\bthan (?:you|she|he|they) (?:\w+ )?(?:let on|show\w*|admit\w*|say|says|pretend\w*)\b", re.IGNORECASE
)
SERVES = re.compile(
    r"^(?:\W+(?!and\b|want|need|impatient)\w+){0,4}?\W+(?:in order to|so (?:that )?(?:everybody|"
    r"everyone|people|nobody|others)\b|(?:just|only|simply) (?:to|so|for)\b|to (?:get|"
    r"win|make|avoid|manipulate|punish|gain|impress|"
    r"control|escape|dodge|force|earn|score|look|attract)|(?:when|whenever|if) it suits)\b",
    re.IGNORECASE,
)
"""A feeling that serves an end is called a means."""


def is_pretended(cast: Cast, sentence: str, text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    if before.endswith(('"', "'")) and after[:1] in {'"', "'", ","} and not SAID.search(sentence):
        return True
    if AS_IF.match(text) and not re.search(
        r"\b(?:feel|felt|feels|feeling)\b", sentence[: sentence.find(text)][-20:]
    ):
        return True
    if SAY_BUT.search(sentence) and re.search(r"\b(?:say|says|claim|tell|call)\b", before, re.IGNORECASE):
        return True
    for found in PRETENCE.finditer(MORE_THAN_SHOWN.sub(lambda more: "~" * len(more[0]), before)):
        lead = before[: found.start()]
        people = cast.people(lead)
        own = not people or cast.holder(people[-1][0]) is Holder.SUBJECT
        if own and not NEGATION.search(lead[-20:]) and not re.search(r"\b(?:not|n't|never)\b", lead[-8:]):
            return True
    sham = SHAM.search(after) or SHAM.search(sentence)
    return bool(sham) and not NEGATION.search(sentence[: sham.start()][-20:]) if sham else False
