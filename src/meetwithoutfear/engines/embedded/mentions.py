"""Every feeling that a clause names: whose it is, how it is said, and whether plainly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.gap import Stance
from meetwithoutfear.engines.embedded.carrying import is_carried
from meetwithoutfear.engines.embedded.negation import ABSENT
from meetwithoutfear.engines.embedded.polarity import DISBELIEF, HARMLESS, polarity
from meetwithoutfear.engines.embedded.pretence import SERVES, is_pretended
from meetwithoutfear.engines.embedded.voices import (
    BEFORE_PERSON,
    SAYS_YOU,
    Cast,
    Holder,
    Word,
    holder_of,
    people_feel,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meetwithoutfear.engines.embedded.segments import Clause

# States of mind that are none of the feelings, or any of them.
INNER = re.compile(
    r"\b(?:upset|suffer(?:s|ed|ing)?|struggl\w+|bothered|affected|troubled|distress\w*|"
    r"pain(?:ed)?|unhapp\w+|miser\w+|broken|crushed|heavy|"
    r"hard|difficult|tough|rough|a lot|emotional|stress\w*|burden\w*|sick|empty|lost|"
    r"low|(?<!deep )down|bad|awful|terrible|horrible|worse|weigh\w*|"
    r"carry(?:ing)?|carries|struggle|feelings|unloved|unsafe|unsupported|insecure|disturbed|"
    r"shaken|discouraged|deserve\w*|cares?|caring|tired of|fall(?:ing|s)? apart|break(?:ing|"
    r"s)? down|torn|used(?! (?:to|you|me|her|him)\b)|forgotten|stupid|small|worthless|"
    r"judged|useless|unimportant|less important|passed over|second[- ]best|unwelcome|"
    r"vulnerable|exposed|raw|fragile|desperate|crushed|replaceable|disposable|on guard|"
    r"unbearable|in the way)\b|"
    r"\b(?:feels?|felt|feeling) (?:like|that|as if|as though|when|whenever|as|i|you|nobody|no one|it)\b",
    re.IGNORECASE,
)
FINE = re.compile(
    r"\b(?:fine|okay|ok|alright|all right|great|good|happy|lucky|strong|cool|normal|"
    r"content|pleased|satisfied|comfortable|relaxed|"
    r"well|tough|brave|perfect|together)\b",
    re.IGNORECASE,
)
GOOD_STATE = re.compile(
    r"\b(?:seen|heard|safe|loved|supported|understood|included|at home|secure|wanted|"
    r"enough|accepted|protected|cared for|believed|noticed)\b",
    re.IGNORECASE,
)
# Named by the feelings' own lists because the lack of it hurts: to deny them denies no feeling.
GOOD_THINGS = re.compile(
    r"\b(?:measure up|pay\w* attention|sees? what|thank\w*|share the load|pitch in|hear (?:me|"
    r"you) out|listen\w*|respect (?:me|you)|seriously|"
    r"space|room to|freedom|independen\w*|privacy|own|good enough|close\w*|affection|"
    r"intima\w*|tender\w*|romance|trust\w*|confided|be held|"
    r"hold (?:me|you)|support|help|share|part|say|weight|equal\w*|notic\w*|credit|stand|"
    r"care about|break|rest)\b",
    re.IGNORECASE,
)
IS = (
    r"(?:'re|'s|is|are|was|were|feel|feels|felt|been|being|get|gets|got|doing|"
    r"(?:have|has) (?:plenty of|lots of|all the|enough))"
)
HAS_IT = re.compile(
    rf"{IS}\s+(?>\w+ and\s+|\w+ly\s+|so\s+|very\s+|quite\s+|just\s+|always\s+|plenty of\s+|"
    r"lots of\s+|all the\s+|enough\s+|\w+, )*$",
    re.IGNORECASE,
)
I_DID = re.compile(
    r"\bi(?:'d|'ve| had| have| did| do)?(?: not|n't| never)? (?!am\b|was\b|feel\b|felt\b|"
    r"get\b|got\b|want\b|need\b)\w+ (?:\w+ )?$",
    re.IGNORECASE,
)
REFUSED = re.compile(
    r"^\s*(?:of yours |you feel |thing |stuff )?(?:isn't|aren't|wasn't|doesn't|didn't|"
    r"don't|can't|cannot|(?:is|are|was|were|do|does|did|has) (?:\w+ly |all |just )*"
    r"(?:not|never|nothing|hardly|no|nonsense|exaggerated|overdone|imaginary|imagined|false|a lie))\b",
    re.IGNORECASE,
)
TAKEN_BACK = re.compile(
    r"^\W*(?:\?|,)\s*(?:hardly|please|no way|really|not (?:really|at all|one bit|much|"
    r"a bit)|as if[.!]|my foot|sure|right)\b",
    re.IGNORECASE,
)
I_SEE = re.compile(
    r"\bi\b.*\b(?:see|know|knew|understand|understood|reali[sz]e[d]?|imagine|noticed?|"
    r"saw|sense|hear|get)\b",
    re.IGNORECASE,
)
FOR_SUBJECT = re.compile(r"^(?:\s+\w+){0,2}?\s+(?:for |to |on )?(?:you|her|him|them)\b", re.IGNORECASE)
CIRCUMSTANCE = frozenset({"when", "whenever", "after", "because", "since", "while", "before"})
IT_MUST_BE = re.compile(
    r"\bi (?:can |could |do )?(?:see|understand|imagine|get) (?:why|how|that) (?:this|"
    r"it|that)\b|^\W*(?:\w+ ){0,3}?(?:it|that|this) (?:must|has to|can only|has got to|"
    r"can't not|cannot not|can't but)\b",
    re.IGNORECASE,
)


class Kind(StrEnum):
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
    kind: Kind
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
        is_own_deed = place.kind is Kind.GOOD and place.by_others and I_DID.search(word.before)
        if is_own_deed and holder is Holder.WRITER:
            holder = Holder.SUBJECT
        stance = _stance(passage, place, places)
        if stance is None:
            continue
        if place.kind in {Kind.NAMED, Kind.STATE} and not place.by_others:
            otherwise = holder
        if holder is not Holder.SUBJECT:
            stance = Stance.NOT_THE_SUBJECTS
        elif passage.mode and stance is Stance.AFFIRMED:
            stance = passage.mode
        yield Mention(place.feeling, stance, holder, _is_plain(passage, place, places), otherwise)


def _places(text: str) -> Iterator[Place]:
    for key, feeling in FEELINGS.items():
        for found in feeling.lexicon.finditer(text):
            yield Place(key, Kind.WELL if feeling.family == POSITIVE else Kind.NAMED, *found.span())
        for found in feeling.lacks.finditer(text) if feeling.lacks else ():
            yield Place(key, Kind.GOOD, *found.span())
    for kind, pattern in ((Kind.STATE, INNER), (Kind.GOOD, GOOD_STATE), (Kind.WELL, FINE)):
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
    if place.kind is Kind.GOOD:
        is_missing = said is Stance.DENIED or ABSENT.search(before)
        has_it = HAS_IT.search(before) and said is Stance.AFFIRMED
        return None if pretended else Stance.AFFIRMED if is_missing else Stance.DENIED if has_it else None
    if place.kind is Kind.WELL:
        if pretended or said is not Stance.AFFIRMED:
            return None
        return Stance.AFFIRMED if place.feeling else Stance.DENIED if HAS_IT.search(before) else None
    if pretended:
        return Stance.PRETENDED
    return _stance_of_pain(passage, place, said, is_disbelief=bool(DISBELIEF.search(inherited + before)))


def _stance_of_pain(passage: Passage, place: Place, said: Stance, *, is_disbelief: bool) -> Stance:
    before, after = passage.text[: place.start], passage.text[place.end :]
    if place.family not in {"FEAR", "SHAME", "POWER"} and SERVES.search(after):
        return Stance.PRETENDED
    is_refused = REFUSED.match(after) and place.kind is Kind.NAMED and not people_feel(before)
    if TAKEN_BACK.match(after) or is_refused:
        return Stance.DENIED
    is_good_thing = GOOD_THINGS.search(passage.text[place.start : place.end]) and not is_disbelief
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
    if comes_first and I_SEE.search(before) and _is_of_subject(cast, text[place.end :]):
        return True
    until = text[: place.end]
    is_said = any(cast.holder(one[0]) is Holder.SUBJECT for one in cast.people(until)) or SAYS_YOU.search(
        until
    )
    goes_on = not cast.people(text) and (IT_MUST_BE.match(text) or passage.spoken_of is Holder.SUBJECT)
    follows = FOR_SUBJECT.match(text[place.end :]) or comes_first
    return bool(is_said or follows or goes_on) and is_carried(before, cast.subject)


def _is_of_subject(cast: Cast, text: str) -> bool:
    people = cast.people(text)
    return bool(people) and cast.holder(people[0][0]) is Holder.SUBJECT
