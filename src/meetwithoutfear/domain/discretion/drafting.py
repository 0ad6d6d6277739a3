"""What a draft may be made of, and what it may say. Both engines go by it: the words they get for a draft are chosen
here, and what they drafted is looked at here once more.

Out stays: what is about another person by name, or about what somebody's brother or friend does; affairs, health,
law, money, substances and sex, unless the topic or something already shared speaks of it; what was promised to be
kept, with the sentences that hold it; and what somebody asked to leave out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from meetwithoutfear.domain.discretion.german import is_german
from meetwithoutfear.domain.discretion.lists import (
    CHATTER,
    INSULTS,
    MASKED,
    SARCASM,
    SWEARING,
    Domain,
    domains_in,
)  # fmt: skip
from meetwithoutfear.domain.discretion.people import is_about_relative, names_in, relative_in
from meetwithoutfear.domain.discretion.reading import plain_words, sentences, stems, straight, tells
from meetwithoutfear.domain.discretion.secrets import asks_to_leave_out, is_secret, points_back
from meetwithoutfear.domain.feelings import FEELINGS

SOMEBODY = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b")
DISCLOSES = re.compile(
    r"\b(?:told|confessed|admitted|confided|cried|crying|cries|begged|asked|said|revealed|showed) (?:to )?(?:me|"
    r"us)\b|\bcalled me (?:crying|and|in|because|at)\b"
)
# To guess that somebody feels stupid is no insult.
FELT = re.compile(
    r"\b(?:feel|feels|felt|feeling|made you feel|call|called|calling|treated)(?: \w+){0,4} (?=\w)[\w -]*",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(
    r"[,;:–—]|\b(?:and|but) (?=(?:i|i'm|we|he|she|they|it|you|my|our|the|then|now|nobody|everybody)\b)"
    r"|\b(?:because|since|when|while|after|who)\b",
    re.IGNORECASE,
)
OF_DEEDS = frozenset({"guilt"})
SCARE_QUOTES = re.compile(r"\"[^\" ]+(?: [^\" ]+)?\"")
WRONG_FORM = re.compile(
    r"\b[Yy]ou (?:\w+ly |always |never |just |also |still |often |only )*(?:is|was|has|does|isn't|wasn't|hasn't|"
    r"doesn't|feels|thinks|wants|needs|fears|knows|seems|"
    r"worries|hopes|tries|says|misses|hurts|carries|gets|goes|makes|takes|sees|hears|looks|works|keeps|loves|hates|believes|cares)\b"
    r"|\b(?:doesnt|dont|didnt|cant|wont|isnt|wasnt|arent|werent|im|ive|id|youre|youve|thats|hes|shes|theyre|couldnt|wouldnt|shouldnt|havent|hasnt|hadnt|"
    r"u|ur|r|cuz|coz|bc|plz|pls|thx|gonna|wanna|kinda|sorta|gotta|rly|cos)\b|(?<![\w'])i(?![\w.])|"
    r"\ba [aeiou]\w+ed\b|\b(\w{3,}) \1\b(?<!that that)(?<!had had)",
)


@dataclass(frozen=True)
class Circle:
    """Who the two are, and what is already spoken of between them."""

    names: frozenset[str]
    named: frozenset[Domain] = field(default_factory=frozenset)

    @classmethod
    def of(cls, names: Iterable[str], topic: str | None = None, shared: Iterable[str] = ()) -> Circle:
        """A name in the topic is no secret between them either."""
        spoken = [topic or "", *shared]
        return cls(
            frozenset({*names, *names_in(topic or "")}),
            frozenset().union(*(domains_in(text) for text in spoken)),
        )


def is_others_matter(sentence: str, circle: Circle) -> bool:
    """Somebody else's: whoever typed it may not be the one to tell it."""
    other = names_in(sentence, circle.names) or relative_in(sentence)
    told = domains_in(sentence) - circle.named or DISCLOSES.search(plain_words(sentence))
    return bool(other and told) or is_secret(sentence)


def is_private(sentence: str, circle: Circle) -> bool:
    return bool(
        names_in(sentence, circle.names)
        or is_about_relative(sentence)
        or domains_in(sentence) - circle.named
        or is_secret(sentence)
        or asks_to_leave_out(sentence)
        or (relative_in(sentence) and DISCLOSES.search(plain_words(sentence)))
    )


def kept_back(messages: Sequence[str], circle: Circle, left_out: Iterable[str] = ()) -> tuple[str, ...]:
    """Of somebody's own messages the sentences that no draft may tell, those included that lean on such a one."""
    told = [(number, one) for number, message in enumerate(messages) for one in sentences(message)]
    known = tuple(left_out)
    kept = {place for place, (_, one) in enumerate(told) if is_private(one, circle) or tells(one, known)}
    secret = {place for place, (_, one) in enumerate(told) if is_secret(one) or asks_to_leave_out(one)}
    kept |= {place - 1 for place in secret if place and points_back(told[place][1])}
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
    is_other = names_in(before, circle.names) or relative_in(before)
    return bool(is_other and SOMEBODY.search(plain_words(after)))


def marks_of(sentence: str, circle: Circle) -> frozenset[str]:
    """By what a secret is known again: the names in it, whose relative it is about, and its private matter."""
    private = {word for word in stems(sentence) if domains_in(word)}
    kin = {word for word in stems(sentence) if relative_in(f"my {word}")}
    return frozenset({*names_in(sentence, circle.names), *private, *kin})


def for_drafting(messages: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
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
    begin = CLAUSE_END.split(straight(sentence).strip(), maxsplit=1)[0]
    return any(feeling.lexicon.search(begin) for key, feeling in FEELINGS.items() if key not in OF_DEEDS)


def may_be_drafted(text: str, circle: Circle, kept: Sequence[str] = ()) -> bool:
    return not tells(text, kept) and not any(is_private(one, circle) for one in sentences(text))


def is_rude(text: str) -> bool:
    """Swearing, insults, sarcasm and chatter, masked or not."""
    words = straight(text)
    if SWEARING.search(words) or MASKED.search(words) or SARCASM.search(words) or CHATTER.search(words):
        return True
    return bool(INSULTS.search(FELT.sub(" ", words)))


def is_presentable(text: str) -> bool:
    """Fit to be offered as somebody's statement: kind enough, and whole sentences in their right form."""
    words = straight(text)
    return not (
        is_rude(words)
        or SCARE_QUOTES.search(words)
        or (WRONG_FORM.search(words) and not is_german(words))
        or any(not one[0].isupper() and one[0].isalpha() for one in sentences(words))
    )
