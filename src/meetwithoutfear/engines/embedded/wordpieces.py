"""A text as the encoder's numbers: WordPiece of BERT's uncased models, that is lower case, no accents, longest known piece
first. Written here because it is a page of code, while the usual package brings a network client with it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from meetwithoutfear import data

UNKNOWN, START, END = 100, 101, 102
LONGEST_WORD = 100
LONGEST_TEXT = 256


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, int]:
    return {piece: number for number, piece in enumerate(data.read_text("vocab.txt").splitlines())}


def token_ids(text: str) -> list[int]:
    ids = [START]
    for word in split_words(text):
        ids += word_pieces(word)
        if len(ids) >= LONGEST_TEXT:
            break
    return [*ids[: LONGEST_TEXT - 1], END]


def split_words(text: str) -> list[str]:
    return "".join(_space_out(char) for char in unicodedata.normalize("NFD", text.lower())).split()


def word_pieces(word: str) -> list[int]:
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    known = vocabulary()
    found: list[int] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        end = len(word)
        while end > start and mark + word[start:end] not in known:
            end -= 1
        if end == start:
            return [UNKNOWN]
        found.append(known[mark + word[start:end]])
        start = end
    return found


def _space_out(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Mn" or char in "\0\ufffd":
        return ""
    if char in "\t\n\r" or category == "Zs":
        return " "
    if category.startswith("C"):
        return ""
    if category.startswith("P") or (char.isascii() and category.startswith("S")) or _is_ideograph(char):
        return f" {char} "
    return char


def _is_ideograph(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"
