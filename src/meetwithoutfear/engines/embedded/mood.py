"""Does a sentence say something, ask it, or order it?

A guess with a question behind it ("…, am I right?") and a hedged one ("maybe you feel lost?") say something. A wish that a
feeling should go ("you should be less afraid") is an order in all but form.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meetwithoutfear.domain.gap import Stance
from meetwithoutfear.engines.embedded.polarity import is_quoted

if TYPE_CHECKING:
    from meetwithoutfear.engines.embedded.segments import Clause

ORDER_START = re.compile(
    r"^(?:(?:please|just|now|so|well|come on|look|ok|okay|hey|honestly|seriously|and|"
    r"but|then|oh|for once|for god's sake|listen|right|therefore|or),?\s+)*"
    r"(?:stop|quit|don't(?! you think)|do not|dont|never (?:be|feel|get)|get (?:over|"
    r"a grip|real|on with|used|your)|calm|relax|cheer|be(?! that| it)|try|let(?:'s| it|"
    r" go| me)|go|grow|snap|"
    r"admit|give (?:it|me|us|up)|forget|move on|pull|show|take(?! it from)|feel(?! free)|"
    r"chill|think|consider|accept|deal|suck|toughen|man up|lighten|smile|ask|tell|say|"
    r"talk|"
    r"listen|leave|shake|put|swallow|face|learn|start|enough|no more|shut|hush|drop|"
    r"wake|thank|appreciate|ignore|cut|save|spare|sort|fix|act|quit|keep|become|"
    r"rest|sleep|breathe|enjoy|remember|wipe|dry|find|make|turn|have)\b",
    re.IGNORECASE,
)
RELEASE = (
    r"(?:stop|quit|get over|get past|calm|relax|cheer|pull|grow|snap|chill|toughen|lighten|"
    r"let (?:it|this|things|go|that)|move on|accept|learn|try|"
    r"be (?:less|more|happy|grateful|thankful|glad|ashamed|nicer|reasonable|patient)|"
    r"not (?:be|feel|get)|appreciate|deal|leave|swallow|shake|put|face|suck|listen|"
    r"talk|understand|reali[sz]e|consider|drop|give up|work on|manage|control|handle|"
    r"keep|count|thank|lose|feel less|smile|rest|sleep|finally (?:stop|get|be|let))"
)
ORDER = re.compile(
    r"\byou (?:really |just |simply |also |still |could |all )*(?:should(?:n't| not)?|"
    r"ought(?:n't)?(?: not)? to|had better(?: not)?|better|need to|have to|must(?:n't|"
    r" not)?|have got to|gotta|might want to|"
    r"(?:do not|don't) (?:get|need|have) to) (?:just |really |simply |please |at least |"
    rf"also |finally |now |first |not )*{RELEASE}\b|"
    r"\byou (?:really |just |simply )*(?:should(?:n't| not)?|mustn't|must not|can stop|"
    r"ought(?: not)? to) (?!have\b|n't)(?:\w+ly )?(?:be|feel|get|act|take|go|worry|complain)\b|"
    r"\bi(?:'d| would|'m| am| just| really)? ?(?:need|want|like|expect|ask|asking|beg|"
    r"begging|order|told|tell|telling|wish|demand|insist|suggest|recommend|advise)\w* (?:that )?(?:you to|"
    r"you would|you'd|you wouldn't|you'll|you)"
    rf" (?:\w+ly |just |please )*(?:{RELEASE}|not be|wouldn't|didn't|be|to {RELEASE})\b|"
    rf"\b(?:it's|it is|high|about) time (?:you|to|that you) {RELEASE}\w*\b|\btime (?:you|"
    rf"to) {RELEASE}\w*\b|"
    r"\byou (?:can|could) (?:just |really |please |finally |now )*(?:stop|quit|calm|"
    r"relax|let go|get over|drop|move on|cheer)\b|"
    r"\byou (?:can't|cannot|can not) (?:just |always )?(?:go on|keep|stay|continue)\b|"
    r"\byou (?:don't|do not) (?:really )?(?:need|have) to (?:be|feel|get|worry)\b|"
    r"\bwhy don't you (?:just )?\w+|\bhow about (?:you )?(?:not|stop|being|be|less|trying)\b|"
    r"\b(?:would|could|can|will) you (?:please |just |ever )*(?:stop|quit|be|not)\b",
    re.IGNORECASE,
)
ASKS_FIRST = re.compile(
    r"^(?:(?:so|and|but|well|ok|okay|hey|oh|now|or|then),?\s+)*(?:what|why|how|who|whose|"
    r"when|where|which|are|aren't|is|isn't|am|was|wasn't|were|weren't|do|does|did|don't|"
    r"doesn't|didn't|have|has|haven't|hasn't|had|can|could|would|will|won't|should|shouldn't|"
    r"may|might|since when)\b(?! (?:i|you|he|she|they|it|that|this) \w+ (?:is|was|matters|"
    r"hurts))",
    re.IGNORECASE,
)
INVERTED = re.compile(
    r"^(?:(?:so|and|but|well|ok|okay|hey|now|or|then|maybe),?\s+)*(?:(?:what|why|how|"
    r"who|where|when)\b[^,]{0,25}? )?(?:are|aren't|is|isn't|do|does|did|don't|doesn't|"
    r"didn't|have|has|can|could|would|will|won't|should|were|was)(?: not)? (?:you|u|"
    r"she|he|they|it|that|i)\b|^(?:and |so |but )*what(?:'s| is| makes| made) (?:you|"
    r"making you|wrong)\b",
    re.IGNORECASE,
)
TAG = re.compile(
    r"(?:,|\.|;|-|–|—)?\s*(?:(?:aren't|don't|isn't|haven't|didn't|weren't|wasn't|doesn't|"
    r"won't|can't) (?:you|it|that|she|he|they)|right|correct|no|yes|am i (?:right|close|"
    r"wrong)|is (?:that|it) (?:right|so|true|close|fair|it)|"
    r"does (?:that|this) (?:fit|sound|feel|make sense)[^?]*|did i (?:get|understand)[^?]*|"
    r"have i (?:got|understood)[^?]*|or not|or am i [^?]*)\s*\?+$",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i (?:guess|think|imagine|suppose|suspect|"
    r"sense|believe|assume|wonder)|i(?:'m| am) (?:wondering|guessing)|might|must|could it be|"
    r"is it possible|seems?|sounds?)\b",
    re.IGNORECASE,
)
ENQUIRES = re.compile(
    r"\b(?:i(?:'d| would)? (?:\w+ )?(?:want|like|love|need|have) to (?:know|ask|find out|"
    r"understand) (?:if|whether|why|what|how (?:you can|you could|come))|ask you (?:if|"
    r"whether|why|what)|(?:^|please |can you |could you )tell me (?:if|whether|why|what|"
    r"how)|let me know (?:if|whether)|(?:the )?question is (?:if|whether|why)|i(?:'m|"
    r" am) asking (?:if|whether|why|myself)|"
    r"i ask (?:you|myself) (?:if|whether|why)|^please (?:say|tell)|^(?:please )?explain)\b",
    re.IGNORECASE,
)
IF = re.compile(r"^\s*(?:(?:and|so|even|only|as),? )?if\b|^\s*suppos(?:e|ing)\b|^\s*in case\b", re.IGNORECASE)


def mode_of(sentence: str) -> Stance | None:
    """Asked, when the sentence is a question and not a hedged guess or one with a question behind it."""
    bare = TAG.sub("", sentence)
    if bare != sentence and not ASKS_FIRST.match(bare):
        return None
    if INVERTED.match(sentence):
        return Stance.ASKED
    if sentence.rstrip(" \"')").endswith("?"):
        asks = any(INVERTED.match(part.strip()) for part in re.split(r"[,;:–—]", sentence))
        if not asks and not ASKS_FIRST.match(sentence) and HEDGE.search(sentence):
            return None
        return Stance.ASKED
    return None


def clause_mode_of(clause: Clause) -> Stance | None:
    bare = clause.text.strip(" ,\"'")
    ordered = ORDER.search(bare)
    if (clause.opens and ORDER_START.match(bare)) or (ordered and not is_quoted(bare[: ordered.start()])):
        return Stance.ORDERED
    return Stance.ASKED if ENQUIRES.search(bare) or IF.match(bare) else None
