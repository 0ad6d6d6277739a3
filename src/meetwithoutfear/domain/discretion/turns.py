"""What somebody says to the write coach: words for the partner, or words for the coach. Told sentence by sentence, by
grammar.

An imperative about the text ("make it shorter") is an order, one about the two of them ("please stop leaving me out")
is content. In this talk the partner is usually "she" or a name and "you" is the coach, so an order may name the
partner ("tell her that I am tired"); then what follows is content. What is neither is told by what it speaks of. The
grammar is in data/talk.txt. At the end: which of their own sentences somebody means when they ask to leave something out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from meetwithoutfear.domain.discretion.matters import asks_to_leave_out, is_secret, names_in, points_back
from meetwithoutfear.domain.discretion.reading import (
    COMMON,
    WORDS,
    is_german,
    plain_words,
    sentences,
    stem,
    stems,
    straighten,
    tells,
)
from meetwithoutfear.domain.vocabulary import read_patterns


class PartKind(StrEnum):
    CONTENT = "content"
    ORDER = "order"
    REFUSAL = "refusal"
    QUESTION = "question"
    SECRET = "secret"  # noqa: S105  # what somebody promised to keep
    LEAVE_OUT = "leave_out"
    CHAT = "chat"
    """Yes, thank you, I don't know what to write."""
    UNCLEAR = "unclear"
    """May be for either of them: it is asked about."""


@dataclass(frozen=True)
class Part:
    """A sentence, what it is, and what of it is meant for the partner."""

    kind: PartKind
    text: str
    content: str | None = None


TALK = read_patterns("talk.txt", flags=re.NOFLAG)
FEWEST, ENOUGH = 2, 4
GERMAN_KINDS = (PartKind.REFUSAL, PartKind.ORDER, PartKind.QUESTION)


def parts_of(message: str, partner: str = "") -> tuple[Part, ...]:
    """Beside a secret its neighbours may hold it; beside words for the coach a sentence that names neither of the two nor a
    feeling is hardly for the partner."""
    parts = [part_of(sentence, partner) for sentence in sentences(message)]
    for place, part in enumerate(parts):
        if part.kind is PartKind.SECRET and is_secret(part.text):
            near = ([place + 1] if place == 0 else []) + ([place - 1] if points_back(part.text) else [])
            for each in near:
                if 0 <= each < len(parts) and parts[each].kind is PartKind.CONTENT:
                    parts[each] = Part(PartKind.SECRET, parts[each].text)
    kinds = {part.kind for part in parts}
    if kinds & {PartKind.ORDER, PartKind.QUESTION, PartKind.REFUSAL}:
        parts = [doubt(part, partner) for part in parts]
    return tuple(parts)


def doubt(part: Part, partner: str) -> Part:
    if part.kind is not PartKind.CONTENT or part.content != part.text or is_german(part.text):
        return part
    return (
        part
        if TALK["between_them"].search(in_words(part.text, partner))
        else replace(part, kind=PartKind.UNCLEAR)
    )


def part_of(sentence: str, partner: str = "") -> Part:
    words = in_words(sentence, partner)
    if is_secret(sentence) and not TALK["called"].search(words):
        return Part(PartKind.SECRET, sentence)
    if asks_to_leave_out(sentence):
        return Part(PartKind.LEAVE_OUT, sentence)
    if is_german(sentence):
        return german_part(sentence)
    if carried := content_within(sentence, partner):
        inner = part_of(carried, partner)
        return (
            Part(inner.kind, sentence, carried)
            if inner.kind is PartKind.CONTENT
            else Part(PartKind.ORDER, sentence)
        )
    kind = kind_of(sentence, words)
    return Part(kind, sentence, sentence if kind is PartKind.CONTENT else None)


def kind_of(sentence: str, words: str) -> PartKind:
    if TALK["refusal"].search(words):
        return PartKind.REFUSAL
    if TALK["stuck"].search(words) or TALK["chat"].fullmatch(words):
        return PartKind.CHAT
    asks = is_question(sentence, words)
    if TALK["polite"].search(words) and is_order(TALK["polite"].sub("", words, count=1)):
        return PartKind.ORDER
    if asks:
        return PartKind.QUESTION
    if is_order(words) or TALK["on_the_text"].search(words) or TALK["fragment"].fullmatch(words):
        return PartKind.ORDER
    return PartKind.CONTENT if is_meant_for_partner(words) else PartKind.CHAT


def in_words(sentence: str, partner: str) -> str:
    """The partner's name reads as "partner"."""
    words = plain_words(sentence)
    return re.sub(rf"\b{re.escape(partner.lower())}\b", "partner", words) if partner else words


def is_question(sentence: str, words: str) -> bool:
    return sentence.rstrip(" \"'”’)").endswith("?") or bool(
        TALK["question"].search(words) and not TALK["content_question"].search(words)
    )


def is_order(words: str) -> bool:
    return bool(TALK["order"].search(words)) and not TALK["to_partner"].search(words)


def is_meant_for_partner(words: str) -> bool:
    """Something is told of oneself or of the other one; a bare phrase is not."""
    if TALK["named_text"].search(words) or TALK["styled"].search(words):
        return False
    if TALK["to_partner"].search(words):
        return True
    told = TALK["subject"].search(words) or (
        len(words.split()) >= ENOUGH and TALK["possessive"].search(words)
    )
    return len(words.split()) >= FEWEST and bool(told)


def content_within(sentence: str, partner: str) -> str | None:
    """What an order gives the coach to say: "tell her that …", "add: …"."""
    said = straighten(sentence)
    if quoted := TALK["quoted"].search(said):
        return quoted["words"].strip()
    name = re.escape(partner) if partner else "partner"
    found = re.match(TALK["carrier"].pattern.replace("{partner}", name), said, re.IGNORECASE)
    if found is None:
        return None
    rest = said[found.end() :].strip()
    if found["how"]:
        rest = f"I want you to know {found['how'].strip().lower()} {rest}"
    return rest[:1].upper() + rest[1:] if TALK["carried"].match(rest) else None


def german_part(sentence: str) -> Part:
    words = straighten(sentence).lower().strip()
    kind = next((kind for kind in GERMAN_KINDS if TALK[f"german_{kind}"].search(words)), PartKind.CONTENT)
    return Part(kind, sentence, sentence if kind is PartKind.CONTENT else None)


ORDINALS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1, "1st": 0, "2nd": 1, "3rd": 2, "final": -1,
}  # fmt: skip
PLACE = re.compile(
    rf"\b({'|'.join(ORDINALS)}) (?:sentence|line|part|bit|one|half|paragraph|point|phrase|words?)\b"
)
TALK_OF_LEAVING_OUT = WORDS["talk of leaving out"]
FEW = 2


def parts_to_keep(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.kind in {PartKind.SECRET, PartKind.LEAVE_OUT})


def sentences_meant(part: Part, own: Sequence[str], current: str | None, partner: str = "") -> frozenset[str]:
    """Of these sentences of their own, those that are meant: by name, by what they speak of, by their place in the current
    text, or, where nothing is said, all that the current text tells."""
    shown = sentences(current) if current else []
    places = [ORDINALS[place] for place in PLACE.findall(plain_words(part.text))]
    pointed = [shown[place] for place in places if -len(shown) <= place < len(shown)]
    names = names_in(part.text, [partner])
    words = re.findall(r"[^\W\d_]{3,}", plain_words(part.text))
    keys = {
        stem(word)
        for word in words
        if not {word, word.removesuffix("'s")} & (TALK_OF_LEAVING_OUT | COMMON | names)
    }
    if not places and not names and not keys:
        pointed = shown
    return frozenset(
        one for one in own if tells(one, pointed) or names & words_in(one) or is_meant(one, keys)
    )


def words_in(sentence: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", sentence.lower()))


def is_meant(sentence: str, keys: set[str]) -> bool:
    common = len(stems(sentence) & keys)
    return common >= (1 if len(keys) <= FEW else FEW)
