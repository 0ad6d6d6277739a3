"""Sentences, clauses, and the same words in another person's voice.

A guess speaks to the subject ("I think you feel…"), Stage 1 speaks about oneself ("I feel…"). Turned into the
subject's voice, both can be read by the same head. The other direction, "I" to "you", is how the guide reflects.
"""

from __future__ import annotations

import re

from meetwithoutfear.domain.discretion.reading import pieces

HALF_STOP = re.compile(r"(?<=[;:])\s+|\s+[–—-]\s+|—")
CONNECTOR = re.compile(
    r",?\s+\b(?:but|yet|however|although|though|while|because|so that|as if|as though|since|when|whenever|which|"
    r"and (?=(?:that|it|you|i|he|she|they|we|the|my|your|then|now)\b))\s*",
    re.IGNORECASE,
)
SHORTEST_CLAUSE = 3

OPENER = re.compile(
    r"^(?:(?:well|so|maybe|perhaps|honestly|and|also|now|okay|ok|deep down|underneath),?\s+)*"
    r"(?:i\s+(?:can\s+|could\s+|would\s+|do\s+|also\s+|now\s+)*"
    r"(?:think|imagine|guess|suspect|believe|know|see|sense|suppose|feel|get|hear|understand|reali[sz]e|"
    r"wonder if|bet|"
    r"assume|figure|reckon)\s+(?:that\s+|how\s+|now\s+)*"
    r"(?=(?:you|your|you're|you've|when|my|it|part|underneath|even|i|i've|deep|maybe|this|having|all|because|for)\b)"
    r"|it\s+(?:must\s+)?(?:seems?|sounds?|looks?)\s+(?:to me\s+)?(?:like|as if|as though|that)\s+"
    r"|(?:for|to|from) (?:you|your side),?\s+(?=it|you|i\b))",
    re.IGNORECASE,
)
HEDGED_BE = re.compile(r"\b(you)\s+(?:probably\s+)?(?:must|might|may)\s+(?:also\s+)?be\b", re.IGNORECASE)
HEDGE = re.compile(r"\b(you)\s+(?:probably|must|might|may|perhaps)\s+(?:also\s+)?(?=\w)", re.IGNORECASE)

WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
TO_OTHER = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "im": "you're", "ive": "you've",
}  # fmt: skip
TO_SELF = {
    "your": "my", "yours": "mine", "yourself": "myself",
    "you're": "I'm", "you've": "I've", "you'd": "I'd", "you'll": "I'll", "youre": "I'm", "youve": "I've",
}  # fmt: skip
GOVERNS = re.compile(
    r"to|for|at|with|about|from|of|on|in|by|against|without|beside|behind|near|between|around|towards?|over|"
    r"mak(?:e|es|ing)|made|let|lets|letting|leav(?:e|es|ing)|left|keeps?|kept|tells?|told|gives?|gave|hurts?|"
    r"asks?|asked|"
    r"drives?|drove|calls?|called|see|saw|hear|helps?|helped|push|pushed|treats?|treated|gets?|got|finds?|"
    r"costs?|puts?|hold",
    re.IGNORECASE,
)
AFTER_OBJECT = re.compile(
    r"\s*(?:$|[^\sA-Za-z']|(?:to|and|or|but|for|at|in|on|with|about|from|when|because|that|so|if|than|again|"
    r"more|instead|here|right|enough|out|down|off|up|alone|too|behind|by|into|over|before|after|any|anymore)\b)",
    re.IGNORECASE,
)
AGREEMENT = (
    (re.compile(r"\bI are\b"), "I am"),
    (re.compile(r"\bI aren't\b"), "I'm not"),
    (re.compile(r"\bI were\b"), "I was"),
    (re.compile(r"\bI weren't\b"), "I wasn't"),
    (re.compile(r"\byou am\b"), "you are"),
    (re.compile(r"\byou was\b"), "you were"),
    (re.compile(r"\byou wasn't\b"), "you weren't"),
    (re.compile(r"\bare I\b"), "am I"),
)


def sentences(text: str) -> list[str]:
    """Exact pieces of the text: each one can be quoted."""
    return [piece.text for piece in pieces(text)]


def clauses(sentence: str) -> list[str]:
    parts = [part for half in HALF_STOP.split(sentence) for part in CONNECTOR.split(half)]
    kept = [part.strip(" ,;:–—") for part in parts if len(part.split()) >= SHORTEST_CLAUSE]
    return kept if len(kept) > 1 else [sentence]


def units(text: str) -> list[str]:
    """What the head reads: whole sentences, and their clauses where there are several."""
    found: list[str] = []
    for sentence in sentences(text):
        parts = clauses(sentence)
        found += [sentence, *parts] if len(parts) > 1 else [sentence]
    return found


def in_the_subjects_voice(statement: str) -> str:
    """A guess addressed to the subject, as the subject would say it."""
    return " ".join(_turned(sentence) for sentence in sentences(plain(statement)))


def plain(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')


def _turned(sentence: str) -> str:
    bare = OPENER.sub("", sentence, count=1)
    bare = HEDGE.sub(r"\1 ", HEDGED_BE.sub(r"\1 are", bare))
    swapped = WORD.sub(lambda word: _other_side(bare, word), bare)
    for wrong, right in AGREEMENT:
        swapped = wrong.sub(right, swapped)
    return swapped[:1].upper() + swapped[1:]


def _other_side(sentence: str, word: re.Match[str]) -> str:
    lower = word[0].lower()
    if lower == "you":
        return "me" if _is_object(sentence, word) else "I"
    return TO_SELF.get(lower) or TO_OTHER.get(lower) or word[0]


def _is_object(sentence: str, word: re.Match[str]) -> bool:
    before = sentence[: word.start()].split()
    if not before:
        return False
    return bool(GOVERNS.fullmatch(before[-1]) or AFTER_OBJECT.match(sentence, word.end()))
