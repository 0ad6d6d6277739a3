"""How words are read here: exact sentences with their places, the same sentence in plain small words, and what of two
sentences is the same in content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from meetwithoutfear.domain.vocabulary import any_of, read_pairs, read_words

ABBREVIATIONS = r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)"
SENTENCE_END = re.compile(rf"(?<=[.!?…]){ABBREVIATIONS}\s+|(?<=[.!?…][\"'”’)])\s+|\n+")
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+|,")
STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"'})
CLIPPED = re.compile(r"(do|does|did|is|was|were|are|has|have|had|would|could|should|must)nt")

WORDS, CONTRACTIONS = read_words("words.txt"), read_pairs("contractions.txt")
WHOLE_WORDS, ENDINGS, WITH_IS = CONTRACTIONS["small words"], CONTRACTIONS["endings"], WORDS["with is"]
FILLERS, COMMON = WORDS["small fillers"], WORDS["common"]
GERMAN, ENGLISH = (re.compile(rf"\b{any_of(sorted(WORDS[name]))}\b") for name in ("german", "english"))
SAME = 0.6


@dataclass(frozen=True)
class Piece:
    """One sentence of a text, as it was written, and where it stands."""

    start: int
    end: int
    text: str


def pieces(text: str) -> tuple[Piece, ...]:
    found, start = [], 0
    for gap in (*SENTENCE_END.finditer(text), None):
        end = gap.start() if gap else len(text)
        piece = text[start:end]
        if LETTER.search(piece):
            lead = len(piece) - len(piece.lstrip())
            bare = piece.strip()
            found.append(Piece(start + lead, start + lead + len(bare), bare))
        start = gap.end() if gap else end
    return tuple(found)


def sentences(text: str) -> list[str]:
    return [piece.text for piece in pieces(text)]


def straighten(text: str) -> str:
    return text.translate(STRAIGHT)


def is_german(text: str) -> bool:
    words = text.lower()
    return len(GERMAN.findall(words)) > 2 * len(ENGLISH.findall(words))


@lru_cache(maxsize=4096)
def plain_words(sentence: str) -> str:
    """In small letters, contractions opened, fillers left out; a comma stays as a word of its own."""
    words = " ".join(open_word(word) for word in WORD.findall(straighten(sentence).lower()))
    return " ".join(word for word in words.split() if word not in FILLERS)


def open_word(word: str) -> str:
    if word in WHOLE_WORDS:
        return WHOLE_WORDS[word]
    if word in WITH_IS:
        return f"{word[:-2]} is"
    if clipped := CLIPPED.fullmatch(word):
        return f"{clipped[1]} not"
    for ending, instead in ENDINGS.items():
        if word.endswith(ending):
            return f"{word.removesuffix(ending)} {instead}"
    return word


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The words that carry what is said, without their endings."""
    words = re.findall(r"[^\W\d_]{3,}", plain_words(text))
    return frozenset(stem(word) for word in words if word not in COMMON)


def stem(word: str) -> str:
    for ending in ("ingly", "edly", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:  # noqa: PLR2004  # what is left must be a stem
            left = word.removesuffix(ending)
            is_doubled = len(left) > 3 and left[-1] == left[-2] and left[-1] not in "aeiousl"  # noqa: PLR2004
            return left[:-1] if is_doubled else left
    return word


def tells(text: str, kept: Iterable[str]) -> bool:
    """Whether a sentence of the text says what one of these sentences says, be it in another person or order."""
    known = [(stems(one), plain_words(one)) for one in kept]
    return any(is_same(sentence, *one) for sentence in sentences(text) for one in known)


def is_same(sentence: str, wanted: frozenset[str], words: str) -> bool:
    found = stems(sentence)
    if not found or not wanted:
        return plain_words(sentence) == words
    common = len(found & wanted)
    return common / min(len(found), len(wanted)) >= SAME and (common > 1 or len(found | wanted) <= 3)  # noqa: PLR2004


def without(text: str, kept: Iterable[str]) -> str:
    """The text without the sentences that tell it."""
    known = tuple(kept)
    return " ".join(sentence for sentence in sentences(text) if not tells(sentence, known)) if known else text
