"""Is a feeling plainly said of the subject? Only where every word before it does no more than carry it.

People find ever new ways to say that somebody does not feel what they feel. To list them all is hopeless; to know the words
that carry a feeling without touching it (data/carrying.txt) is not. A clause with any other word before the feeling may
still be meant well; it is just no ground to let a statement pass on.
"""

from __future__ import annotations

import re

from meetwithoutfear import data
from meetwithoutfear.engines.embedded.polarity import NEGATION
from meetwithoutfear.engines.embedded.pretence import PRETENCE

CARRIES = frozenset(data.read_text("carrying.txt").split())
# Ways to begin, and what was not noticed at the time: after them the feeling stands by itself.
OPENING = re.compile(
    r"\bwonder(?:ing)? (?:if|whether)\b|\bi(?:'d| would) (?:even )?say\b|\bi(?:'d not|"
    r" would not| wouldn't) be surprised if\b|^[A-Z]\w+,? (?=you\b)|\bi take it\b|\bto be honest\b|"
    r"^\W*you'd never say so\b|"
    r"^.*\b(?:didn't|never|did not|hadn't|haven't|failed to|couldn't) (?:\w+ )?(?:see|"
    r"saw|seen|noticed?|reali[sz]ed?|understand|understood|know|knew)\b",
    re.IGNORECASE,
)
OF_THINGS = re.compile(r"\b(?:my|our|your) [\w'-]+(?! that\b)", re.IGNORECASE)
WHERE = re.compile(
    r"\b(?:at|in|on|by|with|after|before|during|since|for|about|around|over|of|from) (?:the |"
    r"my |your |our |that |this |a |an |all |both )*"
    r"(?!(?:theory|logic|dreams?|head|imagination|paper|best|show|fun|effect|attention|"
    r"opinion|view|no|you|your|my|i)\b)[\w'-]+",
    re.IGNORECASE,
)
CAUSE = re.compile(
    r"^.*\b(?:(?:made|makes|making|leaves?|left|keeps?|kept|gives?|gave) you|must (?:have|be|feel))\b",
    re.IGNORECASE,
)
HYPOTHESIS = re.compile(
    r"\b(?:you|she|he|they)(?:'d| would|'ll| will)(?! (?:never|love|like|rather|have)\b)", re.IGNORECASE
)
# "You think you are tired": somebody's opinion of it, and not the writer's own word.
SO_YOU_SAY = re.compile(
    r"\b(?:you|she|he|they)(?:'ve|'d)? (?:\w+ ){0,2}?(?:think|thinks|imagine|imagines|"
    r"believe|believes|say|says|tell|tells|consider)(?: (?:me|us|everyone|everybody|"
    r"people))?(?: yourself|(?: that)? (?:you|u|she|he|they)(?:'\w+)?)\b",
    re.IGNORECASE,
)
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def is_carried(before: str, name: str = "") -> bool:
    """Do these words, with other feelings taken out, say nothing but whose the feeling is and how sure the writer is?"""
    if SO_YOU_SAY.search(before) or HYPOTHESIS.search(before):
        return False
    cause = CAUSE.match(before)
    if cause and not NEGATION.search(cause[0]) and not PRETENCE.search(cause[0]):
        before = before[cause.end() :]
    before = WHERE.sub(" ", OF_THINGS.sub(" ", OPENING.sub(" ", before)))
    known = {part.lower() for part in WORD.findall(name)}
    words = (word.lower() for word in WORD.findall(before))
    return all(w in CARRIES or w in known or w.endswith("ly") for w in words)
