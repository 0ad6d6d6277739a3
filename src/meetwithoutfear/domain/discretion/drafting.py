"""What a draft may be made of, and what it may say. Both engines go by it: the words they get for a draft are chosen
here, and what they drafted is looked at here once more.

Out stays: what is about another person by name, or about what somebody's brother or friend does; affairs, health,
law, money, substances and sex, unless the topic or something already shared speaks of it; what was promised to be
kept, with the sentences that hold it; and what somebody asked to leave out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from meetwithoutfear.domain.discretion import matters
from meetwithoutfear.domain.discretion.reading import (
    is_german,
    plain_words,
    sentences,
    stems,
    straighten,
    tells,
)
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side

SOMEBODY = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b")
MASKED = re.compile(r"(?<!\w)[a-z]{1,3}[*#@$%]{2,}[a-z]*|(?<!\w)[a-z]+\*+[a-z]+", re.IGNORECASE)
RUDE = ("swearing", "sarcasm", "chatter")
OF_DEEDS = frozenset({"guilt"})
SCARE_QUOTES = re.compile(r"\"[^\" ]+(?: [^\" ]+)?\"")


@dataclass(frozen=True)
class Circle:
    """Who the two are, and what is already spoken of between them."""

    names: frozenset[str]
    named: frozenset[matters.Domain] = field(default_factory=frozenset)

    @classmethod
    def of(cls, names: Iterable[str], topic: str | None = None, shared: Iterable[str] = ()) -> Circle:
        """A name in the topic is no secret between them either."""
        spoken = [topic or "", *shared]
        return cls(
            frozenset({*names, *matters.names_in(topic or "")}),
            frozenset().union(*(matters.domains_in(text) for text in spoken)),
        )


def circle_of(session: Session) -> Circle:
    """The topic, what was shared either way, and what has been revealed."""
    names = {member.name for member in session.members.values()} | {session.partner_name}
    attempts = session.exchange.attempts
    shared = [offer.shared for attempt in attempts.values() for offer in attempt.shared_context]
    revealed = [attempts[each].statement for each in Side if attempts[each].revealed]
    return Circle.of(names - {""}, session.topic, (*shared, *revealed))


def is_others_matter(sentence: str, circle: Circle) -> bool:
    """Somebody else's: whoever typed it may not be the one to tell it."""
    other = matters.names_in(sentence, circle.names) or matters.relative_in(sentence)
    told = matters.domains_in(sentence) - circle.named or matters.RULES["discloses"].search(
        plain_words(sentence)
    )
    return bool(other and told) or matters.is_secret(sentence)


def is_private(sentence: str, circle: Circle) -> bool:
    return bool(
        matters.names_in(sentence, circle.names)
        or matters.is_about_relative(sentence)
        or matters.domains_in(sentence) - circle.named
        or matters.is_secret(sentence)
        or matters.asks_to_leave_out(sentence)
        or (matters.relative_in(sentence) and matters.RULES["discloses"].search(plain_words(sentence)))
    )


def sentences_to_keep(
    messages: Sequence[str], circle: Circle, left_out: Iterable[str] = ()
) -> tuple[str, ...]:
    """Of somebody's own messages the sentences that no draft may tell, those included that lean on such a one."""
    told = [(number, one) for number, message in enumerate(messages) for one in sentences(message)]
    known = tuple(left_out)
    kept = {place for place, (_, one) in enumerate(told) if is_private(one, circle) or tells(one, known)}
    secret = {
        place
        for place, (_, one) in enumerate(told)
        if matters.is_secret(one) or matters.asks_to_leave_out(one)
    }
    kept |= {place - 1 for place in secret if place and matters.points_back(told[place][1])}
    kept |= {place + 1 for place in secret if holds_on(told, place)}
    kept |= {place + 1 for place in kept if leans(told, place, circle)}
    marks = {
        mark
        for place in secret | {each - 1 for each in secret}
        if place >= 0
        for mark in marks_of(told[place][1], circle)
    }
    kept |= {place for place, (_, one) in enumerate(told) if marks & marks_of(one, circle)}
    return (*dict.fromkeys(told[place][1] for place in sorted(kept) if place < len(told)), *known)


def holds_on(told: Sequence[tuple[int, str]], place: int) -> bool:
    """A secret announced is told in the next sentence of the same message."""
    if place + 1 >= len(told) or told[place + 1][0] != told[place][0]:
        return False
    return place == 0 or told[place - 1][0] != told[place][0] or told[place][1].rstrip().endswith(":")


def leans(told: Sequence[tuple[int, str]], place: int, circle: Circle) -> bool:
    """After a sentence about somebody else "he" may be that one, in the same message."""
    if place + 1 >= len(told) or told[place + 1][0] != told[place][0]:
        return False
    after, before = told[place + 1][1], told[place][1]
    is_other = matters.names_in(before, circle.names) or matters.relative_in(before)
    return bool(is_other and SOMEBODY.search(plain_words(after)))


def marks_of(sentence: str, circle: Circle) -> frozenset[str]:
    """By what a secret is known again: the names in it, whose relative it is about, and its private matter."""
    private = {word for word in stems(sentence) if matters.domains_in(word)}
    kin = {word for word in stems(sentence) if matters.relative_in(f"my {word}")}
    return frozenset({*matters.names_in(sentence, circle.names), *private, *kin})


def words_for_draft(messages: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
    """Of the messages what begins with a feeling and is not kept back; those of which nothing is left are gone.

    No list knows all the ways to speak of an affair or a debt without naming it, but such things are told as what happened
    ("I had a thing with someone from work"), and what it feels like comes after, if at all."""
    hidden = frozenset(kept)
    left = (
        " ".join(
            one
            for one in sentences(message)
            if begins_with_feeling(one) and one not in hidden and not tells(one, kept)
        )
        for message in messages
    )
    return tuple(message for message in left if message)


def begins_with_feeling(sentence: str) -> bool:
    """In its first clause, and none that one feels about a deed of one's own."""
    begin = matters.RULES["clause_end"].split(straighten(sentence).strip(), maxsplit=1)[0]
    return any(feeling.lexicon.search(begin) for key, feeling in FEELINGS.items() if key not in OF_DEEDS)


def may_be_drafted(text: str, circle: Circle, kept: Sequence[str] = ()) -> bool:
    return not tells(text, kept) and not any(is_private(one, circle) for one in sentences(text))


def is_rude(text: str) -> bool:
    """Swearing, insults, sarcasm and chatter, masked or not."""
    words = straighten(text)
    if MASKED.search(words) or any(matters.WORD_LISTS[name].search(words) for name in RUDE):
        return True
    return bool(matters.WORD_LISTS["insults"].search(matters.RULES["felt"].sub(" ", words)))


def is_presentable(text: str) -> bool:
    """Fit to be offered as somebody's statement: kind enough, and whole sentences in their right form."""
    words = straighten(text)
    return not (
        is_rude(words)
        or SCARE_QUOTES.search(words)
        or (matters.RULES["wrong_form"].search(words) and not is_german(words))
        or any(not one[0].isupper() and one[0].isalpha() for one in sentences(words))
    )
