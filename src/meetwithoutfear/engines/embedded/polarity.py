"""Whether the words before a feeling affirm or deny it.

Two denials make a yes ("I don't doubt that you are hurt"). A doubt about having noticed is none ("I never saw how tired you
were"), and neither is a missing good thing ("you don't feel seen"). A denial reaches the feeling it governs and no further:
"you don't sleep and feel worn out" denies sleep.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meetwithoutfear.domain.gap import Stance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOT = (
    r"(?:not|never|no|nor|neither|none|nobody|nothing|hardly|barely|scarcely|without|"
    r"cannot|\w+n't|dont|doesnt|didnt|isnt|"
    r"arent|wasnt|werent|cant|wont|aint|rather than|instead of|far from|anything but|"
    r"free (?:of|from)|zero|less)"
)
NEGATION = re.compile(rf"(?<![\w']){NOT}(?![\w'])", re.IGNORECASE)
# Not a denial, or one denial less: taken out before denials are counted.
HARMLESS = re.compile(
    r"\bnot (?:only|just|merely|simply|even (?:only|just))\b|\b(?:no|without|not a|beyond(?: a)?|"
    r"not any|never a) (?:\w+ )?doubt\b|"
    r"\b(?:don't|do not|didn't|can't|cannot|never|won't|not|no one can) (?:\w+ )?(?:doubt(?:ed)?|"
    r"deny|question(?:ed)?)\b|\bno denying\b|\b(?:don't|do not) (?:need|have) to (?!be|feel|get|worry)|"
    r"\b(?:can't|cannot|couldn't|don't|can not) (?:help|stop|shake|escape|hide|even)\b|"
    r"\bno wonder\b|\bnothing but\b|"
    r"\bnever (?:\w+ ){0,3}(?:so|as|more|this)\b|\b(?:no matter|not to mention|no less than|"
    r"if not)\b|\bnot (?:because|that i|sure (?:what|how|"
    r"why|which|where))\b|\b(?:don't|didn't|not|do not|never) (?:\w+ )?(?:know|knew|"
    r"known|understand|understood|reali[sz]e[sd]?|grasp\w*|"
    r"remember|notice[sd]?|tell|told|show\w*|ask\w*|want to)\b|\bwhy not\b|\bor not\b|"
    r"\bno (?:one|idea|time|longer just)\b|"
    r"\bnot yet\b|\bnot (?:\w+ )?(?:easy|simple|fair|right|okay|ok|surprising|a surprise)\b|"
    r"\bdon't you\b|\bno (?:good|harm|sign of me)\b|"
    r"\b(?:isn't|wasn't|aren't|not) (?:just|only|simply|merely)\b",
    re.IGNORECASE,
)
# "I don't think that you …": what follows is denied as a whole. Not having seen or known is an admission instead.
THINK = (
    r"(?:think|believe|buy|accept|suppose|imagine|feel|guess|reckon|agree|say|call|consider|"
    r"claim|see|find|assume|expect|think it's true|"
    r"have the (?:feeling|impression|sense)|get the (?:feeling|impression|sense)|take it)"
)
DISBELIEF = re.compile(
    r"\b(?:i|we)(?:'d|'ve)? (?:\w+ )?(?:don't|do not|dont|can't|cannot|can not|won't|"
    r"wouldn't|would not|hardly|honestly don't|"
    r"just don't|could never|would never|refuse to|decline to|struggle to|fail to) (?:\w+ly |"
    rf"even |for a \w+ |once |quite |just |at all )*{THINK}\b"
    r"(?! (?:how|what|why|when|where) (?!you (?:can|could|would|are|feel)))|"
    r"\b(?:nobody|no one|none of us) (?:\w+ly |here |would |could |will )*(?:thinks?|"
    r"believes?|buys?|says?|sees?|tells?(?: me)?|claims?|convinces? me)\b(?! (?:how|"
    r"what|it))|"
    r"\bi(?:'m| am) (?:\w+ )?(?:not (?:\w+ )?(?:convinced|persuaded|sure|certain|buying)|"
    r"unconvinced|sceptical|skeptical)\b(?! (?:what|how|why|which))|"
    r"\bi(?:'m| am| very much| do| \w+ly)? ?doubt\b|\bi (?:\w+ )?(?:deny|dispute|question|"
    r"reject|disagree)\b|"
    r"\bit(?:'s| is) (?:not|hardly|never) (?:\w+ )?(?:true|the case|like|as if|as though|"
    r"that|possible)\b|\bit (?:isn't|wasn't|can't be) (?:\w+ )?(?:true|the case|"
    r"like|as if|as though|that|possible)\b|\bnot (?:true )?that (?:i think |i believe )?(?=you|"
    r"he|she|they)|"
    r"\b(?:it(?:'s| is)|what) (?:\w+ )?(?:nonsense|rubbish|ridiculous|absurd|a lie|a myth|"
    r"untrue|false|impossible|laughable|hard to (?:believe|see)|bullshit|crap)\b|"
    r"\b(?:no|zero|little|hardly any) (?:\w+ )?(?:way|chance|reason|cause|need|sign|"
    r"signs|evidence|point|excuse|right|grounds|business|call|proof|trace)\b|"
    r"\b(?:nothing|not (?:a )?(?:thing|much|anything)|n't (?:much|anything)) to (?:be|"
    r"feel|get|make|leave|worry|complain)\b|"
    r"\b(?:hardly|n't|not) (?:any|a|have any|have a|much|got any) (?:\w+ )?(?:reason|"
    r"cause|right|need|grounds|sign)\b|\bsince when\b|\b(?:don\'t|do not|can\'t) get to (?:be|"
    r"feel|act|play|complain)\b|^\W*(?:nothing|nobody|no one|none)\b(?= (?:\w+ ){0,5}?(?:made|"
    r"makes|left|leaves|hurts?|scare[sd]?|gave|gives|causes?|caused) )|^\W*(?:none of (?:what|"
    r"it|this|that|us)|nothing (?:i|in|about|of|that)|not once|never once|at no point|"
    r"in no way|not one)\b",
    re.IGNORECASE,
)
# Said of the past it may be an admission: neither yes nor no.
ONCE_THOUGHT = re.compile(
    r"\bi (?:\w+ )?(?:didn't|did not|never|hadn't|wouldn't have) (?:\w+ly |even |once |"
    r"really )*(?:think|thought|believe[sd]?|imagine[sd]?|suppose[sd]?|expect(?:ed)?)\b",
    re.IGNORECASE,
)
THROUGH = re.compile(
    r"be|been|being|am|is|are|was|were|feel|feels|felt|feeling|have|has|had|having|"
    r"get|got|getting|gets|seem|seems|look|looks|sound|any|a|an|the|one|bit|at|all|"
    r"ever|even|that|so|too|very|as|quite|half|remotely|in|least|way|kind|sort|of|"
    r"sense|out|from|by|with|and|or|nor|either|neither|anything|anyone|like|under|your|"
    r"to|for|going|through|suffer|suffering|experience|experiencing|more|than|much|many|"
    r"longer|this|such|some|emotion|emotions|feelings|state|signs|truly|upset|bad|real|"
    r"true|own|ok|still|exactly|what|i'd|call|would|called|about|terribly|overly|"
    r"entitled|allowed|able|supposed|nearly|anywhere|close|near|me|these|those|words|"
    r"which|carrying|show|showing|shows|both"
)
CAUSED = re.compile(r"\b(?:make|leave|get|cause) (?:you|her|him|them)\b")
# What somebody feels or was told, not what the writer says: "you feel that you should be grateful".
FELT = re.compile(
    r"\b(?:you|she|he|they)(?:'\w+)? (?:\w+ ){0,2}?(?:(?:feel|feels|felt|feeling|think|"
    r"thinks) (?:\w+ ){0,2}?(?:that|like|as if|as though|i|you|told|called|it|it's|my|"
    r"people|they|everyone|everybody)|"
    r"fear\w*|worr\w+|hear|hears|heard|thought|believe[sd]?|afraid|dread\w*|hate[sd]?|blam\w+|ask\w*)\b",
    re.IGNORECASE,
)
SPOKEN = re.compile(
    r"\b(?:i|me|my|we|us|people|they|others|everyone)\b(?:'\w+)? (?:\w+ ){0,3}?(?:told|"
    r"tell|telling|call|called|said|say|saying|made|make|making|treat\w*|accus\w+|acted|"
    r"act|dismiss\w*|brush\w*|wav\w+|"
    r"suggest\w*|impl\w+|thought|decided|words|expected|expect)\b|\b(?:as if|like|when) (?:i|"
    r"my|people|they|others)\b|\b(?:called|told|made to feel|treated)\b",
    re.IGNORECASE,
)


def is_quoted(before: str) -> bool:
    """Is what follows somebody's feeling or somebody's earlier words, and not what the writer says now?"""
    return bool(FELT.search(before) or SPOKEN.search(before))


def polarity(before: str, spans: Iterable[tuple[int, int]], after: str) -> Stance:
    """Of a feeling that comes after `before` within its clause; `spans` are the other feelings named there."""
    if ONCE_THOUGHT.search(before):
        return Stance.UNCLEAR
    said = HARMLESS.sub(lambda found: "~" * len(found[0]), before)
    denials = len(list(disbeliefs(said))) + _is_governed(_masked(said), spans, after)
    return Stance.DENIED if denials % 2 else Stance.AFFIRMED


def disbeliefs(said: str) -> Iterator[re.Match[str]]:
    for found in DISBELIEF.finditer(said):
        # "I don't think I ever saw how tired you are" doubts the writer, not the subject.
        if found[0].lower().startswith(("none", "nothing")) or not re.match(
            r"(?: that)? (?:i|i've|i'd|we)(?! (?:have|think|believe))\b", said[found.end() :], re.IGNORECASE
        ):
            yield found


def _masked(said: str) -> str:
    return DISBELIEF.sub(lambda found: "~" * len(found[0]), said)


def _is_governed(said: str, spans: Iterable[tuple[int, int]], after: str) -> int:
    """How many denials reach the feeling through words that only carry it."""
    count, place, only_carried = 0, len(said), False
    blank = list(said)
    for start, end in spans:
        blank[start:end] = " " * (end - start)
    bare = "".join(blank)
    for found in reversed(list(NEGATION.finditer(said))):
        between = bare[found.end() : place].replace(".", " ")
        words = re.findall(r"[\w'~]+", CAUSED.sub(" ", between.lower()))
        if not all(THROUGH.fullmatch(word) or word.endswith("ly") or "~" in word for word in words):
            break
        if "," in between and not re.search(r"\b(?:or|nor|and|neither)\b", between + after, re.IGNORECASE):
            break
        if (
            re.search(r"\b(?:so|as) much\b.*\bas\b|\bthan\b", said[found.start() : place], re.IGNORECASE)
            and found[0].lower() != "rather than"
        ):
            break
        if found[0].lower() == "without" and NEGATION.search(said[: found.start()]):
            return 0  # "can't rest without feeling guilty"
        carried = found[0].lower() == "nor"
        count, place = count + (not carried), found.start()
        only_carried = carried and not count
    return count or int(only_carried)
