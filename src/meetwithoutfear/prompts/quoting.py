"""People's words as material: each text stands between two lines with the same mark, and the mark occurs in none of the
texts. So nothing a person writes can close its own quotation or open another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Quotation:
    label: str
    text: str


def marks_for(texts: Sequence[str]) -> Iterator[str]:
    """Candidates that follow from the texts, so that the same words are always rendered the same way."""
    digest = "\0".join(texts)
    while True:
        digest = hashlib.sha256(digest.encode(errors="surrogatepass")).hexdigest()
        yield digest[:12]


def first_absent(marks: Iterator[str], texts: Sequence[str]) -> str:
    return next(mark for mark in marks if not any(mark in text for text in texts))


def quote(quotation: Quotation, mark: str) -> str:
    return f"[[{quotation.label} {mark}]]\n{quotation.text}\n[[end {mark}]]"
