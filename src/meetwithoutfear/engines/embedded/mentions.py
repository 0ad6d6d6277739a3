"""Every feeling that a clause names: whose it is, how it is said, and whether plainly.

A feeling may be called a pretence: played, claimed, put on, or used for an end. To pretend that one is fine is
another thing, and so is to hide a feeling: both are left to the words that follow.

It is plainly said of the subject only where every word before it does no more than carry it. People find ever new
ways to say that somebody does not feel what they feel. To list them all is hopeless; to know the words that carry a
feeling without touching it (data/carrying.txt) is not. A clause with any other word before the feeling may still be
meant well; it is just no ground to let a statement pass on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear import data
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.gap import Stance
from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.denial import (
    ABSENT,
    DISBELIEF,
    HARMLESS,
    NEGATION,
    Clause,
    mask,
    polarity,
)
from meetwithoutfear.engines.embedded.voices import (
    BEFORE_PERSON,
    SAYS_YOU,
    Cast,
    Holder,
    Word,
    holder_of,
    people_feel,
)

RULES = read_patterns("embedded/mentions.txt")

FINE, INNER_STATE, PRETENCE = (RULES[name] for name in ("fine", "inner_state", "pretence"))
CARRIES = frozenset(data.read_text("carrying.txt").split())
CIRCUMSTANCE = frozenset({"when", "whenever", "after", "because", "since", "while", "before"})


class MentionKind(StrEnum):
    NAMED = "named"
    STATE = "state"
    """A state of mind that is none of the 27 feelings."""
    GOOD = "good"
    """A good thing that hurts when it is missing."""
    WELL = "well"


@dataclass(frozen=True)
class Mention:
    feeling: str | None
    """None for a state of mind that is none of the 27."""
    stance: Stance
    holder: Holder
    plain: bool
    """Said of the subject in words that leave no room."""
    goes_on: Holder
    """Whose a feeling is that follows without anybody named."""

    @property
    def is_plainly_affirmed(self) -> bool:
        return self.plain and self.stance is Stance.AFFIRMED

    @property
    def is_against(self) -> bool:
        against = {Stance.DENIED, Stance.PRETENDED, Stance.NOT_THE_SUBJECTS}
        return self.stance in against and (self.feeling is not None or self.holder is Holder.SUBJECT)


@dataclass(frozen=True)
class Place:
    feeling: str | None
    kind: MentionKind
    start: int
    end: int

    @property
    def family(self) -> str:
        return FEELINGS[self.feeling].family if self.feeling else ""

    @property
    def by_others(self) -> bool:
        return self.feeling is not None and FEELINGS[self.feeling].lacks is not None


@dataclass(frozen=True)
class Passage:
    """A clause, with what its sentence and the words before it give to it."""

    cast: Cast
    sentence: str
    clause: Clause
    mode: Stance | None
    otherwise: Holder
    spoken_of: Holder | None

    @property
    def text(self) -> str:
        return self.clause.text


def mentions_in(passage: Passage) -> Iterator[Mention]:
    places = sorted(_places(passage.text), key=lambda place: place.start)
    otherwise = passage.otherwise
    for place in places:
        word = Word(passage.text, place.start, place.end, place.by_others)
        holder = holder_of(passage.cast, word, otherwise)
        is_own_deed = (
            place.kind is MentionKind.GOOD and place.by_others and RULES["i_did"].search(word.before)
        )
        if is_own_deed and holder is Holder.WRITER:
            holder = Holder.SUBJECT
        stance = _stance(passage, place, places)
        if stance is None:
            continue
        if place.kind in {MentionKind.NAMED, MentionKind.STATE} and not place.by_others:
            otherwise = holder
        if holder is not Holder.SUBJECT:
            stance = Stance.NOT_THE_SUBJECTS
        elif passage.mode and stance is Stance.AFFIRMED:
            stance = passage.mode
        yield Mention(place.feeling, stance, holder, _is_plain(passage, place, places), otherwise)


def _places(text: str) -> Iterator[Place]:
    for key, feeling in FEELINGS.items():
        for found in feeling.lexicon.finditer(text):
            yield Place(
                key, MentionKind.WELL if feeling.family == POSITIVE else MentionKind.NAMED, *found.span()
            )
        for found in feeling.lacks.finditer(text) if feeling.lacks else ():
            yield Place(key, MentionKind.GOOD, *found.span())
    states = (
        (MentionKind.STATE, INNER_STATE),
        (MentionKind.GOOD, RULES["good_state"]),
        (MentionKind.WELL, FINE),
    )
    for kind, pattern in states:
        for found in pattern.finditer(text):
            yield Place(None, kind, *found.span())


def _stance(passage: Passage, place: Place, places: list[Place]) -> Stance | None:
    """None where the word says nothing here about how somebody feels."""
    before = passage.text[: place.start]
    inherited = f"{passage.clause.inherited} " if passage.clause.inherited else ""
    shift = len(inherited)
    others = [(one.start + shift, one.end + shift) for one in places if one.end <= place.start]
    said = polarity(inherited + before, others, passage.text[place.end :])
    pretended = is_pretended(passage.cast, passage.sentence, passage.text, place.start, place.end)
    if place.kind is MentionKind.GOOD:
        is_missing = said is Stance.DENIED or ABSENT.search(before)
        has_it = RULES["has_it"].search(before) and said is Stance.AFFIRMED
        return None if pretended else Stance.AFFIRMED if is_missing else Stance.DENIED if has_it else None
    if place.kind is MentionKind.WELL:
        if pretended or said is not Stance.AFFIRMED:
            return None
        return Stance.AFFIRMED if place.feeling else Stance.DENIED if RULES["has_it"].search(before) else None
    if pretended:
        return Stance.PRETENDED
    return _stance_of_pain(passage, place, said, is_disbelief=bool(DISBELIEF.search(inherited + before)))


def _stance_of_pain(passage: Passage, place: Place, said: Stance, *, is_disbelief: bool) -> Stance:
    before, after = passage.text[: place.start], passage.text[place.end :]
    if place.family not in {"FEAR", "SHAME", "POWER"} and RULES["serves"].search(after):
        return Stance.PRETENDED
    is_refused = RULES["refused"].match(after) and place.kind is MentionKind.NAMED and not people_feel(before)
    if RULES["taken_back"].match(after) or is_refused:
        return Stance.DENIED
    is_good_thing = RULES["good_things"].search(passage.text[place.start : place.end]) and not is_disbelief
    return Stance.AFFIRMED if said is Stance.DENIED and is_good_thing else said


def _is_plain(passage: Passage, place: Place, places: list[Place]) -> bool:
    cast, text = passage.cast, passage.text
    blank = list(text)
    for one in places:
        blank[one.start : one.end] = " " * (one.end - one.start)
    before = HARMLESS.sub(" ", "".join(blank[: place.start]))
    if passage.clause.cut in CIRCUMSTANCE:
        before = re.sub(r"^.*\s(?=you\b)", "", before, flags=re.IGNORECASE)
    comes_first = BEFORE_PERSON.search(text[: place.start])
    if comes_first and RULES["i_see"].search(before) and _is_of_subject(cast, text[place.end :]):
        return True
    until = text[: place.end]
    is_said = any(cast.holder(one[0]) is Holder.SUBJECT for one in cast.people(until)) or SAYS_YOU.search(
        until
    )
    goes_on = not cast.people(text) and (
        RULES["it_must_be"].match(text) or passage.spoken_of is Holder.SUBJECT
    )
    follows = RULES["for_subject"].match(text[place.end :]) or comes_first
    return bool(is_said or follows or goes_on) and is_carried(before, cast.subject)


def _is_of_subject(cast: Cast, text: str) -> bool:
    people = cast.people(text)
    return bool(people) and cast.holder(people[0][0]) is Holder.SUBJECT


def is_pretended(cast: Cast, sentence: str, text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    if before.endswith(('"', "'")) and after[:1] in {'"', "'", ","} and not RULES["said"].search(sentence):
        return True
    if RULES["as_if"].match(text) and not re.search(
        r"\b(?:feel|felt|feels|feeling)\b", sentence[: sentence.find(text)][-20:]
    ):
        return True
    if RULES["say_but"].search(sentence) and re.search(
        r"\b(?:say|says|claim|tell|call)\b", before, re.IGNORECASE
    ):
        return True
    for found in PRETENCE.finditer(mask(RULES["more_than_shown"], before)):
        lead = before[: found.start()]
        people = cast.people(lead)
        own = not people or cast.holder(people[-1][0]) is Holder.SUBJECT
        if own and not NEGATION.search(lead[-20:]) and not re.search(r"\b(?:not|n't|never)\b", lead[-8:]):
            return True
    sham = RULES["sham"].search(after) or RULES["sham"].search(sentence)
    return bool(sham) and not NEGATION.search(sentence[: sham.start()][-20:]) if sham else False


def is_carried(before: str, name: str = "") -> bool:
    """Do these words, with other feelings taken out, say nothing but whose the feeling is and how sure the writer is?"""
    if RULES["so_you_say"].search(before) or RULES["hypothesis"].search(before):
        return False
    cause = RULES["cause"].match(before)
    if cause and not NEGATION.search(cause[0]) and not PRETENCE.search(cause[0]):
        before = before[cause.end() :]
    before = RULES["where"].sub(" ", RULES["of_things"].sub(" ", RULES["opening"].sub(" ", before)))
    known = {part.lower() for part in RULES["word"].findall(name)}
    words = (word.lower() for word in RULES["word"].findall(before))
    return all(w in CARRIES or w in known or w.endswith("ly") for w in words)
