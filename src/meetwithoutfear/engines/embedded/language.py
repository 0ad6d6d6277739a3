"""Is this English enough to be read? Counted by small words that few other languages share.

Word lists and heads know English alone. For anything else the engine says so and leaves the feelings to the chips,
which need no language.
"""

from __future__ import annotations

import re
import unicodedata

from meetwithoutfear.engines.embedded.wording import LINK

CANNOT_READ = "I only understand English so far, so I cannot read this well."
NOTICE = f"{CANNOT_READ} You can still choose the feelings that fit, and everything you write is kept."
# Without "a", "in", "me", "no", "so", "was", "die", "on", "an": they are words elsewhere too.
SMALL_WORDS = re.compile(
    r"\b(?:the|and|i|i'm|i've|i'd|im|you|your|you're|my|that|that's|it|it's|is|isn't|are|were|have|has|had|"
    r"with|this|but|"
    r"not|his|her|him|she|she's|he's|they|them|their|we|our|what|when|who|why|how|for|of|to|been|be|don't|"
    r"dont|doesn't|"
    r"didn't|can't|won't|just|about|because|would|could|should|never|always|feel|feels|felt|like|at|as|if|know|think|"
    r"there|from|all|up|out|by|every|he|did|do|does|say|says|said|anything|something|everything|some|get|got|"
    r"want|went|need|too|very|will|which|where|one|us|into|over|been|being|only|much|nobody|nothing|any|more|"
    r"even|again|still|really|after|before|than|then|or)\b"
)
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
ENOUGH_WORDS, ENOUGH_SHARE = 4, 0.2


def is_english(text: str) -> bool:
    plain = LINK.sub(" ", text.lower()).replace("’", "'")
    words = sorted(set(WORD.findall(plain)))  # once each: to say one thing over and over is no other language
    letters = [letter for word in words for letter in word if letter.isalpha()]
    if not all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters):
        return False
    if len(words) < ENOUGH_WORDS:
        return all(word.isascii() for word in words)
    return sum(bool(SMALL_WORDS.fullmatch(word)) for word in words) >= ENOUGH_SHARE * len(words)
