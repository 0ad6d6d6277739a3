"""What somebody says to the write coach: words for the partner, or words for the coach. Told sentence by sentence, by
grammar.

An imperative about the text ("make it shorter") is an order, one about the two of them ("please stop leaving me out")
is content. In this talk the partner is usually "she" or a name and "you" is the coach, so an order may name the
partner ("tell her that I am tired"); then what follows is content. What is neither is told by what it speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from meetwithoutfear.domain.discretion.coach_words import (
    CALLED,
    CARRIED,
    CARRIER,
    CHAT,
    CONTENT_QUESTION,
    FRAGMENT,
    ON_THE_TEXT,
    ORDER,
    POLITE,
    QUESTION,
    QUOTED,
    REFUSAL,
    STUCK,
    STYLED,
    TEXT_NOUN,
    TO_PARTNER,
)  # fmt: skip
from meetwithoutfear.domain.discretion.german import (
    ORDER_GERMAN,
    QUESTION_GERMAN,
    REFUSAL_GERMAN,
    is_german,
)
from meetwithoutfear.domain.discretion.reading import plain_words, sentences, straight
from meetwithoutfear.domain.discretion.secrets import asks_to_leave_out, is_secret, points_back


class TurnKind(StrEnum):
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

    kind: TurnKind
    text: str
    content: str | None = None


FEWEST, ENOUGH = 2, 4
BETWEEN_THEM = re.compile(
    r"\b(?:you|your|he|she|they|him|her|them|we|us|our|partner)\b|\bi (?:\w+ )?(?:feel|felt|miss|love|need|wish|worry|hope|"
    r"fear|am (?:so |very )?(?:sad|tired|alone|lonely|afraid|scared|hurt|angry|ashamed|exhausted|sorry))\b"
)
SUBJECT = re.compile(r"\b(?:i|me|we|us|you|he|she|they|him|them|partner)\b")
POSSESSIVE = re.compile(r"\b(?:my|mine|our|ours|your|his|her|their|myself|nobody|everyone|nothing|every)\b")


def parts_of(message: str, partner: str = "") -> tuple[Part, ...]:
    """Beside a secret its neighbours may hold it; beside words for the coach a sentence that names neither of the two nor a
    feeling is hardly for the partner."""
    parts = [part_of(sentence, partner) for sentence in sentences(message)]
    for place, part in enumerate(parts):
        if part.kind is TurnKind.SECRET and is_secret(part.text):
            near = ([place + 1] if place == 0 else []) + ([place - 1] if points_back(part.text) else [])
            for each in near:
                if 0 <= each < len(parts) and parts[each].kind is TurnKind.CONTENT:
                    parts[each] = Part(TurnKind.SECRET, parts[each].text)
    kinds = {part.kind for part in parts}
    if kinds & {TurnKind.ORDER, TurnKind.QUESTION, TurnKind.REFUSAL}:
        parts = [doubtful(part, partner) for part in parts]
    return tuple(parts)


def doubtful(part: Part, partner: str) -> Part:
    if part.kind is not TurnKind.CONTENT or part.content != part.text or is_german(part.text):
        return part
    return part if BETWEEN_THEM.search(in_words(part.text, partner)) else replace(part, kind=TurnKind.UNCLEAR)


def kinds_in(message: str, partner: str = "") -> frozenset[TurnKind]:
    return frozenset(part.kind for part in parts_of(message, partner))


def part_of(sentence: str, partner: str = "") -> Part:
    words = in_words(sentence, partner)
    if is_secret(sentence) and not CALLED.search(words):
        return Part(TurnKind.SECRET, sentence)
    if asks_to_leave_out(sentence):
        return Part(TurnKind.LEAVE_OUT, sentence)
    if is_german(sentence):
        return german_part(sentence)
    if carried := content_within(sentence, partner):
        inner = part_of(carried, partner)
        return (
            Part(inner.kind, sentence, carried)
            if inner.kind is TurnKind.CONTENT
            else Part(TurnKind.ORDER, sentence)
        )
    kind = kind_of(sentence, words)
    return Part(kind, sentence, sentence if kind is TurnKind.CONTENT else None)


def kind_of(sentence: str, words: str) -> TurnKind:
    if REFUSAL.search(words):
        return TurnKind.REFUSAL
    if STUCK.search(words) or CHAT.fullmatch(words):
        return TurnKind.CHAT
    asks = is_question(sentence, words)
    if POLITE.search(words) and is_order(POLITE.sub("", words, count=1)):
        return TurnKind.ORDER
    if asks:
        return TurnKind.QUESTION
    if is_order(words) or ON_THE_TEXT.search(words) or FRAGMENT.fullmatch(words):
        return TurnKind.ORDER
    return TurnKind.CONTENT if is_meant_for_partner(words) else TurnKind.CHAT


def in_words(sentence: str, partner: str) -> str:
    """The partner's name reads as "partner"."""
    words = plain_words(sentence)
    return re.sub(rf"\b{re.escape(partner.lower())}\b", "partner", words) if partner else words


def is_question(sentence: str, words: str) -> bool:
    return sentence.rstrip(" \"'”’)").endswith("?") or bool(
        QUESTION.search(words) and not CONTENT_QUESTION.search(words)
    )


def is_order(words: str) -> bool:
    return bool(ORDER.search(words)) and not TO_PARTNER.search(words)


def is_meant_for_partner(words: str) -> bool:
    """Something is told of oneself or of the other one; a bare phrase is not."""
    if TEXT_NOUN.search(words) or STYLED.search(words):
        return False
    if TO_PARTNER.search(words):
        return True
    told = SUBJECT.search(words) or (len(words.split()) >= ENOUGH and POSSESSIVE.search(words))
    return len(words.split()) >= FEWEST and bool(told)


def content_within(sentence: str, partner: str) -> str | None:
    """What an order gives the coach to say: "tell her that …", "add: …"."""
    said = straight(sentence)
    if quoted := QUOTED.search(said):
        return quoted["words"].strip()
    name = re.escape(partner) if partner else "partner"
    found = re.match(CARRIER.replace("{partner}", name), said, re.IGNORECASE)
    if found is None:
        return None
    rest = said[found.end() :].strip()
    if found["how"]:
        rest = f"I want you to know {found['how'].strip().lower()} {rest}"
    return rest[:1].upper() + rest[1:] if CARRIED.match(rest) else None


def german_part(sentence: str) -> Part:
    words = straight(sentence).lower().strip()
    for kind, pattern in (
        (TurnKind.REFUSAL, REFUSAL_GERMAN),
        (TurnKind.ORDER, ORDER_GERMAN),
        (TurnKind.QUESTION, QUESTION_GERMAN),
    ):
        if pattern.search(words):
            return Part(kind, sentence)
    return Part(TurnKind.CONTENT, sentence, sentence)
