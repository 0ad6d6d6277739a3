"""Whose feeling a word of a statement is: the subject's, the writer's, or somebody else's.

A statement speaks to its subject ("you") or, where it never says "you", about them ("she", their name). The nearest
person before the word has the feeling, unless the words turn it around: "I hurt you" is yours, "you ignore me" is
mine, "how tired I am" is said before the person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.vocabulary import read_patterns

RULES = read_patterns("embedded/voices.txt")


class Holder(StrEnum):
    SUBJECT = "subject"
    WRITER = "writer"
    OTHER = "other"


@dataclass(frozen=True)
class Cast:
    """Who is who in this statement."""

    subject: str
    says_you: bool
    they_are: Holder
    """Whom "she", "he" and "they" mean: the subject, where nobody else was named before them."""

    def holder(self, word: str) -> Holder:
        lower = word.lower()
        if RULES["says_you"].fullmatch(lower) or (self.subject and lower == self.subject.lower()):
            return Holder.SUBJECT
        if RULES["says_i"].fullmatch(lower):
            return Holder.WRITER
        if RULES["us"].fullmatch(lower):
            return Holder.SUBJECT
        return Holder.OTHER if RULES["nobody_else"].fullmatch(lower) else self.they_are

    def people(self, text: str) -> list[re.Match[str]]:
        """Those who may feel or do: "I think" is no more than a way to begin, and "my" only leads to a thing."""
        named = rf"|\b{re.escape(self.subject)}\b" if self.subject else ""
        pattern = re.compile(RULES["person"].pattern + named, re.IGNORECASE)
        found = [m for m in pattern.finditer(text) if not RULES["impersonal"].match(m[0])]
        found = [
            m for m in found if not (RULES["says_i"].fullmatch(m[0]) and RULES["opens"].match(text, m.end()))
        ]
        acting = [
            m
            for m in found
            if not RULES["possessive"].fullmatch(m[0]) or RULES["owned"].fullmatch(text, m.end())
        ]
        return [m for m in acting if not RULES["after_preposition"].search(text[: m.start()])] or acting


def cast_of(statement: str, subject: str = "") -> Cast:
    says_you = bool(RULES["says_you"].search(statement))
    pronoun = RULES["pronoun"].search(statement)
    others = _other_people(statement[: pronoun.start()] if pronoun else statement, subject)
    return Cast(subject.strip(), says_you, Holder.OTHER if says_you or others else Holder.SUBJECT)


def _other_people(text: str, subject: str) -> bool:
    named = [m["name"] or m["other"] for m in RULES["name"].finditer(text)]
    return bool(RULES["noun"].search(text)) or any(
        name != subject for name in named if not RULES["no_name"].fullmatch(name)
    )


@dataclass(frozen=True)
class Word:
    """A feeling word in its clause."""

    clause: str
    start: int
    end: int
    feeling: str | None = None
    """None for a state of mind that is none of the 27."""

    @property
    def by_others(self) -> bool:
        """Of a feeling that others' deeds cause ("ignored"): the deed is one person's, the feeling the other's."""
        return self.feeling is not None and FEELINGS[self.feeling].lacks is not None

    @property
    def before(self) -> str:
        return self.clause[: self.start]

    @property
    def text(self) -> str:
        return self.clause[self.start : self.end]

    @property
    def after(self) -> str:
        return self.clause[self.end :]


def holder_of(cast: Cast, word: Word, otherwise: Holder) -> Holder:
    if RULES["things"].search(word.before):
        return otherwise
    steps = (_by_the_word, _by_name, _by_what_follows, _by_deed)
    found = next((holder for step in steps if (holder := step(cast, word, otherwise))), None)
    return found or _nearest(cast, word, otherwise)


def _by_the_word(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """Of "my fault", of "drives you mad"."""
    if RULES["own_word"].search(word.text) and not (word.by_others and RULES["does"].match(word.text)):
        return Holder.WRITER
    inside = [
        one for one in cast.people(word.text) if not RULES["not_felt_by"].search(word.text[: one.start()])
    ]
    return cast.holder(inside[-1][0]) if inside and not RULES["experiences"].match(word.text) else None


def _by_name(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """Of "for me it is hard", "my mother is tired", "Lena feels hurt"."""
    for_whom = RULES["for_whom_first"].match(word.before)
    if for_whom:
        return cast.holder(for_whom["who"])
    name = RULES["name_before"].search(word.before)
    is_named = name and not RULES["no_name"].fullmatch(name["name"]) and name["name"] != cast.subject
    return Holder.OTHER if is_named or RULES["kin_before"].search(word.before) else None


def _by_what_follows(cast: Cast, word: Word, otherwise: Holder) -> Holder | None:
    """Of "how tired I am", "hard for you", "the hurt I feel", "it hurts me"."""
    comes_first = RULES["before_person"].search(word.before)
    if comes_first or not cast.people(word.before):
        later, following = RULES["for_whom"].match(word.after), cast.people(word.after)
        if later:
            is_doer = (
                word.by_others
                and not RULES["doing"].fullmatch(word.text)
                and later[0].lstrip().startswith("to ")
            )
            return otherwise if is_doer else cast.holder(later["who"])
        if comes_first and following:
            return cast.holder(following[0][0])
    relative = RULES["relative"].match(word.after)
    if relative and RULES["the"].search(word.before):
        return cast.holder(relative["who"])
    done_to = RULES["object"].match(word.after)
    is_done = done_to and RULES["transitive"].fullmatch(word.text) and not people_feel(word.before)
    return cast.holder(done_to["who"]) if done_to and is_done else None


def _by_deed(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """So that "you ignore me" is the writer's and "I have been unfair" the subject's."""
    if not word.by_others:
        return None
    people, deed = cast.people(word.before), RULES["deed"].search(word.before)
    doer = deed["who"] if deed and RULES["does"].match(word.text) else None
    if people and RULES["doing"].fullmatch(word.text) and is_linked(people[-1], word.before):
        doer = people[-1][0]
    if not doer:
        return None
    is_subjects = (
        doer.lower() != "we" and not RULES["general"].fullmatch(doer) and cast.holder(doer) is Holder.SUBJECT
    )
    return Holder.WRITER if is_subjects else Holder.SUBJECT


def _nearest(cast: Cast, word: Word, otherwise: Holder) -> Holder:
    people = cast.people(word.before)
    if not people:
        owner = RULES["possessive"].search(word.before)
        return cast.holder(owner[0]) if owner and people_feel(word.before) else otherwise
    nearest = people[-1]
    holder, link = cast.holder(nearest[0]), word.before[nearest.end() :]
    if holder is not Holder.SUBJECT and RULES["of_a_thing"].search(link):
        return otherwise
    if (
        holder is Holder.SUBJECT
        or is_linked(nearest, word.before)
        or nearest[0].lower() in {"my", "his", "their"}
    ):
        return holder
    if any(
        cast.holder(one[0]) is Holder.SUBJECT for one in (*people, *RULES["says_you"].finditer(word.clause))
    ):
        return Holder.SUBJECT
    return otherwise if RULES["in_a_row"].search(word.before) else holder


def is_linked(person: re.Match[str], before: str) -> bool:
    """Does the feeling that comes after belong to this person, by grammar and not by nearness alone?"""
    link = RULES["listed"] if person[0].lower().endswith(("'m", "'re", "'s")) else RULES["feels"]
    return bool(link.fullmatch(before, person.end()))


def people_feel(before: str) -> bool:
    return bool(RULES["people_feel"].search(before))
